"""The closed word lists of decision life."""

from typing import Final, Literal

INDEX_SCHEMA: Final = "mneme.index/v1"
REPORT_SCHEMA: Final = "mneme.report/v1"
BASELINE_SCHEMA: Final = "mneme.baseline/v1"
PROPOSALS_SCHEMA: Final = "mneme.decision-proposals/v1"

Status = Literal["proposed", "accepted", "rejected", "deprecated", "superseded"]
# What a record can declare: a status, or a template that was never filled in.
DeclaredStatus = Status | Literal["placeholder"]
Lifecycle = Literal["active", "superseded", "deprecated", "inactive"]
InactiveReason = Literal[
    "proposed", "rejected", "placeholder", "no_status", "unknown_status", "overridden"
]
RelationKind = Literal["supersedes", "amends", "contradicts", "derived_from", "relates_to"]

STATUSES: Final[tuple[Status, ...]] = (
    "proposed",
    "accepted",
    "rejected",
    "deprecated",
    "superseded",
)
PLACEHOLDER: Final = "placeholder"
LIFECYCLES: Final[tuple[Lifecycle, ...]] = ("active", "superseded", "deprecated", "inactive")

RELATIONS: Final[tuple[RelationKind, ...]] = (
    "supersedes",
    "amends",
    "contradicts",
    "derived_from",
    "relates_to",
)
# The inverse spellings a record may declare, and the relation each one states from the other end.
INVERSES: Final[dict[str, RelationKind]] = {
    "superseded_by": "supersedes",
    "amended_by": "amends",
}

# A record in one of these states was in force once, so what it supersedes stays superseded.
ONCE_IN_FORCE: Final = frozenset({"accepted", "deprecated", "superseded"})

PRIORITIES: Final = ("foundational", "normal", "exception")
DEFAULT_PRIORITY: Final = "normal"

RULE_TYPES: Final = ("forbid_literal", "forbid_dependency", "forbid_path", "require_path")

NATIVE_KEYS: Final = (
    "id",
    "title",
    "status",
    "date",
    "priority",
    "scope",
    "topic",
    "paths",
    "supersedes",
    "superseded_by",
    "amends",
    "amended_by",
    "contradicts",
    "relates_to",
    "derived_from",
    "deciders",
    "tags",
    "rules",
    "evidence",
    "proposal",
    "accepted_digest",
    "require_citation",
)

ProposalStatus = Literal["proposed", "accepted", "rejected"]
# Who wrote what is submitted, as the producer says.
Origin = Literal["ai_generated", "human_authored", "imported_unknown"]
NoticeCode = Literal[
    "previously_rejected",
    "near_duplicate",
    "already_decided",
    "low_content",
    "related_unknown",
    "related_ambiguous",
    "related_superseded",
]
SecretClass = Literal[
    "private_key", "bearer_token", "known_token", "credential_assignment", "high_entropy"
]

PROPOSAL_STATUSES: Final[tuple[ProposalStatus, ...]] = ("proposed", "accepted", "rejected")
ORIGINS: Final[tuple[Origin, ...]] = ("ai_generated", "human_authored", "imported_unknown")
DEFAULT_ORIGIN: Final[Origin] = "imported_unknown"

CurationOp = Literal["merge", "reject", "drop_payload", "link"]
CURATION_OPS: Final[tuple[CurationOp, ...]] = ("merge", "reject", "drop_payload", "link")
Confidence = Literal["low", "medium", "high"]
