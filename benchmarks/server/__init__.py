"""Real servers in processes of their own, measured and maltreated over HTTP."""
