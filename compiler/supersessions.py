"""Supersessions that a change adds or drops, as far as they are in effect (ADR-0008)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adr_schema.resolved import Decision
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.matching import Matched


@dataclass(frozen=True, slots=True)
class Supersession:
    """One that the base has not: `newer` (an id) supersedes `older`, once merged.

    `before` is what `older` was on the base, None where it is new. `said` is whether the base has
    the relation, without effect: the newer record was not in force.
    """

    newer: str
    older: Decision
    before: Decision | None
    said: bool

    @property
    def scope(self) -> str | None:
        """The scope of what is superseded: where the base has it, none that the change gave it."""
        return (self.before or self.older).record.scope

    @property
    def retires(self) -> bool:
        """Whether it is a decision of the base that is superseded, and no draft."""
        return self.before is not None and self.before.record.status in ONCE_IN_FORCE

    @property
    def by_newer(self) -> bool:
        """Whether the newer record says so; else only the older one does."""
        edges = (e for e in self.older.edges if e.kind == "supersedes" and e.by_source)
        return any((e.source, e.target) == (self.newer, self.older.id) for e in edges)


def added(matched: Matched) -> Iterator[Supersession]:
    """The supersessions that a change brings, with those of records that it brings."""
    now = _ids(matched)
    for before, older in [*matched.pairs, *((None, new) for new in matched.added)]:
        known = {now.get(newer) for newer in before.superseded_by} if before else set()
        said = {now.get(newer) for newer in _sources(before)} if before else set()
        for newer in older.superseded_by:
            if newer not in known:
                yield Supersession(newer, older, before, newer in said)


def dropped(matched: Matched) -> Mapping[str, list[str]]:
    """Which records, by id once merged, do not supersede a decision any more, by its id.

    Records that are gone are left out.
    """
    now = _ids(matched)
    lost = {
        new.id: [i for i in map(now.get, old.superseded_by) if i and i not in new.superseded_by]
        for old, new in matched.pairs
    }
    return {older: newer for older, newer in lost.items() if newer}


def _sources(decision: Decision) -> Iterator[str]:
    """The records that supersede a decision, with or without effect."""
    for edge in decision.edges:
        if edge.kind == "supersedes" and edge.target == decision.id:
            yield edge.source


def _ids(matched: Matched) -> dict[str, str]:
    """The ids of the base with those of the same records once merged."""
    return {old.id: new.id for old, new in matched.pairs}
