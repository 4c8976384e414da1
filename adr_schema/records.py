"""A record: one ADR file as read, before it is judged together with the others."""

from dataclasses import dataclass, field
from typing import Literal

from adr_schema.vocabulary import Status

Dialect = Literal["native", "madr", "bullets", "nygard", "lines", "table", "plain"]
StatusSource = Literal["record", "config"]


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file: 1-based line and column."""

    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Reference:
    """A relation that the record itself declares, its target still as written.

    `kind` is a relation of the vocabulary or one of its inverses. `text` is the target as written
    (link text, id or file name), `href` the link's destination where there is one. `aspect` names
    the part that is meant ("section 7"), where the text names one. `from_key` marks a value of
    front matter.
    """

    kind: str
    text: str
    href: str | None
    place: Place
    aspect: str | None = None
    from_key: bool = False


@dataclass(frozen=True, slots=True)
class StatusStatement:
    """One place of the record that states a status, and what it states there."""

    status: Status | Literal["placeholder"] | None
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class RuleDeclaration:
    """A typed rule as declared; its id is given when the index is built."""

    type: str
    value: str
    include_paths: tuple[str, ...]
    exclude_paths: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Evidence:
    """A declared test: named by the record, verified by nobody here."""

    selector: str
    sha: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """One ADR file, read.

    `path` is relative to the repository root. `id` is unique in its corpus; `aliases` are the
    shorter forms that also name it. Texts keep the wording of the file; line ends are `\\n`.
    """

    path: str
    corpus: str | None
    id: str
    id_declared: bool
    prefix: str | None
    number: int | None
    title: str | None
    status: Status | Literal["placeholder"] | None
    status_text: str | None
    status_source: StatusSource | None
    conflict: bool
    date: str | None
    dialect: Dialect
    references: tuple[Reference, ...]
    priority: str
    scope: str | None
    topic: str | None
    paths: tuple[str, ...]
    deciders: tuple[str, ...]
    tags: tuple[str, ...]
    rules: tuple[RuleDeclaration, ...]
    constraints: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    proposal: str | None
    accepted_digest: str | None
    require_citation: bool
    statement: str
    body: str
    sha256: str
    line: int
    places: dict[str, Place] = field(compare=False)

    def place_of(self, *names: str) -> Place:
        """Where the first of these fields that the record has is written, else the title's line."""
        for name in names:
            if name in self.places:
                return self.places[name]
        return Place(self.line)


@dataclass(frozen=True, slots=True)
class NonRecord:
    """A file in an ADR folder that is no decision record, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file that could not be read as a record; the diagnostics say why."""

    path: str
