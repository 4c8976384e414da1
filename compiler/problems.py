"""A finding made while one file is read, before it has a path and a severity."""

from dataclasses import dataclass

from adr_schema.diagnostics import Severity
from adr_schema.records import Place


@dataclass(frozen=True, slots=True)
class Problem:
    """Its code in the catalogue, words, and place in the file.

    `severity` replaces the catalogue's default.
    """

    code: str
    message: str
    hint: str | None
    place: Place
    severity: Severity | None = None
