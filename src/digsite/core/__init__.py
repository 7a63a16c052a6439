"""What games share: the interface, records, chance, compiling."""
