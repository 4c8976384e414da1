"""What a plan says, and that it says it again until something happens."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from adr_schema.resolved import Decision
from compiler.errors import RefusedError, UsageError
from compiler.pipeline import compile_project
from compiler.project import open_project
from proposals import transitions
from proposals.applying import Applied, apply_plan
from proposals.curation import OLD_AFTER, SETTLED_AFTER, Item, Plan, plan
from proposals.document import Document, changed, dump, empty, load
from proposals.duplicates import near_pairs, overlap
from proposals.entries import new_proposal
from proposals.intake import propose
from proposals.model import Candidate, Decided, Proposal, Provenance
from proposals.refusals import StalePlanError
from proposals.store import MemoryStore, add

TODAY = date(2026, 6, 1)
ADA = Decided("Ada <ada@example.com>", "2026-05-30T12:00:00Z", "it costs too much")
INDEX = "The local index is one SQLite file below the cache folder."
Decisions = Callable[..., Sequence[Decision]]


def proposal(
    title: str = "Use SQLite",
    statement: str = INDEX,
    *,
    by: str = "agent-a",
    at: str = "2026-05-01T00:00:00Z",
    related: tuple[str, ...] = (),
) -> Proposal:
    candidate = Candidate(title, statement, Provenance(by, "agent", "pr-1"))
    return new_proposal(
        Candidate(title, statement, candidate.provenance, related_decision_ids=related), at
    )


def document_of(*proposals: Proposal) -> Document:
    document = empty()
    for one in proposals:
        document, _ = add(document, one)
    return document


def rows(found: Plan) -> list[tuple[str, str]]:
    return [(item.recommended_op, item.target) for item in found.items]


@pytest.fixture
def decisions(write_files: Callable[..., Path]) -> Decisions:
    """Compile records given by number: (title, decision, further front matter lines)."""

    def compiled(**records: tuple[str, str, str]) -> Sequence[Decision]:
        texts = {
            f"adr/{name[1:]}-x.md": (
                f"---\nid: ADR-{name[1:]}\ntitle: {title}\nstatus: accepted\n"
                f"{front}---\n# {title}\n\n## Decision\n\n{text}\n"
            )
            for name, (title, text, front) in records.items()
        }
        return compile_project(open_project("adr", write_files(texts))).decisions

    return compiled


def test_nothing_to_do_is_a_plan_too() -> None:
    found = plan(empty(), None, TODAY)
    assert (found.items, len(found.digest)) == ((), 64)
    assert plan(document_of(proposal()), None, TODAY).digest == found.digest


def test_the_earliest_submitted_of_those_that_say_the_same_stays() -> None:
    """The file's order is that of a merge of branches, not that of time."""
    late = proposal(by="b", at="2026-05-03T00:00:00Z")
    first = proposal(by="a", at="2026-05-01T00:00:00Z")
    near = proposal("Use one SQLite", f"{INDEX} Always.", at="2026-05-02T00:00:00Z")
    other = proposal("Write logs", "Every service writes one JSON object a line.")
    found = plan(document_of(late, near, first, other), None, TODAY)
    assert rows(found) == [("merge", near.proposal_id), ("merge", late.proposal_id)]
    assert {item.stays for item in found.items} == {first.proposal_id}
    assert [item.confidence for item in found.items] == ["medium", "high"]
    assert found.items[0].evidence[0]["compared_with"] == first.proposal_id
    assert 0.6 <= found.items[0].evidence[0]["word_overlap"] < 1


def test_what_a_decision_says_or_what_rests_on_a_superseded_one(decisions: Decisions) -> None:
    said = proposal()
    resting = proposal("Keep files", "Reports are kept in plain files.", related=("ADR-1",))
    fine = proposal("Write logs", "Every service writes one line.", related=("ADR-0002",))
    known = decisions(
        _0001=("Use files", "Plain files.", "date: 2024-01-01\n"),
        _0002=("Use SQLite", INDEX, "date: 2024-02-01\nsupersedes: [ADR-0001]\n"),
    )
    found = plan(document_of(resting, said, fine), known, TODAY)
    assert rows(found) == [("reject", said.proposal_id), ("reject", resting.proposal_id)]
    already, outdated = found.items
    assert already.evidence == ({"compared_with": "ADR-0002", "word_overlap": 1.0},)
    assert outdated.evidence == (
        {"related_decision_id": "ADR-0001", "superseded_by": ["ADR-0002"]},
    )
    assert plan(document_of(resting, said, fine), None, TODAY).items == ()


def test_what_says_too_little() -> None:
    short = proposal("Use queues", "We use it.")
    repeated = proposal("Use a queue for all the mail", "use a queue, for all the mail!")
    found = plan(document_of(short, repeated), None, TODAY)
    assert rows(found) == [("reject", short.proposal_id), ("reject", repeated.proposal_id)]


