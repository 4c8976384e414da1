"""The proposals as texts that can be searched, by the rules for decisions."""

from collections.abc import Iterator, Sequence

from compiler.search import SearchIndex, Text
from proposals.model import Proposal

# Fewer characters of an id, with what every id begins with, would name too many.
_LEAST_PREFIX = len("dprop-") + 4


class ProposalSearch:
    """Proposals, prepared for any number of searches; those of one rank are in the order of ids."""

    def __init__(self, proposals: Sequence[Proposal]) -> None:
        self._by_id = {p.proposal_id: p for p in sorted(proposals, key=lambda p: p.proposal_id)}
        self._index = SearchIndex([_text(p) for p in self._by_id.values()], self._spelt)

    def find(self, query: str) -> list[Proposal]:
        """All proposals that `SearchIndex.find` finds, whatever their state. What an id or its
        beginning names comes first."""
        return [self._by_id[identifier] for identifier in self._index.find(query)]

    def _spelt(self, query: str) -> Iterator[str]:
        prefix = query.strip().strip('"').casefold()
        if len(prefix) >= _LEAST_PREFIX:
            yield from (i for i in self._by_id if i.startswith(prefix))


def _text(proposal: Proposal) -> Text:
    candidate = proposal.candidate
    source = candidate.provenance
    return Text(
        id=proposal.proposal_id,
        title=candidate.title,
        statement=candidate.statement,
        body=candidate.rationale,
        names=candidate.related_decision_ids,
        labels=(
            *candidate.scope_hints,
            *candidate.architecture_context.values(),
            source.producer_name,
            source.source_reference,
        ),
    )
