"""Candidate decisions: taken in, kept and decided. Knows nothing of the command line."""
