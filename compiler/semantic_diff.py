"""What separates two compiled states: decision by decision, and who governs what instead of whom.

`mneme diff` shows it; nothing here is judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.decided import altered
from compiler.matching import match
from compiler.ordering import natural
from compiler.patterns import covers
from compiler.pipeline import Compiled
from compiler.precedence import governing_order

Kind = Literal[
    "added",
    "removed",
    "renamed",
    "accepted",
    "superseded",
    "deprecated",
    "rejected",
    "overridden",
    "restated",
    "amended",
    "re-scoped",
    "re-dated",
    "retitled",
    "decision edited",
    "text edited",
]


@dataclass(frozen=True, slots=True)
class DecisionChange:
    """One thing that happened to one decision.

    `old` and `new` are the values that differ (states, ids, scopes, dates, titles), None where
    there is none. `decision` is the newer side, the older one of a removal.
    """

    kind: Kind
    decision: Decision
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class Governed:
    """A scope or path pattern whose governing decisions differ; ids in the order of precedence."""

    scope: str | None
    pattern: str | None
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SemanticDiff:
    """All differences: `changes` by decision id, `governed` by scope, then by pattern."""

    changes: tuple[DecisionChange, ...]
    governed: tuple[Governed, ...]


def semantic_diff(old: Compiled | None, new: Compiled | None) -> SemanticDiff:
    """The differences between two states; None is one without records."""
    matched = match(old.decisions if old else (), new.decisions if new else ())
    changes = [DecisionChange("removed", gone, old=_state(gone)) for gone in matched.removed]
    changes += [DecisionChange("added", one, new=_state(one)) for one in matched.added]
    for before, after in matched.pairs:
        changes.extend(_changes(before, after))
        if old and new and before.record.sha256 != after.record.sha256:
            changes.extend(_text_changes(before, after, old, new))
    changes.sort(key=lambda change: natural(change.decision.id))
    return SemanticDiff(tuple(changes), tuple(_governed(old, new)))


def _state(decision: Decision) -> str:
    """The state in a word: why a decision is inactive says more than that it is."""
    return decision.inactive_reason or decision.lifecycle


_ARRIVALS: dict[str, Kind] = {
    "active": "accepted",
    "superseded": "superseded",
    "deprecated": "deprecated",
    "rejected": "rejected",
    "overridden": "overridden",
}


def _changes(old: Decision, new: Decision) -> Iterator[DecisionChange]:
    """Differences that the index shows."""
    if old.id != new.id or old.record.path != new.record.path:
        by_id = old.id != new.id
        names = (old.id, new.id) if by_id else (old.record.path, new.record.path)
        yield DecisionChange("renamed", new, *names)
    if _full_state(old) != _full_state(new):
        was = _state(old) if _state(old) != _state(new) else _full_state(old)
        yield DecisionChange(_ARRIVALS.get(_state(new), "restated"), new, was, _full_state(new))
    was_amended, now_amended = _amendments(old), _amendments(new)
    for name in was_amended:
        if name not in now_amended:
            yield DecisionChange("amended", new, name, None)
    for name in now_amended:
        if name not in was_amended:
            yield DecisionChange("amended", new, None, name)
    for kind, value in _FIELDS:
        before, after = value(old.record), value(new.record)
        if before != after:
            yield DecisionChange(kind, new, before, after)


def _full_state(decision: Decision) -> str:
    """The state, with the decisions that brought it about."""
    by = ", ".join(decision.superseded_by or decision.overridden_by)
    return f"{_state(decision)} by {by}" if by else _state(decision)


def _amendments(decision: Decision) -> list[str]:
    return [
        f"{amendment.decision_id} ({amendment.aspect})"
        if amendment.aspect
        else amendment.decision_id
        for amendment in decision.amended_by
    ]


def _scope(record: Record) -> str | None:
    """Everything that says where a decision applies, in a line."""
    topic = f"topic {record.topic}" if record.topic else None
    priority = record.priority if record.priority != "normal" else None
    return ", ".join(filter(None, [record.scope, *record.paths, topic, priority])) or None


_FIELDS: tuple[tuple[Kind, Callable[[Record], str | None]], ...] = (
    ("re-scoped", _scope),
    ("re-dated", lambda record: record.date),
    ("retitled", lambda record: record.title),
)


def _text_changes(
    old: Decision, new: Decision, before: Compiled, after: Compiled
) -> Iterator[DecisionChange]:
    """Differences of the text: of the decision and its rules, else one that nothing explains."""
    if altered(old.record, before.project.source, new.record, after.project.source):
        yield DecisionChange("decision edited", new)
    elif not any(True for _ in _changes(old, new)):
        yield DecisionChange("text edited", new)


def _governed(old: Compiled | None, new: Compiled | None) -> Iterator[Governed]:
    before, after = _active(old), _active(new)
    records = [decision.record for decision in (*before, *after)]
    for scope in sorted({record.scope for record in records if record.scope}, key=natural):
        was, now = _in_scope(before, scope), _in_scope(after, scope)
        if was != now:
            yield Governed(scope, None, was, now)
    patterns = {path for record in records for path in record.paths if not path.startswith("!")}
    for pattern in sorted(patterns):
        was, now = _on_pattern(before, pattern), _on_pattern(after, pattern)
        if was != now:
            yield Governed(None, pattern, was, now)


def _active(compiled: Compiled | None) -> list[Decision]:
    decisions = compiled.decisions if compiled else ()
    active = (decision for decision in decisions if decision.lifecycle == "active")
    return sorted(active, key=governing_order)


def _in_scope(active: list[Decision], scope: str) -> tuple[str, ...]:
    """Decisions of a scope or one that holds it: foundational first, then the narrowest."""
    inside = [d for d in active if d.record.scope and f"{scope}.".startswith(f"{d.record.scope}.")]
    inside.sort(key=lambda d: (d.record.priority != "foundational", -len(d.record.scope or "")))
    return tuple(decision.id for decision in inside)


def _on_pattern(active: list[Decision], pattern: str) -> tuple[str, ...]:
    """Decisions that have the pattern itself or one that covers it."""
    return tuple(d.id for d in active if covers(d.record.paths, pattern))
