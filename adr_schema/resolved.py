"""Records judged together: resolved relations, lifecycle, and the compiled decision."""

from dataclasses import dataclass, field

from adr_schema.records import Record, Reference
from adr_schema.vocabulary import InactiveReason, Lifecycle, RelationKind


@dataclass(frozen=True, slots=True)
class Target:
    """A declared relation with what it resolved to.

    `id` and `path` are those of the one record it names, else None. `candidates` are the ids of
    several records that it could name.
    """

    reference: Reference
    id: str | None
    path: str | None
    candidates: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The relation, as declared (inverses included)."""
        return self.reference.kind


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation between two records of the index, reconciled from both ends.

    `source` and `target` are record ids: source supersedes (amends, ...) target. `by_source` and
    `by_target` say which end declared it.
    """

    kind: RelationKind
    source: str
    target: str
    aspect: str | None
    by_source: bool
    by_target: bool


@dataclass(frozen=True, slots=True)
class Amendment:
    """An active decision that amends another, and the part it amends where the text names one."""

    decision_id: str
    aspect: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A record in the index: with its computed lifecycle and its place in precedence."""

    record: Record
    lifecycle: Lifecycle
    inactive_reason: InactiveReason | None
    targets: tuple[Target, ...] = ()
    edges: tuple[Edge, ...] = ()
    superseded_by: tuple[str, ...] = ()
    overridden_by: tuple[str, ...] = ()
    amended_by: tuple[Amendment, ...] = field(default_factory=tuple)

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id