def test_few_words_are_no_duplicate_of_other_few_words() -> None:
    short, other = proposal("Use Y", "We use it."), proposal("Use Z", "We use it.")
    again = proposal("Use Y", "We use it!", by="b", at="2026-05-02T00:00:00Z")
    found = plan(document_of(short, other, again), None, TODAY)
    assert rows(found) == [
        ("merge", again.proposal_id),
        ("reject", short.proposal_id),
        ("reject", other.proposal_id),
    ]


AT_LIMIT = "2025-12-03T23:59:59Z"
PAST_LIMIT = "2025-12-02T23:59:59Z"


@pytest.mark.parametrize(
    ("at", "old"),
    [
        (AT_LIMIT, False),
        (PAST_LIMIT, True),
        ("2027-01-01T00:00:00Z", False),
        ("yesterday", False),
        ("", False),
        ("0001-01-01", True),
    ],
)
def test_waiting_for_long_is_told_from_what_the_entry_says(at: str, old: bool) -> None:
    assert OLD_AFTER == 180
    waiting = proposal(at=at)
    assert rows(plan(document_of(waiting), None, TODAY)) == (
        [("reject", waiting.proposal_id)] if old else []
    )


def test_what_was_reopened_or_sent_again_lately_is_not_old() -> None:
    old = proposal(at=PAST_LIMIT)
    rejected = transitions.reject(document_of(old), old.proposal_id, ADA)
    reopened = transitions.reopen(rejected, old.proposal_id, ADA)
    assert plan(reopened, None, TODAY).items == ()
    again = proposal(by="agent-b")
    found = plan(document_of(old, again), None, TODAY)
    assert rows(found) == [("merge", again.proposal_id)]


@pytest.mark.parametrize(
    ("at", "confidence"),
    [("2026-03-02T00:00:00Z", "high"), ("2026-03-04T00:00:00Z", "low"), (None, "low")],
)
def test_text_of_what_is_rejected_may_be_dropped(at: str | None, confidence: str) -> None:
    assert SETTLED_AFTER == 90
    gone = proposal()
    document = transitions.reject(document_of(gone), gone.proposal_id, ADA)
    decided = {"by": "Ada", "at": at, "reason": "no"} if at else None
    document = changed(document, gone.proposal_id, {"decided": decided})
    (item,) = plan(document, None, TODAY).items
    assert (item.recommended_op, item.target) == ("drop_payload", gone.proposal_id)
    assert item.confidence == confidence
    dropped = transitions.drop_payload(document, gone.proposal_id)
    assert plan(dropped, None, TODAY).items == ()


def test_accepted_damaged_and_half_accepted_ones_are_left_alone() -> None:
    accepted, begun, damaged = (proposal(t, "We use it.") for t in ("Use A", "Use B", "Use C"))
    document = document_of(accepted, begun, damaged)
    document = transitions.accept(document, accepted.proposal_id, "ADR-1", ADA)
    document = transitions.begin_accepting(document, begun.proposal_id, "digest")
    document = load(dump(document).replace(b"Use C", b"Use D"), "x")
    assert len(document.damaged) == 1
    assert plan(document, None, TODAY).items == ()


def test_an_item_has_what_a_reviewer_needs() -> None:
    document = document_of(proposal(), proposal(by="b", at="2026-05-02T00:00:00Z"))
    (item,) = plan(document, None, TODAY).items
    row = item.as_json()
    assert (row["review_required"], row["status"]) == (True, "candidate")
    assert row["id"] == f"merge:{row['target']}"
    assert row["reason"]
    assert row["evidence"]


def test_digest_is_the_same_until_something_happens() -> None:
    old, new = proposal(at=PAST_LIMIT), proposal("Use Y", "We use it.")
    document = document_of(old, new)
    found = plan(document, None, TODAY)
    assert len(found.items) == 2
    read_again = load(dump(document), "x")
    assert plan(read_again, None, date(2026, 7, 1)).digest == found.digest
    assert plan(document_of(old), None, TODAY).digest != found.digest


