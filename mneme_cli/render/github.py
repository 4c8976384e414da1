"""Findings as workflow commands of GitHub, which shows them as annotations on the change.

Text of records is escaped as GitHub asks ("Workflow commands for GitHub Actions"): it can neither
end its command nor begin another one.
"""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.pipeline import Compiled
from mneme_cli.options import counted
from mneme_cli.render.report import about_baseline, account
from mneme_cli.render.safe import printable

# Of each kind in one step; what is more stands in the log alone.
_ANNOTATIONS = 10


def as_github(compiled: Compiled) -> Iterator[str]:
    """Errors, then warnings, then plain lines with what is not annotated and the accounting."""
    for finding in (*compiled.open_findings("error"), *compiled.open_findings("warning")):
        yield _annotation(finding)
    errors, warnings = compiled.errors - _ANNOTATIONS, compiled.warnings - _ANNOTATIONS
    if errors > 0 or warnings > 0:
        more = f"{counted(max(0, errors), 'error')} and {counted(max(0, warnings), 'warning')}"
        yield f"GitHub shows {_ANNOTATIONS} of a kind; {more} more are only in this log"
    yield from about_baseline(compiled)
    yield account(compiled)


def stopped(message: str, hint: str | None) -> str:
    """Why a command could not run, as an error of the whole step."""
    return f"::error title=mneme::{_data(_lines(message, hint and f'hint: {hint}'))}"


def _annotation(finding: Diagnostic) -> str:
    place = {"file": finding.path, "line": finding.line, "col": finding.column}
    named = {**place, "title": finding.code}
    properties = ",".join(f"{key}={_property(str(v))}" for key, v in named.items() if v is not None)
    # The log shows the message alone, without the properties: hence the place in it.
    where = ":".join(str(value) for value in place.values() if value is not None)
    words = _lines(finding.message, finding.hint and f"hint: {finding.hint}", where)
    return f"::{finding.severity} {properties}::{_data(words)}"


def _lines(*parts: str | None) -> str:
    return "\n".join(part for part in parts if part)


def _data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
