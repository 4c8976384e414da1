"""Decision records in, one canonical index out: reading, validation, links, precedence."""
