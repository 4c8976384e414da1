"""Rules about the file of proposals and the records that came from it (PRP6xx)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import Record
from compiler.checks import Check
from compiler.checks.facts import Facts
from compiler.corpus import listed
from compiler.findings import diagnostic
from compiler.links import Resolver
from proposals.document import Damaged, Document
from proposals.kept import Kept, kept_in
from proposals.model import PROPOSALS_FILE, Proposal
from proposals.refusals import StoreError


def judge_proposals(facts: Facts) -> Iterator[Diagnostic]:
    """Every rule of this module, about the proposals of the same state as the records.

    Where there is no file of them nothing is judged: they are kept elsewhere (`--proposals`). That
    a file went away is for history to say (PRP613).
    """
    kept = _kept(facts)
    if isinstance(kept, Diagnostic):
        yield kept
        return
    if kept is None:
        return
    links = _links(facts, kept.document)
    yield from damaged(kept.document.damaged)
    yield from missing_links(facts, kept, links)
    yield from unfounded(kept.document, links)


def unverified(facts: Facts, named: Set[str]) -> Iterator[Diagnostic]:
    """The rules of this module about records that name a proposal; `named` are the ids. Where one
    is damaged, or the file cannot be used, the claim cannot be verified: the finding is that."""
    kept = _kept(facts)
    if isinstance(kept, Diagnostic):
        yield kept
    elif kept is not None:
        document = kept.document
        yield from damaged(entry for entry in document.damaged if entry.proposal_id in named)
        yield from unfounded(document, _links(facts, document))


CHECKS: tuple[Check, ...] = (judge_proposals,)


def _kept(facts: Facts) -> Kept | Diagnostic | None:
    """The proposals of the state, the finding where they cannot be used, None where there is no
    file of them, or none that belongs to the folder."""
    if facts.project.root is None and not facts.project.sees(PROPOSALS_FILE):
        return None
    try:
        kept = kept_in(facts.project.source)
    except StoreError as error:
        return unusable(error)
    return None if kept.data is None else kept


def unusable(error: StoreError) -> Diagnostic:
    """PRP601: the file as a whole cannot be used."""
    return diagnostic("PRP601", PROPOSALS_FILE, error.place, error.message, error.hint)


def damaged(entries: Iterable[Damaged]) -> Iterator[Diagnostic]:
    """PRP602: an entry that is kept as it is and stands for no proposal."""
    for entry in entries:
        name = entry.proposal_id or f"{entry.list_name}/{entry.number}"
        message = f"{name} is damaged: {entry.reason}"
        hint = "take the entry back from git; it cannot be decided as it is"
        yield diagnostic("PRP602", PROPOSALS_FILE, entry.place, message, hint)


@dataclass(frozen=True, slots=True)
class _Links:
    """Records and accepted proposals, from both ends: `claims` are the records that name a
    proposal, `named` those that an accepted proposal names, by its id."""

    claims: Mapping[str, tuple[Record, ...]]
    named: Mapping[str, tuple[Record, ...]]

    def home(self, proposal: Proposal) -> Record | None:
        """The one record of an accepted proposal: what both ends say. Renumbering changes only
        the record's id, so where they differ it is the one record that names the proposal."""
        claims = self.claims.get(proposal.proposal_id, ())
        agreed = [record for record in self.named[proposal.proposal_id] if record in claims]
        found = agreed or claims
        return found[0] if len(found) == 1 else None


def _links(facts: Facts, document: Document) -> _Links:
    claims = defaultdict(list)
    for record in facts.records:
        if record.proposal is not None:
            claims[record.proposal].append(record)
    accepted = [p for p in document.proposals if p.status == "accepted"]
    resolver = Resolver(facts.records if accepted else ())
    return _Links(
        {identifier: tuple(records) for identifier, records in claims.items()},
        {p.proposal_id: resolver.lookup(p.accepted_decision_id or "").records for p in accepted},
    )


def missing_links(facts: Facts, kept: Kept, links: _Links) -> Iterator[Diagnostic]:
    """PRP603: an accepted proposal without its record.

    Not judged where records are missing: a folder was named, or a file cannot be read. A proposal
    without `decided` was accepted by Mneme 0.9, which writes nothing into a record.
    """
    if not facts.project.sees(PROPOSALS_FILE) or any(c.rejected for c in facts.corpora):
        return
    for proposal in kept.document.proposals:
        if proposal.status != "accepted" or proposal.proposal_id in links.claims:
            continue
        named = links.named[proposal.proposal_id]
        if named and proposal.decided is None:
            continue
        names = f"{proposal.proposal_id} was accepted as {proposal.accepted_decision_id}"
        why = "whose record does not name it" if named else "which is no record"
        hint = "take record and proposal back from git as they were accepted"
        place = kept.places[proposal.proposal_id]
        yield diagnostic("PRP603", PROPOSALS_FILE, place, f"{names}, {why}", hint)


def unfounded(document: Document, links: _Links) -> Iterator[Diagnostic]:
    """PRP605: a record that names a proposal which was not accepted as this record.

    A damaged one has its own finding: what it was is not known.
    """
    broken = {entry.proposal_id for entry in document.damaged}
    for identifier, records in links.claims.items():
        if identifier in broken:
            continue
        proposal = document.get(identifier)
        accepted = proposal is not None and proposal.status == "accepted"
        home = links.home(proposal) if proposal and accepted else None
        for record in records:
            if record is not home:
                message = f"the proposal {identifier} {_standing(proposal, records)}"
                place = record.place_of("proposal", "title")
                yield diagnostic("PRP605", record.path, place, message, _way_out(proposal))


def _standing(proposal: Proposal | None, records: tuple[Record, ...]) -> str:
    """Why records that name a proposal are not what it was accepted as."""
    if proposal is None:
        return f"is not in {PROPOSALS_FILE}"
    if proposal.status == "rejected":
        return "was rejected"
    if proposal.status == "proposed":
        return "is not accepted"
    several = f" and is named by {listed(r.path for r in records)}" if len(records) > 1 else ""
    return f"was accepted as {proposal.accepted_decision_id}{several}"


def _way_out(proposal: Proposal | None) -> str:
    if proposal is not None and proposal.accepting:
        return f"its acceptance was begun: run mneme decision accept {proposal.proposal_id} again"
    return "only mneme decision accept makes a record of a proposal; take away what names it"
