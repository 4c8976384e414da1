"""Where proposals are kept: in a file that many processes write, or in memory.

A change is a function from a document to another one. It may be called twice, and what changes
nothing writes nothing.
"""

import os
import stat
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from compiler.errors import UsageError
from compiler.writing import Change, remove_leftovers, write_all
from proposals.document import Document, added, dump, empty, load
from proposals.locking import WAIT_SECONDS, locked
from proposals.model import PROPOSALS_FILE as PROPOSALS_FILE
from proposals.model import Proposal
from proposals.refusals import StoreError, no_plain_file

# Behind the name of the file: who holds these writes it, or goes through an acceptance.
_LOCK, _ALONE = "lock", "accepting.lock"

Result = TypeVar("Result")
Step = Callable[[Document], tuple[Document, Result]]


class Store(ABC):
    """Proposals that can be read and changed."""

    @abstractmethod
    def read(self) -> Document:
        """The document as it is now. Raises `StoreError` where it cannot be used."""

    @abstractmethod
    def update(self, step: Step[Result]) -> Result:
        """Replace the document by what `step` makes of it, and return what `step` says besides.

        `step` gives back the very document that it got where nothing is to change. Whatever it
        raises leaves the document as it was. Raises `StoreError` where nothing could be written.
        """

    @abstractmethod
    def alone(self) -> AbstractContextManager[None]:
        """Let one acceptance at a time go through its steps. Changes go on meanwhile. Raises
        `StoreError` where another one does not end."""

    @abstractmethod
    def tidy(self) -> None:
        """Take away what an acceptance that was killed left beside the store."""

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """All proposals, in the order of submission; those without payload come last."""
        return self.read().proposals

    def get(self, prefix: str) -> Proposal:
        """The proposal of an id or of its beginning. Raises what `Document.find` raises."""
        return self.read().find(prefix)

    def add(self, proposal: Proposal) -> tuple[Proposal, bool]:
        """Add a proposal unless its id is there; the stored one, and whether it is new."""
        return self.update(lambda document: add(document, proposal))


def add(document: Document, proposal: Proposal) -> tuple[Document, tuple[Proposal, bool]]:
    """The step that adds a proposal; an earlier one of its id stays as it is.

    Raises `StoreError` where an entry of this id is damaged.
    """
    identifier = proposal.proposal_id
    if any(entry.proposal_id == identifier for entry in document.damaged):
        document.find(identifier)  # raises, and says what is wrong with it
    known = document.get(identifier)
    return (document, (known, False)) if known else (added(document, proposal), (proposal, True))


class MemoryStore(Store):
    """Proposals that end with the process."""

    def __init__(self) -> None:
        self._document = empty()
        self._lock = threading.Lock()

    def read(self) -> Document:
        return self._document

    def update(self, step: Step[Result]) -> Result:
        with self._lock:
            self._document, result = step(self._document)
        return result

    def alone(self) -> AbstractContextManager[None]:
        return nullcontext()

    def tidy(self) -> None:
        pass


class FileStore(Store):
    """Proposals in a file, which is made with the first of them.

    `name` is what messages call the file: they hold no other path. A change waits for others at
    most `seconds`.
    """

    def __init__(self, path: Path, name: str | None = None, seconds: float = WAIT_SECONDS) -> None:
        self._path = str(path)
        self._name = name or str(path)
        self._seconds = seconds
        self._last: tuple[bytes | None, Document] = (None, empty())

    def read(self) -> Document:
        return self._loaded(self._bytes())

    def update(self, step: Step[Result]) -> Result:
        # What changes nothing needs no lock: the file is replaced in one step, so this is a state
        # that it was in.
        before = self.read()
        after, result = step(before)
        if after is before:
            return result
        with ExitStack() as held:
            self._hold_lock(held, _LOCK)
            remove_leftovers(self._path)
            data = self._bytes()
            now = self._loaded(data)
            if now is not before:  # another process wrote meanwhile
                after, result = step(now)
            if after is not now:
                self._write(data, after)
        return result

    @contextmanager
    def alone(self) -> Iterator[None]:
        with ExitStack() as held:
            self._hold_lock(held, _ALONE)
            yield

    def tidy(self) -> None:
        left = [suffix for suffix in (_ALONE, _LOCK) if os.path.lexists(f"{self._path}.{suffix}")]
        with ExitStack() as held:
            for suffix in left:
                self._hold_lock(held, suffix)

    def _loaded(self, data: bytes | None) -> Document:
        known, document = self._last
        if data != known:
            document = empty() if data is None else load(data, self._name)
            self._last = (data, document)
        return document

    def _bytes(self) -> bytes | None:
        """What the file holds; None where there is none."""
        try:
            mode = os.lstat(self._path).st_mode
            if not stat.S_ISREG(mode):
                kind = "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
                raise no_plain_file(self._name, kind)
            with open(self._path, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._failed("cannot be read", error) from None

    def _hold_lock(self, held: ExitStack, suffix: str) -> None:
        try:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            held.enter_context(locked(f"{self._path}.{suffix}", self._seconds))
        except TimeoutError:
            message = f"{self._name} is being written by another process for {self._seconds:g} s"
            raise StoreError(message, "try again; look for a process that hangs") from None
        except OSError as error:
            raise self._failed("cannot be locked", error) from None

    def _write(self, before: bytes | None, document: Document) -> None:
        """Write and read again; a program that takes no lock is noticed where it wrote between."""
        after = dump(document)
        try:
            write_all([Change(self._path, before, after)])
        except UsageError as error:
            message = error.message.replace(self._path, self._name)
            raise StoreError(message, error.hint) from None
        self._last = (after, document)

    def _failed(self, what: str, error: OSError) -> StoreError:
        return StoreError(f"{self._name} {what}: {error.strerror}", "look at its permissions")


def repository_store(base: Path, root: Path | None) -> Store:
    """The store of the repository at `root`, whose files are named relative to `base`. Raises
    `UsageError` where a link leads out of it: what lies there is not its own."""
    from compiler.sources import WorkingTree  # which imports git

    if WorkingTree(base, root).leads_out(PROPOSALS_FILE):
        message = f"{PROPOSALS_FILE} is, or lies behind, a link out of the repository"
        raise UsageError(message, "put the folder itself here")
    return open_store(base / PROPOSALS_FILE, PROPOSALS_FILE)


def open_store(path: Path | None, name: str | None = None) -> Store:
    """The store in the file at `path`, which messages call `name`; in memory where it is None."""
    return MemoryStore() if path is None else FileStore(path.absolute(), name)
