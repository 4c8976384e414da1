"""What the history of other decisions means to one: the commits that amended or replaced it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adr_schema.resolved import Decision
from decision_trace.history import Entry
from decision_trace.trace import Answer, ByDecision

SUPERSEDED = "superseded by"


@dataclass(frozen=True, slots=True)
class Turn:
    """The commit that put another decision in force, and what this one is by it since then."""

    commit: Entry
    relation: str
    decision_id: str


def relations(decision: Decision) -> Iterator[tuple[str, str]]:
    """What other decisions make of one, each with its id."""
    yield from (("amended by", amendment.decision_id) for amendment in decision.amended_by)
    yield from ((SUPERSEDED, successor) for successor in decision.superseded_by)
    yield from (("overridden by", other) for other in decision.overridden_by)


def turns(
    decision: Decision, decisions: Mapping[str, Decision], history: ByDecision
) -> Sequence[Turn]:
    """The turns of a decision, oldest first, as far as the history tells when they came;
    `decisions` are all of its state, by id."""
    found = []
    for relation, other in relations(decision):
        if commit := _in_force_since(history.of(decisions[other])):
            found.append(Turn(commit, relation, other))
    return sorted(found, key=lambda turn: turn.commit.order)


def _in_force_since(answer: Answer) -> Entry | None:
    """The oldest commit that stands, not reverted, after which the record says that it is
    accepted."""
    accepting = [
        link.commit
        for link in answer.links
        if link.new_status == "accepted" and link.commit.oid not in answer.taken_back
    ]
    return accepting[-1] if accepting else None
