"""Two changes made one: nothing is lost, and two decisions are a conflict."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.errors import MnemeError
from proposals import transitions
from proposals.document import Document, changed, document_of, dump, empty, load
from proposals.entries import new_proposal
from proposals.merging import Merged, merge
from proposals.model import Candidate, Decided, Proposal, Provenance
from proposals.store import add

ADA = Decided("Ada", "2026-03-05T12:00:00Z", "it costs too much")
BOB = Decided("Bob", "2026-03-06T12:00:00Z", "there is no place")


def proposal(name: str, at: str = "2026-01-01T00:00:00Z") -> Proposal:
    source = Provenance("a", "b", "c")
    return new_proposal(Candidate(f"Use {name}", f"We use {name} here.", source), at)


X, Y, Z = map(proposal, "XYZ")
ID = X.proposal_id


def having(*proposals: Proposal) -> Document:
    document = empty()
    for one in proposals:
        document, _ = add(document, one)
    return document


def without_key(document: Document, key: str) -> Document:
    return document_of({k: v for k, v in document.data.items() if k != key})


def with_key(document: Document, key: str, value: Any) -> Document:
    return document_of({**document.data, key: value})


def ids(document: Document) -> list[str]:
    return [one.proposal_id for one in document.proposals]


def merged(base: Document, ours: Document, theirs: Document) -> Document:
    """The merge, which is no conflict and the same the other way round up to order."""
    found = merge(base, ours, theirs)
    assert found.conflicts == ()
    other = merge(base, theirs, ours)
    assert other.conflicts == ()
    assert unordered(found.document) == unordered(other.document)
    return load(dump(found.document), "merged")


def unordered(document: Document) -> Any:
    rows = json.loads(json.dumps(document.data))
    for key in ("proposals", "tombstones"):
        if key in rows:
            rows[key] = sorted(json.dumps(row, sort_keys=True) for row in rows[key])
    return rows


BASE = having(X)
REJECTED = transitions.reject(BASE, ID, ADA)
DROPPED = transitions.drop_payload(REJECTED, ID)
ACCEPTED = transitions.accept(BASE, ID, "ADR-0004", BOB)
REOPENED = transitions.reopen(REJECTED, ID, BOB)
BEGUN = transitions.begin_accepting(BASE, ID, "digest")
LOST = changed(REJECTED, ID, {"decided": None})
KEPT = changed(REJECTED, ID, {"x": 1})
NAMELESSLY = changed(BASE, ID, {"status": "accepted", "accepted_decision_id": "ADR-0009"})
NOTED = changed(BASE, ID, {"x-note": "seen"})


def test_what_is_new_on_either_side_stands_in_order() -> None:
    found = merged(BASE, having(X, Z), having(X, Y))
    assert ids(found) == [X.proposal_id, Z.proposal_id, Y.proposal_id]


CLEAN: dict[str, tuple[Document, Document, Document, Document]] = {
    "nothing": (BASE, BASE, BASE, BASE),
    "one side decided": (BASE, BASE, REJECTED, REJECTED),
    "both decided alike": (BASE, ACCEPTED, ACCEPTED, ACCEPTED),
    "a decision beats what was begun": (BASE, BEGUN, REJECTED, REJECTED),
    "what was begun was finished": (BEGUN, BEGUN, ACCEPTED, ACCEPTED),
    "and given up": (BEGUN, BEGUN, BASE, BASE),
    "both are new, one decided": (empty(), BASE, REJECTED, REJECTED),
    "both are new, one begun": (empty(), BASE, BEGUN, BEGUN),
    "reopened on one side": (REJECTED, REJECTED, REOPENED, REOPENED),
    "dropped on one side": (REJECTED, REJECTED, DROPPED, DROPPED),
    "rejected, and rejected and dropped": (BASE, REJECTED, DROPPED, DROPPED),
    "waiting, and rejected and dropped": (BASE, NOTED, DROPPED, DROPPED),
    "new here, dropped there": (empty(), BASE, DROPPED, DROPPED),
    "a tombstone taken away alone stays": (DROPPED, empty(), DROPPED, DROPPED),
    "a tombstone taken away and the idea sent again": (DROPPED, BASE, DROPPED, DROPPED),
    "a tombstone, and an entry that a person reopened": (DROPPED, REOPENED, DROPPED, REOPENED),
    "a reason that another program lost": (REJECTED, LOST, REJECTED, REJECTED),
    "a reason that both sides lost": (REJECTED, LOST, changed(LOST, ID, {"x": 1}), KEPT),
    "a rejection that nobody took back": (REJECTED, BASE, REJECTED, REJECTED),
    "a rejection without a name that nobody took back": (LOST, BASE, LOST, LOST),
    "a reopening that another program lost": (REOPENED, BASE, REOPENED, REOPENED),
    "rejected by another program": (REOPENED, REOPENED, LOST, LOST),
    "accepted by another program": (BASE, NAMELESSLY, BEGUN, NAMELESSLY),
    "an entry that a side lost": (REJECTED, empty(), REJECTED, REJECTED),
}


@pytest.mark.parametrize("case", CLEAN)
def test_what_only_one_side_changed_or_decided_holds(case: str) -> None:
    base, ours, theirs, expected = CLEAN[case]
    found = merged(base, ours, theirs)
    assert found.data["proposals"] == expected.data["proposals"]
    assert found.data.get("tombstones", []) == expected.data.get("tombstones", [])


CONFLICTS: dict[str, tuple[Document, Document, Document, str, str]] = {
    "rejected and accepted": (BASE, REJECTED, ACCEPTED, "rejected by Ada", "accepted as ADR-0004"),
    "rejected twice": (
        BASE,
        REJECTED,
        transitions.reject(BASE, ID, BOB),
        "it costs too much",
        "there is no place",
    ),
    "accepted twice": (
        BASE,
        ACCEPTED,
        transitions.accept(BASE, ID, "ADR-0005", BOB),
        "as ADR-0004",
        "as ADR-0005",
    ),
    "both are new": (empty(), REJECTED, ACCEPTED, "rejected", "accepted"),
    "reopened and dropped": (REJECTED, REOPENED, DROPPED, "reopened by Bob", "rejected by Ada"),
    "reopened in two ways": (
        REJECTED,
        REOPENED,
        transitions.reopen(REJECTED, ID, ADA),
        "reopened by Bob",
        "reopened by Ada",
    ),
    "accepted and dropped": (BASE, ACCEPTED, DROPPED, "accepted", "rejected"),
    "begun twice": (
        BASE,
        BEGUN,
        transitions.begin_accepting(BASE, ID, "other"),
        "an acceptance of digest",
        "an acceptance of other",
    ),
}


@pytest.mark.parametrize("case", CONFLICTS)
def test_two_decisions_are_a_conflict_and_ours_stands(case: str) -> None:
    base, ours, theirs, said, said_there = CONFLICTS[case]
    theirs, _ = add(theirs, Y)
    found = merge(base, ours, theirs)
    (conflict,) = found.conflicts
    assert conflict.about == ID
    assert said in conflict.ours
    assert said_there in conflict.theirs
    assert found.document.get(ID) == ours.get(ID)
    assert found.document.get(Y.proposal_id) == Y, "all else is merged"
    (mirrored,) = merge(base, theirs, ours).conflicts
    assert (mirrored.ours, mirrored.theirs) == (conflict.theirs, conflict.ours)


def test_the_same_proposal_sent_on_two_branches_was_first_sent_once() -> None:
    early, late = proposal("X", "2026-01-01T00:00:00Z"), proposal("X", "2026-02-01T00:00:00Z")
    found = merged(empty(), having(late), having(early))
    assert found.proposals == (early,)


def test_unknown_keys_of_both_sides_survive() -> None:
    ours = with_key(changed(REJECTED, ID, {"x-ours": 1}), "x-top-ours", [1])
    theirs = with_key(changed(BASE, ID, {"x-theirs": {"a": 2}}), "x-top-theirs", None)
    found = merged(BASE, ours, theirs)
    (entry,) = found.data["proposals"]
    assert (entry["status"], entry["x-ours"], entry["x-theirs"]) == ("rejected", 1, {"a": 2})
    assert (found.data["x-top-ours"], found.data["x-top-theirs"]) == ([1], None)


def test_a_key_that_both_sides_changed_is_a_conflict() -> None:
    for change in (
        lambda value: with_key(BASE, "x-top", value),
        lambda value: changed(BASE, ID, {"x-note": value}),
    ):
        assert merge(change(1), change(1), change(2)).conflicts == ()
        (conflict,) = merge(BASE, change(1), change(True)).conflicts
        assert conflict.about.startswith("`x-")
        assert (conflict.ours, conflict.theirs) == ("1", "true")


DAMAGED = load(dump(BASE).replace(b"We use X", b"We use Q"), "x")
DAMAGED_MORE = load(dump(BASE).replace(b"We use X", b"We use R"), "x")
NAMELESS = with_key(BASE, "proposals", [*BASE.data["proposals"], {"odd": 1}, {"odd": 1}, 7])


def test_damaged_entries_are_kept_as_they_are() -> None:
    assert merged(DAMAGED, DAMAGED, having(Y)).data["proposals"][0] == DAMAGED.data["proposals"][0]
    assert merged(empty(), DAMAGED, empty()).data == DAMAGED.data
    assert merged(BASE, NAMELESS, NAMELESS).data == NAMELESS.data
    assert merged(BASE, BASE, NAMELESS).data == NAMELESS.data
    mended = merged(DAMAGED, DAMAGED, BASE)
    assert (mended.get(ID), mended.damaged) == (X, ())


@pytest.mark.parametrize(
    ("base", "ours", "theirs"),
    [
        (BASE, BASE, DAMAGED),
        (BASE, REJECTED, DAMAGED),
        (DAMAGED, DAMAGED, DAMAGED_MORE),
        (DAMAGED, REJECTED, DAMAGED_MORE),
        (empty(), DAMAGED, DROPPED),
    ],
)
def test_damage_never_wins(base: Document, ours: Document, theirs: Document) -> None:
    (conflict,) = merge(base, ours, theirs).conflicts
    assert "a damaged entry" in conflict.theirs + conflict.ours
    assert merge(base, ours, theirs).document.data["proposals"] == ours.data["proposals"]


def test_what_is_damaged_in_the_base_alone_is_no_base() -> None:
    found = merge(with_key(empty(), "proposals", [{"proposal_id": ID}]), REJECTED, NOTED)
    assert found.conflicts == ()
    assert found.document.get(ID) == REJECTED.get(ID)
    assert found.document.data["proposals"][0]["x-note"] == "seen"


def test_moved_to_the_tombstones_stands_behind_ours() -> None:
    both = transitions.reject(having(X, Y), Y.proposal_id, BOB)
    base = transitions.reject(both, ID, ADA)
    ours = transitions.drop_payload(base, Y.proposal_id)
    theirs = transitions.drop_payload(base, ID)
    found = merged(base, ours, theirs)
    assert ids(found) == [Y.proposal_id, ID]
    assert found.data["proposals"] == []


STEPS: list[Callable[[Document, str], Document]] = [
    lambda d, i: transitions.reject(d, i, ADA),
    lambda d, i: transitions.reject(d, i, BOB),
    lambda d, i: transitions.reopen(d, i, BOB),
    lambda d, i: transitions.accept(d, i, "ADR-0004", ADA),
    lambda d, i: transitions.accept(d, i, "ADR-0005", BOB),
    lambda d, i: transitions.begin_accepting(d, i, "digest"),
    lambda d, i: transitions.drop_payload(d, i),
    lambda d, i: changed(d, i, {"x-note": "seen"}),
    lambda d, i: with_key(d, "x-top", i),
]
Change = tuple[Proposal, list[Callable[[Document, str], Document]]]
changes = st.lists(
    st.tuples(st.sampled_from([X, Y, Z]), st.lists(st.sampled_from(STEPS), max_size=3)), max_size=4
)


def after(document: Document, done: list[Change]) -> Document:
    for one, steps in done:
        if document.get(one.proposal_id) is None:
            document, _ = add(document, one)
        for step in steps:
            try:
                document = step(document, one.proposal_id)
            except MnemeError:
                continue
    return document


@settings(derandomize=True, deadline=None, max_examples=400)
@given(changes, changes, changes)
def test_what_holds_of_every_merge(
    before: list[Change], here: list[Change], there: list[Change]
) -> None:
    base = after(empty(), before)
    ours, theirs = after(base, here), after(base, there)
    found = merge(base, ours, theirs)
    document = load(dump(found.document), "merged")
    assert document.damaged == ()
    assert set(ids(document)) == set(ids(ours)) | set(ids(theirs)), "no id is lost"
    assert merge(base, ours, ours) == Merged(ours, ())
    assert merge(base, base, theirs).conflicts == ()
    assert unordered(merge(base, base, theirs).document) == unordered(theirs)
    mirrored = merge(base, theirs, ours)
    assert {c.about for c in mirrored.conflicts} == {c.about for c in found.conflicts}
    if not found.conflicts:
        assert unordered(mirrored.document) == unordered(document)
        again = merge(base, document, theirs)
        assert (unordered(again.document), again.conflicts) == (unordered(document), ())
    doubtful = {conflict.about for conflict in found.conflicts}
    for side in (ours, theirs):
        for one in side.proposals:
            kept = document.get(one.proposal_id)
            assert kept is not None
            origin = base.get(one.proposal_id)
            newly = one.decided is not None and (origin is None or one.decided != origin.decided)
            if newly and one.proposal_id not in doubtful:
                assert (kept.status, kept.decided) == (one.status, one.decided)
