"""The six tools, in one table: there is no other place that knows a tool's name.

The inventory is part of the authority boundary: nothing here accepts, rejects, supersedes or
deletes, and no name is added without a decision (ADR-0029).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adr_schema.vocabulary import ORIGINS, PROPOSAL_STATUSES
from mcp_server import handlers
from mcp_server.arguments import Arguments, checked, submission_faults, valid_keys
from mcp_server.budget import (
    Shrink,
    as_text,
    encodable,
    fitted,
    shrink_governing,
    shrink_page,
    shrink_record,
)
from mcp_server.errors import ArgumentError
from mcp_server.schemas import (
    BOUNDED,
    CANDIDATE,
    CANDIDATES,
    COMMIT,
    DECISION,
    FOUND_DECISION,
    GOVERNING,
    HINT_MATCH,
    LIFECYCLE,
    MISSING_LINKS,
    OUTCOME,
    OVERRIDDEN,
    PROPOSAL,
    RULE,
    SHARED_PROVENANCE,
    SUPERSESSION,
    Schema,
    a_list,
    closed,
    filled,
    one_of,
    optional,
    text,
    variants,
)
from mcp_server.state import State
from proposals.hygiene import refuse_secrets
from proposals.refusals import SubmissionError

Answer = dict[str, Any]

_ID = "the id of a decision, in any spelling (ADR-0007, ADR-7, 7), or of a proposal (dprop-...)"
_COUNT: Final = {"type": "integer", "minimum": 0}
_SOURCE: Final = {
    "producer_name": "ada",
    "producer_type": "agent",
    "source_reference": "pull request 12",
}
_PROPOSED: Final = {
    "title": "Keep the search index in SQLite",
    "statement": "The search index is one SQLite file beside the data it is made from.",
    "rationale": "It needs no server, and it can be thrown away and made again.",
    "scope_hints": ["storage.index", "src/search/**"],
}


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what hosts are told of it, and what it does.

    `shrink` makes the answer of a reading tool small; it is None exactly for a tool that writes.
    """

    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema
    examples: Sequence[Arguments]
    handler: Callable[[State, Arguments], Answer]
    shrink: Shrink | None = None

    @property
    def reads(self) -> bool:
        """Whether it leaves everything as it is."""
        return self.shrink is not None

    @property
    def annotations(self) -> Mapping[str, bool]:
        """What a host may rely on, by the names of the protocol."""
        if self.reads:
            return {"readOnlyHint": True, "openWorldHint": False}
        return {
            "readOnlyHint": False,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        }

    def call(self, state: State, arguments: Arguments | None) -> tuple[Answer, str]:
        """The answer, as data and as JSON text.

        Raises `UsageError` or `SecretError` for what the caller can mend, `IntegrityError` or
        `StoreError` where there is no answer.
        """
        if self.shrink:
            answer = self.handler(state, checked(self.name, self.input_schema, arguments))
            return encodable(answer, fitted(answer, self.shrink))
        refuse_secrets([arguments])
        given = checked(self.name, self.input_schema, arguments, of_values=False)
        try:
            answer = self.handler(state, given)
        except SubmissionError as error:
            said = submission_faults(self.input_schema, error)
            raise ArgumentError(f"{said}; {valid_keys(self.input_schema)}") from None
        return encodable(answer, as_text(answer))

    @property
    def contract(self) -> dict[str, Any]:
        """All that is told of it, for programs."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "outputSchema": self.output_schema,
            "annotations": self.annotations,
            "examples": self.examples,
        }


_PROPOSE = Tool(
    name="decision.propose",
    title="Propose a decision",
    description=(
        "Submit one candidate decision with its provenance. Use it when you made or found a choice "
        "that should hold across the project and is not recorded. It is stored as a proposal "
        "without authority; only a person can accept it, at the command line. The same submission "
        "again is found and not stored twice. One that was rejected comes back with the reason: do "
        "not reword it to get around that. Not for decisions that are in force (search first), "
        "and never for secrets."
    ),
    input_schema=closed({"candidate": CANDIDATE}),
    output_schema=OUTCOME,
    examples=({"candidate": {**_PROPOSED, "provenance": _SOURCE}},),
    handler=handlers.propose,
)
_PROPOSE_BATCH = Tool(
    name="decision.propose_batch",
    title="Propose several decisions",
    description=(
        "Submit several candidate decisions from one source: all are stored, or none if one of "
        "them cannot be used. Use it for an import or a long document; shared_provenance fills in "
        "what a candidate's own leaves open. For one candidate use decision.propose."
    ),
    input_schema=closed(
        {"candidates": CANDIDATES, "shared_provenance": SHARED_PROVENANCE}, ["candidates"]
    ),
    output_schema=closed({"results": a_list("one for each candidate, in their order", OUTCOME)}),
    examples=(
        {
            "candidates": [
                _PROPOSED,
                {
                    "title": "Name tables in the plural",
                    "statement": "Tables of the database have names in the plural.",
                },
            ],
            "shared_provenance": {**_SOURCE, "origin_classification": "ai_generated"},
        },
    ),
    handler=handlers.propose_batch,
)
_GET = Tool(
    name="decision.get",
    title="Read one decision or proposal",
    description=(
        "Read one decision or proposal by its id, whole. Use it when an id is named and its text "
        "or state matters. A decision governs only while its lifecycle_status is active; a "
        "proposal never does. To find out which decisions concern a file, use "
        "decision.applicable_to; to look for words, decision.search."
    ),
    input_schema=closed({"record_id": filled(_ID)}),
    output_schema=variants(
        "record_type",
        {
            "proposal": PROPOSAL,
            "canonical_decision": DECISION,
            "record_id": text("the id that nothing has"),
            **BOUNDED,
        },
        {
            "proposal": ("proposal", *BOUNDED),
            "canonical_decision": ("canonical_decision", *BOUNDED),
            "not_found": ("record_id", *BOUNDED),
        },
    ),
    examples=({"record_id": "ADR-0001"}, {"record_id": "dprop-ae1700e7f26863c1b9a5e0506d1dd91a"}),
    handler=handlers.get,
    shrink=shrink_record,
)
_SEARCH = Tool(
    name="decision.search",
    title="Search decisions and proposals",
    description=(
        "Search the texts of decisions and proposals. Use it before you propose something, or to "
        "find out whether a topic was ever decided, superseded or rejected. Words are found whole "
        "or by their first three letters or more, without case and accents; words in quotes one "
        "after another. A rank is no authority: look at lifecycle_status and proposal_status. Not "
        "for what governs a file: that is decision.applicable_to."
    ),
    input_schema=closed(
        {
            "query": text("words, a phrase in quotes, or an id; without it everything is listed"),
            "proposal_status": one_of("only proposals in this state", PROPOSAL_STATUSES),
            "canonical_lifecycle_status": {
                **LIFECYCLE,
                "description": "only decisions in this state",
            },
            "producer_name": text("only proposals of this producer, exactly"),
            "source_reference": text("only proposals from this source, exactly"),
            "origin_classification": one_of("only proposals of this origin", ORIGINS),
            "limit": {
                "description": "how many of each list are given",
                "type": "integer",
                "minimum": 1,
                "maximum": 100,
                "default": 20,
            },
            "offset": {
                "description": "how many of each list are left out before them",
                "type": "integer",
                "minimum": 0,
                "default": 0,
            },
        },
        [],
    ),
    output_schema=closed(
        {
            "proposals": a_list("the proposals that were found, the best first", PROPOSAL),
            "canonical_decisions": a_list("the decisions that were found", FOUND_DECISION),
            "total_proposals": _COUNT,
            "total_canonical_decisions": _COUNT,
            **BOUNDED,
        }
    ),
    examples=(
        {"query": "sqlite"},
        {"query": '"search index"', "canonical_lifecycle_status": "active", "limit": 5},
        {"proposal_status": "proposed"},
    ),
    handler=handlers.search,
    shrink=shrink_page,
)
_APPLICABLE_TO = Tool(
    name="decision.applicable_to",
    title="Find the decisions that govern files or a topic",
    description=(
        "Find the active decisions that govern paths or contexts, the strongest first, each with "
        "what matched. Use it before you change files: name every file you are about to touch. "
        "proposal_hint_matches are only hints, without authority; overridden decisions do not "
        "govern. With nothing asked, the lists are empty. Not for a search by words."
    ),
    input_schema=closed(
        {
            "context": a_list(
                "areas or topics: a dotted scope such as storage.index, or words",
                {"type": "string"},
            ),
            "paths": a_list(
                "files, or folders with a / at their end, relative to the root of the repository",
                {"type": "string"},
            ),
        },
        [],
    ),
    output_schema=closed(
        {
            "proposal_hint_matches": a_list("proposals that wait and hint at this", HINT_MATCH),
            "canonical_scope_matches": a_list("what governs, the strongest first", GOVERNING),
            "overridden": a_list("what would govern but for others", OVERRIDDEN),
            "total_proposal_hint_matches": _COUNT,
            **BOUNDED,
        }
    ),
    examples=({"paths": ["src/search/index.py"]}, {"context": ["storage.index"]}),
    handler=handlers.applicable_to,
    shrink=shrink_governing,
)
_TRACE = Tool(
    name="decision.trace",
    title="Trace a decision or proposal",
    description=(
        "Follow a decision to where it came from, what it replaced, what replaced it, its rules "
        "and declared evidence; or a proposal to the decision that it became. Use it to explain "
        "why something holds. What is not known is named in missing_links. Declared evidence is "
        "not verified."
    ),
    input_schema=closed({"record_id": filled(_ID)}),
    output_schema=variants(
        "result_type",
        {
            "proposal_id": optional("the proposal, or the one that the decision came from"),
            "proposal": PROPOSAL,
            "source_provenance": PROPOSAL["properties"]["provenance"],
            "accepted_decision_id": optional("the decision that it became, as stored"),
            "canonical_record": {**DECISION, "type": ["object", "null"]},
            "canonical_derived_rule_ids": a_list("ids of its rules", {"type": "string"}),
            "canonical_decision_id": text("the decision's id"),
            "derived_rules": a_list("the rules that the record declares", RULE),
            "declared_test_evidence": DECISION["properties"]["test_evidence"],
            "supersession": SUPERSESSION,
            "commits": a_list("the commits that are linked to it", COMMIT),
            "record_id": text("the id that nothing has"),
            "missing_links": MISSING_LINKS,
            **BOUNDED,
        },
        {
            "proposal_trace": (
                *("proposal_id", "proposal", "source_provenance", "accepted_decision_id"),
                *("canonical_record", "canonical_derived_rule_ids", "missing_links", *BOUNDED),
            ),
            "canonical_trace": (
                *("canonical_decision_id", "canonical_record", "derived_rules"),
                *("declared_test_evidence", "missing_links", "proposal_id", "supersession"),
                *("commits", *BOUNDED),
            ),
            "trace_not_found": ("record_id", "missing_links", *BOUNDED),
        },
    ),
    examples=({"record_id": "ADR-0001"},),
    handler=handlers.trace,
    shrink=shrink_record,
)

TOOLS: Final = (_PROPOSE, _PROPOSE_BATCH, _GET, _SEARCH, _APPLICABLE_TO, _TRACE)
