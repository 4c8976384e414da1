"""A plan of curation, and what was done of it, as text and JSON."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from mneme_cli.options import counted
from mneme_cli.render.safe import one_line

if TYPE_CHECKING:
    from proposals.applying import Applied
    from proposals.curation import Item, Plan

_HEADINGS = {
    "merge": "merge: they say what an earlier one says, which stays",
    "reject": "reject: there is nothing to decide on them any more",
    "drop_payload": "drop_payload: their text may go",
    "link": "link: records that look superseded, and no relation says so",
}


def plan_json(plan: "Plan", *, complete: bool) -> dict[str, Any]:
    """The digest and the items that it covers; `complete` as in every answer."""
    return {
        "complete": complete,
        "digest": plan.digest,
        "items": [item.as_json() for item in plan.items],
        "notes": list(plan.notes),
    }


def plan_text(plan: "Plan") -> Iterator[str]:
    """The items by what to do with them, and how to apply the plan."""
    if not plan.items:
        yield "nothing to curate"
        return
    for op, items in groupby(plan.items, key=lambda item: item.recommended_op):
        yield click.style(_HEADINGS[op], bold=True)
        for item in items:
            yield one_line(f"  {item.target}  {item.title}")
            yield one_line(f"    {item.reason} ({item.confidence} confidence)")
    yield ""
    yield from (f"note: {note}" for note in plan.notes)
    yield f"{counted(len(plan.items), 'item')} to review, nothing was changed; to do all of it:"
    yield f"  mneme curate --apply {plan.digest}"


def applied_json(applied: "Applied") -> dict[str, Any]:
    """What was done and what was left."""
    return {
        "digest": applied.digest,
        "applied": [
            {**_named(done.item), "old_status": done.old_status, "new_status": done.new_status}
            for done in applied.done
        ],
        "skipped": [{**_named(item), "reason": why} for item, why in applied.skipped],
        "notes": list(applied.notes),
    }


def applied_text(applied: "Applied") -> Iterator[str]:
    """A line a proposal that was changed; what was left comes after."""
    for done in applied.done:
        yield f"{done.item.target}: {done.old_status} -> {done.new_status}"
    for item, why in applied.skipped:
        yield one_line(f"{item.target}: {item.recommended_op} was left, {why}")
    yield from (f"note: {note}" for note in applied.notes)
    yield f"{len(applied.done)} done, {len(applied.skipped)} left"


def _named(item: "Item") -> dict[str, str]:
    return {"id": item.id, "recommended_op": item.recommended_op, "target": item.target}
