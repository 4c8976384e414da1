"""Answers stay small: what is too long is cut, and the answer says so and where.

A host shows an answer to a model, whose attention is scarce; beyond some size hosts drop it whole.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

# Bytes of the answer as JSON text.
LIMIT = 100_000
_CUT = "…"
# What a cut adds: the mark, and the place in quotes with a comma.
_ADDED = 8
# Shorter texts than this say little when they are cut; ids are among them.
_LEAST_TEXT = 200

Answer = dict[str, Any]
Shrink = Callable[[Answer, int], None]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text in an answer: `holder[key]`; `pointer` is its place as a JSON pointer."""

    holder: Any
    key: Any
    pointer: str


def as_text(answer: Answer) -> str:
    """An answer as JSON text, characters as they are."""
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
    answer |= {"truncated": False, "truncated_fields": []}
    text = as_text(answer)
    if _bytes(text) <= LIMIT:
        return text
    answer["truncated"] = True
    shrink(answer, LIMIT)
    return as_text(answer)


def shrink_record(answer: Answer, limit: int) -> None:
    """Cut the longest texts of a record; where that is not enough, its longest lists."""
    _cut_texts(answer, limit, list(_texts(answer)), _LEAST_TEXT)
    while _size(answer) > limit and _halve_longest_list(answer):
        pass


def shrink_page(answer: Answer, limit: int) -> None:
    """Cut what a search found: rationales first, then records from the end of the larger list."""
    rationales = [text for text in _texts(answer) if text.pointer.endswith("/rationale")]
    _cut_texts(answer, limit, rationales, 0)
    _drop_records(answer, limit, [answer["proposals"], answer["canonical_decisions"]], 1)
    answer["truncated_fields"] = [p for p in answer["truncated_fields"] if _leads(answer, p)]
    _cut_texts(answer, limit, list(_texts(answer)), _LEAST_TEXT)


def shrink_governing(answer: Answer, limit: int) -> None:
    """Cut what governs: hints first, then statements. No decision is ever left out."""
    _drop_records(answer, limit, [answer["proposal_hint_matches"]], 0)
    statements = [text for text in _texts(answer) if text.pointer.endswith("/statement")]
    _cut_texts(answer, limit, statements, 0)


def _size(answer: Answer) -> int:
    return _bytes(as_text(answer))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _texts(value: Any, pointer: str = "") -> Iterator[_Text]:
    """Every text of an answer that may be cut, the list of those that were cut excepted."""
    keys = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in keys:
        place = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if isinstance(item, str):
            yield _Text(value, key, place)
        elif isinstance(item, dict | list) and key != "truncated_fields":
            yield from _texts(item, place)


def _cut_texts(answer: Answer, limit: int, texts: list[_Text], least: int) -> None:
    """Cut the largest of the texts until the answer fits; none below `least` characters."""
    while (excess := _size(answer) - limit) > 0 and _cut_once(answer, texts, excess, least):
        pass


def _cut_once(answer: Answer, texts: list[_Text], excess: int, least: int) -> bool:
    """Cut the largest texts to one size, so that about `excess` bytes go. False where all are as
    short as they may be."""
    said = [text.holder[text.key] for text in texts]
    sizes = [_bytes(json.dumps(content, ensure_ascii=False)) for content in said]
    common = _common_size(sizes, excess + sum(len(text.pointer) + _ADDED for text in texts))
    cut = []
    for text, content, size in zip(texts, said, sizes, strict=True):
        # As if all characters of a text were of one size: another round mends what that misses.
        length = max(len(content) * common // size, least, 1)
        if length < len(content):
            text.holder[text.key] = content[: length - 1] + _CUT
            cut.append(text.pointer)
    answer["truncated_fields"] = list(dict.fromkeys([*answer["truncated_fields"], *cut]))
    return bool(cut)


def _common_size(sizes: list[int], excess: int) -> int:
    """The size to which the largest have to be cut so that this much goes; 0 where even that is
    not enough."""
    largest = sorted(sizes, reverse=True)
    total = 0
    for number, (size, following) in enumerate(zip(largest, [*largest[1:], 0], strict=True), 1):
        total += size
        if total - number * following >= excess:
            return (total - excess) // number
    return 0


def _drop_records(answer: Answer, limit: int, lists: list[list[Any]], least: int) -> None:
    """Leave out records from the end of the list that takes most, until the answer fits; `least`
    of all of them stay."""
    excess = _size(answer) - limit
    sizes = [[_size(record) for record in records] for records in lists]
    while excess > 0 and sum(map(len, lists)) > least:
        largest = max(range(len(lists)), key=lambda number: sum(sizes[number]))
        excess -= sizes[largest].pop()
        lists[largest].pop()


def _leads(answer: Answer, pointer: str) -> bool:
    """Whether a place is still there: its record may have been left out since."""
    _, name, number, *_ = pointer.split("/")
    return int(number) < len(answer[name])


def _halve_longest_list(answer: Answer) -> bool:
    """Leave out the second half of the longest list; False where there is nothing to leave out."""
    found = [(len(items), place, items) for place, items in _lists(answer) if len(items) > 1]
    if not found:
        return False
    length, place, items = max(found, key=lambda one: one[0])
    del items[length // 2 :]
    if place not in answer["truncated_fields"]:
        answer["truncated_fields"].append(place)
    return True


def _lists(value: Any, pointer: str = "") -> Iterator[tuple[str, list[Any]]]:
    keys = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in keys:
        place = f"{pointer}/{key}"
        if isinstance(item, dict | list) and key != "truncated_fields":
            if isinstance(item, list):
                yield place, item
            yield from _lists(item, place)
