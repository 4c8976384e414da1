"""What a command wrote or would write: fixes line by line, and diffs."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from adr_schema.diagnostics import Diagnostic
from mneme_cli.render.safe import printable

if TYPE_CHECKING:
    from compiler.fixes import Mending
    from compiler.plans import Plan


def fixes_as_text(mending: "Mending") -> Iterator[str]:
    """`path:line: fixed ADR309: ...`, one line a fix."""
    for fix in mending.fixes:
        finding = fix.finding
        yield f"{_place(finding)}: fixed {finding.code}: {printable(finding.message)}"


def refused_as_text(mending: "Mending") -> Iterator[str]:
    """`path:line: not fixed ADR309: reason`, one line a finding that could not be fixed."""
    for finding, reason in mending.refused:
        yield f"{_place(finding)}: not fixed {finding.code}: {printable(reason)}"


def fixes_as_json(mending: "Mending", *, written: bool) -> list[dict[str, object]]:
    """All fixes, then what could not be fixed with the `reason`."""
    done = [_row(fix.finding) | {"fixed": written, "reason": None} for fix in mending.fixes]
    left = [_row(finding) | {"fixed": False, "reason": why} for finding, why in mending.refused]
    return done + left


def diff_text(plan: "Plan") -> str:
    """The change as a unified diff; on a terminal without characters that could steer it."""
    text = "".join(f"{line}\n" for line in plan.diff())
    return printable(text) if sys.stdout.isatty() else text


def _place(finding: Diagnostic) -> str:
    path = printable(finding.path).replace("\n", "\\n")
    return f"{path}:{finding.line}"


def _row(finding: Diagnostic) -> dict[str, object]:
    return {
        "code": finding.code,
        "path": finding.path,
        "line": finding.line,
        "message": finding.message,
    }
