"""The file of proposals: kept as found, refused as a whole, or damaged in one entry."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from adr_schema import vocabulary
from adr_schema.loading import load_schema
from adr_schema.records import Place
from compiler.errors import UsageError
from proposals.document import Document, added, changed, dump, empty, load, with_tombstones
from proposals.entries import new_proposal
from proposals.model import Candidate, Decided, Provenance, Tombstone
from proposals.refusals import StoreError

ours = settings(derandomize=True, deadline=None, max_examples=100)

NAME = ".mneme/decision_proposals.json"
FIXTURE = Path(__file__).parents[1] / "fixtures" / "proposals" / "as-0.9-writes.json"
WRITTEN = FIXTURE.read_bytes()
LAST = WRITTEN.count(b"\n")
ENTRY = json.loads(WRITTEN)["proposals"][0]


def as_file(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def with_entry(**keys: Any) -> dict[str, Any]:
    return {"schema": vocabulary.PROPOSALS_SCHEMA, "proposals": [{**ENTRY, **keys}]}


def test_a_file_of_the_other_program_is_read_and_written_back_to_the_byte() -> None:
    document = load(WRITTEN, NAME)
    assert [p.status for p in document.proposals] == ["proposed", "accepted", "rejected"]
    assert document.damaged == ()
    assert document.proposals[0].candidate.architecture_context["component"] == "索引"
    assert document.proposals[1].accepted_decision_id == "ADR-0007"
    assert dump(document) == WRITTEN


def test_what_is_written_fits_the_schema() -> None:
    decided = Decided("Ada", "2026-03-04T00:00:00Z", "no")
    document = with_tombstones(
        load(WRITTEN, NAME), [Tombstone("dprop-" + "0" * 32, "0" * 64, decided)]
    )
    Draft202012Validator(load_schema("proposals")).validate(json.loads(dump(document)))


def test_an_added_proposal_stands_where_reading_finds_it() -> None:
    tombstone = Tombstone("dprop-" + "0" * 32, "0" * 64, Decided("Ada", "now", "no"))
    document = with_tombstones(load(WRITTEN, NAME), [tombstone])
    more = added(document, new_proposal(Candidate("a", "b", Provenance("c", "d", "e")), "now"))
    assert more == load(dump(more), NAME)


def test_the_schemas_know_the_words_of_the_vocabulary() -> None:
    kept, sent = load_schema("proposals")["$defs"], load_schema("submission")["$defs"]
    assert kept["proposal"]["properties"]["status"]["enum"] == list(vocabulary.PROPOSAL_STATUSES)
    for part in (kept, sent):
        origins = part["provenance"]["properties"]["origin_classification"]["enum"]
        assert origins == list(vocabulary.ORIGINS)


def test_unknown_keys_survive_at_every_level_in_their_order() -> None:
    data = json.loads(WRITTEN)
    entry = data["proposals"][0]
    for place in (data, entry, entry["candidate"], entry["candidate"]["provenance"]):
        place["x-later"] = {"z": [1, 2.5, None, True, "ü"], "a": {}}
    entry["decided"] = {"at": "2026-01-01T00:00:00Z", "reason": "r", "by": "Ada", "x-via": None}
    entry["x-null"] = None
    document = load(as_file(data), NAME)
    assert len(document.proposals) == 3
    assert dump(document) == as_file(data)
    decided = changed(document, entry["proposal_id"], {"status": "rejected", "accepting": None})
    entry["status"] = "rejected"
    assert dump(decided) == as_file(data)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({**ENTRY, "content_fingerprint": "0" * 64}, "content_fingerprint"),
        ({**ENTRY, "producer_key": "0" * 64}, "producer_key"),
        ({**ENTRY, "proposal_id": "dprop-" + "0" * 32}, "proposal_id"),
        ({**ENTRY, "candidate": {**ENTRY["candidate"], "title": "Use MySQL"}}, "proposal_id"),
        ({**ENTRY, "candidate": {**ENTRY["candidate"], "provenance": None}}, "provenance"),
        ({**ENTRY, "candidate": {**ENTRY["candidate"], "rationale": None}}, "rationale"),
        ({**ENTRY, "candidate": {**ENTRY["candidate"], "scope_hints": "ab"}}, "scope_hints"),
        ({**ENTRY, "status": "active"}, "status"),
        ({**ENTRY, "status": "accepted"}, "accepted_decision_id"),
        ({**ENTRY, "status": "accepted", "accepted_decision_id": ""}, "accepted_decision_id"),
        ({**ENTRY, "accepted_decision_id": "ADR-1"}, "accepted_decision_id"),
        ({**ENTRY, "decided": "Ada"}, "decided"),
        ({k: v for k, v in ENTRY.items() if k != "proposed_at"}, "proposed_at"),
        ({}, "proposal_id"),
        (None, "found null"),
        ("text", 'found "text"'),
        ([[]], "wanted a mapping"),
    ],
)
def test_a_damaged_entry_is_kept_named_and_stops_no_other(entry: Any, reason: str) -> None:
    data = json.loads(WRITTEN)
    data["proposals"][0] = entry
    document = load(as_file(data), NAME)
    assert len(document.proposals) == 2
    (damaged,) = document.damaged
    assert reason in damaged.reason
    assert damaged.place == Place(4, 5)
    more = added(document, new_proposal(Candidate("a", "b", Provenance("c", "d", "e")), "now"))
    assert json.loads(dump(more))["proposals"][:3] == data["proposals"]


def test_a_damaged_entry_is_found_and_cannot_be_used() -> None:
    document = load(as_file(with_entry(producer_key="0" * 64)), NAME)
    assert document.get(ENTRY["proposal_id"]) is None
    with pytest.raises(StoreError, match="damaged: its content does not give its producer_key"):
        document.find(ENTRY["proposal_id"][:12])


def test_a_damaged_tombstone_is_kept_as_well() -> None:
    data = {**json.loads(WRITTEN), "tombstones": [{"proposal_id": "x"}]}
    document = load(as_file(data), NAME)
    (damaged,) = document.damaged
    assert (damaged.list_name, damaged.number) == ("tombstones", 0)
    assert dump(document) == as_file(data)


def test_half_a_surrogate_pair_is_kept() -> None:
    data = WRITTEN.replace("索".encode(), b"\\ud800")
    document = load(data, NAME)
    assert len(document.damaged) == 1
    assert dump(document) == data


CONFLICT = b'{\n<<<<<<< ours\n  "schema": "a"\n=======\n  "schema": "b"\n>>>>>>> theirs\n}\n'
TWICE = as_file({"schema": vocabulary.PROPOSALS_SCHEMA, "proposals": [ENTRY, ENTRY]})
TOMB = {"proposal_id": ENTRY["proposal_id"], "content_key": "0" * 64}


@pytest.mark.parametrize(
    ("data", "line", "column", "why"),
    [
        (b"", 1, 1, "ends in the middle"),
        (b"\n", 1, 1, "ends in the middle"),
        (WRITTEN[:-3], LAST - 1, None, "ends in the middle"),
        (WRITTEN[:200], 8, None, "ends in the middle"),
        (WRITTEN.rstrip() + b"}\n", LAST, 2, "behind its end"),
        (WRITTEN + WRITTEN, LAST + 1, 1, "behind its end"),
        (b"\0" * 64, 1, 1, "NUL"),
        (WRITTEN[:90] + b"\0" * 8, None, None, "NUL"),
        (CONFLICT, 2, 1, "merge conflict"),
        (b'{"schema": 1}', 1, 1, "proposals"),
        (b'{"proposals": [],\n "schema": "mneme.decision-proposals/v2"}', 2, 2, "schema"),
        (b'{"proposals": {}, "schema": "mneme.decision-proposals/v1"}', 1, 2, "proposals"),
        (WRITTEN.replace(b'"proposals": [', b'"tombstones": {}, "proposals": ['), 3, 3, "tombst"),
        (b"[]", 1, 1, "wanted a mapping"),
        (b"null", 1, 1, "wanted a mapping"),
        (b'{"a": 1,\n "a": 2}', 2, 2, "the key `a` stands twice"),
        (b'{"b": [{"a": 1}, {"c": {"a": 1}, "c": 2}]}', 1, 34, "the key `c` stands twice"),
        (b'{"a":\n NaN}', 2, 2, "NaN"),
        (b'{"a": 1e999}', 1, 7, "1e999"),
        (b'{"a": ' + b"1" * 5000 + b"}", 1, 7, "cannot be kept"),
        (b"[" * 100_000, 1, 1, "nested too deeply"),
        (b'{"a": "b\n"}', 1, 9, "no JSON"),
        (b"\xff\xfe{", 1, 1, "UTF-16"),
        (b'{"a": "\xe4"}', 1, 8, "not UTF-8"),
        (TWICE, 37, 5, "stands twice"),
        (as_file({**json.loads(WRITTEN), "tombstones": [TOMB]}), LAST + 1, 5, "stands twice"),
    ],
)
def test_a_file_that_cannot_be_trusted_is_refused_with_its_place(
    data: bytes, line: int | None, column: int | None, why: str
) -> None:
    with pytest.raises(StoreError) as refused:
        load(data, NAME)
    message = refused.value.message
    assert message.startswith(f"{NAME} is no file of proposals that can be used: line ")
    assert why in message
    assert "\n" not in message
    if line:
        assert f"line {line}, column {column or ''}" in message


def test_other_line_ends_and_a_mark_are_read() -> None:
    document = load(b"\xef\xbb\xbf" + WRITTEN.replace(b"\n", b"\r\n"), NAME)
    assert dump(document) == WRITTEN


def test_a_proposal_is_found_by_the_beginning_of_its_id() -> None:
    document = load(WRITTEN, NAME)
    for proposal in document.proposals:
        assert document.find(proposal.proposal_id[:14]) == proposal
    with pytest.raises(UsageError, match="several proposals: dprop-"):
        document.find("dprop-")
    for nothing in ("", "dprop-zz", "x"):
        with pytest.raises(UsageError, match="no proposal"):
            document.find(nothing)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@ours
@given(st.lists(values, max_size=4), st.dictionaries(st.text(), values, max_size=3))
def test_whatever_stands_in_a_file_is_written_back(entries: list[Any], extra: Any) -> None:
    data = {**extra, "schema": vocabulary.PROPOSALS_SCHEMA, "proposals": [*entries, ENTRY]}
    data.pop("tombstones", None)
    document = load(json.dumps(data).encode(), NAME)
    assert json.loads(dump(document)) == data
    assert list(json.loads(dump(document))) == list(data)
    assert dump(load(dump(document), NAME)) == dump(document)


@ours
@given(st.binary(max_size=200) | st.integers(0, len(WRITTEN) - 2).map(lambda n: WRITTEN[:n]))
def test_bytes_that_are_no_such_file_are_refused_and_nothing_else_happens(data: bytes) -> None:
    with pytest.raises(StoreError):
        load(data, NAME)


candidates = st.builds(
    Candidate,
    st.text(min_size=1),
    st.text(min_size=1),
    st.builds(Provenance, *[st.text(min_size=1)] * 3),
    st.text(),
    st.lists(st.text(min_size=1), max_size=3).map(tuple),
    st.dictionaries(st.text(), st.text(), max_size=3),
)


@ours
@given(st.lists(candidates, max_size=4, unique_by=lambda c: new_proposal(c, "").proposal_id))
def test_proposals_come_back_as_they_were_added(given_candidates: list[Candidate]) -> None:
    document: Document = empty()
    for candidate in given_candidates:
        document = added(document, new_proposal(candidate, "2026-01-01T00:00:00Z"))
    read = load(dump(document), NAME)
    assert read.proposals == document.proposals
    assert [p.candidate for p in read.proposals] == given_candidates


def test_the_other_program_reads_what_it_wrote_and_we_extended(
    peer: Callable[[str], str], tmp_path: Path
) -> None:
    """With the real package, where an interpreter that has it is named."""
    path = tmp_path / "proposals.json"
    listed = peer(_PEER_WRITES.format(path=str(path)))
    written = path.read_bytes()
    document = load(written, NAME)
    assert [[p.proposal_id, p.status] for p in document.proposals] == json.loads(listed)
    assert dump(document) == written
    first = document.proposals[0]
    decided = {"by": "Ada", "at": "2026-01-01T00:00:00Z", "reason": "no"}
    document = changed(document, first.proposal_id, {"status": "rejected", "decided": decided})
    document = with_tombstones(document, [Tombstone("dprop-" + "0" * 32, "0" * 64, None)])
    document = added(document, new_proposal(Candidate("é", "ü", Provenance("c", "d", "e")), "now"))
    path.write_bytes(dump(document))
    again = json.loads(peer(_PEER_READS.format(path=str(path))))
    with_payload = [p for p in document.proposals if not p.payload_dropped]
    assert [tuple(row) for row in again] == [(p.proposal_id, p.status) for p in with_payload]


_PEER_READS = """\
import json
from mneme.decision_proposal_store import JsonFileDecisionProposalStore
store = JsonFileDecisionProposalStore({path!r})
print(json.dumps([(p.proposal_id, p.status) for p in store.list_proposals()]))
"""
_PEER_WRITES = """\
import json
from mneme.decision_proposal import *
from mneme.decision_proposal_store import JsonFileDecisionProposalStore
store = JsonFileDecisionProposalStore({path!r})
for title in ("Use SQLite", "Größe zählt", "索引 🤔"):
    source = DecisionProposalSourceProvenance("agent", "agent", "pr-1")
    candidate = DecisionProposalCandidate(title, title + " everywhere", "", source, ("a", "b/**"))
    store.add_if_new(DecisionProposal(
        proposal_id_of(source, candidate), "proposed", candidate, producer_key_of(source),
        content_fingerprint_of(candidate), "2026-01-01T00:00:00Z"))
store.transition_if_proposed(store.list_proposals()[1].proposal_id, "accepted", "ADR-0001")
print(json.dumps([(p.proposal_id, p.status) for p in store.list_proposals()]))
"""


@pytest.fixture
def peer(start: Callable[..., Any]) -> Callable[[str], str]:
    """Run code in an interpreter that has mneme-hq 0.9.2."""
    python = os.environ.get("MNEME_HQ_PYTHON")
    if not python:
        pytest.skip("MNEME_HQ_PYTHON names no interpreter with mneme-hq 0.9.2")

    def run(code: str) -> str:
        done = start(python, "-c", code)
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    return run
