"""Why a call has no result: what the caller can mend, and what it cannot.

Neither holds an absolute path, a stack trace or a value that was sent.
"""

from collections.abc import Mapping
from typing import Any

from compiler.errors import MnemeError, UsageError


class ArgumentError(UsageError):
    """The arguments of a call cannot be used; nothing was done. The caller can mend them."""

    code = "invalid_arguments"


class IntegrityError(MnemeError):
    """The records cannot be trusted as they are, so nothing is said about them (fail closed).

    `data` names what stands in the way, for programs.
    """

    code = "integrity"

    def __init__(self, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message, "mneme check shows it all")
        self.data = data
