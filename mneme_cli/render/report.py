"""The report of a check: as JSON, and as text the way a compiler shows its findings."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import click

from adr_schema.diagnostics import Diagnostic
from adr_schema.vocabulary import REPORT_SCHEMA
from compiler.baseline import BASELINE_FILE, Recorded
from compiler.lines import Lines
from compiler.pipeline import Accounting, Comparison, Compiled
from mneme_cli.options import counted
from mneme_cli.render.safe import one_line, printable

# One character for one, so that the caret stays under its place.
_CONTROL_AS_SPACE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Errors are always shown, warnings until a screen is full of the same one.
_SHOWN_OF_A_KIND = 5
_COLOURS = {"error": "red", "warning": "yellow"}


def as_json(compiled: Compiled) -> dict[str, object]:
    """The report in the form of `report.schema.json`."""
    report = {
        "schema": REPORT_SCHEMA,
        **account_as_json(compiled),
        "diagnostics": [finding.as_json() for finding in compiled.diagnostics],
    }
    if compiled.stale_baseline:
        report["stale_baseline"] = [asdict(entry) for entry in compiled.stale_baseline]
    if compiled.comparison:
        report["comparison"] = _comparison_as_json(compiled.comparison)
    return report


def _comparison_as_json(comparison: Comparison) -> dict[str, object]:
    compared: dict[str, object] = {"base": comparison.ref, "new": comparison.new}
    if comparison.accepted:
        compared["accepted"] = [
            {
                "decision_id": acceptance.record.id,
                "commits": [commit.oid for commit in acceptance.commits],
                "decider": acceptance.decider.name if acceptance.decider else None,
                "authenticated": acceptance.authenticated,
            }
            for acceptance in comparison.accepted
        ]
    return compared


def account_as_json(compiled: Compiled) -> dict[str, object]:
    """Whether the answer is the whole one, and what became of the files."""
    accounting = compiled.accounting
    return {
        "complete": compiled.complete,
        "accounting": {
            "found": accounting.found,
            "records": accounting.records,
            "non_records": accounting.non_records,
            "rejected": accounting.rejected,
        },
    }


def as_text(compiled: Compiled, *, everything: bool = False) -> Iterator[str]:
    """Every finding with the line it points at, then the accounting."""
    lines = Lines(compiled.project.source)
    count: Counter[str] = Counter()
    for number, finding in enumerate(compiled.diagnostics):
        yield from _heading(compiled.comparison, number)
        if finding.baselined:
            continue
        count[finding.code] += 1
        if everything or finding.severity == "error" or count[finding.code] <= _SHOWN_OF_A_KIND:
            yield from _finding(finding, lines)
    yield from _withheld(compiled.diagnostics, count, everything=everything)
    yield from about_baseline(compiled)
    if everything:
        yield from map(_stale, compiled.stale_baseline)
    yield account(compiled)


def _heading(comparison: Comparison | None, number: int) -> Iterator[str]:
    """What divides the findings of a change from those that its base has as well."""
    if comparison is not None and number == comparison.new:
        yield click.style(f"already on {printable(comparison.ref)}:", bold=True)
    elif comparison is not None and number == 0:
        yield click.style(f"new against {printable(comparison.ref)}:", bold=True)


def errors_as_text(compiled: Compiled) -> Iterator[str]:
    """The findings that stand in the way, and the accounting."""
    lines = Lines(compiled.project.source)
    for finding in compiled.open_findings("error"):
        yield from _finding(finding, lines)
    yield account(compiled)


def about_baseline(compiled: Compiled) -> Iterator[str]:
    """How much the baseline covers, and how much of it is out of date, where it is."""
    if compiled.baselined:
        yield f"{BASELINE_FILE} covers {counted(compiled.baselined, 'finding')}"
    if compiled.stale_baseline:
        stale = counted(len(compiled.stale_baseline), "stale finding")
        yield f"{BASELINE_FILE} holds {stale}: renew it with mneme check --write-baseline"


def account(compiled: Compiled) -> str:
    """The last line: files found, and what became of them."""
    return f"{account_of(compiled.accounting)}; {counts_of(compiled)}"


def counts_of(compiled: Compiled) -> str:
    """`1 error, 2 warnings`, and with a base how many findings are new."""
    counts = f"{counted(compiled.errors, 'error')}, {counted(compiled.warnings, 'warning')}"
    new = f", {compiled.comparison.new} new" if compiled.comparison else ""
    return counts + new


def account_of(accounting: Accounting) -> str:
    """`found 3 files = 2 records + 1 non-record + 0 rejected`."""
    return (
        f"found {counted(accounting.found, 'file')} = {counted(accounting.records, 'record')}"
        f" + {counted(accounting.non_records, 'non-record')} + {accounting.rejected} rejected"
    )


def _stale(entry: Recorded) -> str:
    return one_line(f"  stale: {entry.path}: {entry.code}: {entry.message}")


def _withheld(
    findings: Iterable[Diagnostic], count: Counter[str], *, everything: bool
) -> Iterator[str]:
    if everything:
        return
    warned = {finding.code for finding in findings if finding.severity == "warning"}
    for code in sorted(warned):
        more = count[code] - _SHOWN_OF_A_KIND
        if more > 0:
            yield click.style(
                f"... and {more} more of {code} (--all shows each; mneme explain {code})", dim=True
            )


def _finding(finding: Diagnostic, lines: Lines) -> Iterator[str]:
    where = one_line(finding.path)
    if finding.line is not None:
        where += f":{finding.line}:{finding.column or 1}"
    kind = click.style(
        f"{finding.severity} {finding.code}", fg=_COLOURS[finding.severity], bold=True
    )
    yield f"{click.style(where, bold=True)}: {kind}: {printable(finding.message)}"
    yield from _excerpt(finding, lines)
    if finding.hint:
        yield f"      = hint: {printable(finding.hint)}"


def _excerpt(finding: Diagnostic, lines: Lines) -> Iterator[str]:
    if finding.line is None:
        return
    written = lines.of(finding.path, finding.line)
    if not written.strip():
        return
    column = max(1, finding.column or 1)
    # Long lines are cut around the place that is meant.
    start = max(0, column - 60) if len(written) > 100 else 0
    shown = _CONTROL_AS_SPACE.sub(" ", written[start : start + 100])
    yield f"{finding.line:5} | {shown}"
    yield f"      | {' ' * (column - 1 - start)}^"
