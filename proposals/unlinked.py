"""Records that look superseded although no relation says so.

Times of files say nothing: dates are those that the records declare.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adr_schema.resolved import Decision
from adr_schema.vocabulary import Confidence
from compiler.links import Resolver
from compiler.prose import told_supersessions
from proposals.duplicates import decided_by, near_pairs

# Records of one family (`Use X for logs`, `Use X for mail`) share more words than proposals may.
_NEARLY_EQUAL = 0.8


@dataclass(frozen=True, slots=True)
class Unlinked:
    """A decision that another one seems to replace, why it seems so, and what was compared."""

    decision: Decision
    reason: str
    confidence: Confidence
    evidence: dict[str, Any]


def seemingly_superseded(decisions: Sequence[Decision]) -> Iterator[Unlinked]:
    """Pairs of decisions in force, or overridden ones with those that override them, that nothing
    joins; the plainest sign first."""
    standing = [d for d in decisions if d.lifecycle == "active" or d.overridden_by]
    for find in (_told, _overridden, _nearly_equal):
        yield from find(standing)


def _told(standing: Sequence[Decision]) -> Iterator[Unlinked]:
    """One of them says it in a sentence."""
    known = {decision.record.path: decision for decision in standing}
    resolver = Resolver([decision.record for decision in standing])
    for speaker in standing:
        for told in told_supersessions(speaker.record):
            named = resolver.resolve(told.reference, speaker.record).records
            if len(named) != 1:
                continue
            pair = (known[named[0].path], speaker)
            old, new = pair if told.reference.kind == "supersedes" else pair[::-1]
            if _are_apart(old, new) and not _is_newer(old, new):
                reason = f"{speaker.id} tells that {new.id} replaces it, and no relation says so"
                yield Unlinked(old, reason, "medium", _compared(new, old, quote=told.quote))


def _overridden(standing: Sequence[Decision]) -> Iterator[Unlinked]:
    """A newer one of the same slot governs instead; or the scope is wider than either means."""
    known = {decision.id: decision for decision in standing}
    for old in standing:
        for identifier in old.overridden_by:
            new = known[identifier]
            if _are_apart(old, new) and _is_newer(new, old):
                reason = f"{new.id} is newer and overrides it in the scope `{old.record.scope}`"
                yield Unlinked(old, reason, "low", _compared(new, old, scope=old.record.scope))


def _nearly_equal(standing: Sequence[Decision]) -> Iterator[Unlinked]:
    """A newer one says the same in nearly the same words."""
    pairs = near_pairs([decided_by(decision) for decision in standing], _NEARLY_EQUAL)
    for later, earlier, share in pairs:
        for old, new in (
            (standing[earlier], standing[later]),
            (standing[later], standing[earlier]),
        ):
            if _are_apart(old, new) and _is_newer(new, old):
                reason = f"{new.id} is newer and says nearly the same"
                evidence = _compared(new, old, word_overlap=round(share, 2))
                yield Unlinked(old, reason, "low", evidence)


def _are_apart(one: Decision, other: Decision) -> bool:
    """Whether they are two, and no relation of any kind joins them."""
    ends = {one.id, other.id}
    return len(ends) == 2 and not any({edge.source, edge.target} == ends for edge in one.edges)


def _is_newer(one: Decision, other: Decision) -> bool:
    return (one.record.date or "") > (other.record.date or one.record.date or "")


def _compared(new: Decision, old: Decision, **found: object) -> dict[str, Any]:
    dates = {"date": old.record.date, "their_date": new.record.date}
    return {"compared_with": new.id, "path": new.record.path, **dates, **found}
