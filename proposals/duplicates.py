"""What was said before: rejected ideas, near duplicates, decisions that already say it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from sys import intern
from typing import TypeVar

from adr_schema.resolved import Decision
from compiler.links import Resolver
from proposals.document import Document
from proposals.identity import plain_words
from proposals.model import Candidate, Notice, Proposal

# The share of words, of all that either has, that two texts have in common.
_NEAR = 0.6
_LEAST_STATEMENT = 20
# More of them are no help.
_MOST = 5

Said = TypeVar("Said")
# The different words of a text, shared between all texts: as sets, those of many texts are large.
Words = tuple[str, ...]


class Canon:
    """The compiled decisions, prepared for questions about many candidates.

    With None no records are known, and nothing is said about them. A server keeps one for as long
    as its decisions stay the same.
    """

    def __init__(self, decisions: Sequence[Decision] | None = None) -> None:
        self.known = decisions is not None
        self._decisions = {decision.record.path: decision for decision in decisions or ()}

    def saying(self, candidate: Candidate) -> list[Decision]:
        """The active decisions that say nearly what the candidate says, the nearest first."""
        return _nearest(_words(candidate.title, candidate.statement), self._said)

    def named(self, identifier: str) -> list[Decision]:
        """The decisions that an id names, in any spelling."""
        return [self._decisions[r.path] for r in self.resolver.lookup(identifier).records]

    @cached_property
    def resolver(self) -> Resolver:
        """What finds the records that an id names."""
        return Resolver([decision.record for decision in self._decisions.values()])

    @cached_property
    def _said(self) -> list[tuple[Decision, Words]]:
        return [
            (decision, _words(decision.record.title or "", decision.record.statement))
            for decision in self._decisions.values()
            if decision.lifecycle == "active"
        ]


def rejected_before(document: Document, content_key: str) -> Proposal | None:
    """The rejected proposal of the same words, if there is one; its text may be gone."""
    return next(
        (p for p in document.proposals if p.status == "rejected" and p.content_key == content_key),
        None,
    )


def rejection_notice(rejected: Proposal) -> Notice:
    """That this was rejected, by whom, when and why, as far as it is recorded."""
    decided = rejected.decided
    how = (
        f" by {decided.by} on {decided.at}: {decided.reason}" if decided else "; no reason is kept"
    )
    message = f"this was rejected{how}"
    return Notice("previously_rejected", message, (rejected.proposal_id,))


def notices(proposal: Proposal, document: Document, canon: Canon) -> tuple[Notice, ...]:
    """What there is to know about a proposal that waits, beside the others of the document."""
    found = (_low_content, _near_duplicates, _already_decided, _related)
    return tuple(notice for ask in found for notice in ask(proposal, document, canon))


def says_too_little(candidate: Candidate) -> bool:
    """Whether there is nothing to decide on: the statement repeats the title, or is very short."""
    statement = plain_words(candidate.statement)
    short = len(candidate.statement.strip()) < _LEAST_STATEMENT
    return short or statement == plain_words(candidate.title)


def near_duplicates(proposal: Proposal, document: Document) -> list[Proposal]:
    """The other proposals that wait and say nearly the same, the nearest first."""
    others = (
        (other, _words(other.candidate.title, other.candidate.statement))
        for other in document.proposals
        if other.status == "proposed" and other.proposal_id != proposal.proposal_id
    )
    candidate = proposal.candidate
    return _nearest(_words(candidate.title, candidate.statement), others)


def _low_content(proposal: Proposal, _: Document, __: Canon) -> Iterator[Notice]:
    if says_too_little(proposal.candidate):
        yield Notice("low_content", "the statement says too little to decide on")


def _near_duplicates(proposal: Proposal, document: Document, _: Canon) -> Iterator[Notice]:
    ids = tuple(other.proposal_id for other in near_duplicates(proposal, document))
    if ids:
        yield Notice("near_duplicate", "a proposal that waits says nearly the same", ids)


def _already_decided(proposal: Proposal, _: Document, canon: Canon) -> Iterator[Notice]:
    ids = tuple(decision.id for decision in canon.saying(proposal.candidate))
    if ids:
        yield Notice("already_decided", "a decision in force says nearly the same", ids)


def _related(proposal: Proposal, document: Document, canon: Canon) -> Iterator[Notice]:
    """What is wrong with the decisions that the proposal says it relates to."""
    if not canon.known:
        return
    for identifier in proposal.candidate.related_decision_ids:
        named = canon.named(identifier)
        superseded = [decision for decision in named if decision.lifecycle == "superseded"]
        if not named and document.get(identifier) is None:
            message = f"there is no decision `{identifier}`"
            yield Notice("related_unknown", message, (identifier,))
        for decision in superseded:
            by = ", ".join(decision.superseded_by) or "an unknown one"
            message = f"the decision {decision.id} is superseded by {by}"
            yield Notice("related_superseded", message, (decision.id, *decision.superseded_by))


@lru_cache(maxsize=4096)
def _words(title: str, statement: str) -> Words:
    return tuple(map(intern, dict.fromkeys(plain_words(f"{title}\n{statement}").split())))


def _nearest(words: Words, others: Iterable[tuple[Said, Words]]) -> list[Said]:
    """Those of the others that have most of the words too, the nearest first, and not too many."""
    wanted = frozenset(words)
    shares = [(_overlap(wanted, said), other) for other, said in others]
    near = [(share, other) for share, other in shares if share >= _NEAR]
    return [other for _, other in sorted(near, key=lambda pair: -pair[0])[:_MOST]]


def _overlap(one: frozenset[str], other: Words) -> float:
    common = len(one.intersection(other))
    return common / (len(one) + len(other) - common) if one or other else 0.0
