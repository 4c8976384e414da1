"""Which record of one state is which of another: renamed, moved and renumbered ones too."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.corpus import identity_key

# As git tells a rename from a deletion and an addition.
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class Matched:
    """Pairs (old, new) of the same record, and those that only one state has."""

    pairs: tuple[tuple[Decision, Decision], ...]
    removed: tuple[Decision, ...]
    added: tuple[Decision, ...]


def match(old: Sequence[Decision], new: Sequence[Decision]) -> Matched:
    """Pair by path, then by id where the words are alike, then by equal text.

    An id alone is not enough: a number that was given to another decision is no rename.
    """
    pairs: list[tuple[Decision, Decision]] = []
    for key, certain in _KEYS:
        found = _pair(old, new, key, certain)
        pairs.extend(found)
        taken = {id(decision) for pair in found for decision in pair}
        old = [decision for decision in old if id(decision) not in taken]
        new = [decision for decision in new if id(decision) not in taken]
    return Matched(tuple(pairs), tuple(old), tuple(new))


def _pair(
    old: Sequence[Decision],
    new: Sequence[Decision],
    key: Callable[[Record], Hashable],
    certain: bool,
) -> list[tuple[Decision, Decision]]:
    """Pairs of equal keys that are the only ones of their key in both states."""
    before, after = _by(old, key), _by(new, key)
    found = []
    for value, holders in before.items():
        others = after.get(value, [])
        if len(holders) == len(others) == 1:
            pair = (holders[0], others[0])
            if certain or _alike(pair[0].record, pair[1].record):
                found.append(pair)
    return found


def _by(
    decisions: Sequence[Decision], key: Callable[[Record], Hashable]
) -> dict[Hashable, list[Decision]]:
    found = defaultdict(list)
    for decision in decisions:
        found[key(decision.record)].append(decision)
    return found


_KEYS: tuple[tuple[Callable[[Record], Hashable], bool], ...] = (
    (lambda record: record.path, True),
    (lambda record: identity_key(record.id), False),
    (lambda record: record.sha256, True),
    (lambda record: (record.title, record.statement), True),
)


def _alike(old: Record, new: Record) -> bool:
    if old.sha256 == new.sha256 or (old.title and old.title == new.title):
        return True
    # The share of common words in any order: a measure in linear time, and all that is needed.
    words = SequenceMatcher(None, old.body.split(), new.body.split(), autojunk=False)
    return words.quick_ratio() >= _ALIKE
