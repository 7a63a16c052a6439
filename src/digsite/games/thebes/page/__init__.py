"""What the pages show of Thebes."""
