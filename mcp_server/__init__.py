"""The six decision tools over the Model Context Protocol. No rules about records or proposals."""