RECORDS: dict[str, tuple[dict[str, tuple[str, str, str]], list[tuple[str, str, str]]]] = {
    "it says so in a sentence": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-01-01\n"),
            "_0002": ("Use SQLite", "With this we replace ADR-0001.", "date: 2024-02-01\n"),
        },
        [("ADR-0001", "ADR-0002", "medium")],
    ),
    "the other says so": (
        {
            "_0001": ("Use files", "By now this was replaced by ADR-2.", "date: 2024-01-01\n"),
            "_0002": ("Use SQLite", "One file.", "date: 2024-02-01\n"),
        },
        [("ADR-0001", "ADR-0002", "medium")],
    ),
    "an older one replaces nothing": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-03-01\n"),
            "_0002": ("Use SQLite", "With this we replace ADR-0001.", "date: 2024-02-01\n"),
        },
        [],
    ),
    "it is declared": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-01-01\n"),
            "_0002": (
                "Use SQLite",
                "With this we replace ADR-0001.",
                "date: 2024-02-01\nsupersedes: [ADR-0001]\n",
            ),
        },
        [],
    ),
    "it is joined otherwise": (
        {
            "_0001": ("Use files", INDEX, "date: 2024-01-01\n"),
            "_0002": ("Use files", INDEX, "date: 2024-02-01\nrelates_to: [ADR-0001]\n"),
        },
        [],
    ),
    "it is denied": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-01-01\n"),
            "_0002": ("Use SQLite", "This does not replace ADR-0001.", "date: 2024-02-01\n"),
        },
        [],
    ),
    "it is an example": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-01-01\n"),
            "_0002": (
                "Use SQLite",
                "A file.\n\n```\nWe replace ADR-0001.\n```\n\n> We replace ADR-0001.",
                "date: 2024-02-01\n",
            ),
        },
        [],
    ),
    "it governs the same scope": (
        {
            "_0001": ("Use files", "Plain files.", "date: 2024-01-01\nscope: storage\n"),
            "_0002": ("Use SQLite", "One file.", "date: 2024-02-01\nscope: storage\n"),
        },
        [("ADR-0001", "ADR-0002", "low")],
    ),
    "it says nearly the same": (
        {
            "_0001": ("Use SQLite", INDEX, "date: 2024-01-01\n"),
            "_0002": ("Use SQLite", f"{INDEX} Always.", "date: 2024-02-01\n"),
        },
        [("ADR-0001", "ADR-0002", "low")],
    ),
    "nothing tells which is newer": (
        {
            "_0001": ("Use SQLite", INDEX, "date: 2024-01-01\n"),
            "_0002": ("Use SQLite", INDEX, "date: 2024-01-01\n"),
        },
        [],
    ),
}


@pytest.mark.parametrize("case", RECORDS)
def test_records_that_look_superseded(case: str, decisions: Decisions) -> None:
    records, expected = RECORDS[case]
    found = plan(empty(), decisions(**records), TODAY)
    assert [
        (item.target, item.evidence[0]["compared_with"], item.confidence) for item in found.items
    ] == expected
    assert {item.recommended_op for item in found.items} <= {"link"}


def test_pairs_are_those_that_comparing_all_would_find() -> None:
    words = ["use", "one", "file", "a", "queue", "for", "mail", "and", "logs", "now"]
    texts = [frozenset(words[n % 4 : n % 4 + 3 + n % 5]) for n in range(40)] + [frozenset[str]()]
    for near in (0.3, 0.6, 0.8, 1.0):
        plain = {
            (later, earlier)
            for later in range(len(texts))
            for earlier in range(later)
            if overlap(texts[later], texts[earlier]) >= near
        }
        assert {(later, earlier) for later, earlier, _ in near_pairs(texts, near)} == plain
        assert plain


def applied(
    store: MemoryStore, *only: str, digest: str | None = None, known: Any = None
) -> Applied:
    def plan_of(document: Document) -> Plan:
        return plan(document, known, TODAY)

    return apply_plan(store, plan_of, digest or plan_of(store.read()).digest, only, ADA)


@pytest.fixture
def store() -> MemoryStore:
    """One proposal and its copy by another sender, and a third that says too little."""
    made = MemoryStore()
    for one in (
        proposal(),
        proposal(by="b", at="2026-05-02T00:00:00Z"),
        proposal("Use Y", "We use it."),
    ):
        made.add(one)
    return made


def submit(store: MemoryStore, by: str) -> Any:
    source = {"producer_name": by, "producer_type": "agent", "source_reference": "pr-1"}
    sent = {"title": "Use SQLite", "statement": INDEX, "provenance": source}
    (outcome,) = propose(store, [sent])
    return outcome


def test_a_plan_is_carried_out_as_it_was_reviewed(store: MemoryStore) -> None:
    first, copy, short = store.proposals
    done = applied(store)
    assert [(d.item.target, d.old_status, d.new_status) for d in done.done] == [
        (copy.proposal_id, "proposed", "rejected"),
        (short.proposal_id, "proposed", "rejected"),
    ]
    decided = store.get(copy.proposal_id).decided
    assert decided is not None
    assert (decided.by, decided.at, decided.duplicate_of) == (ADA.by, ADA.at, first.proposal_id)
    assert first.proposal_id in decided.reason
    assert store.get(first.proposal_id) == first
    gone = applied(store)
    assert [d.new_status for d in gone.done] == ["dropped", "dropped"]
    assert store.get(copy.proposal_id).payload_dropped
    assert store.get(copy.proposal_id).decided == decided


