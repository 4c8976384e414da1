"""One decision as text."""

from collections.abc import Iterator

import click

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled
from compiler.precedence import governing_order, slot
from mneme_cli.render.safe import printable


def as_text(decision: Decision, compiled: Compiled) -> Iterator[str]:
    """Heading, facts, relations from both ends, precedence, and the record's own text."""
    heading = f"{decision.id}  {decision.record.title or '(no title)'}"
    yield click.style(printable(heading), bold=True)
    for line in _below(decision, compiled):
        yield printable(line)


def _below(decision: Decision, compiled: Compiled) -> Iterator[str]:
    record = decision.record
    yield f"  file           {record.path}:{record.line}"
    yield f"  status         {_status(decision)}"
    facts = {
        "date": record.date,
        "deciders": ", ".join(record.deciders),
        "priority": record.priority if record.priority != "normal" else None,
        "scope": record.scope,
        "topic": record.topic,
        "paths": ", ".join(record.paths),
        "tags": ", ".join(record.tags),
        "proposal": record.proposal,
    }
    for name, value in facts.items():
        if value:
            yield f"  {name:13}  {value}"
    yield from _relations(decision, compiled)
    yield from _precedence(decision, compiled)
    yield ""
    yield record.body


def _status(decision: Decision) -> str:
    record = decision.record
    declared: str = record.status or "none"
    if record.status_source == "config":
        declared += " (by configuration: status_when_absent)"
    elif record.status_text and record.status_text.casefold() != declared:
        declared += f" ({record.status_text!r})"
    reason = f" ({decision.inactive_reason})" if decision.inactive_reason else ""
    return f"the record says {declared}; it counts as {decision.lifecycle}{reason}"


_FROM = {
    "supersedes": "supersedes",
    "amends": "amends",
    "contradicts": "contradicts",
    "derived_from": "rests on",
    "relates_to": "relates to",
}
_TO = {
    "supersedes": "superseded by",
    "amends": "amended by",
    "contradicts": "contradicted by",
    "derived_from": "carries",
    "relates_to": "related from",
}


def _relations(decision: Decision, compiled: Compiled) -> Iterator[str]:
    titles = {other.id: other.record.title or "" for other in compiled.decisions}
    effective = {*decision.superseded_by, *(a.decision_id for a in decision.amended_by)}
    for edge in decision.edges:
        outgoing = edge.source == decision.id
        other = edge.target if outgoing else edge.source
        name = (_FROM if outgoing else _TO)[edge.kind]
        aspect = f" ({edge.aspect})" if edge.aspect else ""
        quiet = not outgoing and edge.kind in ("supersedes", "amends") and other not in effective
        note = "  [not in force]" if quiet else ""
        yield f"  {name:13}  {other}  {titles[other]}{aspect}{note}"
    for target in decision.targets:
        if target.id is None:
            state = "ambiguous" if target.candidates else "not found"
            yield f"  {target.kind.replace('_', ' '):13}  {target.reference.text}  [{state}]"


def _precedence(decision: Decision, compiled: Compiled) -> Iterator[str]:
    if decision.overridden_by:
        winners = ", ".join(decision.overridden_by)
        yield f"  precedence     overridden by {winners}, of the same scope"
        return
    if decision.lifecycle != "active":
        yield "  precedence     governs nothing: it is not in force"
        return
    active = sorted((d for d in compiled.decisions if d.lifecycle == "active"), key=governing_order)
    position = next(n for n, other in enumerate(active, 1) if other.id == decision.id)
    place = slot(decision.record)
    where = f"the scope {decision.record.scope}" if place else "everything: it has no scope"
    if decision.record.paths:
        where = "its paths"
    yield f"  precedence     governs {where}; rank {position} of the {len(active)} in force"
    overrides = [d.id for d in compiled.decisions if decision.id in d.overridden_by]
    if overrides:
        yield f"  overrides      {', '.join(overrides)}"
