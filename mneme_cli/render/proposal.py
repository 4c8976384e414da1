"""A proposal as text: what was submitted, by whom, and what became of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mneme_cli.render.safe import one_line, printable

if TYPE_CHECKING:
    from proposals.model import Proposal


def headline(proposal: "Proposal", state: str) -> str:
    """Id, state, day, sender and title in a line."""
    sender = proposal.candidate.provenance.producer_name or "-"
    title = proposal.candidate.title or "(text dropped)"
    when = proposal.proposed_at[:10] or "-"
    return one_line(f"{proposal.proposal_id}  {state:9}  {when:10}  {sender}: {title}")


def as_text(proposal: "Proposal") -> Iterator[str]:
    """All that was submitted, and the last decision about it."""
    candidate, source = proposal.candidate, proposal.candidate.provenance
    yield click.style(headline(proposal, proposal.status), bold=True)
    facts = {
        "from": ", ".join(filter(None, [source.producer_type, source.source_reference])),
        "scope hints": ", ".join(candidate.scope_hints),
        "related": ", ".join(candidate.related_decision_ids),
        "record": proposal.accepted_decision_id,
    }
    if proposal.decided:
        facts["decided"] = " ".join(filter(None, [proposal.decided.by, proposal.decided.at]))
        facts["reason"] = proposal.decided.reason
    for name, value in facts.items():
        if value:
            yield one_line(f"  {name:12} {value}")
    for text in filter(None, [candidate.statement, candidate.rationale]):
        yield ""
        yield printable(text)
