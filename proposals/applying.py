"""Carrying out a plan that a person has reviewed: that very plan, or nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler.errors import RefusedError, UsageError
from proposals import transitions
from proposals.curation import LINK_NOTE, Item, Plan
from proposals.document import Document
from proposals.model import Decided
from proposals.refusals import StalePlanError
from proposals.store import Store

DROPPED = "dropped"
_ADVICE = "which decision replaces another is for its record to say"


@dataclass(frozen=True, slots=True)
class Done:
    """An item that was carried out, with the states of its proposal before and after."""

    item: Item
    old_status: str
    new_status: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What was carried out of the plan of this digest, what was left, each with the reason, and
    what to know about it."""

    digest: str
    done: tuple[Done, ...]
    skipped: tuple[tuple[Item, str], ...]
    notes: tuple[str, ...]


def apply_plan(
    store: Store,
    plan_of: Callable[[Document], Plan],
    digest: str,
    only: Sequence[str],
    decided: Decided,
) -> Applied:
    """Carry out the plan of this digest in one change of the store, or the items named in `only`.

    `plan_of` makes the plan; where another process writes meanwhile, it is made again from what the
    file then holds under its lock, so that nothing comes between. `decided` is who does it and
    when; reasons are the items'. An item is named by its id, or by its target, which may be
    shortened to a beginning that is unique.

    Raises `StalePlanError` where the plan is another one, `UsageError` for a name that is none of
    its items, and `RefusedError` where one was named that is advice only.
    """

    def step(document: Document) -> tuple[Document, Applied]:
        plan = plan_of(document)
        if plan.digest != digest:
            message = f"the plan is {plan.digest} now, and not {digest}; nothing was changed"
            raise StalePlanError(message, "review it again: mneme curate")
        return _carried_out(document, plan, only, decided)

    return store.update(step)


def _carried_out(
    document: Document, plan: Plan, only: Sequence[str], decided: Decided
) -> tuple[Document, Applied]:
    named = {item.id: item for item in (_find(plan, name) for name in only)}
    for item in named.values():
        if item.recommended_op == "link":
            raise RefusedError(f"{item.id} is advice: {_ADVICE}", LINK_NOTE)
    done: list[Done] = []
    skipped: list[tuple[Item, str]] = []
    for item in plan.items:
        if only and item.id not in named:
            skipped.append((item, "it was not named"))
        elif item.recommended_op == "link":
            skipped.append((item, _ADVICE))
        else:
            new = DROPPED if item.recommended_op == "drop_payload" else "rejected"
            done.append(Done(item, document.find(item.target).status, new))
    document = _taken(document, [step.item for step in done], decided)
    return document, Applied(plan.digest, tuple(done), tuple(skipped), plan.notes)


def _taken(document: Document, items: Sequence[Item], decided: Decided) -> Document:
    """The document after the items, in one go: no two of them are about one proposal."""
    dropped = [item.target for item in items if item.recommended_op == "drop_payload"]
    why = {
        item.target: replace(decided, reason=item.reason, duplicate_of=item.stays)
        for item in items
        if item.recommended_op != "drop_payload"
    }
    return transitions.drop_payloads(transitions.reject_each(document, why), dropped)


def _find(plan: Plan, name: str) -> Item:
    exact = [item for item in plan.items if name in (item.id, item.target)]
    found = exact or [item for item in plan.items if name and item.target.startswith(name)]
    if len(found) != 1:
        what = "names several items" if found else "is no item"
        raise UsageError(f"`{name}` {what} of the plan", "mneme curate lists them")
    return found[0]
