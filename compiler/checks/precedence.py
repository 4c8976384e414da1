"""Rules about decisions that compete for one scope (ADR4xx)."""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.checks.facts import Facts
from compiler.findings import diagnostic
from compiler.precedence import contradictions


def tie(facts: Facts) -> Iterator[Diagnostic]:
    """ADR401: two standing decisions of one slot, of equal priority and date."""
    for found in facts.ties:
        first, second = found.first.record, found.second.record
        dated = f"both dated {first.date}" if first.date else "both without a date"
        scope = first.scope or "one scope"
        message = f"{first.id} and {second.id} tie for {scope}: {first.priority}, {dated}"
        files = f"{first.path} and {second.path}"
        hint = (
            f"let one supersede the other, or give them other dates, priorities or topics: {files}"
        )
        yield diagnostic("ADR401", second.path, second.place_of("scope", "title"), message, hint)


def overridden(facts: Facts) -> Iterator[Diagnostic]:
    """ADR402: an accepted decision is overridden by a competitor."""
    for decision in facts.decisions:
        if decision.overridden_by:
            record = decision.record
            winners = ", ".join(decision.overridden_by)
            scope = f" {record.scope!r}" if record.scope else ""
            message = f"{record.id} is overridden by {winners}, of the same scope{scope}"
            hint = f"say `supersedes: {record.id}` in {winners}, or give one a `topic` of its own"
            yield diagnostic(
                "ADR402", record.path, record.place_of("scope", "title"), message, hint
            )


def contradicts_across_scopes(facts: Facts) -> Iterator[Diagnostic]:
    """ADR403: a contradiction between decisions of different scopes overrides nothing."""
    active = {d.id: d for d in facts.decisions if d.lifecycle == "active"}
    for first, second in contradictions(active):
        if first.record.scope != second.record.scope:
            message = f"{first.id} contradicts {second.id}, but their scopes differ: both apply"
            place = first.record.place_of("contradicts", "title")
            hint = "give both one scope, or let one supersede or amend the other"
            yield diagnostic("ADR403", first.record.path, place, message, hint)


CHECKS = (tie, overridden, contradicts_across_scopes)
