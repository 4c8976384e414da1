"""Findings as a table in Markdown, such as the summary of a build shows."""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.pipeline import Compiled
from mneme_cli.render.report import about_baseline, account_of, counts_of
from mneme_cli.render.safe import markdown

# A summary of GitHub holds 1 MiB; one that is larger is not shown at all.
_ROWS = 200
_CELL = 300


def as_markdown(compiled: Compiled) -> Iterator[str]:
    """A heading with the counts, the findings with errors first, and the accounting."""
    yield f"### Decision records: {counts_of(compiled)}"
    yield ""
    findings = [*compiled.open_findings("error"), *compiled.open_findings("warning")]
    if findings:
        yield "| severity | code | place | finding |"
        yield "|---|---|---|---|"
        yield from map(_row, findings[:_ROWS])
        yield ""
    for line in (*_withheld(findings), *about_baseline(compiled)):
        yield _escaped(line)
        yield ""
    yield account_of(compiled.accounting)


def _withheld(findings: list[Diagnostic]) -> Iterator[str]:
    more = len(findings) - _ROWS
    if more > 0:
        yield f"... and {more} more; mneme check --all shows each"


def _row(finding: Diagnostic) -> str:
    place = [finding.path, *(str(n) for n in (finding.line, finding.column) if n is not None)]
    words = f"{finding.message}; {finding.hint}" if finding.hint else finding.message
    cells = (finding.severity, finding.code, ":".join(place), words)
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """Text that shows as it is written, on one line; a very long one is cut."""
    short = text if len(text) <= _CELL else f"{text[:_CELL]}..."
    return markdown(short)
