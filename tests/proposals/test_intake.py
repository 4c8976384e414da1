"""The one way in: all or nothing, the same again is the same, and what was rejected stays so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.pipeline import compile_project
from compiler.project import open_project
from proposals import transitions
from proposals.duplicates import Canon
from proposals.model import Decided, Outcome
from proposals.records import outcome_record, proposal_record
from proposals.refusals import SubmissionError
from proposals.store import FileStore, MemoryStore, Store

Submission = Callable[..., dict[str, Any]]
Submit = Callable[..., tuple[Outcome, ...]]
ADA = Decided("Ada", "2026-03-05T12:00:00Z", "it costs too much")
SOURCE = {"producer_name": "other", "producer_type": "importer", "source_reference": "wiki"}


def codes(outcome: Outcome) -> list[str]:
    return [notice.code for notice in outcome.notices]


def reject(store: Store, outcome: Outcome) -> str:
    identifier = outcome.proposal.proposal_id
    store.update(lambda document: (transitions.reject(document, identifier, ADA), None))
    return identifier


def test_a_submission_is_stored_as_sent(
    submission: Submission, submit: Submit, store: FileStore
) -> None:
    sent = submission(
        rationale="Größe zählt",
        scope_hints=["storage", "src/**"],
        architecture_context={"layer": "b"},
        related_decision_ids=["ADR-1"],
    )
    (outcome,) = submit(store, [sent])
    record = outcome_record(outcome)
    assert (record["created"], record["reused"], record["notices"]) == (True, False, [])
    shown = record["proposal"]
    assert {key: shown[key] for key in sent if key != "provenance"} == {
        key: value for key, value in sent.items() if key != "provenance"
    }
    assert shown["provenance"] == {
        **sent["provenance"],
        "external_source_id": "",
        "source_version": "",
        "repository_locator": "",
        "origin_classification": "imported_unknown",
    }
    assert shown["proposal_status"] == "proposed"
    assert shown["proposed_at"] == "2026-03-01T09:30:00Z"
    assert (shown["accepted_decision_id"], shown["decided"]) == (None, None)
    assert proposal_record(store.get(shown["proposal_id"])) == shown


def test_the_same_again_is_the_same_and_writes_nothing(
    submission: Submission, submit: Submit, store: FileStore, file: Path
) -> None:
    (first,) = submit(store, [submission()])
    before = file.stat()
    (again,) = submit(store, [submission()])
    assert (again.created, again.proposal) == (False, first.proposal)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_memory_and_file_give_the_same(
    submission: Submission, submit: Submit, store: FileStore
) -> None:
    sent = [submission(), submission(title="Use Y"), submission()]
    memory = MemoryStore()
    assert submit(memory, sent) == submit(store, sent)
    assert memory.proposals == store.proposals


def test_null_means_absent(submission: Submission, submit: Submit) -> None:
    nothing = dict.fromkeys(
        ("rationale", "scope_hints", "architecture_context", "related_decision_ids")
    )
    source = {**submission()["provenance"], "source_version": None, "origin_classification": None}
    store = MemoryStore()
    (one,) = submit(store, [submission(**nothing, provenance=source)])
    (other,) = submit(store, [submission()], None)
    assert one.proposal == other.proposal


def test_shared_provenance_fills_what_is_open(submission: Submission, submit: Submit) -> None:
    shared = {**SOURCE, "source_version": "v1", "origin_classification": "human_authored"}
    sent = [
        submission(title="Use A", provenance=None),
        submission(title="Use B", provenance={"producer_name": "own", "source_version": ""}),
        submission(title="Use C", provenance={"origin_classification": "imported_unknown"}),
    ]
    a, b, c = (o.proposal.candidate.provenance for o in submit(MemoryStore(), sent, shared))
    assert (a.producer_name, a.source_version, a.origin_classification) == (
        "other", "v1", "human_authored",
    )  # fmt: skip
    assert (b.producer_name, b.source_reference, b.source_version) == ("own", "wiki", "v1")
    assert (c.producer_name, c.origin_classification) == ("other", "imported_unknown")


VALID = "valid keys: title, statement, rationale, provenance, scope_hints"


@pytest.mark.parametrize(
    ("change", "field", "message", "hint"),
    [
        ({"titel": "x"}, "titel", "the key `titel` is not known", VALID),
        ({"status": "accepted"}, "status", "is not known", "that is for a person to decide"),
        ({"rules": []}, "rules", "is not known", "that is for a person to decide"),
        ({"provenance": {**SOURCE, "x": "y"}}, "provenance/x", "not known", "valid keys: producer"),
        ({"title": None}, "title", "is missing", None),
        ({"title": ""}, "title", "text that is not blank", None),
        ({"statement": " \n"}, "statement", "text that is not blank", None),
        ({"title": 7}, "title", "found 7; wanted text", None),
        ({"title": "x" * 301}, "title", "found 301 characters; allowed are at most 300", None),
        ({"statement": "x" * 10_001}, "statement", "at most 10000", None),
        ({"rationale": "x" * 100_001}, "rationale", "at most 100000", None),
        ({"scope_hints": ["x"] * 201}, "scope_hints", "found 201 items; allowed are at most", None),
        ({"scope_hints": "x"}, "scope_hints", "wanted a list", None),
        ({"scope_hints": ["a", ""]}, "scope_hints/1", "not blank", None),
        ({"architecture_context": {"a": 1}}, "architecture_context/a", "wanted text", None),
        ({"architecture_context": {"a": None}}, "architecture_context/a", "wanted text", None),
        ({"provenance": None}, "provenance/producer_name", "is missing", None),
        ({"provenance": {**SOURCE, "producer_name": ""}}, "provenance/producer_name", "miss", None),
        (
            {"provenance": {**SOURCE, "origin_classification": "ai"}},
            "provenance/origin_classification",
            "allowed are ai_generated, human_authored, imported_unknown",
            None,
        ),
        ({"rationale": "bell \a"}, "rationale", "U+0007", "newline and tab are allowed"),
    ],
)
def test_a_malformed_candidate_stores_nothing_of_its_batch(
    change: dict[str, Any],
    field: str,
    message: str,
    hint: str | None,
    submission: Submission,
    submit: Submit,
    store: FileStore,
    file: Path,
) -> None:
    for sent, place in (
        ([submission(**change)], field),
        ([submission(), submission(**change)], f"candidates/1/{field}"),
    ):
        with pytest.raises(SubmissionError) as refused:
            submit(store, sent)
        found = next(fault for fault in refused.value.faults if fault.field == place)
        assert message in found.message
        assert (hint or "") in (found.hint or "")
        assert place in refused.value.message
    assert not file.exists()


@pytest.mark.parametrize("sent", [[], None, {}, "text", 7, [None], ["text"], [[]]], ids=str)
def test_what_is_no_list_of_candidates_is_refused(sent: Any, submit: Submit) -> None:
    with pytest.raises(SubmissionError, match=r"candidates.*found"):
        submit(MemoryStore(), sent)


def test_what_just_fits_is_taken(submission: Submission, submit: Submit) -> None:
    sent = submission(
        title="t" * 300,
        statement="s " * 5_000,
        rationale="r\n" * 50_000,
        scope_hints=[f"hint{n}" for n in range(200)],
    )
    assert submit(MemoryStore(), [sent])[0].created


REWORDED = [
    {},
    {"title": "use sqlite!"},
    {"statement": "The local  index is one SQLite-file below the cache folder"},
    {"provenance": SOURCE},
    {"rationale": "New reasons.", "provenance": SOURCE},
]


@pytest.mark.parametrize("change", REWORDED, ids=str)
@pytest.mark.parametrize("dropped", [False, True], ids=["kept", "dropped"])
def test_what_was_rejected_stays_rejected(
    change: dict[str, Any],
    dropped: bool,
    submission: Submission,
    submit: Submit,
    store: FileStore,
    file: Path,
) -> None:
    identifier = reject(store, submit(store, [submission()])[0])
    if dropped:
        store.update(lambda document: (transitions.drop_payload(document, identifier), None))
    before = file.read_bytes()
    (outcome,) = submit(store, [submission(**change)])
    assert not outcome.created
    assert outcome.proposal.proposal_id == identifier
    assert outcome.proposal.status == "rejected"
    (notice,) = outcome.notices
    assert (notice.code, notice.related_ids) == ("previously_rejected", (identifier,))
    assert "Ada" in notice.message
    assert "it costs too much" in notice.message
    assert file.read_bytes() == before
    if dropped:
        record = proposal_record(outcome.proposal)
        assert record["payload_dropped"] is True
        assert record["title"] == record["statement"] == record["proposed_at"] == ""
        assert set(record["provenance"].values()) == {""}


def test_a_reopened_idea_can_be_sent_again(
    submission: Submission, submit: Submit, store: FileStore
) -> None:
    identifier = reject(store, submit(store, [submission()])[0])
    store.update(lambda document: (transitions.reopen(document, identifier, ADA), None))
    (again,) = submit(store, [submission()])
    assert (again.created, again.proposal.proposal_id, codes(again)) == (False, identifier, [])
    (other,) = submit(store, [submission(provenance=SOURCE)])
    assert (other.created, codes(other)) == (True, ["near_duplicate"])


def test_the_sender_of_a_waiting_copy_gets_it_back_with_the_notice(
    submission: Submission, submit: Submit, store: FileStore
) -> None:
    first, copy = submit(store, [submission(), submission(provenance=SOURCE)])
    identifier = reject(store, first)
    (again,) = submit(store, [submission(provenance=SOURCE)])
    assert (again.created, again.proposal) == (False, copy.proposal)
    assert again.notices[0].related_ids == (identifier,)


def test_a_rejection_of_the_other_program_has_no_reason(
    submission: Submission, submit: Submit, store: FileStore, file: Path
) -> None:
    submit(store, [submission()])
    data = json.loads(file.read_bytes())
    data["proposals"][0]["status"] = "rejected"
    file.write_text(json.dumps(data), "utf-8")
    (outcome,) = submit(store, [submission()])
    assert outcome.notices[0].message == "this was rejected; no reason is kept"


def test_near_duplicates_are_created_and_named_nearest_first(
    submission: Submission, submit: Submit, store: FileStore
) -> None:
    far = submission(title="Write logs", statement="Every service writes one JSON object a line.")
    near = submission(title="Use one SQLite", statement=submission()["statement"] + " Always so.")
    same = submission(provenance=SOURCE)
    _, near_, same_ = submit(store, [far, near, same])
    (outcome,) = submit(store, [submission()])
    assert outcome.created
    (notice,) = outcome.notices
    assert notice.code == "near_duplicate"
    assert notice.related_ids == (same_.proposal.proposal_id, near_.proposal.proposal_id)


@pytest.mark.parametrize(
    ("title", "statement", "low"),
    [
        ("Use SQLite for the local index", "use SQLite for the *local* index.", True),
        ("Use SQLite", "We use it.", True),
        ("Use SQLite", "x" * 20, False),
        ("Use SQLite", "  " + "x" * 19 + "  ", True),
    ],
)
def test_content_that_says_too_little(
    title: str, statement: str, low: bool, submission: Submission, submit: Submit
) -> None:
    (outcome,) = submit(MemoryStore(), [submission(title=title, statement=statement)])
    assert outcome.created
    assert codes(outcome) == (["low_content"] if low else [])


RECORD = (
    "---\nid: ADR-000{}\ntitle: {}\nstatus: accepted\ndate: 2024-01-01\n{}---\n"
    "# {}\n\n## Decision\n\n{}\n"
)
INDEX = "The local index is one SQLite file, below the cache folder."


@pytest.fixture
def canon(write_files: Callable[..., Path]) -> Canon:
    """Decisions: 1 is superseded by 2, which says what `submission` says."""
    base = write_files(
        {
            "adr/0001-a.md": RECORD.format(1, "Use files", "", "Use files", "Plain files."),
            "adr/0002-b.md": RECORD.format(
                2, "Use SQLite", "supersedes: [ADR-0001]\n", "Use SQLite", INDEX
            ),
        }
    )
    return Canon(compile_project(open_project("adr", base)).decisions)


def test_a_decision_that_says_it_already_is_named(
    canon: Canon, submission: Submission, submit: Submit
) -> None:
    (outcome,) = submit(MemoryStore(), [submission()], None, canon)
    assert outcome.created
    (notice,) = outcome.notices
    assert (notice.code, notice.related_ids) == ("already_decided", ("ADR-0002",))


@pytest.mark.parametrize("spelled", ["ADR-1", "0001", "adr-0001", "adr/0001-a.md"])
def test_related_decisions_that_are_unknown_or_superseded(
    spelled: str, canon: Canon, submission: Submission, submit: Submit
) -> None:
    store = MemoryStore()
    (known,) = submit(store, [submission(title="Z", statement="Something else than the others.")])
    sent = submission(
        title="Use queues",
        statement="Orders wait in a queue until they are paid.",
        related_decision_ids=[spelled, "ADR-0099", "ADR-0002", known.proposal.proposal_id],
    )
    (outcome,) = submit(store, [sent], None, canon)
    assert [(n.code, n.related_ids) for n in outcome.notices] == [
        ("related_superseded", ("ADR-0001", "ADR-0002")),
        ("related_unknown", ("ADR-0099",)),
    ]
    (silent,) = submit(store, [sent])
    assert silent.notices == ()
