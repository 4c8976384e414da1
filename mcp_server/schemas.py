"""What the tools take and give, as JSON Schema.

Decisions, rules and submissions are described once, in `adr_schema`. A tool's schema stands for
itself: hosts that follow no reference, or know only older drafts, can use it as well.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from adr_schema.loading import SchemaName, load_schema
from adr_schema.vocabulary import (
    DEFAULT_ORIGIN,
    LIFECYCLES,
    ORIGINS,
    PROPOSAL_STATUSES,
    NoticeCode,
)

Schema = Mapping[str, Any]


def _part(name: SchemaName, part: str) -> dict[str, Any]:
    schema = load_schema(name)
    found: dict[str, Any] = _inlined(schema["$defs"][part], schema["$defs"])
    return found


def _inlined(schema: Any, parts: Schema) -> Any:
    """The schema with each reference replaced by what it names; what stands beside it wins."""
    if isinstance(schema, list):
        return [_inlined(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inlined = {key: _inlined(value, parts) for key, value in schema.items() if key != "$ref"}
    if "$ref" in schema:
        return {**_inlined(parts[schema["$ref"].rpartition("/")[2]], parts), **inlined}
    return inlined


def text(description: str, **keywords: Any) -> dict[str, Any]:
    """A text."""
    return {"description": description, "type": "string", **keywords}


def filled(description: str) -> dict[str, Any]:
    """A text that is not blank."""
    return text(description, minLength=1, pattern=r"\S")


def optional(description: str, kind: str = "string") -> dict[str, Any]:
    """A value or null."""
    return {"description": description, "type": [kind, "null"]}


def a_list(description: str, items: Schema) -> dict[str, Any]:
    """A list."""
    return {"description": description, "type": "array", "items": items}


def one_of(description: str, values: Sequence[str]) -> dict[str, Any]:
    """One word of a closed list."""
    return {"description": description, "enum": list(values)}


def closed(
    properties: Schema, required: Sequence[str] | None = None, description: str | None = None
) -> dict[str, Any]:
    """An object with these keys and no others; all are required unless some are named."""
    said = {"description": description} if description else {}
    return {
        **said,
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def variants(key: str, properties: Schema, kinds: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """An object in which the value of one key says which of the others are there."""
    return {
        **closed({key: one_of("what was found", list(kinds)), **properties}, [key]),
        "oneOf": [
            {
                "properties": {key: {"enum": [kind]}},
                "required": [key, *names],
                "maxProperties": len(names) + 1,
            }
            for kind, names in kinds.items()
        ],
    }


# --- what is sent --------------------------------------------------------------------------------

_REQUIRED_SOURCE = ("producer_name", "producer_type", "source_reference")


def _provenance(required: Sequence[str] = ()) -> dict[str, Any]:
    schema = _part("submission", "provenance")
    schema["properties"]["origin_classification"]["default"] = DEFAULT_ORIGIN
    for name in required:
        schema["properties"][name]["minLength"] = 1
    return {**schema, "required": list(required)}


def _candidate(required: Sequence[str], provenance: Schema) -> dict[str, Any]:
    schema = _part("submission", "candidate")
    described = schema["properties"]["provenance"]["description"]
    schema["properties"]["provenance"] = {**provenance, "description": described}
    return {**schema, "description": "the decision that is proposed", "required": list(required)}


# Whoever submits one decision says everything in it; in a batch, provenance may be shared.
CANDIDATE: Final = _candidate(("title", "statement", "provenance"), _provenance(_REQUIRED_SOURCE))
CANDIDATES: Final = {
    **load_schema("submission")["properties"]["candidates"],
    "items": _candidate(("title", "statement"), _provenance()),
}
SHARED_PROVENANCE: Final = {
    **_provenance(),
    "description": load_schema("submission")["properties"]["shared_provenance"]["description"],
}

# --- what is given -------------------------------------------------------------------------------

_TEXTS: Final = {"type": "array", "items": {"type": "string"}}
# Empty where a text is absent or was dropped.
_GIVEN_PROVENANCE: Final = closed(
    {
        **{name: {"type": "string"} for name in _part("submission", "provenance")["properties"]},
        "origin_classification": {"enum": [*ORIGINS, ""]},
    }
)
_DECIDED: Final = {
    **closed({name: {"type": "string"} for name in ("by", "at", "reason")}),
    "description": "what a person last decided about it",
    "type": ["object", "null"],
}
PROPOSAL: Final = closed(
    {
        "proposal_id": text("dprop- and 32 digits"),
        "proposal_status": one_of("where it stands", PROPOSAL_STATUSES),
        "title": {"type": "string"},
        "statement": {"type": "string"},
        "rationale": {"type": "string"},
        "provenance": _GIVEN_PROVENANCE,
        "scope_hints": _TEXTS,
        "architecture_context": {"type": "object", "additionalProperties": {"type": "string"}},
        "related_decision_ids": _TEXTS,
        "producer_key": text("the same for everything from this producer and source"),
        "content_fingerprint": text("the same for this content, whoever sends it"),
        "proposed_at": text("UTC, seconds, Z"),
        "accepted_decision_id": optional("the decision that it became"),
        "decided": _DECIDED,
        "payload_dropped": {
            "description": "whether its texts were dropped after it was rejected",
            "type": "boolean",
        },
    },
    description="a candidate decision; it has no authority",
)
OUTCOME: Final = closed(
    {
        "created": {"description": "whether it is new", "type": "boolean"},
        "reused": {"description": "whether an earlier one was found", "type": "boolean"},
        "proposal": PROPOSAL,
        "notices": a_list(
            "what there is to know about it",
            closed(
                {
                    "code": one_of("which kind", get_args(NoticeCode)),
                    "message": {"type": "string"},
                    "related_ids": _TEXTS,
                }
            ),
        ),
    }
)


def _decision() -> dict[str, Any]:
    schema = _part("index", "decision")
    # A pair in words that every draft of JSON Schema has.
    pair = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}
    schema["properties"]["relationships"]["items"] = pair
    return {**schema, "description": "a decision of the compiled records"}


DECISION: Final = _decision()
RULE: Final = _part("index", "rule")
_OF_DECISION: Final[Schema] = DECISION["properties"]

FOUND_DECISION: Final = closed(
    {
        **_OF_DECISION,
        "source_locator": text("the record's path in the repository"),
        "snippet": text("the part of its text that shows why it was found"),
    }
)
HINT_MATCH: Final = closed(
    {
        "proposal_id": {"type": "string"},
        "matched_hints": _TEXTS,
        "title": {"type": "string"},
    }
)
_MATCH: Final = closed(
    {
        "kind": one_of("what was met", ("path", "scope", "global")),
        "pattern": optional("the decision's path pattern or scope"),
        "value": optional("the path or context that was asked about"),
    }
)
_GIVEN_OF_A_MATCH: Final = (
    *("decision_id", "version", "title", "statement", "lifecycle_status", "context_scope"),
    *("priority", "owner", "decided_at"),
)
GOVERNING: Final = closed(
    {
        **{name: _OF_DECISION[name] for name in _GIVEN_OF_A_MATCH},
        "proposal_id": optional("the proposal that it came from"),
        "amended_by": _OF_DECISION["amended_by"],
        "matched_by": a_list("why it is here", _MATCH),
        "source_locator": text("the record's path in the repository"),
    },
    description="an active decision that governs what was asked about",
)
OVERRIDDEN: Final = closed(
    {
        "decision_id": {"type": "string"},
        "title": {"type": "string"},
        "overridden_by": _TEXTS,
    }
)
COMMIT: Final = closed(
    {
        "sha": {"type": "string"},
        "kind": one_of(
            "how the commit and the decision are linked, the strongest first",
            ("records", "changes_status", "edits", "implements", "mentions", "touches_scope"),
        ),
        "evidence": {"type": "string"},
        "author_date": {"type": "string"},
        "subject": {"type": "string"},
        "old_status": {"type": ["string", "null"]},
        "new_status": {"type": ["string", "null"]},
    }
)
SUPERSESSION: Final = closed(
    {
        "predecessors": {**_TEXTS, "description": "what it replaces, the nearest first"},
        "successors": {**_TEXTS, "description": "what replaces it, the nearest first"},
    }
)
MISSING_LINKS: Final = {**_TEXTS, "description": "each absent link, as `name: reason`"}
LIFECYCLE: Final = one_of("the computed state of a decision", LIFECYCLES)
# Every answer says whether it is the whole one.
BOUNDED: Final[Schema] = {
    "truncated": {
        "description": "whether lists or texts were cut to keep the answer small",
        "type": "boolean",
    },
    "truncated_fields": {
        **_TEXTS,
        "description": "the texts and lists that were cut within a record, as JSON pointers",
    },
    "truncated_totals": {
        "description": "how many items each list that was cut has, by its JSON pointer",
        "type": "object",
        "additionalProperties": {"type": "integer"},
    },
}
