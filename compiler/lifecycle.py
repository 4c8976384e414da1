"""Which decisions are in force: edges reconciled from both ends, then one lifecycle a record."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from adr_schema.records import Record
from adr_schema.resolved import Amendment, Decision, Edge, Target
from adr_schema.vocabulary import INVERSES, ONCE_IN_FORCE, InactiveReason, Lifecycle, RelationKind
from compiler.ordering import natural


@dataclass(slots=True)
class _Claim:
    by_source: bool = False
    by_target: bool = False
    aspect: str | None = None


def reconcile(
    records: Sequence[Record], targets: Mapping[str, tuple[Target, ...]]
) -> tuple[Edge, ...]:
    """One edge a pair and kind, whichever end declares it; self-references make none.

    Where one end says supersedes and the other amends, the weaker holds: a supersession of a part
    is an amendment (ADR-0008).
    """
    claims: dict[tuple[RelationKind, str, str], _Claim] = defaultdict(_Claim)
    for record in records:
        for target in targets[record.path]:
            if target.id is None or target.id == record.id:
                continue
            inverse = target.kind in INVERSES
            kind = INVERSES[target.kind] if inverse else cast(RelationKind, target.kind)
            source, goal = (target.id, record.id) if inverse else (record.id, target.id)
            claim = claims[(kind, source, goal)]
            claim.by_source |= not inverse
            claim.by_target |= inverse
            claim.aspect = claim.aspect or target.reference.aspect
    weakened = _weaker(claims)
    return tuple(
        Edge(kind, source, goal, claim.aspect, claim.by_source, claim.by_target)
        for (kind, source, goal), claim in sorted(
            weakened.items(), key=lambda item: _edge_key(item[0])
        )
    )


def _edge_key(key: tuple[RelationKind, str, str]) -> tuple[object, ...]:
    return (natural(key[1]), key[0], natural(key[2]))


def _weaker(
    claims: dict[tuple[RelationKind, str, str], _Claim],
) -> dict[tuple[RelationKind, str, str], _Claim]:
    kept = dict(claims)
    for kind, source, goal in claims:
        if (
            kind == "amends"
            and ("supersedes", source, goal) in kept
            and _ends_differ(claims, source, goal)
        ):
            stronger = kept.pop(("supersedes", source, goal))
            weaker = claims[("amends", source, goal)]
            weaker.by_source |= stronger.by_source
            weaker.by_target |= stronger.by_target
    return kept


def _ends_differ(
    claims: dict[tuple[RelationKind, str, str], _Claim], source: str, goal: str
) -> bool:
    """Whether each end says one of the two, and not the same. A record that says both itself
    supersedes: that is the whole, and includes the part."""
    supersedes, amends = claims[("supersedes", source, goal)], claims[("amends", source, goal)]
    either_way = supersedes.by_source and not supersedes.by_target and amends.by_target
    other_way = supersedes.by_target and not supersedes.by_source and amends.by_source
    return (either_way and not amends.by_source) or (other_way and not amends.by_target)


def mixed_edges(
    records: Sequence[Record], targets: Mapping[str, tuple[Target, ...]]
) -> list[tuple[str, str]]:
    """Pairs (newer, older) of which one end says supersedes and the other amends."""
    declared: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for record in records:
        for target in targets[record.path]:
            if target.id and target.id != record.id:
                inverse = target.kind in INVERSES
                kind = INVERSES.get(target.kind, target.kind)
                pair = (target.id, record.id) if inverse else (record.id, target.id)
                declared[(*pair, "target" if inverse else "source")].add(kind)
    found = []
    for newer, older, _ in sorted(key for key in declared if key[2] == "source"):
        there, here = (
            declared[(newer, older, "source")],
            declared.get((newer, older, "target"), set()),
        )
        kinds = ({"supersedes"}, {"amends"})
        if (there & kinds[0] and here & kinds[1]) or (there & kinds[1] and here & kinds[0]):
            found.append((newer, older))
    return found


def decide(
    records: Sequence[Record], targets: Mapping[str, tuple[Target, ...]], edges: Sequence[Edge]
) -> list[Decision]:
    """The lifecycle of each record before precedence: declared word first, then relations.

    Invariants: a record's own word that it is superseded, deprecated or rejected is believed; a
    record that was never in force retires nothing; nothing revives.
    """
    by_id = {record.id: record for record in records}
    outgoing, incoming = _ends(edges)
    decisions = []
    for record in records:
        successors = [
            e.source
            for e in incoming[record.id]
            if e.kind == "supersedes" and _effective(by_id[e.source])
        ]
        lifecycle, reason = _lifecycle(record, bool(successors))
        decisions.append(
            Decision(
                record=record,
                lifecycle=lifecycle,
                inactive_reason=reason,
                targets=targets[record.path],
                edges=(*outgoing[record.id], *incoming[record.id]),
                superseded_by=tuple(sorted(successors, key=natural)),
            )
        )
    return decisions


def with_amendments(decisions: Sequence[Decision]) -> list[Decision]:
    """Show on each decision the active ones that amend it."""
    active = {decision.id for decision in decisions if decision.lifecycle == "active"}
    result = []
    for decision in decisions:
        amenders = [
            Amendment(edge.source, edge.aspect)
            for edge in decision.edges
            if edge.kind == "amends" and edge.target == decision.id and edge.source in active
        ]
        ordered = sorted(amenders, key=lambda item: natural(item.decision_id))
        result.append(replace(decision, amended_by=tuple(ordered)) if ordered else decision)
    return result


def _ends(edges: Iterable[Edge]) -> tuple[dict[str, list[Edge]], dict[str, list[Edge]]]:
    outgoing: dict[str, list[Edge]] = defaultdict(list)
    incoming: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        outgoing[edge.source].append(edge)
        incoming[edge.target].append(edge)
    return outgoing, incoming


def _effective(record: Record) -> bool:
    """A supersession counts where the newer record was in force once."""
    return record.status in ONCE_IN_FORCE


_INACTIVE: dict[str | None, InactiveReason] = {
    "proposed": "proposed",
    "rejected": "rejected",
    "placeholder": "placeholder",
}


def _lifecycle(record: Record, superseded: bool) -> tuple[Lifecycle, InactiveReason | None]:
    if record.status in _INACTIVE:
        return "inactive", _INACTIVE[record.status]
    if record.status is None:
        return "inactive", "unknown_status" if record.status_text else "no_status"
    if record.status == "superseded" or superseded:
        return "superseded", None
    if record.status == "deprecated":
        return "deprecated", None
    return "active", None
