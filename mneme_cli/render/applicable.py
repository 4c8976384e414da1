"""What governs: as text, JSON, and Markdown for a pull request."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import click

from adr_schema.resolved import Decision
from compiler.applicability import Answer, Applied, PassedOver, ordered_by
from compiler.areas import Match
from mneme_cli.options import counted
from mneme_cli.render.safe import markdown, one_line
from proposals.answers import applicable_record, matches_record, title_of
from proposals.hints import HintMatch

# A change of a whole tree would fill the screen with the files of one decision.
_VALUES_SHOWN = 5
# Whoever reads the comment does not see what stands on stderr.
INCOMPLETE = "\n**Incomplete:** not all records or proposals could be read; see `mneme check`."
_BEHIND = {
    "foundational": "{} is foundational",
    "specificity": "the match of {} is more specific",
    "priority": "{} has the higher priority",
    "date": "{} is newer",
    "id": "by id",
}


def as_json(
    answer: Answer, hints: Sequence[HintMatch], passed_over: Sequence[PassedOver] | None
) -> dict[str, Any]:
    """The answer of the tool; explained, each decision with the rule that placed it behind the one
    before it, and those that nearly govern."""
    record = applicable_record(answer, hints)
    if passed_over is None:
        return record
    rules = [None, *(ordered_by(*pair) for pair in pairwise(answer.governing))]
    for row, rule in zip(record["canonical_scope_matches"], rules, strict=False):
        row["ordered_by"] = rule
    return {**record, "passed_over": [_passed_over(one) for one in passed_over]}


def _passed_over(one: PassedOver) -> dict[str, Any]:
    return {
        "decision_id": one.applied.decision.id,
        "title": title_of(one.applied.decision),
        "reason": one.reason,
        "by": list(one.by),
        "matched_by": matches_record(one.applied),
    }


def as_text(
    answer: Answer, hints: Sequence[HintMatch], passed_over: Sequence[PassedOver] | None
) -> Iterator[str]:
    """A decision a line in governing order, then what is overridden, then hints of proposals."""
    for number, applied in enumerate(answer.governing):
        name = click.style(one_line(_name(applied.decision)), bold=True)
        if passed_over is None:
            yield name + one_line(f"  ({'; '.join(_facts(applied))})")
        else:
            before = answer.governing[number - 1] if number else None
            facts = (*_reasons(applied.matched_by), *_amended(applied), *_behind(before, applied))
            yield "\n".join((name, *(one_line(f"  {fact}") for fact in facts)))
    if not answer.governing:
        yield "no decision governs this"
    for line in (*_beside(answer, passed_over), *_hinted(hints)):
        yield one_line(line)


def _facts(applied: Applied) -> Iterator[str]:
    """What was met, without what met it, and what amends the decision."""
    yield from dict.fromkeys(match.pattern or "everywhere" for match in applied.matched_by)
    yield from _amended(applied)


def _amended(applied: Applied) -> Iterator[str]:
    amenders = _amenders(applied.decision)
    if amenders:
        yield f"amended by {amenders}"


def _behind(before: Applied | None, applied: Applied) -> Iterator[str]:
    if before:
        why = _BEHIND[ordered_by(before, applied)].format(before.decision.id)
        yield f"behind {before.decision.id}: {why}"


def _reasons(matches: Sequence[Match]) -> Iterator[str]:
    """Each pattern or scope with what met it."""
    ordered = sorted(matches, key=lambda match: (match.breadth, match.pattern or ""))
    for (kind, pattern), same in groupby(ordered, key=lambda match: match[:2]):
        met = [match.value for match in same if match.value is not None]
        yield f"{kind} {pattern}: {_some(met)}" if pattern else "everywhere"


def _beside(answer: Answer, passed_over: Sequence[PassedOver] | None) -> Iterator[str]:
    """What does not govern: the overridden ones, or explained, all that nearly does."""
    if answer.overridden or passed_over:
        yield from ("", "do not govern:")
    if passed_over is None:
        for applied in answer.overridden:
            yield f"{_name(applied.decision)}  (overridden by {_overriders(applied.decision)})"
    for one in passed_over or ():
        yield f"{_name(one.applied.decision)}  ({_why_not(one)})"
        yield from (f"  {reason}" for reason in _reasons(one.applied.matched_by))


def _hinted(hints: Sequence[HintMatch]) -> Iterator[str]:
    if hints:
        yield from ("", "proposed, without authority:")
    for match in hints:
        title = match.proposal.candidate.title
        yield f"{match.proposal.proposal_id}  {title}  ({', '.join(match.hints)})"


def as_markdown(
    answer: Answer, hints: Sequence[HintMatch], passed_over: Sequence[PassedOver] | None
) -> Iterator[str]:
    """A table with each governing decision once; whatever the records hold, it stays words."""
    number = counted(len(answer.governing), "decision")
    yield f"### {number} {'governs' if len(answer.governing) == 1 else 'govern'} this"
    if answer.governing:
        rows = [(applied.decision, _governed(applied)) for applied in answer.governing]
        yield from _table("governs", rows)
    if passed_over is not None:
        late = [(one.applied.decision, _why_not(one)) for one in passed_over]
    else:
        losers = [applied.decision for applied in answer.overridden]
        late = [(loser, f"overridden by {_overriders(loser)}") for loser in losers]
    if late:
        yield from _table("does not govern", late)
    if hints:
        yield from ("", "Proposed, without authority:", "")
    for match in hints:
        yield f"- {markdown(f'{match.proposal.proposal_id} {match.proposal.candidate.title}')}"


def _table(heading: str, rows: Iterable[tuple[Decision, str]]) -> Iterator[str]:
    yield from ("", f"| decision | {heading} |", "|---|---|")
    for decision, said in rows:
        amenders = _amenders(decision)
        name = f"{_name(decision)} (amended by {amenders})" if amenders else _name(decision)
        yield f"| {markdown(name)} | {markdown(said)} |"


def _governed(applied: Applied) -> str:
    values = [match.value for match in applied.matched_by if match.value is not None]
    return _some(values) if values else "everything"


def _why_not(one: PassedOver) -> str:
    return f"{one.reason} by {', '.join(one.by)}" if one.by else one.reason


def _overriders(decision: Decision) -> str:
    return ", ".join(decision.overridden_by)


def _name(decision: Decision) -> str:
    return f"{decision.id}  {title_of(decision)}"


def _amenders(decision: Decision) -> str:
    return ", ".join(
        f"{a.decision_id} ({a.aspect})" if a.aspect else a.decision_id for a in decision.amended_by
    )


def _some(values: Sequence[str]) -> str:
    more = len(values) - _VALUES_SHOWN
    shown = ", ".join(values[:_VALUES_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown
