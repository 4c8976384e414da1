"""What is kept of a proposal: who sent it, what it says, and what a person decided about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from adr_schema.vocabulary import DEFAULT_ORIGIN, NoticeCode, Origin, ProposalStatus

# Where proposals are kept, relative to the root of the repository.
PROPOSALS_FILE = ".mneme/decision_proposals.json"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who submitted it and from what source: claims of the sender, absent ones empty.

    The origin is empty only where it was dropped with the rest of the payload.
    """

    producer_name: str
    producer_type: str
    source_reference: str
    external_source_id: str = ""
    source_version: str = ""
    repository_locator: str = ""
    origin_classification: Origin | Literal[""] = DEFAULT_ORIGIN


@dataclass(frozen=True, slots=True)
class Candidate:
    """What was submitted. It has no place for a status: a sender cannot claim authority."""

    title: str
    statement: str
    provenance: Provenance
    rationale: str = ""
    scope_hints: tuple[str, ...] = ()
    architecture_context: Mapping[str, str] = field(default_factory=dict)
    related_decision_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person last decided about a proposal: by whom, when (UTC, seconds, `Z`), and why.

    `duplicate_of` is the id of the proposal that stays instead, where it was rejected for saying
    the same and not for what it says.
    """

    by: str
    at: str
    reason: str = ""
    duplicate_of: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A stored candidate.

    `accepted_decision_id` is set exactly where it is accepted. `decided` of a proposal that waits
    is the decision that reopened it. `accepting` is the digest of the record while an acceptance
    is under way. `content_key` is the same for other spellings of the same words.
    """

    proposal_id: str
    status: ProposalStatus
    candidate: Candidate
    producer_key: str
    content_fingerprint: str
    content_key: str
    proposed_at: str
    accepted_decision_id: str | None = None
    decided: Decided | None = None
    accepting: str | None = None
    payload_dropped: bool = False


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What is left of a rejected proposal whose text was dropped."""

    proposal_id: str
    content_key: str
    decided: Decided | None

    def as_proposal(self) -> Proposal:
        """The rejected proposal that it stands for; whatever was dropped is empty."""
        nobody = Provenance("", "", "", origin_classification="")
        return Proposal(
            self.proposal_id,
            "rejected",
            Candidate("", "", nobody),
            producer_key="",
            content_fingerprint="",
            content_key=self.content_key,
            proposed_at="",
            decided=self.decided,
            payload_dropped=True,
        )


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to know about a submission that was taken in, or was there before."""

    code: NoticeCode
    message: str
    related_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one submission: `created`, or else an earlier proposal is reused."""

    proposal: Proposal
    created: bool
    notices: tuple[Notice, ...] = ()
