"""Measuring: the rules (`run.py`) and the server (`server/`)."""
