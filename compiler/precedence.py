"""Which of several active decisions governs one scope, and in what order decisions are listed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from adr_schema.records import Record
from adr_schema.resolved import Decision
from adr_schema.vocabulary import PRIORITIES
from compiler.ordering import natural

_RANK = {priority: rank for rank, priority in enumerate(PRIORITIES)}


@dataclass(frozen=True, slots=True)
class Tie:
    """Two standing decisions of one slot that nothing tells apart."""

    first: Decision
    second: Decision


def strength(record: Record) -> tuple[int, tuple[int, str]]:
    """Sort key of competition: priority, then newest date first; no date is oldest."""
    return (_RANK.get(record.priority, _RANK["normal"]), _newest_first(record.date))


def governing_order(decision: Decision) -> tuple[object, ...]:
    """Order of decisions that all apply: foundational, then priority, newest, id.

    Specificity of the match stands between the first two where a question gives one.
    """
    record = decision.record
    return (record.priority != "foundational", *strength(record), natural(record.id))


def _newest_first(date: str | None) -> tuple[int, str]:
    if date is None:
        return (1, "")
    # Digits complemented: an ascending sort then gives the newest date first.
    return (0, "".join(str(9 - int(c)) if c.isdigit() else c for c in date))


def slot(record: Record) -> tuple[object, ...] | None:
    """What two records must share to compete: scope, topic and paths; None for a global one."""
    if not record.scope:
        return None
    return (record.scope, record.topic or record.scope, frozenset(record.paths))


def resolve(decisions: Sequence[Decision]) -> tuple[list[Decision], list[Tie]]:
    """Let active decisions of one slot, or that contradict each other, compete (ADR-0007).

    Strongest first: one that stands overrides its competitors behind it; an overridden one
    overrides nothing; one that is as strong as a standing competitor ties with it.
    """
    active = {decision.id: decision for decision in decisions if decision.lifecycle == "active"}
    rivals = _Rivals(active)
    overridden: dict[str, list[str]] = {}
    ties: list[Tie] = []
    for decision in sorted(active.values(), key=lambda d: (strength(d.record), natural(d.id))):
        above = rivals.standing_above(decision)
        first = next(above, None)
        if first is not None and strength(first.record) < strength(decision.record):
            stronger = [w for w in above if strength(w.record) < strength(decision.record)]
            overridden[decision.id] = [winner.id for winner in (first, *stronger)]
            continue
        if first is not None:
            # Each further one ties with the first: one finding each, not one a pair.
            ties.append(Tie(first, decision))
        rivals.stand(decision)
    return [_overridden(decision, overridden) for decision in decisions], ties


def _overridden(decision: Decision, overridden: dict[str, list[str]]) -> Decision:
    winners = overridden.get(decision.id)
    if not winners:
        return decision
    names = tuple(sorted(winners, key=natural))
    return replace(
        decision, lifecycle="inactive", inactive_reason="overridden", overridden_by=names
    )


class _Rivals:
    """Who stands so far, by slot, and who contradicts whom within one scope."""

    def __init__(self, active: dict[str, Decision]) -> None:
        self._standing: dict[str, Decision] = {}
        self._by_slot: dict[object, list[Decision]] = defaultdict(list)
        self._against: dict[str, set[str]] = defaultdict(set)
        for first, second in contradictions(active):
            if first.record.scope == second.record.scope:
                self._against[first.id].add(second.id)
                self._against[second.id].add(first.id)

    def stand(self, decision: Decision) -> None:
        """This decision is overridden by none."""
        self._standing[decision.id] = decision
        key = slot(decision.record)
        if key is not None:
            self._by_slot[key].append(decision)

    def standing_above(self, decision: Decision) -> Iterator[Decision]:
        """The standing decisions that this one competes with, strongest first; one that amends it
        is none."""
        key = slot(decision.record)
        rivals: Iterable[Decision] = self._by_slot[key] if key is not None else []
        against = self._against[decision.id] & self._standing.keys()
        if against:
            known = {other.id: other for other in rivals} | {i: self._standing[i] for i in against}
            rivals = sorted(known.values(), key=lambda d: (strength(d.record), natural(d.id)))
        return (other for other in rivals if not _amends(decision, other))


def contradictions(active: dict[str, Decision]) -> Iterator[tuple[Decision, Decision]]:
    """Pairs of active decisions of which the first declares that it contradicts the second."""
    for decision in active.values():
        for edge in decision.edges:
            if edge.kind == "contradicts" and edge.source == decision.id and edge.target in active:
                yield decision, active[edge.target]


def _amends(first: Decision, second: Decision) -> bool:
    pair = {first.id, second.id}
    return any(edge.kind == "amends" and {edge.source, edge.target} == pair for edge in first.edges)
