"""Commits and decisions: which commit records, changes, carries out or mentions which decision."""
