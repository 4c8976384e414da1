"""Two changes of one file of proposals made one, entry by entry, for git.

Invariants: no id of either side is lost, and no decision is; what only one side changed holds; a
decision beats none; two decisions about one proposal are a conflict, which a person resolves. What
one side lacks the other one gives: a merge deletes nothing.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from proposals.document import Document, document_of
from proposals.entries import ListName, id_of, with_keys

_LISTS: tuple[ListName, ...] = ("proposals", "tombstones")
# Keys that hold together: what a person decided, and what was submitted when.
_DECISION = ("status", "accepted_decision_id", "decided", "accepting")
_SUBMISSION = ("candidate", "proposed_at")
# The decision of what was never decided.
_NEW = {"status": "proposed"}
# Characters of a value that are enough to know it by.
_SHOWN = 80

Keys = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What the two sides say about one thing: a proposal, or a key of it or of the file."""

    about: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of it; where there is a conflict, our side stands in the document."""

    document: Document
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class _Slot:
    """An entry and the list that it stands in. Two are equal where they say the same."""

    list_name: ListName
    entry: Any = field(compare=False)
    text: str
    sound: bool = field(compare=False)

    @property
    def decision(self) -> dict[str, Any]:
        """What was decided, the same for a rejected proposal and for its tombstone."""
        dropped = {"status": "rejected"} if self.list_name == "tombstones" else {}
        entry = {**self.entry, **dropped}
        return {key: entry[key] for key in _DECISION if entry.get(key) is not None}


def merge(base: Document, ours: Document, theirs: Document) -> Merged:
    """Merge two documents that both come from `base`. Entries stand in our order, and behind them
    what is new in theirs, in their order."""
    before, here, there = _slots(base), _slots(ours), _slots(theirs)
    conflicts: list[Conflict] = []
    slots = {
        name: _merged_slot(name, before.get(name), here.get(name), there.get(name), conflicts)
        for name in here | there
    }
    # What one side dropped the payload of stands behind the tombstones that our side has.
    ordered = sorted(slots.items(), key=lambda item: _moved(here.get(item[0]), item[1]))
    data = _merged_keys("the file", base.data, ours.data, theirs.data, _LISTS, conflicts)
    for list_name in _LISTS:
        if list_name in data:
            data[list_name] = [s.entry for _, s in ordered if s.list_name == list_name]
    return Merged(document_of(data), tuple(conflicts))


def _slots(document: Document) -> dict[str, _Slot]:
    """The entries by id; those without one by what they hold, and how often."""
    broken = {(damaged.list_name, damaged.number) for damaged in document.damaged}
    found: dict[str, _Slot] = {}
    seen: Counter[str] = Counter()
    for list_name in _LISTS:
        for number, entry in enumerate(document.data.get(list_name, ())):
            text = _text(entry)
            name = id_of(entry)
            if name is None:
                seen[text] += 1
                name = f"the entry {text} ({seen[text]})"
            found[name] = _Slot(list_name, entry, text, (list_name, number) not in broken)
    return found


def _moved(ours: _Slot | None, merged: _Slot) -> bool:
    return ours is None or ours.list_name != merged.list_name


def _merged_slot(
    name: str,
    base: _Slot | None,
    ours: _Slot | None,
    theirs: _Slot | None,
    conflicts: list[Conflict],
) -> _Slot:
    if ours is None or theirs is None or ours == theirs:
        found = ours or theirs
        assert found is not None, "an id stands on one side at least"
        return found
    if not (ours.sound and theirs.sound):
        chosen = _mended(base, ours, theirs)
    else:
        base = base if base and base.sound else None
        if ours.list_name == theirs.list_name == "proposals":
            return _merged_entry(name, base, ours, theirs, conflicts)
        chosen = _stone_or_entry(base, ours, theirs)
    if chosen is None:
        conflicts.append(Conflict(name, _described(ours), _described(theirs)))
    return chosen or ours


def _mended(base: _Slot | None, ours: _Slot, theirs: _Slot) -> _Slot | None:
    """The side that mended what is damaged on the other one and was so before."""
    changed = theirs if base == ours else ours
    return changed if base in (ours, theirs) and changed.sound else None


def _stone_or_entry(base: _Slot | None, ours: _Slot, theirs: _Slot) -> _Slot | None:
    """A tombstone, where the other side has decided the same or nothing; else the side that
    changed. None where both did: who reopened it may need the text that the other one dropped."""
    stone, other = (ours, theirs) if ours.list_name == "tombstones" else (theirs, ours)
    known = base.decision if base else _NEW
    decision = _decision(other, known)
    if decision == stone.decision or _is_open(decision, known):
        return stone
    if base in (stone, other):
        return other if base == stone else stone
    return None


def _merged_entry(
    name: str, base: _Slot | None, ours: _Slot, theirs: _Slot, conflicts: list[Conflict]
) -> _Slot:
    known = base.decision if base else _NEW
    here, there = _decision(ours, known), _decision(theirs, known)
    decision = _deciding(known, here, there)
    if decision is None:
        conflicts.append(Conflict(name, _described(ours), _described(theirs)))
    before = base.entry if base else {}
    special = (*_DECISION, *_SUBMISSION)
    entry = _merged_keys(name, before, ours.entry, theirs.entry, special, conflicts)
    entry |= _first_submission(before, ours.entry, theirs.entry)
    entry = with_keys(entry, {key: (decision or here).get(key) for key in _DECISION})
    return _Slot("proposals", entry, _text(entry), True)


def _first_submission(before: Keys, ours: Keys, theirs: Keys) -> dict[str, Any]:
    """What was submitted, as the side has it that changed it; else as it was first submitted, which
    is what the store would have kept."""
    known, here, there = (
        {key: side[key] for key in _SUBMISSION if key in side} for side in (before, ours, theirs)
    )
    if _text(known) in (_text(here), _text(there)):
        return there if _text(known) == _text(here) else here
    return min(here, there, key=lambda side: (side["proposed_at"], _text(side)))


def _decision(slot: _Slot, known: Keys) -> Keys:
    """The decision of a side. One that only lost it, as another program's writer does, has decided
    nothing: only with a person's name does a proposal wait again."""
    found = slot.decision
    has_lost = "decided" not in found and found["status"] in ("proposed", known["status"])
    return known if has_lost and not _is_open(known, _NEW) else found


