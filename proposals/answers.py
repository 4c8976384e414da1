"""Answers about decisions and proposals together, as JSON, whichever surface gives them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from adr_schema.resolved import Decision
from compiler.applicability import Answer, Applied
from compiler.index import canonical_decision
from compiler.snippets import snippet
from proposals.hints import HintMatch
from proposals.model import Proposal
from proposals.records import proposal_record

# What an answer says of a governing decision, of all that is known about it.
_OF_A_DECISION = (
    "decision_id",
    "version",
    "title",
    "statement",
    "lifecycle_status",
    "context_scope",
    "priority",
    "owner",
    "decided_at",
)


def applicable_record(answer: Answer, hints: Iterable[HintMatch]) -> dict[str, Any]:
    """What governs, in order, beside the hints of proposals: these have no authority."""
    return {
        "proposal_hint_matches": [
            {
                "proposal_id": match.proposal.proposal_id,
                "matched_hints": list(match.hints),
                "title": match.proposal.candidate.title,
            }
            for match in hints
        ],
        "canonical_scope_matches": [_governing(applied) for applied in answer.governing],
        "overridden": [
            {
                "decision_id": applied.decision.id,
                "title": title_of(applied.decision),
                "overridden_by": list(applied.decision.overridden_by),
            }
            for applied in answer.overridden
        ],
    }


def _governing(applied: Applied) -> dict[str, Any]:
    record = applied.decision.record
    canonical = canonical_decision(applied.decision)
    return {
        **{name: canonical[name] for name in _OF_A_DECISION},
        "proposal_id": record.proposal,
        "amended_by": canonical["amended_by"],
        "matched_by": matches_record(applied),
        "source_locator": record.path,
    }


def matches_record(applied: Applied) -> list[dict[str, str | None]]:
    """Which pattern or scope was met by which path or context."""
    return [match._asdict() for match in applied.matched_by]


def title_of(decision: Decision) -> str:
    """The title, or the id of a record without one."""
    return decision.record.title or decision.id


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: at most `limit` of its items, after the first `offset`."""

    limit: int = 20
    offset: int = 0

    def of(self, items: Sequence[Any]) -> Sequence[Any]:
        """The items on this page."""
        return items[self.offset : self.offset + self.limit]


def search_record(
    query: str, decisions: Sequence[Decision], proposals: Sequence[Proposal], page: Page
) -> dict[str, Any]:
    """One page of each of the two lists that a search gave, with the size of the whole."""
    return {
        "proposals": [proposal_record(proposal) for proposal in page.of(proposals)],
        "canonical_decisions": [_found(decision, query) for decision in page.of(decisions)],
        "total_proposals": len(proposals),
        "total_canonical_decisions": len(decisions),
    }


def _found(decision: Decision, query: str) -> dict[str, Any]:
    record = decision.record
    return {
        **canonical_decision(decision),
        "source_locator": record.path,
        "snippet": snippet((record.statement, _below_title(record.body)), query),
    }


def _below_title(body: str) -> str:
    """The body without its first heading, which says no more than the title beside it."""
    return body.partition("\n")[2] if body.startswith("# ") else body
