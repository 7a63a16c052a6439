"""What the pages show of Mykerinos."""
