"""Dates as people write them, read into `YYYY-MM-DD`.

The order of a form like `04/07/2023` is what the form itself or the corpus states, else the order
that fits, else day first (reading rules of the corpora that this tool was built on).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

Order = Literal["dmy", "mdy"]

_NUMERIC = re.compile(r"(?<![\w.])([0-9]{1,4})([-/.])\s?([0-9]{1,2})\2\s?([0-9]{1,4})(?![0-9])")
_NAMED_DAY_FIRST = re.compile(
    r"""
    (?<!\w)([0-9]{1,2})(?:st|nd|rd|th|er|\.|º)?[\ \-/]*
    (?:of\ |de\ |del\ )?([^\W\d_]{3,10})\.?,?[\ \-/]*
    (?:of\ |de\ |del\ )?([0-9]{4}|(?<=[-/\ ])[0-9]{2})(?!\w)
    """,
    re.VERBOSE,
)
_NAMED_MONTH_FIRST = re.compile(
    r"(?<!\w)([^\W\d_]{3,10})\.?[ \-]*([0-9]{1,2})(?:st|nd|rd|th)?,?[ \-]+([0-9]{4})(?!\w)"
)
_NAMED_YEAR_FIRST = re.compile(
    r"(?<!\w)([0-9]{4})[ \-/,]*([^\W\d_]{3,10})\.?[ \-/]*([0-9]{1,2})(?!\w)"
)
_EAST_ASIAN = re.compile(r"([0-9]{4})\s*[年년]\s*([0-9]{1,2})\s*[月월]\s*([0-9]{1,2})\s*[日일]")
_COMPACT = re.compile(r"(?<!\w)((?:19|20)[0-9]{2})([01][0-9])([0-3][0-9])(?!\w)")
_STATED_ORDER = re.compile(r"\b(dd)[-/.]mm[-/.]|\b(mm)[-/.]dd[-/.]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateReading:
    """A date found in a text.

    `iso` is the date where it is certain, None where the text holds no date or an impossible
    one. `numbers` are (first, second, year) of a form whose order is open; `order` is the order
    that the form proves. `start` and `end` are its span. `present` is False where nothing that
    looks like a date stands there.
    """

    iso: str | None
    present: bool
    start: int = 0
    end: int = 0
    numbers: tuple[int, int, int] | None = None
    order: Order | None = None

    def resolve(self, order: Order | None) -> str | None:
        """The date, given the order that the corpus states (None where it states none)."""
        if self.numbers is None:
            return self.iso
        first, second, year = self.numbers
        day, month = (second, first) if order == "mdy" else (first, second)
        return _iso(year, month, day) or _iso(year, day, month)


NO_DATE = DateReading(None, present=False)


def read_date(text: str) -> DateReading:
    """Read the first date of a text; see `DateReading` for what may be open."""
    found = [reading for reading in _candidates(text) if reading.present]
    return min(found, key=lambda reading: reading.start) if found else NO_DATE


def all_dates(text: str) -> list[DateReading]:
    """Every date of a text, in order of place."""
    return sorted((r for r in _candidates(text) if r.present), key=lambda r: r.start)


def stated_order(texts: Iterable[str], readings: Iterable[DateReading]) -> Order | None:
    """The order of day and month that a corpus states, None where it states none or both."""
    orders: set[Order] = {r.order for r in readings if r.order}
    for text in texts:
        match = _STATED_ORDER.search(text)
        if match:
            orders.add("dmy" if match[1] else "mdy")
    return orders.pop() if len(orders) == 1 else None


def _candidates(text: str) -> Iterable[DateReading]:
    if not any(character.isdigit() for character in text):
        return
    for match in _NUMERIC.finditer(text):
        if len(match[1]) == 4 or len(match[4]) > 1:
            yield _numeric(match)
    for match in _COMPACT.finditer(text):
        yield _certain(match, match[1], match[2], match[3])
    if not any(character.isalpha() for character in text):
        return
    for match in _EAST_ASIAN.finditer(text):
        yield _certain(match, match[1], match[2], match[3])
    for match in _NAMED_DAY_FIRST.finditer(text):
        yield from _named(match, match[3], match[2], match[1])
    for match in _NAMED_MONTH_FIRST.finditer(text):
        yield from _named(match, match[3], match[1], match[2])
    for match in _NAMED_YEAR_FIRST.finditer(text):
        yield from _named(match, match[1], match[2], match[3])


def _numeric(match: re.Match[str]) -> DateReading:
    first, last = match[1], match[4]
    if len(first) == 4:
        return _certain(match, first, match[3], last)
    if len(first) > 2 or len(last) == 3:
        return DateReading(None, True, match.start(), match.end())
    a, b = int(first), int(match[3])
    year = int(last) + (2000 if len(last) == 2 else 0)
    span = (match.start(), match.end())
    if a > 12 or b > 12:
        order: Order = "dmy" if a > 12 else "mdy"
        day, month = (a, b) if order == "dmy" else (b, a)
        return DateReading(_iso(year, month, day), True, *span, order=order)
    # `04.07.2023` with dots is written day first everywhere.
    if match[2] == ".":
        return DateReading(_iso(year, b, a), True, *span)
    return DateReading(None, True, *span, numbers=(a, b, year))


def _certain(match: re.Match[str], year: str, month: str, day: str) -> DateReading:
    return DateReading(_iso(int(year), int(month), int(day)), True, match.start(), match.end())


def _named(match: re.Match[str], year: str, month: str, day: str) -> Iterable[DateReading]:
    from compiler.lexicon import months

    name = month.casefold()
    number = months().get(name) or (months().get(name[:3]) if len(name) <= 5 else None)
    if number:
        full = int(year) + (2000 if len(year) == 2 else 0)
        yield DateReading(_iso(full, number, int(day)), True, match.start(), match.end())


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
