"""Answers stay small: what is too long is cut, and the answer says so and where.

A host shows an answer to a model, whose attention is scarce; beyond some size hosts drop it whole.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

# Bytes of the answer as JSON text.
LIMIT = 100_000
_CUT = "…"
# What naming a place adds: it stands in quotes with a comma.
_ADDED = 8
# By how much a text that was cut may be larger than it was to be: escaped characters lie unevenly.
_OFF = 50
# Smaller texts and lists than this say little when they are cut; ids are among them.
_LEAST = 200
# Of many records each may have such texts and lists before any of the records is left out.
_LARGE = 10_000
# Texts that a reader can do without, and get by the id beside them.
_PROSE = ("/statement", "/rationale")
# The one kind of object whose keys are not fixed.
_OPEN = "/architecture_context"

Answer = dict[str, Any]
Shrink = Callable[[Answer, int], None]
# Whether what a JSON pointer leads to may be cut.
_May = Callable[[str], bool]


def as_text(answer: Any) -> str:
    """An answer, or a part of it, as JSON text, characters as they are."""
    return json.dumps(answer, ensure_ascii=False)


def encodable(answer: Answer, text: str) -> tuple[Answer, str]:
    """An answer and its text in which halves of characters, which other programs can write into the
    file of proposals, are question marks: nothing could be sent else."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode(errors="replace").decode()
        answer = json.loads(text)
    return answer, text


def fitted(answer: Answer, shrink: Shrink) -> str:
    """Put into an answer whether it is whole, cut it where it is too large, and give it as text.

    `shrink` cuts an answer by what it is, in place, to a number of bytes if that can be done.
    """
    answer |= {"truncated": False, "truncated_fields": [], "truncated_totals": {}}
    text = as_text(answer)
    if _bytes(text) <= LIMIT:
        return text
    answer["truncated"] = True
    shrink(answer, LIMIT)
    return as_text(answer)


def shrink_record(answer: Answer, limit: int) -> None:
    """Cut the largest texts and lists of a record."""
    _cut_evenly(answer, limit, lambda _: True)


def shrink_page(answer: Answer, limit: int) -> None:
    """Cut what a search found: rationales first, then whatever is much too large, then records
    from the end of the larger list, and at last the one record that is left."""
    _cut_rationales(answer, limit)
    if _size(answer) <= limit:
        return
    _cut_evenly(answer, limit, lambda pointer: pointer.endswith("/rationale"))
    _cut_evenly(answer, limit, _is_within, _LARGE)
    _drop_records(answer, limit, [answer["proposals"], answer["canonical_decisions"]], 1)
    _forget_dropped(answer)
    _cut_evenly(answer, limit, _is_within)


def shrink_governing(answer: Answer, limit: int) -> None:
    """Cut what governs: hints first, then statements; where these are not what makes it large,
    whatever is. No decision is ever left out, so that many of them exceed the limit."""
    _drop_records(answer, limit, [answer["proposal_hint_matches"]], 0)
    alone = _cut_to(answer, 0, _is_statement)
    _cut_evenly(answer, limit, _is_statement if _size(alone) <= limit else _is_within)


def _is_statement(pointer: str) -> bool:
    return pointer.endswith("/statement")


def _is_within(pointer: str) -> bool:
    """Whether a place lies in a record of one of the answer's lists."""
    return pointer.count("/") > 2


def _size(answer: Any) -> int:
    return _bytes(as_text(answer))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _cut_rationales(answer: Answer, limit: int) -> None:
    """Cut the rationales of records to about one size, at which the answer should fit: most
    searches find records that are too long by this, and to try sizes out takes longer than to
    search."""
    found = [
        (record, f"/{name}/{number}/rationale")
        for name in ("proposals", "canonical_decisions")
        for number, record in enumerate(answer[name])
    ]
    sizes = [_size(record["rationale"]) for record, _ in found]
    notes = sum(len(place) + _ADDED + _OFF for _, place in found)
    cutter = _Cutter(_level(sizes, sum(sizes) - notes - _size(answer) + limit), lambda _: True)
    for record, place in found:
        record["rationale"] = cutter.cut(record["rationale"], place)
    answer["truncated_fields"] += cutter.fields