def test_another_plan_is_refused(store: MemoryStore) -> None:
    reviewed = plan(store.read(), None, TODAY).digest
    store.add(proposal("Use Z", "We use it."))
    before = store.read()
    with pytest.raises(StalePlanError) as refused:
        applied(store, digest=reviewed)
    assert reviewed in refused.value.message
    assert plan(before, None, TODAY).digest in refused.value.message
    assert store.read() is before


def test_only_what_is_named(store: MemoryStore) -> None:
    _, copy, short = store.proposals
    done = applied(store, f"reject:{short.proposal_id}")
    assert [d.item.target for d in done.done] == [short.proposal_id]
    assert [item.target for item, _ in done.skipped] == [copy.proposal_id]
    assert store.get(copy.proposal_id).status == "proposed"
    assert len(applied(store, copy.proposal_id[:16]).done) == 1


@pytest.mark.parametrize("name", ["dprop-", "dprop-0", "reject", ""])
def test_a_name_that_is_no_item_changes_nothing(name: str, store: MemoryStore) -> None:
    before = store.read()
    with pytest.raises(UsageError, match="item"):
        applied(store, name)
    assert store.read() is before


def test_a_link_is_advice_and_never_done(decisions: Decisions, store: MemoryStore) -> None:
    known = decisions(**RECORDS["it says so in a sentence"][0])
    done = applied(store, known=known)
    assert [(item.target, item.recommended_op) for item, _ in done.skipped] == [
        ("ADR-0001", "link")
    ]
    assert len(done.done) == 2
    with pytest.raises(RefusedError, match="advice"):
        applied(store, "ADR-0001", known=known)


def test_a_duplicate_answers_with_the_one_that_stayed(store: MemoryStore) -> None:
    """Rejecting a copy says nothing about the idea, which waits in the one that stays."""
    first, copy, _ = store.proposals
    applied(store, copy.proposal_id)
    own = submit(store, "agent-a")
    assert (own.created, own.proposal, own.notices) == (False, first, ())
    third = submit(store, "agent-c")
    assert (third.created, third.proposal) == (False, first)
    assert third.notices[0].code == "previously_rejected"
    assert first.proposal_id in third.notices[0].message
    again = submit(store, "b")
    assert (again.created, again.proposal.proposal_id) == (False, copy.proposal_id)


@pytest.mark.parametrize("dropped", [False, True])
def test_an_idea_stays_rejected_with_the_one_that_stayed(dropped: bool, store: MemoryStore) -> None:
    first, copy, _ = store.proposals
    applied(store, copy.proposal_id)
    store.update(lambda d: (transitions.reject(d, first.proposal_id, ADA), None))
    if dropped:
        store.update(lambda d: (transitions.drop_payload(d, first.proposal_id), None))
    third = submit(store, "agent-c")
    assert (third.created, third.proposal.proposal_id) == (False, first.proposal_id)
    assert ADA.reason in third.notices[0].message


def test_an_idea_that_is_reopened_is_not_held_back_by_its_duplicates(store: MemoryStore) -> None:
    first, copy, _ = store.proposals
    applied(store, copy.proposal_id)
    for step in (transitions.reject, transitions.reopen):
        store.update(lambda d, step=step: (step(d, first.proposal_id, ADA), None))
    assert submit(store, "agent-a").notices == ()
    store.update(lambda d: (transitions.reject(d, first.proposal_id, ADA), None))
    store.update(lambda d: (transitions.drop_payload(d, first.proposal_id), None))
    store.update(lambda d: (transitions.reopen(d, first.proposal_id, ADA), None))
    assert submit(store, "agent-c").created


def test_duplicates_that_name_each_other_do_not_hang(store: MemoryStore) -> None:
    first, copy, _ = store.proposals
    for one, other in ((first, copy), (copy, first)):
        decided = Decided("Ada", "2026-05-30T12:00:00Z", "no", other.proposal_id)
        store.update(lambda d, o=one, x=decided: (transitions.reject(d, o.proposal_id, x), None))
    assert not submit(store, "agent-c").created


def test_items_say_of_which_kind_they_are() -> None:
    item = Item("link", "ADR-0001", "X", "why", "low", ({},))
    assert Plan((item,)).notes[-1].startswith("`link` is advice")
    assert "git keeps what was committed" in Plan(()).notes[0]
