"""The `mneme` command: options in, a call, a rendering, an exit status. No domain logic."""
