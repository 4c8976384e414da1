"""The records that are served, as fresh as their files (ADR-0029).

Signatures decide whether files are read again, and content decides whether they are compiled
again. While the records hold an error, or cannot be read, nothing is said about them.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from adr_schema.diagnostics import Diagnostic
from compiler.errors import MnemeError
from compiler.git.working_tree import ignore_sources
from compiler.inventory import tally
from compiler.pipeline import Compiled, compile_project
from compiler.project import Location, Project, locate, open_project
from mcp_server.claims import Claims, claims_of, kept_in
from mcp_server.errors import IntegrityError
from mcp_server.views import Decisions
from mcp_server.watch import Look, look
from proposals.claims import CLAIMS
from proposals.store import PROPOSALS_FILE, Store, open_store

_SHOWN = 20
_NO_CLAIMS = Claims()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the records cannot be served. `compiled` holds the findings, None where it did not come
    to that."""

    message: str
    data: Mapping[str, Any]
    compiled: Compiled | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the records were read as, and what was seen of their files just before.

    `at` is when, in nanoseconds of the system's clock; `ignoring` are the files that were looked at
    because git ignores by them. `basis` tells by content what the decisions depend on; None where
    nothing could be read. `claims` are what the decisions depend on in the file of proposals.
    """

    seen: Look
    ignoring: tuple[str, ...]
    at: int
    decisions: Decisions | Failure
    basis: object = None
    claims: Claims = _NO_CLAIMS


class Records:
    """The records in one folder (absolute), or none. `name` is what messages call the folder: they
    hold no absolute path."""

    _place: Location
    _store: Store
    _last: Reading | None

    def __init__(self, place: Location, folder: str | None, name: str | None = None) -> None:
        self.folder = folder
        self._name = name or folder
        self._lock = Lock()
        self._begin(place)

    def decisions(self) -> Decisions:
        """The decisions as the files have them now. Raises `IntegrityError` while they hold errors
        or cannot be read."""
        now = self.now()
        if isinstance(now, Failure):
            message = now.message.replace(str(self.folder), str(self._name))
            raise IntegrityError(message, now.data)
        return now

    def now(self) -> Decisions | Failure:
        """The decisions, or why there are none. One thread reads, the others wait for it."""
        if self.folder is None:
            return _NOTHING
        with self._lock:
            place = locate(self.folder, self._place.here)
            if place.root != self._place.root:
                self._begin(place)
            self._last = _renewed(self._last, self._place, self.folder, self._store)
            return self._last.decisions

    def _begin(self, place: Location) -> None:
        """Begin anew, as when a repository was made around the folder, or is gone."""
        self._place = place
        # Authority comes from the repository's own file, whichever one proposals are kept in.
        self._store = open_store(place.base / PROPOSALS_FILE, PROPOSALS_FILE)
        self._last = None


_NOTHING = Decisions(None)


def _renewed(last: Reading | None, place: Location, folder: str, store: Store) -> Reading:
    if last and last.claims.hold(store):
        seen = look(place, folder, last.ignoring)
        if seen == last.seen and seen.is_settled(last.at):
            return last
    return _read(last, place, folder, store)


def _read(last: Reading | None, place: Location, folder: str, store: Store) -> Reading:
    """Look before reading: what changes meanwhile is seen by the next call."""
    # Which files these are may change with any of them, and with nothing else.
    ignoring = ignore_sources(place.root) if place.root else ()
    at, seen, kept = time.time_ns(), look(place, folder, ignoring), kept_in(store)
    try:
        project = open_project(folder)
    except MnemeError as error:
        failure = Failure(f"{error.code}: {error.message}", {"code": error.code})
        return Reading(seen, ignoring, at, failure)
    if last and last.claims.hold(store) and last.basis == _basis(project, tally(project)):
        return replace(last, seen=seen, ignoring=ignoring, at=at)
    compiled = compile_project(project, also=CLAIMS)
    claims = claims_of((decision.record for decision in compiled.decisions), kept)
    basis = _basis(project, compiled.tally)
    return Reading(seen, ignoring, at, _outcome(compiled), basis, claims)


def _basis(project: Project, read: bytes) -> object:
    """What was read, and by which rules it is judged. Paths elsewhere in the repository, at which
    the rules about patterns look, are looked at when the records change."""
    return (read, project.config, project.corpora, project.baseline)


def _outcome(compiled: Compiled) -> Decisions | Failure:
    errors = compiled.open_findings("error")
    if not errors:
        return Decisions(_served(compiled))
    shown = [_row(finding) for finding in errors[:_SHOWN]]
    return Failure(_message(errors), {"errors": len(errors), "diagnostics": shown}, compiled)


def _served(compiled: Compiled) -> Compiled:
    """Decisions without what only rules look at, which takes a fifth of their room: where in a file
    something stands, and the drafts of records."""
    corpora = (replace(corpus, records=(), drafts=()) for corpus in compiled.corpora)
    decisions = (
        replace(decision, record=replace(decision.record, places={}))
        for decision in compiled.decisions
    )
    return replace(compiled, corpora=tuple(corpora), decisions=tuple(decisions))


def _row(finding: Diagnostic) -> dict[str, Any]:
    return {"code": finding.code, "path": finding.path, "line": finding.line}


def _message(errors: Sequence[Diagnostic]) -> str:
    said = dict.fromkeys(f"{finding.code} {finding.path}" for finding in errors)
    more = len(said) - _SHOWN
    listed = ", ".join(list(said)[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    return f"the records hold errors, and nothing is said about them: {listed}"
