"""What a rule may look at: the settled records, their relations and the verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adr_schema.records import Record
from adr_schema.resolved import Decision, Edge, Target
from compiler.corpus import Corpus
from compiler.drafts import Draft
from compiler.precedence import Tie
from compiler.project import Project


@dataclass(frozen=True, slots=True)
class Facts:
    """The compiled corpora of a project, as every rule sees them.

    `targets` are each record's declared relations by path, `mixed` the pairs (newer, older) whose
    ends disagree on supersedes and amends. `files` are all paths of the repository, None where
    they are not known.
    """

    project: Project
    corpora: Sequence[Corpus]
    decisions: Sequence[Decision]
    by_id: Mapping[str, Decision]
    targets: Mapping[str, tuple[Target, ...]]
    edges: Sequence[Edge]
    ties: Sequence[Tie]
    mixed: Sequence[tuple[str, str]]
    files: Sequence[str] | None

    @property
    def records(self) -> list[Record]:
        """All records of all corpora."""
        return [decision.record for decision in self.decisions]

    def drafts(self) -> dict[str, Draft]:
        """What was read of each record's own file, by path."""
        return {draft.record.path: draft for corpus in self.corpora for draft in corpus.drafts}
