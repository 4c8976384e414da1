"""From what a producer sends to candidates: the schema judges, our words say what is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adr_schema.loading import load_schema
from compiler.validation import Violation, violations, violations_of
from proposals.entries import read_candidate
from proposals.hygiene import control_faults, field_name, refuse_secrets_in
from proposals.model import Candidate
from proposals.refusals import Fault, SubmissionError

# What stands in an entry and what records have: to send it is to claim authority.
_AUTHORITY = frozenset(
    [
        *("status", "proposal_id", "proposed_at", "accepted_decision_id", "accepting", "decided"),
        *("rules", "enforcement"),
    ]
)


def read_submissions(candidates: Any, shared_provenance: Any = None) -> tuple[Candidate, ...]:
    """The candidates of one call (a list of JSON values), each with its whole provenance.

    A candidate's own provenance wins key by key where it is not empty, its origin wherever it is
    given. An optional key that is null is absent. Raises `SubmissionError` with every fault of
    the call: unknown keys, absent or blank texts, wrong types, limits, control characters.
    """
    sent = {"candidates": candidates}
    if isinstance(candidates, list):
        sent["candidates"] = [_without_nulls(candidate) for candidate in candidates]
    if shared_provenance is not None:
        sent["shared_provenance"] = _without_nulls(shared_provenance)
    faults = [_fault(violation) for violation in violations("submission", sent)]
    _require_none([*faults, *control_faults(sent)], candidates)
    shared = sent.get("shared_provenance", {})
    merged = [_merged(candidate, shared) for candidate in sent["candidates"]]
    _require_none(list(_incomplete(merged)), candidates)
    return tuple(map(read_candidate, merged))


def require_sound_reason(reason: str) -> None:
    """Judge the reason of a decision like the texts of a submission; it may be as long as a
    statement. Raises `SecretError` first, then `SubmissionError` with every fault."""
    refuse_secrets_in({"reason": reason})
    candidate = load_schema("submission")["$defs"]["candidate"]["properties"]
    limit = {"maxLength": candidate["statement"]["maxLength"]}
    schema = {"properties": {"reason": limit}}
    faults = [_fault(violation) for violation in violations_of(schema, {"reason": reason})]
    faults += control_faults({"reason": reason})
    if faults:
        raise SubmissionError(faults, what="what was decided")


def _require_none(faults: Sequence[Fault], candidates: Any) -> None:
    if faults:
        named = [Fault(field_name(f.field, candidates), f.message, f.hint) for f in faults]
        raise SubmissionError(named, [fault.field for fault in faults])


def _without_nulls(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    given = {key: item for key, item in value.items() if item is not None}
    if "provenance" in given:
        given["provenance"] = _without_nulls(given["provenance"])
    return given


def _merged(candidate: Mapping[str, Any], shared: Mapping[str, str]) -> dict[str, Any]:
    own = {key: text for key, text in candidate.get("provenance", {}).items() if text}
    return {**candidate, "provenance": {**shared, **own}}


def _incomplete(candidates: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    for number, candidate in enumerate(candidates):
        for violation in violations("submission", candidate["provenance"], "source"):
            fault = _fault(violation)
            field = f"candidates/{number}/provenance/{fault.field}"
            yield Fault(field, fault.message, fault.hint)


def _fault(violation: Violation) -> Fault:
    hint = violation.hint
    if violation.keyword == "additionalProperties":
        *place, key = violation.where.split("/")
        hint = "valid keys: " + ", ".join(_valid_keys(place))
        if key in _AUTHORITY:
            hint = f"that is for a person to decide; {hint}"
    return Fault(violation.where, violation.message, hint)


def _valid_keys(place: Sequence[str]) -> list[str]:
    part = "candidate" if len(place) == 2 and place[0] == "candidates" else "provenance"
    return list(load_schema("submission")["$defs"][part]["properties"])
