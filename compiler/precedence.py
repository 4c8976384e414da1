"""Which of several active decisions governs one scope, and in what order decisions are listed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
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
    """Let active decisions of one slot compete (ADR-0007).

    A standing decision overrides the competitors behind it; an overridden one overrides nothing;
    two standing ones of equal strength tie.
    """
    overridden: dict[str, list[str]] = {}
    ties: list[Tie] = []
    for competition in _competitions(decisions):
        _settle(competition, overridden, ties)
    return [_overridden(decision, overridden) for decision in decisions], ties


def _overridden(decision: Decision, overridden: dict[str, list[str]]) -> Decision:
    winners = overridden.get(decision.id)
    if not winners:
        return decision
    names = tuple(sorted(winners, key=natural))
    return replace(
        decision, lifecycle="inactive", inactive_reason="overridden", overridden_by=names
    )


@dataclass(frozen=True, slots=True)
class _Competition:
    """Decisions that compete directly or through one another, and which pairs do so directly."""

    members: tuple[Decision, ...]
    contradicting: frozenset[frozenset[str]]

    def rivals(self, first: Decision, second: Decision) -> bool:
        if _amends(first, second):
            return False
        if frozenset((first.id, second.id)) in self.contradicting:
            return True
        return slot(first.record) is not None and slot(first.record) == slot(second.record)


def _competitions(decisions: Sequence[Decision]) -> Iterator[_Competition]:
    active = {d.id: d for d in decisions if d.lifecycle == "active"}
    groups: dict[object, list[Decision]] = defaultdict(list)
    for decision in active.values():
        groups[slot(decision.record) or decision.id].append(decision)
    pairs = [
        frozenset((first.id, second.id))
        for first, second in contradictions(active)
        if first.record.scope == second.record.scope
    ]
    for members in _joined(list(groups.values()), pairs):
        if len(members) > 1:
            yield _Competition(tuple(members), frozenset(pairs))


def _joined(groups: list[list[Decision]], pairs: list[frozenset[str]]) -> list[list[Decision]]:
    """Merge the groups that a contradiction connects."""
    home = {decision.id: number for number, group in enumerate(groups) for decision in group}
    for pair in pairs:
        kept, *rest = sorted({home[identifier] for identifier in pair})
        for number in rest:
            for decision in groups[number]:
                home[decision.id] = kept
            groups[kept].extend(groups[number])
            groups[number] = []
    return groups


def contradictions(active: dict[str, Decision]) -> Iterator[tuple[Decision, Decision]]:
    """Pairs of active decisions of which the first declares that it contradicts the second."""
    for decision in active.values():
        for edge in decision.edges:
            if edge.kind == "contradicts" and edge.source == decision.id and edge.target in active:
                yield decision, active[edge.target]


def _amends(first: Decision, second: Decision) -> bool:
    pair = {first.id, second.id}
    return any(edge.kind == "amends" and {edge.source, edge.target} == pair for edge in first.edges)


def _settle(competition: _Competition, overridden: dict[str, list[str]], ties: list[Tie]) -> None:
    ordered = sorted(competition.members, key=lambda d: (strength(d.record), natural(d.id)))
    standing: list[Decision] = []
    for decision in ordered:
        above = [winner for winner in standing if competition.rivals(winner, decision)]
        stronger = [w for w in above if strength(w.record) < strength(decision.record)]
        if stronger:
            overridden[decision.id] = [winner.id for winner in stronger]
            continue
        ties.extend(Tie(winner, decision) for winner in above)
        standing.append(decision)