def _deciding(known: Keys, ours: Keys, theirs: Keys) -> Keys | None:
    """The decision that holds; None where both sides have decided, and differently."""
    if ours == theirs:
        return ours
    for one, other in ((ours, theirs), (theirs, ours)):
        if other == known or (_is_open(other, known) and not _is_open(one, known)):
            return one
    return None


def _is_open(decision: Keys, known: Keys) -> bool:
    """Whether nothing was decided since: it waits, and was not reopened."""
    same = known["status"] == "proposed" and decision.get("decided") == known.get("decided")
    return decision["status"] == "proposed" and ("decided" not in decision or same)


def _merged_keys(
    about: str,
    base: Keys,
    ours: Keys,
    theirs: Keys,
    special: tuple[str, ...],
    conflicts: list[Conflict],
) -> dict[str, Any]:
    """The keys of both sides; a value that one side changed holds. The `special` ones are placed,
    and left to the caller."""
    merged = {**theirs, **ours}
    for key in ours:
        if key in special or key not in theirs:
            continue
        before = _text(base[key]) if key in base else None
        here, there = _text(ours[key]), _text(theirs[key])
        if here == before:
            merged[key] = theirs[key]
        elif there not in (here, before):
            conflicts.append(Conflict(f"`{key}` of {about}", here[:_SHOWN], there[:_SHOWN]))
    return {key: merged[key] for key in {**ours, **theirs}}


def _described(slot: _Slot) -> str:
    """What a side says about a proposal."""
    if not slot.sound:
        return "a damaged entry"
    decision = slot.decision
    decided = decision.get("decided")
    state = "reopened" if decided and decision["status"] == "proposed" else decision["status"]
    words = [state]
    if "accepted_decision_id" in decision:
        words.append(f"as {decision['accepted_decision_id']}")
    if "accepting" in decision:
        words.append(f"with an acceptance of {decision['accepting']} under way")
    if decided:
        words.append(f"by {decided['by']} on {decided['at']}: {decided['reason']}")
    return " ".join(words)


def _text(value: Any) -> str:
    """JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
