"""A plan of what could be tidied among the proposals and records. Nothing here changes anything.

A plan is a function of a document, the compiled decisions and a date. Its texts name limits and
dates, never ages, so that it is the same one until something happens or a limit is passed.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from adr_schema.resolved import Decision
from adr_schema.vocabulary import CURATION_OPS, Confidence, CurationOp
from proposals.document import Document
from proposals.duplicates import (
    NEAR,
    Canon,
    decided_by,
    near_pairs,
    overlap,
    said_by,
    says_too_little,
)
from proposals.model import Proposal
from proposals.unlinked import seemingly_superseded

# Days that a proposal waits before somebody should ask whether it is still wanted.
OLD_AFTER = 180
# Days after which nobody is likely to come back to what was rejected.
SETTLED_AFTER = 90

_HISTORY_NOTE = (
    "a text that is dropped leaves the working tree; git keeps what was committed, in its history"
)
LINK_NOTE = (
    "`link` is advice that --apply leaves alone: if it is right, say in the newer record what it "
    "supersedes, then run mneme check --fix; or write a new one with mneme new --supersedes"
)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that could be done, for a person to review.

    `target` is the id of a proposal, or of a record where the op is `link`. `evidence` is what was
    compared, as JSON. `stays` is the proposal that a duplicate is merged into.
    """

    recommended_op: CurationOp
    target: str
    title: str
    reason: str
    confidence: Confidence
    evidence: tuple[dict[str, Any], ...]
    stays: str | None = None

    @property
    def id(self) -> str:
        """What `--only` names: the same in each plan that has the item."""
        return f"{self.recommended_op}:{self.target}"

    def as_json(self) -> dict[str, Any]:
        """The item as it is printed and hashed."""
        return {
            "id": self.id,
            "recommended_op": self.recommended_op,
            "target": self.target,
            "title": self.title,
            "reason": self.reason,
            "confidence": self.confidence,
            "review_required": True,
            "status": "candidate",
            "evidence": list(self.evidence),
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What could be done: at most one item a target, by op and then in the order of the file."""

    items: tuple[Item, ...]

    @property
    def digest(self) -> str:
        """64 hex digits for exactly these items."""
        rows = [item.as_json() for item in self.items]
        text = json.dumps(rows, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know before it is applied."""
        ops = {item.recommended_op for item in self.items}
        return (_HISTORY_NOTE, LINK_NOTE) if "link" in ops else (_HISTORY_NOTE,)


def plan(document: Document, decisions: Sequence[Decision] | None, today: date) -> Plan:
    """What could be tidied today (UTC). `decisions` is None where no records are known.

    Damaged entries, and proposals whose acceptance is under way, are left alone. Where several
    things are wrong with one, the first of these families says what to do.
    """
    waiting = [p for p in document.proposals if p.status == "proposed" and not p.accepting]
    canon = Canon(decisions)
    duplicates = list(_duplicates(waiting))
    found = (
        *duplicates,
        *_already_decided(waiting, canon),
        *_outdated(waiting, canon),
        *_low_content(waiting),
        *_old(waiting, duplicates, today),
        *_droppable(document.proposals, today),
        *_unlinked(decisions or ()),
    )
    items: dict[str, Item] = {}
    for item in found:
        items.setdefault(item.target, item)
    ranks = {op: rank for rank, op in enumerate(CURATION_OPS)}
    return Plan(tuple(sorted(items.values(), key=lambda item: ranks[item.recommended_op])))


def _duplicates(waiting: Sequence[Proposal]) -> Iterator[Item]:
    """The later ones of those that say nearly the same as an earlier one that stays."""
    ordered = sorted(waiting, key=lambda proposal: proposal.proposed_at)
    gone: set[int] = set()
    for later, earlier, share in near_pairs([said_by(p.candidate) for p in ordered], NEAR):
        target, stays = ordered[later], ordered[earlier]
        same = target.content_key == stays.content_key
        # Of few words most are shared by chance.
        thin = says_too_little(target.candidate) or says_too_little(stays.candidate)
        if later in gone or earlier in gone or (thin and not same):
            continue
        gone.add(later)
        evidence = {
            "compared_with": stays.proposal_id,
            "word_overlap": round(share, 2),
            "same_words": same,
            "proposed_at": target.proposed_at,
            "their_proposed_at": stays.proposed_at,
        }
        reason = f"it says the same as {stays.proposal_id}, which was submitted first and stays"
        confidence: Confidence = "high" if same else "medium"
        yield _item("merge", target, reason, confidence, evidence, stays=stays.proposal_id)


def _already_decided(waiting: Sequence[Proposal], canon: Canon) -> Iterator[Item]:
    for proposal in waiting:
        words = said_by(proposal.candidate)
        shares = {
            d.id: round(overlap(words, decided_by(d)), 2) for d in canon.saying(proposal.candidate)
        }
        if shares:
            evidence = [{"compared_with": i, "word_overlap": share} for i, share in shares.items()]
            reason = f"a decision in force says it already: {', '.join(shares)}"
            yield _item("reject", proposal, reason, "medium", *evidence)


def _outdated(waiting: Sequence[Proposal], canon: Canon) -> Iterator[Item]:
    """Those that rest on a superseded decision."""
    for proposal in waiting:
        related = (d for i in proposal.candidate.related_decision_ids for d in canon.named(i))
        gone = {d.id: list(d.superseded_by) for d in related if d.lifecycle == "superseded"}
        if gone:
            evidence = [{"related_decision_id": i, "superseded_by": by} for i, by in gone.items()]
            reason = f"it rests on a superseded decision: {', '.join(gone)}"
            yield _item("reject", proposal, reason, "medium", *evidence)


def _low_content(waiting: Sequence[Proposal]) -> Iterator[Item]:
    for proposal in waiting:
        if says_too_little(proposal.candidate):
            evidence = {"characters": len(proposal.candidate.statement.strip())}
            reason = "it says too little to decide on"
            yield _item("reject", proposal, reason, "medium", evidence)


def _old(waiting: Sequence[Proposal], duplicates: Sequence[Item], today: date) -> Iterator[Item]:
    """Those that wait for long, since they were submitted, submitted alike, or last reopened."""
    again: dict[str | None, str] = {}
    for item in duplicates:
        submitted = item.evidence[0]["proposed_at"]
        again[item.stays] = max(submitted, again.get(item.stays, ""))
    for proposal in waiting:
        reopened = proposal.decided.at if proposal.decided else ""
        since = max(proposal.proposed_at, reopened, again.get(proposal.proposal_id, ""))
        if _is_past(since, OLD_AFTER, today):
            evidence = {"waits_since": since, "limit_in_days": OLD_AFTER}
            reason = f"nobody has decided it for more than {OLD_AFTER} days"
            yield _item("reject", proposal, reason, "low", evidence)


def _droppable(proposals: Iterable[Proposal], today: date) -> Iterator[Item]:
    for proposal in proposals:
        if proposal.status == "rejected" and not proposal.payload_dropped:
            at = proposal.decided.at if proposal.decided else None
            settled = at is not None and _is_past(at, SETTLED_AFTER, today)
            evidence = {"rejected_at": at, "limit_in_days": SETTLED_AFTER, "past_limit": settled}
            reason = "it is rejected; its text may go, and a tombstone keeps the idea rejected"
            confidence: Confidence = "high" if settled else "low"
            yield _item("drop_payload", proposal, reason, confidence, evidence)


def _unlinked(decisions: Sequence[Decision]) -> Iterator[Item]:
    for found in seemingly_superseded(decisions):
        decision, title = found.decision, found.decision.record.title or ""
        yield Item("link", decision.id, title, found.reason, found.confidence, (found.evidence,))


def _item(
    op: CurationOp,
    proposal: Proposal,
    reason: str,
    confidence: Confidence,
    *evidence: dict[str, Any],
    stays: str | None = None,
) -> Item:
    title = proposal.candidate.title
    return Item(op, proposal.proposal_id, title, reason, confidence, evidence, stays)


def _is_past(moment: str, days: int, today: date) -> bool:
    """Whether more days than these have passed since; not where the moment cannot be read."""
    try:
        return date.fromisoformat(moment[:10]) + timedelta(days) < today
    except (ValueError, OverflowError):
        return False
