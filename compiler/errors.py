"""Errors that mean "cannot go on". The command line gives each its exit status (ADR-0011)."""


class MnemeError(Exception):
    """A stop with a stable code, a message and a hint that says what to do."""

    code = "error"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(MnemeError):
    """The configuration cannot be read or does not hold together."""

    code = "config"


class UsageError(MnemeError):
    """A folder, id or revision that was named is not there."""

    code = "usage"


class NoFolderError(UsageError):
    """There is no ADR folder of the name that was typed, or none at all."""


class ElsewhereError(NoFolderError):
    """There is no ADR folder where one usually lies, and records seem to lie elsewhere."""


class RefusedError(MnemeError):
    """What was asked is well formed and is not done. It becomes exit status 1, the others 2."""

    code = "refused"
