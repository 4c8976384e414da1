"""What replaced what: the decisions before and behind one, over any number of steps."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adr_schema.resolved import Decision
from compiler.ordering import natural


@dataclass(frozen=True, slots=True)
class Chain:
    """Ids of decisions, the nearest first; those of one distance are sorted."""

    predecessors: tuple[str, ...]
    successors: tuple[str, ...]


class Chains:
    """The effective supersessions of compiled decisions, prepared for any number of questions."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._successors: dict[str, Sequence[str]] = {}
        self._predecessors: dict[str, list[str]] = defaultdict(list)
        for decision in decisions:
            if decision.superseded_by:
                self._successors[decision.id] = decision.superseded_by
            for successor in decision.superseded_by:
                self._predecessors[successor].append(decision.id)

    def of(self, identifier: str) -> Chain:
        """What a decision replaces and what replaces it, directly or by way of others."""
        return Chain(_reach(identifier, self._predecessors), _reach(identifier, self._successors))


def _reach(start: str, steps: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    seen = {start: None}
    nearest = [start]
    while nearest:
        found = {other for one in nearest for other in steps.get(one, ()) if other not in seen}
        nearest = sorted(found, key=natural)
        seen.update(dict.fromkeys(nearest))
    return tuple(seen)[1:]
