"""An order of commits that depends on the history alone, not on how much of it was read at once.

Git's own order depends on where a walk begins. The rank of a commit is the time at which it was
committed, but not before that of any parent, and the length of the longest line of parents.
"""

import struct
from collections.abc import Iterable

Rank = tuple[int, int]
_ROOT: Rank = (0, 0)


def ranked(commits: dict[str, tuple[tuple[str, ...], int]], known: "Table") -> dict[str, Rank]:
    """The ranks of commits, given with their parents and times; those of others are `known`."""
    ranks: dict[str, Rank] = {}
    # They come newest first: from behind, parents are mostly ranked already.
    waiting = list(commits)
    while waiting:
        oid = waiting[-1]
        parents, when = commits[oid]
        depth = 0
        for parent in parents:
            before = ranks.get(parent)
            if before is None:
                if parent in commits:
                    waiting.append(parent)
                    break
                before = known.rank(parent)
            # max() takes twice the time, for each of all commits.
            if before[0] > when:
                when = before[0]
            if before[1] > depth:
                depth = before[1]
        else:
            ranks[oid] = (when, depth + 1)
            waiting.pop()
    return ranks


class Table:
    """Ranks by commit in one block of bytes: of all commits only a few are ever looked up."""

    def __init__(self, data: bytes, oid_length: int) -> None:
        self.data = data
        self._size = oid_length // 2
        self._row = struct.Struct(f">{self._size}sqI")

    def rank(self, oid: str) -> Rank:
        """The rank of a commit; the lowest for one that is not here, as behind a shallow edge."""
        name, at = bytes.fromhex(oid), -1
        while (at := self.data.find(name, at + 1)) >= 0:
            if at % self._row.size == 0:
                _, when, depth = self._row.unpack_from(self.data, at)
                return when, depth
        return _ROOT

    def extended(self, ranks: Iterable[tuple[str, Rank]]) -> "Table":
        """This table with more rows."""
        rows = (self._row.pack(bytes.fromhex(oid), *rank) for oid, rank in ranks)
        return Table(self.data + b"".join(rows), 2 * self._size)
