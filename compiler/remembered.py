"""Answers about staged states that were given before: the fast way out of a hook (ADR-0020).

An answer follows from what was looked at of a state, its footprint. Where the same question was
asked before, and the footprint has the same digest now, the same answer holds. What is not in the
footprint was not looked at, so that it cannot matter. Only git and the standard library are
imported here, and values are named tuples: this is asked before anything else is, and importing
dataclasses alone would take 7 ms.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from compiler.errors import UsageError
from compiler.git.paths import printable
from compiler.git.staging import staged_lines
from compiler.installed import installed
from compiler.kept import kept_file

_FILE = "remembered"
_FORM = "mneme.remembered/v1"
# States that a person goes back and forth between; more would only be searched.
_MAX_STATES = 16
_MAX_CHARACTERS = 50_000
# More than the states can take; a file that is longer does not bear its seal.
_MAX_FILE = 16_000_000


class Answer(NamedTuple):
    """Exit status, and what was printed to standard output and to standard error."""

    status: int
    output: str
    notes: str


class Footprint(NamedTuple):
    """What was looked at: everything below `folders` (prefixes of paths), single `files`, and
    where `names` is true the name of every file. Paths are relative to the root, printable."""

    folders: tuple[str, ...]
    files: tuple[str, ...]
    names: bool

    def digest(self, lines: Iterable[bytes]) -> str:
        """The digest of what a state has there; `lines` as `staged_lines` gives them."""
        files = frozenset(self.files)
        parts = []
        for line in lines:
            head, _, path = line.partition(b"\t")
            shown = printable(path)
            if shown in files or shown.startswith(self.folders):
                parts.append(line)
            elif self.names:
                # The mode tells files from submodules; no line looks like one with an id.
                parts.append(head[:6] + b"\t" + path)
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


class Seen(NamedTuple):
    """What was looked at of one state, and its digest."""

    footprint: Footprint
    digest: str


class _Kept(NamedTuple):
    question: str
    seen: Seen
    answer: Answer


class Memory(NamedTuple):
    """What was answered to one question about the staged states of the repository at `root`.

    `file` holds the answers to all questions. It may be deleted; where it is corrupt or of another
    version it counts as empty, and where it cannot be written nothing is remembered.
    """

    root: Path
    file: str
    question: str

    def recall(self) -> Answer | None:
        """The answer for what is staged now, None where it has to be found out."""
        known = [kept for kept in _load(self.file) if kept.question == self.question]
        if not known:
            return None
        try:
            lines = staged_lines(self.root)
        except UsageError:  # the long way says what is wrong
            return None
        now = {
            footprint: footprint.digest(lines) for footprint in {k.seen.footprint for k in known}
        }
        same = (kept for kept in known if now[kept.seen.footprint] == kept.seen.digest)
        return next((kept.answer for kept in same), None)

    def remember(self, seen: Seen, answer: Answer) -> None:
        """Keep an answer that follows from what was `seen`, in place of the oldest one."""
        from compiler.writing import write_atomically

        if len(answer.output) + len(answer.notes) > _MAX_CHARACTERS:
            return
        kept = [_Kept(self.question, seen, answer), *_load(self.file)][:_MAX_STATES]
        body = json.dumps(kept)
        try:
            os.makedirs(os.path.dirname(self.file), exist_ok=True)
            write_atomically(self.file, f"{_seal(body)}\n{body}".encode())
        except OSError:
            pass  # slower next time, and nothing else


def open_memory(root: Path, question: Iterable[str]) -> Memory | None:
    """The memory of the repository at `root`; None where there can be none.

    `question` is everything, beside the state, that the answer depends on; `root` and what is
    installed are added.
    """
    file, version = kept_file(root, _FILE), installed()
    if file is None or version is None:
        return None
    parts = [str(root), version.hex(), *question]
    return Memory(root, str(file), _digest("\0".join(parts)))


def _load(file: str) -> list[_Kept]:
    try:
        with open(file, encoding="utf-8") as stream:
            seal, _, body = stream.read(_MAX_FILE).partition("\n")
    except (OSError, UnicodeDecodeError):
        return []
    if seal != _seal(body):
        return []
    return [_kept(*state) for state in json.loads(body)]


def _kept(
    question: str,
    seen: tuple[tuple[list[str], list[str], bool], str],
    answer: tuple[int, str, str],
) -> _Kept:
    (folders, files, names), digest = seen
    footprint = Footprint(tuple(folders), tuple(files), names)
    return _Kept(question, Seen(footprint, digest), Answer(*answer))


def _seal(body: str) -> str:
    """What stands above a file's content, so that half a file or another version is none."""
    return _digest(f"{_FORM}\n{body}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
