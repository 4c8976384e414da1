"""The vocabulary of decision records: schemas, types and the catalogue of diagnostics.

This package knows nothing of files, git or Markdown. Every other package speaks its words.
"""
