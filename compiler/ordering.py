"""Natural order of ids: `ADR-9` stands before `ADR-10`, whatever the locale."""

import re
from functools import lru_cache

_DIGITS = re.compile("([0-9]+)")


@lru_cache(maxsize=65536)
def natural(identifier: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that compares runs of digits as numbers and the rest as text."""
    # Split by a group, digits stand at the odd places.
    parts = enumerate(_DIGITS.split(identifier))
    key = [_number(part) if place % 2 else (0, 0, part) for place, part in parts if part]
    return (*key, (0, 0, identifier))


def _number(digits: str) -> tuple[int, int, str]:
    # Not by `int`, which refuses thousands of digits.
    shown = digits.lstrip("0")
    return (1, len(shown), shown)
