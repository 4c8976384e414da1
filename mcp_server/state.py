"""What the tools work on: the records and the store of proposals. Knows no protocol."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from compiler.asking import asked_paths
from compiler.config import Config
from compiler.errors import UsageError
from compiler.project import Location, Project, locate
from compiler.sources import WorkingTree
from mcp_server.errors import ArgumentError
from mcp_server.records import Failure, Records
from mcp_server.views import Decisions, Proposals
from proposals.duplicates import Canon
from proposals.intake import NO_CANON
from proposals.store import Store, open_store, repository_store


@dataclass(slots=True)
class State:
    """The store of proposals and the records. `repository` has no records of its own: it tells
    which paths lie inside."""

    store: Store
    records: Records
    repository: Project
    _proposals: Proposals | None = None

    def decisions(self) -> Decisions:
        """See `Records.decisions`."""
        return self.records.decisions()

    def canon(self) -> Canon:
        """What submissions are compared with. They go on while the records are invalid."""
        now = self.records.now()
        return NO_CANON if isinstance(now, Failure) else now.canon

    def proposals(self) -> Proposals:
        """The proposals as their file has them now. Raises `StoreError` where it cannot be used."""
        known, document = self._proposals, self.store.read()
        if known is None or known.document is not document:
            self._proposals = known = Proposals(document)
        return known

    def inside(self, paths: Sequence[str]) -> list[str]:
        """Paths of a call, relative to the root of the repository. Raises `ArgumentError` for one
        that lies outside."""
        found: list[str] = []
        for number, path in enumerate(paths):
            try:
                found += asked_paths([path], self.repository, self.repository.base)
            except UsageError:
                hint = "paths are relative to the root of the repository"
                message = f"paths/{number}: it lies outside the repository"
                raise ArgumentError(message, hint) from None
        return found


def open_state(adr_dir: str | None, proposals: str | None) -> State:
    """What a server works on, from the arguments as typed: paths relative to the current folder.

    Without `proposals`, they are in the repository that `adr_dir`, or else the current folder, lies
    in; with an empty text they are in memory. Nothing is read yet.
    """
    place = locate(adr_dir)
    source = WorkingTree(place.base, place.root)
    # An empty name stays one, and is refused as a folder that is not there.
    folder = str(place.here / adr_dir) if adr_dir else adr_dir
    return State(
        _store(place, proposals),
        Records(place, folder, _name(place, place.here / adr_dir) if adr_dir else None),
        Project(place.base, place.root, Config(), (), "nothing", source),
    )


def _store(place: Location, path: str | None) -> Store:
    if path is None:
        return repository_store(place.base, place.root)
    if not path:
        return open_store(None)
    file = place.here / path
    return open_store(file, _name(place, file))


def _name(place: Location, path: Path) -> str:
    """What a path is called in messages: they go to clients, which need not know where on this
    machine a file lies."""
    inside = path.is_relative_to(place.base)
    return path.relative_to(place.base).as_posix() if inside else path.name
