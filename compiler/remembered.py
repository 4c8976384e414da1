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
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

from compiler import git
from compiler.errors import UsageError

_FILE = "mneme/remembered"
_FORM = "mneme.remembered/v1"
# States that a person goes back and forth between; more would only be searched.
_MAX_STATES = 16
_MAX_CHARACTERS = 50_000


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
        """The digest of what a state has there; `lines` as `git.staged_lines` gives them."""
        files = frozenset(self.files)
        parts = []
        for line in lines:
            head, _, path = line.partition(b"\t")
            shown = path.decode("utf-8", "backslashreplace")
            if shown in files or shown.startswith(self.folders):
                parts.append(line)
            elif self.names:
                parts.append(head[:6] + path)  # the mode tells files from submodules
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
            lines = git.staged_lines(self.root)
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


def open_memory(root: Path, packages: Iterable[Path], question: Iterable[str]) -> Memory | None:
    """The memory of the repository at `root`; None where git does not say where that would be.

    `question` is everything, beside the state, that the answer depends on. The code in `packages`,
    Python, the installed libraries and `root` are added. Raises `OSError` where code is unreadable.
    """
    folder = git.common_folder(root)
    if folder is None:
        return None
    parts = [str(root), sys.version, *_distributions(), _code(packages), *question]
    return Memory(root, str(folder / _FILE), _digest("\0".join(parts)))


def _load(file: str) -> list[_Kept]:
    try:
        seal, _, body = Path(file).read_text("utf-8").partition("\n")
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


def _code(packages: Iterable[Path]) -> str:
    """The digest of every line of code and every schema: times and sizes can lie, bytes cannot."""
    state = hashlib.sha256()
    for package in packages:
        for path in sorted(_sources(package)):
            with open(path, "rb") as file:
                state.update(f"{path}\0".encode("utf-8", "surrogatepass") + file.read())
    return state.hexdigest()


def _sources(package: Path) -> Iterator[str]:
    for folder, _, names in os.walk(package, onerror=_give_up):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".py", ".json")))


def _give_up(error: OSError) -> NoReturn:
    raise error


def _distributions() -> list[str]:
    """What is installed where Python looks: the folders' names tell name and version."""
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    names = [f"{folder}/{name}" for folder in folders for name in os.listdir(folder)]
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))
