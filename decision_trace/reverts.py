"""Reverts: which commits they take back."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.git.history import commits_in

if TYPE_CHECKING:
    from decision_trace.history import Entry

# As `git revert` writes it; of a merge it names the side that stays.
_REVERTED = re.compile(
    r"""^This\ reverts\ (?:merge\ )?commit\ ([0-9a-f]{7,64})
        (?:,\ reversing\s+changes\ made\ to\ ([0-9a-f]{7,64}))?""",
    re.MULTILINE | re.VERBOSE,
)
# Git is asked about the range of each merge; of more than these, the merge alone is meant.
_MERGES = 100


def reverted_in(message: str) -> tuple[str, ...]:
    """What a message says that its commit takes back: ids, perhaps shortened, and ranges of what a
    merge brought."""
    found = enumerate(_REVERTED.findall(message))
    return tuple(
        f"{kept}..{commit}" if kept and number < _MERGES else commit
        for number, (commit, kept) in found
    )


def taken_back(root: Path, entries: Sequence["Entry"]) -> dict[str, str]:
    """Which commits, given newest first, are reverted, by id, and by which. A revert that is
    reverted takes nothing back. What a merge brought is asked of the repository at `root`."""
    found: dict[str, str] = {}
    claims: dict[str, str] = {}
    lengths: set[int] = set()  # of ids, as messages shorten them
    for entry in entries:
        named = (claims.get(entry.oid[:length]) for length in lengths)
        if by := next(filter(None, named), None):
            found[entry.oid] = by
            continue
        for claim in entry.reverts:
            brought = commits_in(root, claim) if ".." in claim else []
            # A shallow clone may lack the range, and yet have the merge.
            commits = brought or [claim.rpartition("..")[2]]
            claims.update(dict.fromkeys(commits, entry.oid))
            lengths.update(map(len, commits))
    return found
