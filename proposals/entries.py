"""One entry of the file: from JSON to a proposal that fits its id, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any, Literal

from compiler.validation import violations
from proposals.identity import content_fingerprint, content_key, producer_key, proposal_id
from proposals.model import Candidate, Decided, Proposal, Provenance, Tombstone

ListName = Literal["proposals", "tombstones"]

_PARTS = {"proposals": "proposal", "tombstones": "tombstone"}
_DERIVED = ("producer_key", "content_fingerprint", "proposal_id")


def new_proposal(candidate: Candidate, proposed_at: str) -> Proposal:
    """A candidate with its id and keys, waiting; `proposed_at` is in UTC, seconds, `Z`."""
    producer = producer_key(candidate.provenance)
    fingerprint = content_fingerprint(candidate)
    return Proposal(
        proposal_id(producer, fingerprint),
        "proposed",
        candidate,
        producer,
        fingerprint,
        content_key(candidate.title, candidate.statement),
        proposed_at,
    )


# More than a file has by far: one run may read several states of it.
@lru_cache(maxsize=16384)
def read_entry(list_name: ListName, entry: str) -> Proposal | str:
    """The proposal that an entry (JSON) of a list stands for, or why it stands for none.

    Id and keys are computed anew from what was submitted.
    """
    value = json.loads(entry)
    found = violations("proposals", value, _PARTS[list_name])
    if found:
        return "; ".join(f"{v.where}: {v.message}".removeprefix(": ") for v in found)
    if list_name == "tombstones":
        decided = _decided(value)
        return Tombstone(value["proposal_id"], value["content_key"], decided).as_proposal()
    proposal = _proposal(value)
    unfit = [key for key in _DERIVED if value[key] != getattr(proposal, key)]
    return f"its content does not give its {' and '.join(unfit)}" if unfit else proposal


def _proposal(value: Mapping[str, Any]) -> Proposal:
    return replace(
        new_proposal(read_candidate(value["candidate"]), value["proposed_at"]),
        status=value["status"],
        accepted_decision_id=value.get("accepted_decision_id"),
        decided=_decided(value),
        accepting=value.get("accepting"),
    )


def read_candidate(value: Mapping[str, Any]) -> Candidate:
    """The candidate that JSON of a valid form describes."""
    return Candidate(
        title=value["title"],
        statement=value["statement"],
        provenance=Provenance(**_known(value["provenance"], Provenance)),
        rationale=value.get("rationale", ""),
        scope_hints=tuple(value.get("scope_hints", ())),
        architecture_context=dict(value.get("architecture_context", {})),
        related_decision_ids=tuple(value.get("related_decision_ids", ())),
    )


def _decided(value: Mapping[str, Any]) -> Decided | None:
    found = value.get("decided")
    return Decided(**_known(found, Decided)) if found else None


def _known(value: Mapping[str, Any], kind: type[Provenance | Decided]) -> dict[str, Any]:
    return {key: value[key] for key in kind.__dataclass_fields__ if key in value}


def candidate_keys(candidate: Candidate) -> dict[str, Any]:
    """What was submitted, as JSON, keys in the order of the file and of the tools."""
    return {
        "title": candidate.title,
        "statement": candidate.statement,
        "rationale": candidate.rationale,
        "provenance": asdict(candidate.provenance),
        "scope_hints": list(candidate.scope_hints),
        "architecture_context": dict(candidate.architecture_context),
        "related_decision_ids": list(candidate.related_decision_ids),
    }


def as_entry(proposal: Proposal) -> dict[str, Any]:
    """A new entry of the file, keys in its order."""
    return {
        "proposal_id": proposal.proposal_id,
        "status": proposal.status,
        "candidate": candidate_keys(proposal.candidate),
        "producer_key": proposal.producer_key,
        "content_fingerprint": proposal.content_fingerprint,
        "proposed_at": proposal.proposed_at,
        "accepted_decision_id": proposal.accepted_decision_id,
    }


def tombstone_entry(tombstone: Tombstone) -> dict[str, Any]:
    """A tombstone as JSON."""
    return {**asdict(tombstone), "decided": decided_keys(tombstone.decided)}


def decided_keys(decided: Decided | None) -> dict[str, Any] | None:
    """A decision about a proposal as JSON; only that about a duplicate names another one."""
    if decided is None:
        return None
    return {key: value for key, value in asdict(decided).items() if value is not None}


def with_keys(entry: Mapping[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with other values of some keys. None takes a key away, except the one that Mneme
    0.9 writes everywhere."""
    gone = [k for k, v in keys.items() if v is None and k != "accepted_decision_id"]
    return {key: value for key, value in {**entry, **keys}.items() if key not in gone}


def id_of(entry: object) -> str | None:
    """The id that an entry claims, whatever else is wrong with it."""
    found = entry.get("proposal_id") if isinstance(entry, dict) else None
    return found if isinstance(found, str) else None
