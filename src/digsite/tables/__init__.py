"""Tables as their logs: pure functions, without database, network or clock."""
