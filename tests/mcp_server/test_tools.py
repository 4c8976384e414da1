"""What each tool answers, to good questions and to bad ones."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR

Write = Callable[..., Path]

UNKNOWN = "dprop-00000000000000000000000000000000"


@pytest.fixture
def session(either: Any) -> Any:
    """Every call here is made with a handshake, and without."""
    return either


def propose(session: Any, candidate: Any, **keys: Any) -> Any:
    return session.call("decision.propose", candidate=candidate(**keys))["proposal"]


# --- propose -------------------------------------------------------------------------------------


def test_proposal_is_created_once(either: Any, candidate: Any, store_file: Path) -> None:
    first = either.call("decision.propose", candidate=candidate())
    assert (first["created"], first["reused"], first["notices"]) == (True, False, [])
    proposal = first["proposal"]
    assert proposal["proposal_status"] == "proposed"
    assert proposal["provenance"]["origin_classification"] == "imported_unknown"
    assert proposal["provenance"]["source_version"] == ""
    assert proposal["accepted_decision_id"] is None
    assert proposal["decided"] is None
    stored = store_file.read_bytes()
    again = either.call("decision.propose", candidate=candidate(rationale=None))
    assert (again["created"], again["reused"]) == (False, True)
    assert again["proposal"] == proposal
    assert store_file.read_bytes() == stored


def test_proposal_is_the_one_of_the_file_s_contract(session: Any) -> None:
    """The check value: keys and id of Mneme 0.9."""
    source = {"producer_name": "agent-a", "producer_type": "agent", "source_reference": "pr-1"}
    candidate = {
        "title": "Use SQLite",
        "statement": "Use SQLite for local index",
        "scope_hints": ["storage", "src/db"],
        "provenance": source,
    }
    proposal = session.call("decision.propose", candidate=candidate)["proposal"]
    assert proposal["proposal_id"] == "dprop-ae1700e7f26863c1b9a5e0506d1dd91a"
    assert set(proposal) == {
        *("proposal_id", "proposal_status", "title", "statement", "rationale", "provenance"),
        *("scope_hints", "architecture_context", "related_decision_ids", "producer_key"),
        *("content_fingerprint", "proposed_at", "accepted_decision_id", "decided"),
        "payload_dropped",
    }


def test_notices_tell_what_is_known(session: Any, candidate: Any) -> None:
    said = candidate(
        title="Split orders by year",
        statement="There is a table of orders for each year.",
        related_decision_ids=["ADR-1", "ADR-99"],
    )
    notices = session.call("decision.propose", candidate=said)["notices"]
    assert {notice["code"]: notice["related_ids"] for notice in notices} == {
        "already_decided": ["ADR-0002"],
        "related_superseded": ["ADR-0001", "ADR-0002"],
        "related_unknown": ["ADR-99"],
    }


def test_rejected_idea_comes_back_with_its_reason(session: Any, candidate: Any, run: Any) -> None:
    identifier = propose(session, candidate)["proposal_id"]
    done = run("decision", "reject", identifier, "--reason", "no room")
    assert done.returncode == 0, done.stderr
    other = {**candidate()["provenance"], "producer_name": "another"}
    again = session.call(
        "decision.propose",
        candidate=candidate(title="keep the search index: in sqlite", provenance=other),
    )
    assert (again["created"], again["proposal"]["proposal_id"]) == (False, identifier)
    assert again["proposal"]["decided"]["reason"] == "no room"
    (notice,) = again["notices"]
    assert notice["code"] == "previously_rejected"


def test_batch_fills_in_provenance_key_by_key(session: Any) -> None:
    results = session.call(
        "decision.propose_batch",
        candidates=[
            {"title": "Use one queue", "statement": "There is one queue for all mail."},
            {
                "title": "Use two queues",
                "statement": "There are two queues, one of them slow.",
                "provenance": {
                    "producer_name": "own",
                    "source_reference": "",
                    "source_version": None,
                },
            },
        ],
        shared_provenance={
            "producer_name": "shared",
            "producer_type": "agent",
            "source_reference": "page",
            "origin_classification": "ai_generated",
        },
    )["results"]
    sources = [result["proposal"]["provenance"] for result in results]
    assert [source["producer_name"] for source in sources] == ["shared", "own"]
    assert {source["source_reference"] for source in sources} == {"page"}
    assert {source["origin_classification"] for source in sources} == {"ai_generated"}


BAD_BATCHES: list[dict[str, Any]] = [
    {"candidates": []},
    {"candidates": [{"title": "No source", "statement": "Nobody says where it is from."}]},
    {"candidates": "x"},
    {"candidates": [5]},
    {"candidates": [{"title": "", "statement": ""}]},
]


def test_batch_with_one_bad_candidate_writes_nothing(
    session: Any, candidate: Any, store_file: Path
) -> None:
    for bad in BAD_BATCHES:
        session.refused("decision.propose_batch", **bad)
        if isinstance(bad["candidates"], list):
            mixed = [candidate(), *bad["candidates"]]
            if bad["candidates"]:
                session.refused("decision.propose_batch", candidates=mixed)
    session.refused("decision.propose_batch")
    assert not store_file.exists()


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"title": None}, ["title", "missing"]),
    ({"title": "  "}, ["title"]),
    ({"statement": ""}, ["statement"]),
    ({"statement": 5}, ["statement", "found 5", "text"]),
    ({"statement": ["x"]}, ["statement", "text"]),
    ({"scope_hints": "src"}, ["scope_hints", "a list"]),
    ({"scope_hints": [None]}, ["scope_hints/0"]),
    ({"architecture_context": {"a": 1}}, ["architecture_context/a"]),
    ({"provenance": None}, ["provenance/producer_name", "missing"]),
    ({"provenance": "x"}, ["provenance"]),
    ({"titel": "X"}, ["titel", "not known", "valid keys"]),
    ({"status": "accepted"}, ["status", "for a person to decide"]),
    ({"proposal_id": "dprop-1"}, ["proposal_id", "for a person to decide"]),
    ({"proposed_at": "2020-01-01T00:00:00Z"}, ["proposed_at"]),
    ({"accepted_decision_id": "ADR-1"}, ["accepted_decision_id"]),
    ({"rules": []}, ["rules", "for a person to decide"]),
    ({"enforcement": "strict"}, ["enforcement"]),
    ({"title": "x" * 301}, ["title", "300"]),
    ({"title": "a\u0000b"}, ["title", "U+0000"]),
]


def test_wrong_candidates_are_refused_with_field_and_keys(
    session: Any, candidate: Any, store_file: Path
) -> None:
    for keys, words in WRONG:
        said = session.refused("decision.propose", candidate=candidate(**keys))
        assert [word for word in words if word not in said] == [], said
        assert "valid keys: candidate [title, statement, rationale, provenance [" in said
    source = candidate()["provenance"]
    for extra, word in (
        ({"producer_nam": "x"}, "producer_nam"),
        ({"origin_classification": "person"}, "ai_generated, human_authored, imported_unknown"),
    ):
        changed = candidate(provenance={**source, **extra})
        assert word in session.refused("decision.propose", candidate=changed)
    assert not store_file.exists()


# --- what all tools have in common ---------------------------------------------------------------

MISUSED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("decision.get", {}, ["record_id", "missing", "valid keys: record_id"]),
    ("decision.get", {"record_id": ""}, ["record_id", "nothing where a value is meant"]),
    ("decision.get", {"record_id": None}, ["record_id", "missing"]),
    ("decision.get", {"record_id": 7}, ["record_id", "found 7; wanted text"]),
    ("decision.get", {"id": "ADR-1"}, ["id", "not known", "valid keys: record_id"]),
    ("decision.get", {"record_id": "ADR-1", "status": "accepted"}, ["status", "not known"]),
    ("decision.trace", {"record_id": ["ADR-1"]}, ["record_id", "wanted text"]),
    ("decision.trace", {"recordid": "ADR-1"}, ["did you mean `record_id`?"]),
    ("decision.search", {"querry": "x"}, ["did you mean `query`?", "valid keys: query, "]),
    ("decision.search", {"limit": 0}, ["limit", "minimum of 1"]),
    ("decision.search", {"limit": 101}, ["limit", "maximum of 100"]),
    ("decision.search", {"limit": True}, ["limit", "a whole number"]),
    ("decision.search", {"limit": "5"}, ["limit", "a whole number"]),
    ("decision.search", {"offset": -1}, ["offset", "minimum of 0"]),
    ("decision.search", {"query": ["x"]}, ["query", "text"]),
    (
        "decision.search",
        {"canonical_lifecycle_status": "accepted"},
        ["allowed are active, superseded, deprecated, inactive"],
    ),
    ("decision.search", {"proposal_status": "open"}, ["allowed are proposed, accepted, rejected"]),
    ("decision.search", {"origin_classification": "x"}, ["allowed are ai_generated"]),
    ("decision.applicable_to", {"path": "src/x"}, ["did you mean `paths`?"]),
    ("decision.applicable_to", {"paths": "src/x"}, ["paths", "a list"]),
    ("decision.applicable_to", {"paths": [5]}, ["paths/0", "text"]),
    ("decision.applicable_to", {"paths": [None]}, ["paths/0"]),
    ("decision.applicable_to", {"context": {"a": 1}}, ["context", "a list"]),
    ("decision.applicable_to", {"paths": ["src/x", "../x"]}, ["paths/1", "outside"]),
    ("decision.applicable_to", {"paths": ["/etc/hosts"]}, ["paths/0", "outside"]),
    ("decision.propose", {}, ["candidate", "missing", "valid keys: candidate ["]),
    ("decision.propose", {"candidate": None}, ["candidate", "missing"]),
    ("decision.propose", {"candidate": 5}, ["candidate: ", "a mapping"]),
    ("decision.propose", {"candidate": {}}, ["candidate/title: ", "candidate/statement: "]),
    ("decision.propose_batch", {"candidates": [{}]}, ["candidates/0/title: "]),
    ("decision.get", {"record_id": "   "}, ["record_id: ", "wanted the id"]),
    ("decision.trace", {"record_id": "\n"}, ["record_id: ", "wanted the id"]),
    ("decision.propose", {"candidate": {}, "status": "accepted"}, ["status", "not known"]),
    ("decision.propose", {"title": "x"}, ["title", "not known", "candidate"]),
    ("decision.propose_batch", {"candidates": None}, ["candidates", "missing"]),
    ("decision.propose_batch", {"candidate": {}}, ["did you mean `candidates`?"]),
]


def test_wrong_arguments_are_refused_with_what_is_allowed(either: Any) -> None:
    for tool, arguments, words in MISUSED:
        said = either.refused(tool, **arguments)
        assert [word for word in words if word not in said] == [], f"{tool} {arguments}: {said}"
        assert "valid keys: " in said or "outside" in said


def test_null_is_absent(session: Any) -> None:
    optional = ("query", "proposal_status", "canonical_lifecycle_status", "producer_name")
    optional += ("source_reference", "origin_classification", "limit", "offset")
    assert session.call("decision.search", **dict.fromkeys(optional)) == session.call(
        "decision.search"
    )
    found = session.call("decision.applicable_to", paths=["src/orders/x.py"], context=None)
    assert found["canonical_scope_matches"]
    assert session.raw("decision.search", None).structured_content == session.call(
        "decision.search"
    )


def test_unknown_ids_are_answers(session: Any) -> None:
    for identifier in ("ADR-99", UNKNOWN, "no such", "\u0000", "é" * 10_000, "%s{}[]*"):
        assert session.call("decision.get", record_id=identifier) == {
            "record_type": "not_found",
            "record_id": identifier,
            "truncated": False,
            "truncated_fields": [],
            "truncated_totals": {},
        }
        found = session.call("decision.trace", record_id=identifier)
        assert found["result_type"] == "trace_not_found"
        assert found["missing_links"] == ["record: there is no such proposal or decision"]


def test_ambiguous_id_is_no_guess(talk: Any, write_files: Write) -> None:
    record = (
        "---\nid: {}\ntitle: T\nstatus: accepted\ndate: 2025-01-01\n---\n# T\n\n## Decision\n\nX.\n"
    )
    write_files({f"adr/0007-{x}.md": record.format(f"{x}-0007") for x in ("red", "blue")})
    with talk("--adr-dir", "adr") as session:
        assert session.call("decision.get", record_id="red-0007")["record_type"] != "not_found"
        said = session.refused("decision.get", record_id="7")
    assert "blue-0007, red-0007" in said


# --- get and search ------------------------------------------------------------------------------

CANONICAL = {
    *("decision_id", "version", "decision_class", "title", "statement", "rationale"),
    *("lifecycle_status", "declared_status", "inactive_reason", "priority", "owner"),
    *("decided_at", "updated_at", "context_scope", "targets", "constraints", "anti_patterns"),
    *("source_evidence", "test_evidence", "relationships", "superseded_by", "overridden_by"),
    *("amended_by", "derived_rule_ids"),
}


def test_decision_is_found_in_any_spelling(session: Any) -> None:
    for identifier in ("ADR-0002", "ADR-2", "adr 2", "2", "0002", "0002-split-tables.md"):
        found = session.call("decision.get", record_id=identifier)
        decision = found["canonical_decision"]
        assert decision["decision_id"] == "ADR-0002"
    assert set(decision) == CANONICAL
    assert (decision["version"], decision["decision_class"]) == ("1", "architecture")
    assert decision["statement"] == "There is a table of orders for each year."
    assert decision["owner"] == "Ada, Ivo"
    assert decision["updated_at"] is None
    assert decision["context_scope"] == ["storage.orders", "src/orders/**", "src/archive/*.py"]
    assert decision["relationships"] == [["supersedes", "ADR-0001"]]
    assert decision["derived_rule_ids"] == ["ADR-0002:FORBID_PATH:0"]
    (source,) = decision["source_evidence"]
    assert source["source_locator"] == "adr/0002-split-tables.md"


def test_get_gives_the_same_as_the_command(session: Any, run: Any) -> None:
    shown = json.loads(run("show", "ADR-1", "--adr-dir", "adr", "--format", "json").stdout)
    assert session.call("decision.get", record_id="ADR-1")["canonical_decision"] == shown


def test_proposal_is_found_by_its_id(session: Any, candidate: Any) -> None:
    proposal = propose(session, candidate)
    found = session.call("decision.get", record_id=proposal["proposal_id"])
    assert found["record_type"] == "proposal"
    assert found["proposal"] == proposal


def test_search_filters_each_list_by_itself(session: Any, candidate: Any) -> None:
    waiting = propose(session, candidate)
    propose(session, candidate, title="Log nothing", statement="Nothing at all is ever logged.")
    everything = session.call("decision.search")
    assert [d["decision_id"] for d in everything["canonical_decisions"]] == [
        *("ADR-0001", "ADR-0002", "ADR-0003")
    ]
    assert (everything["total_proposals"], everything["total_canonical_decisions"]) == (2, 3)
    found = session.call("decision.search", query="sqlite")
    assert [p["proposal_id"] for p in found["proposals"]] == [waiting["proposal_id"]]
    found = session.call("decision.search", canonical_lifecycle_status="superseded")
    assert [d["decision_id"] for d in found["canonical_decisions"]] == ["ADR-0001"]
    assert found["total_proposals"] == 2
    for key, value in (
        ("proposal_status", "accepted"),
        ("producer_name", "b"),
        ("source_reference", ""),
    ):
        found = session.call("decision.search", **{key: value})
        assert (found["total_proposals"], found["total_canonical_decisions"]) == (0, 3)
    found = session.call(
        "decision.search", producer_name="agent-a", origin_classification="imported_unknown"
    )
    assert found["total_proposals"] == 2


def test_search_finds_places_and_pages(session: Any) -> None:
    found = session.call("decision.search", query="orders year")
    first = found["canonical_decisions"][0]
    assert first["decision_id"] == "ADR-0002"
    assert first["source_locator"] == "adr/0002-split-tables.md"
    assert "orders" in first["snippet"]
    assert set(first) == CANONICAL | {"source_locator", "snippet"}
    page = session.call("decision.search", limit=1, offset=1)
    assert [d["decision_id"] for d in page["canonical_decisions"]] == ["ADR-0002"]
    assert page["total_canonical_decisions"] == 3
    assert session.call("decision.search", limit=1.0)["total_canonical_decisions"] == 3
    assert session.call("decision.search", offset=50)["canonical_decisions"] == []


def test_search_answers_any_query(session: Any) -> None:
    for query in ('"', "'", "* AND NOT (", "NEAR(", "a" * 10_000, "\u0000", "…—", "x:y", "-", "🦊"):
        assert session.call("decision.search", query=query)["truncated"] is False
    assert session.call("decision.search", query="ÖRDERS")["total_canonical_decisions"] == 2


# --- applicable_to -------------------------------------------------------------------------------


def test_governing_decisions_in_order_with_what_matched(session: Any, candidate: Any) -> None:
    waiting = propose(session, candidate, scope_hints=["src/orders/**", "mail"])
    found = session.call(
        "decision.applicable_to", paths=["./src/orders/year.py"], context=["storage.orders"]
    )
    assert [d["decision_id"] for d in found["canonical_scope_matches"]] == ["ADR-0002", "ADR-0003"]
    first, second = found["canonical_scope_matches"]
    assert set(first) == {
        *("decision_id", "version", "title", "statement", "lifecycle_status", "context_scope"),
        *("priority", "owner", "decided_at", "proposal_id", "amended_by", "matched_by"),
        "source_locator",
    }
    assert first["matched_by"] == [
        {"kind": "path", "pattern": "src/orders/**", "value": "src/orders/year.py"},
        {"kind": "scope", "pattern": "storage.orders", "value": "storage.orders"},
    ]
    assert second["matched_by"] == [{"kind": "global", "pattern": None, "value": None}]
    assert found["proposal_hint_matches"] == [
        {
            "proposal_id": waiting["proposal_id"],
            "matched_hints": ["src/orders/**"],
            "title": waiting["title"],
        }
    ]


def test_path_hints_of_a_proposal_are_one_list(session: Any, candidate: Any) -> None:
    propose(session, candidate, scope_hints=["mail", "src/**", "!src/gen/**", "src/*.py"])

    def hints(**asked: Any) -> list[list[str]]:
        found = session.call("decision.applicable_to", **asked)["proposal_hint_matches"]
        return [match["matched_hints"] for match in found]

    assert hints(paths=["src/x.py"]) == [["src/**", "src/*.py"]]
    assert hints(paths=["src/gen/x.py"]) == []
    assert hints(paths=["src/gen/x.py", "src/y"]) == [["src/**"]]
    assert hints(paths=["src/gen/x.py"], context=["mail"]) == [["mail"]]


def test_nothing_asked_is_nothing_found(session: Any) -> None:
    for arguments in ({}, {"paths": []}, {"context": []}, {"paths": ["", "  "], "context": [" "]}):
        found = session.call("decision.applicable_to", **arguments)
        assert found["canonical_scope_matches"] == found["proposal_hint_matches"] == []


def test_absolute_path_inside_is_made_relative(session: Any, project: Path) -> None:
    paths = [str(project / "src" / "archive" / "old.py")]
    found = session.call("decision.applicable_to", paths=paths)
    assert found["canonical_scope_matches"][0]["matched_by"][0]["value"] == "src/archive/old.py"


def test_applicable_gives_the_same_as_the_command(session: Any, run: Any) -> None:
    done = run("applicable", "src/orders/x.py", "--format", "json")
    printed, found = (
        json.loads(done.stdout),
        session.call("decision.applicable_to", paths=["src/orders/x.py"]),
    )
    for key in ("canonical_scope_matches", "proposal_hint_matches", "overridden"):
        assert printed[key] == found[key]


# --- trace ---------------------------------------------------------------------------------------


def test_trace_of_a_decision(either: Any) -> None:
    traced = either.call("decision.trace", record_id="2")
    assert traced["canonical_decision_id"] == "ADR-0002"
    assert traced["derived_rules"] == [
        {
            "rule_id": "ADR-0002:FORBID_PATH:0",
            "decision_id": "ADR-0002",
            "decision_version": "1",
            "rule_type": "FORBID_PATH",
            "rule_payload": {"value": "src/orders/all.py"},
            "applicability": {},
            "lifecycle_status": "active",
        }
    ]
    assert traced["declared_test_evidence"] == [
        {"selector": "tests/test_orders.py::test_year", "sha": None}
    ]
    assert traced["supersession"] == {"predecessors": ["ADR-0001"], "successors": []}
    assert traced["proposal_id"] is None
    (commit,) = traced["commits"]
    assert (commit["kind"], commit["subject"]) == ("records", "Begin")
    assert traced["missing_links"] == ["proposal_id: the record names no proposal"]


def test_trace_names_what_a_decision_lacks(session: Any) -> None:
    traced = session.call("decision.trace", record_id="3")
    assert [link.partition(":")[0] for link in traced["missing_links"]] == [
        *("proposal_id", "derived_rules", "declared_test_evidence")
    ]


def test_chain_of_supersession_is_whole_and_ordered(talk: Any, write_files: Write) -> None:
    """10 and 11 were merged into 12, 12 was split into 13 and 14, and 15 replaced 14."""
    replaced = {10: [12], 11: [12], 12: [13, 14], 14: [15]}
    for number in range(10, 16):
        after = ", ".join(f"ADR-00{n}" for n in replaced.get(number, ()))
        before = ", ".join(f"ADR-00{n}" for n, by in replaced.items() if number in by)
        status = "superseded" if after else "accepted"
        keys = f"superseded_by: [{after}]\n" if after else ""
        keys += f"supersedes: [{before}]\n" if before else ""
        head = f"id: ADR-00{number}\ntitle: T{number}\nstatus: {status}\ndate: 2025-01-01\n{keys}"
        text = f"---\n{head}---\n# T{number}\n\n## Decision\n\nX {number}.\n"
        write_files({f"adr/00{number}-t.md": text})
    with talk("--adr-dir", "adr") as session:
        chains = {
            number: session.call("decision.trace", record_id=str(number))["supersession"]
            for number in (10, 12, 15)
        }
    assert chains[10]["successors"] == ["ADR-0012", "ADR-0013", "ADR-0014", "ADR-0015"]
    assert chains[12] == {
        "predecessors": ["ADR-0010", "ADR-0011"],
        "successors": ["ADR-0013", "ADR-0014", "ADR-0015"],
    }
    assert chains[15]["predecessors"] == ["ADR-0014", "ADR-0012", "ADR-0010", "ADR-0011"]


def test_trace_of_a_waiting_proposal(session: Any, candidate: Any) -> None:
    proposal = propose(session, candidate)
    traced = session.call("decision.trace", record_id=proposal["proposal_id"])
    assert traced["proposal"] == proposal
    assert traced["source_provenance"] == proposal["provenance"]
    assert (traced["canonical_record"], traced["canonical_derived_rule_ids"]) == (None, [])
    assert traced["missing_links"][0].startswith("accepted_decision_id: the proposal is proposed")


def test_proposal_and_record_are_linked_both_ways(session: Any, candidate: Any, run: Any) -> None:
    proposal = propose(session, candidate)
    identifier, fingerprint = proposal["proposal_id"], proposal["content_fingerprint"]
    options = ("--adr-dir", "adr", "--yes", "--expect", fingerprint)
    done = run("decision", "accept", identifier, *options)
    assert done.returncode == 0, done.stderr
    traced = session.call("decision.trace", record_id=identifier)
    assert traced["accepted_decision_id"] == "ADR-0004"
    assert traced["canonical_record"]["decision_id"] == "ADR-0004"
    assert traced["missing_links"] == ["canonical_derived_rule_ids: the record declares no rules"]
    traced = session.call("decision.trace", record_id="ADR-4")
    assert traced["proposal_id"] == identifier
    assert "proposal_id" not in " ".join(traced["missing_links"])


def entry(store_file: Path, **keys: Any) -> None:
    """Change the only entry of the store by hand."""
    data = json.loads(store_file.read_bytes())
    data["proposals"][0] |= keys
    store_file.write_text(json.dumps(data))


def test_accepted_id_that_is_no_record_is_a_missing_link(
    session: Any, candidate: Any, store_file: Path
) -> None:
    identifier = propose(session, candidate)["proposal_id"]
    entry(store_file, status="accepted", accepted_decision_id="ADR-0099")
    traced = session.call("decision.trace", record_id=identifier)
    assert traced["canonical_record"] is None
    assert (
        "canonical_record: no record is found under the accepted id ADR-0099"
        in (traced["missing_links"])
    )
    assert session.call("decision.get", record_id="ADR-0099")["record_type"] == "not_found"
    assert (
        session.call("decision.applicable_to", paths=["src/search/x"])["proposal_hint_matches"]
        == []
    )


def test_acceptance_that_the_record_does_not_confirm_is_named(
    session: Any, candidate: Any, store_file: Path
) -> None:
    identifier = propose(session, candidate)["proposal_id"]
    entry(store_file, status="accepted", accepted_decision_id="ADR-0003")
    traced = session.call("decision.trace", record_id=identifier)
    assert (
        "proposal_of_the_record: ADR-0003 does not say that it came from here"
        in (traced["missing_links"])
    )


def test_damaged_entry_is_no_proposal(session: Any, candidate: Any, store_file: Path) -> None:
    identifier = propose(session, candidate)["proposal_id"]
    changed = {**candidate(), "title": "Another title"}
    entry(store_file, candidate=changed)
    assert session.call("decision.get", record_id=identifier)["record_type"] == "not_found"
    (link,) = session.call("decision.trace", record_id=identifier)["missing_links"]
    assert "is damaged" in link
    assert session.call("decision.search")["proposals"] == []
    with pytest.raises(MCPError) as refused:
        session.raw("decision.propose", {"candidate": candidate()})
    assert refused.value.code == INTERNAL_ERROR
    session.call("decision.propose", candidate=candidate(title="Something else entirely"))


def test_damaged_entry_of_a_decision_is_named_by_its_trace(
    talk: Any, candidate: Any, project: Path, run: Any, write_files: Write
) -> None:
    with talk("--adr-dir", "adr", "--proposals", "store.json") as session:
        identifier = propose(session, candidate)["proposal_id"]
        head = f"id: ADR-0050\ntitle: T\nstatus: accepted\ndate: 2025-01-01\nproposal: {identifier}"
        page = "---\n# T\n\n## Decision\n\nX.\n"
        write_files({"adr/0050-t.md": f"---\n{head}\n{page}"})
        (digest,) = re.findall(r"this is (\w+)", run("check", "adr", "--all", cwd=project).stdout)
        write_files({"adr/0050-t.md": f"---\n{head}\naccepted_digest: '{digest}'\n{page}"})
        entry(project / "store.json", candidate={**candidate(), "title": "Another title"})
        links = session.call("decision.trace", record_id="50")["missing_links"]
    assert any(link.startswith("proposal_id: ") and "is damaged" in link for link in links)


def test_related_id_that_could_be_several_is_noticed(
    talk: Any, candidate: Any, write_files: Write
) -> None:
    record = (
        "---\nid: {}\ntitle: T\nstatus: accepted\ndate: 2025-01-01\n---\n# T\n\n## Decision\n\nX.\n"
    )
    write_files({f"adr/0007-{x}.md": record.format(f"{x}-0007") for x in ("red", "blue")})
    with talk("--adr-dir", "adr") as session:
        sent = candidate(related_decision_ids=["7"])
        (notice,) = session.call("decision.propose", candidate=sent)["notices"]
    assert notice["code"] == "related_ambiguous"
    assert notice["related_ids"] == ["blue-0007", "red-0007"]