def _level(sizes: Iterable[int], room: int) -> int:
    """The size to which the larger ones have to be brought for all to have room together."""
    waiting = sorted(sizes, reverse=True)
    while waiting and waiting[-1] * len(waiting) <= room:
        room -= waiting.pop()
    return max(room // len(waiting), 0) if waiting else room


def _cut_evenly(answer: Answer, limit: int, may: _May, least: int = 0) -> None:
    """Cut what may be cut to one size, the largest at which the answer fits: what is small stays
    whole. Where there is none, to the `least`."""

    def is_too_large(level: int) -> bool:
        return _size(_cut_to(answer, level, may)) > limit

    if _size(answer) > limit:
        larger = range(least + 1, limit)
        more = 0 if is_too_large(least) else bisect_left(larger, True, key=is_too_large)
        answer |= _cut_to(answer, least + more, may)


def _cut_to(answer: Answer, level: int, may: _May) -> Answer:
    """The answer with no larger text or list than `level` bytes, and where it was cut."""
    cutter = _Cutter(level, may)
    told = {key: answer[key] for key in answer if key.startswith("truncated")}
    cut = {key: cutter.cut(answer[key], f"/{key}") for key in answer if key not in told}
    fields = dict.fromkeys([*told["truncated_fields"], *cutter.fields])
    # What was left out with the list that it stood in was noted as well.
    found = {place: total for place, total in cutter.totals.items() if place in fields}
    totals = {**found, **told["truncated_totals"]}
    return {**cut, **told, "truncated_fields": list(fields), "truncated_totals": totals}


@dataclass(slots=True)
class _Cutter:
    """Cuts texts and lists to `level` bytes where it `may`, and notes their places, as JSON
    pointers, with the number of items of each list."""

    level: int
    may: _May
    fields: list[str] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)

    def cut(self, value: Any, pointer: str) -> Any:
        """The value that stands at a place, with all that is in it."""
        if isinstance(value, str):
            return self._text(value, pointer) if self.may(pointer) else value
        if isinstance(value, list):
            return [item for _, item in self._items(value, enumerate(value), pointer)]
        if isinstance(value, dict):
            return dict(self._items(value, value.items(), pointer))
        return value

    def _text(self, text: str, pointer: str) -> str:
        size, least = _size(text), 0 if pointer.endswith(_PROSE) else _LEAST
        wanted = max(self.level, least)
        if size - wanted <= len(pointer) + _ADDED:
            return text  # to name the place would take what is won
        self.fields.append(pointer)
        # As if all its characters were of one size: the size of the whole answer is what counts.
        return text[: max(len(text) * wanted // size - 1, 0)] + _CUT

    def _items(
        self, whole: Any, items: Iterable[tuple[Any, Any]], pointer: str
    ) -> list[tuple[Any, Any]]:
        """The first of the items, each cut, at least one; all where the whole may not be cut."""
        room = max(self.level, _LEAST) if self._is_cuttable(whole, pointer) else None
        kept: list[tuple[Any, Any]] = []
        for key, item in items:
            noted = len(self.fields)
            place = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
            one = key, item if _is_pair(whole, item) else self.cut(item, place)
            if room is not None:
                room -= _size(one)
                if room < 0 and kept:
                    self.fields[noted:] = [pointer]
                    self.totals[pointer] = len(whole)
                    break
            kept.append(one)
        return kept

    def _is_cuttable(self, whole: Any, pointer: str) -> bool:
        return (isinstance(whole, list) or pointer.endswith(_OPEN)) and self.may(pointer)


def _is_pair(whole: Any, item: Any) -> bool:
    """Whether something has parts that mean nothing alone: a list in a list."""
    return isinstance(whole, list) and isinstance(item, list)


def _drop_records(answer: Answer, limit: int, lists: list[list[Any]], least: int) -> None:
    """Leave out records from the end of the list that takes most, until the answer fits; `least`
    of all of them stay."""
    excess = _size(answer) - limit
    sizes = [[_size(record) for record in records] for records in lists]
    while excess > 0 and sum(map(len, lists)) > least:
        largest = max(range(len(lists)), key=lambda number: sum(sizes[number]))
        excess -= sizes[largest].pop()
        lists[largest].pop()


def _forget_dropped(answer: Answer) -> None:
    """Take out the places whose record was left out since."""
    fields = [place for place in answer["truncated_fields"] if _leads(answer, place)]
    totals = {place: n for place, n in answer["truncated_totals"].items() if place in fields}
    answer |= {"truncated_fields": fields, "truncated_totals": totals}


def _leads(answer: Answer, pointer: str) -> bool:
    _, name, number, *_ = pointer.split("/")
    return int(number) < len(answer[name])
