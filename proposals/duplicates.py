"""What was said before: rejected ideas, near duplicates, decisions that already say it."""

from collections import Counter, defaultdict
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
NEAR = 0.6
_LEAST_STATEMENT = 20
# More of them are no help.
_MOST = 5

Said = TypeVar("Said")


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
        said = ((decision, frozenset(words)) for decision, words in self._said)
        return _nearest(said_by(candidate), said)

    def named(self, identifier: str) -> list[Decision]:
        """The decisions that an id names, in any spelling."""
        return [self._decisions[r.path] for r in self.resolver.named(identifier)]

    @cached_property
    def resolver(self) -> Resolver:
        """What finds the records that an id names."""
        return Resolver([decision.record for decision in self._decisions.values()])

    @cached_property
    def _said(self) -> list[tuple[Decision, tuple[str, ...]]]:
        # No sets: of many decisions they take ten times the room.
        return [
            (decision, tuple(decided_by(decision)))
            for decision in self._decisions.values()
            if decision.lifecycle == "active"
        ]


def rejected_before(document: Document, content_key: str) -> Proposal | None:
    """The rejected proposal of the same words, if there is one; its text may be gone.

    One that was rejected for what it says goes before a duplicate, which counts as long as the one
    that stayed is there.
    """
    found = (
        p
        for p in document.proposals
        if p.status == "rejected" and p.content_key == content_key and spokesman(document, p)
    )
    return min(found, key=_is_duplicate, default=None)


def spokesman(document: Document, proposal: Proposal) -> Proposal | None:
    """The proposal that stands for the idea of this one: itself, or the one that stayed in place of
    a duplicate; None where that is gone."""
    seen: set[str] = set()
    found: Proposal | None = proposal
    while found and found.decided and found.decided.duplicate_of and found.proposal_id not in seen:
        seen.add(found.proposal_id)
        found = document.get(found.decided.duplicate_of)
    return found


def _is_duplicate(proposal: Proposal) -> bool:
    return proposal.decided is not None and proposal.decided.duplicate_of is not None


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
        (other, said_by(other.candidate))
        for other in document.proposals
        if other.status == "proposed" and other.proposal_id != proposal.proposal_id
    )
    return _nearest(said_by(proposal.candidate), others)


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
        if len(named) > 1:
            ids = tuple(sorted(decision.id for decision in named))
            message = f"`{identifier}` could be {', '.join(ids)}"
            yield Notice("related_ambiguous", message, ids)
            continue
        for decision in superseded:
            by = ", ".join(decision.superseded_by) or "an unknown one"
            message = f"the decision {decision.id} is superseded by {by}"
            yield Notice("related_superseded", message, (decision.id, *decision.superseded_by))


def near_pairs(said: Sequence[frozenset[str]], near: float) -> Iterator[tuple[int, int, float]]:
    """The pairs of texts that have at least this share of words in common: the places of the later
    and of the earlier one, and the share. Sorted by the later one, the nearest first.

    Two such texts share one of their rarest words, as many as are needed for the others to be too
    few; what else they share is at most the other words of the one that has more of these. So not
    every text is compared with every other one.
    """
    known = Counter(word for words in said for word in words)
    holders: dict[str, list[int]] = defaultdict(list)
    rests: list[int] = []
    for later, words in enumerate(said):
        by_rarity = sorted(words, key=lambda word: (known[word], word))
        telling = by_rarity[: len(words) - int(near * len(words)) + 1]
        rest = len(words) - len(telling)
        shared = Counter(earlier for word in telling for earlier in holders[word])
        others = sorted(
            earlier
            for earlier, number in shared.items()
            if _share(number + max(rest, rests[earlier]), len(words), len(said[earlier])) >= near
        )
        shares = [(overlap(words, said[earlier]), earlier) for earlier in others]
        for share, earlier in sorted(shares, key=lambda pair: -pair[0]):
            if share >= near:
                yield later, earlier, share
        rests.append(rest)
        for word in telling:
            holders[word].append(later)


def said_by(candidate: Candidate) -> frozenset[str]:
    """The words of a candidate that are compared."""
    return _words(candidate.title, candidate.statement)


def decided_by(decision: Decision) -> frozenset[str]:
    """The words of a decision that are compared."""
    return frozenset(_split(decision.record.title or "", decision.record.statement))


@lru_cache(maxsize=4096)
def _words(title: str, statement: str) -> frozenset[str]:
    return frozenset(_split(title, statement))


def _split(title: str, statement: str) -> Iterator[str]:
    """The words of a text, each word kept once for all texts."""
    return map(intern, plain_words(f"{title}\n{statement}").split())


def _nearest(words: frozenset[str], others: Iterable[tuple[Said, frozenset[str]]]) -> list[Said]:
    """Those of the others that have most of the words too, the nearest first, and not too many."""
    shares = [(overlap(words, said), other) for other, said in others]
    near = [(share, other) for share, other in shares if share >= NEAR]
    return [other for _, other in sorted(near, key=lambda pair: -pair[0])[:_MOST]]


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words, of all that either text has, that both have."""
    return _share(len(one & other), len(one), len(other)) if one or other else 0.0


def _share(common: int, one: int, other: int) -> float:
    """The same for two texts of so many words, some of them in common."""
    return common / (one + other - common)
