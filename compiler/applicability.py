"""What governs the files at hand, and in what order: one answer for every surface (ADR-0027)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from adr_schema.resolved import Decision
from compiler.areas import Area, Areas, Match, Met
from compiler.precedence import governing_order

# What decides the place of one decision behind another, the strongest first.
ORDER: Final = ("foundational", "specificity", "priority", "date", "id")


@dataclass(frozen=True, slots=True)
class Applied:
    """A decision with the paths and contexts that it was matched by, in the order of the question.

    `place` is its sort key among others, in the steps of `ORDER`.
    """

    decision: Decision
    matched_by: tuple[Match, ...]

    @property
    def place(self) -> tuple[object, ...]:
        """Foundational first, then the most specific match, priority, newest date, id."""
        foundational, *others = governing_order(self.decision)
        return (foundational, min(match.breadth for match in self.matched_by), *others)


@dataclass(frozen=True, slots=True)
class Answer:
    """The decisions that govern, and those that would but for another decision or an exclusion.

    Each list is in governing order. `excluded` holds active decisions whose own `!` pattern takes
    the path back that another of their patterns matches.
    """

    governing: tuple[Applied, ...]
    overridden: tuple[Applied, ...]
    excluded: tuple[Applied, ...]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A decision that nearly governs: why it does not, in a word, and by which decisions.

    `reason` is `excluded`, a lifecycle other than active, or why the decision is inactive.
    """

    applied: Applied
    reason: str
    by: tuple[str, ...]


class Applicability:
    """Compiled decisions, prepared once for any number of questions.

    A server keeps one for as long as its decisions stay the same.
    """

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._standing: list[Decision] = []
        self._retired: list[Decision] = []
        for decision in decisions:
            stands = decision.lifecycle == "active" or decision.overridden_by
            (self._standing if stands else self._retired).append(decision)
        self._areas = _areas(self._standing)

    def answer(self, paths: Sequence[str], context: Sequence[str] = ()) -> Answer:
        """What governs these paths and contexts; nothing asked, nothing returned.

        Paths are relative to the root of the repository, as `asking` makes them of typed ones.
        A decision without paths and scope applies to any question.
        """
        met = self._areas.met_by(paths, context)
        return Answer(
            governing=_in_order(self._standing, met.matches, "active"),
            overridden=_in_order(self._standing, met.matches, "inactive"),
            excluded=_in_order(self._standing, _only_excluded(met), "active"),
        )

    def passed_over(self, paths: Sequence[str], context: Sequence[str] = ()) -> list[PassedOver]:
        """The decisions that nearly govern: overridden, excluded, or not in force (any more)."""
        answer = self.answer(paths, context)
        retired = _in_order(self._retired, self._retired_areas.met_by(paths, context).matches)
        return [*map(_passed_over, (*answer.overridden, *answer.excluded, *retired))]

    @cached_property
    def _retired_areas(self) -> Areas:
        return _areas(self._retired)


def _areas(decisions: Iterable[Decision]) -> Areas:
    return Areas([Area(d.record.scope, d.record.paths) for d in decisions])


def _only_excluded(met: Met) -> dict[int, list[Match]]:
    return {number: by for number, by in met.excluded.items() if number not in met.matches}


def _in_order(
    decisions: Sequence[Decision],
    matches: Mapping[int, list[Match]],
    lifecycle: str | None = None,
) -> tuple[Applied, ...]:
    applied = (Applied(decisions[number], tuple(by)) for number, by in matches.items())
    wanted = (one for one in applied if lifecycle in (None, one.decision.lifecycle))
    return tuple(sorted(wanted, key=lambda one: one.place))


def _passed_over(applied: Applied) -> PassedOver:
    decision = applied.decision
    state = decision.inactive_reason or decision.lifecycle
    reason = "excluded" if state == "active" else state
    return PassedOver(applied, reason, decision.superseded_by or decision.overridden_by)


def ordered_by(before: Applied, after: Applied) -> str:
    """The step of `ORDER` that places the second behind the first."""
    pairs = zip(ORDER, before.place, after.place, strict=True)
    return next(name for name, one, other in pairs if one != other)
