"""Digsite: play, study and simulate Thebes and Mykerinos. One rules engine serves all of it."""

__version__ = "0.1.0"
