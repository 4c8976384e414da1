"""What a person may do: states, and what never changes (fault 39)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.errors import UsageError
from proposals import transitions
from proposals.document import Document, dump, empty, load
from proposals.entries import new_proposal, read_entry
from proposals.model import Candidate, Decided, Proposal, Provenance
from proposals.refusals import StoreError, TransitionError
from proposals.store import FileStore, add

ADA = Decided("Ada <ada@example.com>", "2026-03-05T12:00:00Z", "it costs too much")
NEW = new_proposal(Candidate("Use X", "We use X here.", Provenance("a", "b", "c")), "2026-01-01")
ID = NEW.proposal_id


@pytest.fixture
def waiting() -> Document:
    return add(empty(), NEW)[0]


def stored(document: Document) -> Proposal:
    """The proposal, as it is read from the file that the document makes."""
    return load(dump(document), "x").find(ID)


def test_acceptance_in_its_steps(waiting: Document) -> None:
    begun = transitions.begin_accepting(waiting, ID[:12], "digest")
    assert (stored(begun).status, stored(begun).accepting) == ("proposed", "digest")
    assert transitions.begin_accepting(begun, ID, "digest") is begun
    done = transitions.accept(begun, ID, "ADR-0004", ADA)
    proposal = stored(done)
    assert (proposal.status, proposal.accepted_decision_id) == ("accepted", "ADR-0004")
    assert (proposal.decided, proposal.accepting) == (ADA, None)
    assert "accepting" not in done.data["proposals"][0]
    assert transitions.accept(done, ID, "ADR-0004", ADA) is done


def test_another_acceptance_is_not_begun_over_the_first(waiting: Document) -> None:
    begun = transitions.begin_accepting(waiting, ID, "digest")
    for step in (
        lambda: transitions.begin_accepting(begun, ID, "other"),
        lambda: transitions.reject(begun, ID, ADA),
    ):
        with pytest.raises(TransitionError, match="is under way"):
            step()
    again = transitions.abandon_accepting(begun, ID)
    assert dump(again) == dump(waiting)
    assert transitions.abandon_accepting(again, ID) is again


def test_a_rejection_keeps_who_when_and_why(waiting: Document) -> None:
    rejected = transitions.reject(waiting, ID, ADA)
    assert (stored(rejected).status, stored(rejected).decided) == ("rejected", ADA)
    assert transitions.reject(rejected, ID, Decided("Bob", "now", "other")) is rejected


@pytest.mark.parametrize("reason", ["", " \n"])
def test_a_rejection_needs_a_reason(waiting: Document, reason: str) -> None:
    with pytest.raises(UsageError, match="reason"):
        transitions.reject(waiting, ID, Decided("Ada", "now", reason))


def test_an_acceptance_needs_a_record(waiting: Document) -> None:
    with pytest.raises(UsageError, match="record"):
        transitions.accept(waiting, ID, "", ADA)


def test_reopening_says_who_did_it(waiting: Document) -> None:
    bob = Decided("Bob", "2026-04-01T00:00:00Z", "prices fell")
    reopened = transitions.reopen(transitions.reject(waiting, ID, ADA), ID, bob)
    assert (stored(reopened).status, stored(reopened).decided) == ("proposed", bob)
    assert stored(transitions.accept(reopened, ID, "ADR-1", ADA)).status == "accepted"


def test_a_tombstone_is_all_that_is_left_of_a_payload(waiting: Document) -> None:
    rejected = transitions.reject(waiting, ID, ADA)
    dropped = transitions.drop_payload(rejected, ID)
    proposal = stored(dropped)
    assert (proposal.status, proposal.payload_dropped, proposal.decided) == ("rejected", True, ADA)
    assert proposal.content_key == NEW.content_key
    assert b"Use X" not in dump(dropped)
    assert transitions.drop_payload(dropped, ID) is dropped
    assert load(dump(transitions.reopen(dropped, ID, ADA)), "x").proposals == ()


REFUSED: dict[str, list[Callable[[Document], Document]]] = {
    "proposed": [
        lambda d: transitions.reopen(d, ID, ADA),
        lambda d: transitions.drop_payload(d, ID),
    ],
    "accepted": [
        lambda d: transitions.reject(d, ID, ADA),
        lambda d: transitions.reopen(d, ID, ADA),
        lambda d: transitions.drop_payload(d, ID),
        lambda d: transitions.accept(d, ID, "ADR-9", ADA),
        lambda d: transitions.begin_accepting(d, ID, "x"),
        lambda d: transitions.abandon_accepting(d, ID),
    ],
    "rejected": [
        lambda d: transitions.accept(d, ID, "ADR-1", ADA),
        lambda d: transitions.begin_accepting(d, ID, "x"),
        lambda d: transitions.abandon_accepting(d, ID),
    ],
}


@pytest.mark.parametrize(
    ("state", "step"), [(state, step) for state, steps in REFUSED.items() for step in steps]
)
def test_what_a_state_does_not_allow(
    waiting: Document, state: str, step: Callable[[Document], Document]
) -> None:
    document = {
        "proposed": waiting,
        "accepted": transitions.accept(waiting, ID, "ADR-0004", ADA),
        "rejected": transitions.reject(waiting, ID, ADA),
    }[state]
    with pytest.raises(TransitionError, match=f"{ID} is {state} and cannot be"):
        step(document)


def test_unknown_and_damaged_ones_cannot_be_decided(waiting: Document) -> None:
    with pytest.raises(UsageError, match="no proposal"):
        transitions.reject(waiting, "dprop-ffff", ADA)
    damaged = load(dump(waiting).replace(b"We use X", b"We use Y"), "x")
    for step in (
        lambda: transitions.reject(damaged, ID, ADA),
        lambda: transitions.accept(damaged, ID, "ADR-1", ADA),
    ):
        with pytest.raises(StoreError, match="damaged"):
            step()


def test_a_decision_on_disk_changes_the_lines_of_that_decision_alone(
    store: FileStore, file: Path
) -> None:
    store.add(NEW)
    before = file.read_text("utf-8").split("\n")
    store.update(lambda document: (transitions.reject(document, ID, ADA), None))
    after = file.read_text("utf-8").split("\n")
    assert [line for line in before if line not in after] == [
        '      "status": "proposed",',
        '      "accepted_decision_id": null',
    ]
    assert json.loads(file.read_bytes())["proposals"][0]["decided"] == {
        "by": ADA.by,
        "at": ADA.at,
        "reason": ADA.reason,
    }


steps = st.lists(
    st.sampled_from(
        [
            lambda d: transitions.begin_accepting(d, ID, "digest"),
            lambda d: transitions.abandon_accepting(d, ID),
            lambda d: transitions.accept(d, ID, "ADR-0004", ADA),
            lambda d: transitions.reject(d, ID, ADA),
            lambda d: transitions.reopen(d, ID, ADA),
        ]
    ),
    max_size=8,
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(steps)
def test_no_order_of_steps_breaks_what_holds(taken: list[Callable[[Document], Any]]) -> None:
    document = add(empty(), NEW)[0]
    for step in taken:
        before = stored(document)
        try:
            document = step(document)
        except TransitionError:
            continue
        after = stored(document)
        assert after.candidate == NEW.candidate
        assert after.proposed_at == NEW.proposed_at
        assert (after.status == "accepted") == (after.accepted_decision_id is not None)
        assert before.status in ("proposed", after.status) or (
            (before.status, after.status) == ("rejected", "proposed")
        )


def entries_read() -> int:
    known = read_entry.cache_info()
    return known.hits + known.misses


def test_a_change_reads_no_other_entry_again() -> None:
    document = empty()
    for number in range(6):
        candidate = Candidate(f"Use {number}", "We do so.", NEW.candidate.provenance)
        document, _ = add(document, new_proposal(candidate, "2026-01-01"))
    ids = [proposal.proposal_id for proposal in document.proposals]
    steps: list[tuple[Callable[[Document], Document], int]] = [
        (lambda d: transitions.accept(d, ids[0], "ADR-1", ADA), 1),
        (lambda d: transitions.reject(d, ids[1], ADA), 1),
        (lambda d: transitions.reject_each(d, dict.fromkeys(ids[2:5], ADA)), 3),
        (lambda d: transitions.reopen(d, ids[2], ADA), 1),
        (lambda d: transitions.drop_payload(d, ids[1]), 1),
        (lambda d: transitions.drop_payloads(d, ids[3:5]), 2),
        (lambda d: transitions.reopen(d, ids[3], ADA), 0),
    ]
    for step, changed in steps:
        before = entries_read()
        document = step(document)
        assert entries_read() - before == changed
        assert document == load(dump(document), "x")
