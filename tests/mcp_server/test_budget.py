"""Answers stay below the budget, say that they were cut and where, and lose no decision."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mcp_server.budget import (
    LIMIT,
    fitted,
    shrink_governing,
    shrink_page,
    shrink_record,
)

Write = Callable[..., Path]
WHOLE = {"truncated": False, "truncated_fields": [], "truncated_totals": {}}


def size(answer: Any) -> int:
    return len(json.dumps(answer, ensure_ascii=False).encode())


def at(answer: Any, pointer: str) -> Any:
    """What a JSON pointer leads to."""
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        answer = answer[int(part) if isinstance(answer, list) else part]
    return answer


def record(number: int, body: str, statement: str = "It is so.") -> str:
    head = f"id: ADR-{number:04}\ntitle: T{number}\nstatus: accepted\ndate: 2025-01-01"
    return f"---\n{head}\n---\n# T{number}\n\n## Decision\n\n{statement}\n\n## More\n\n{body}\n"


@pytest.mark.parametrize(
    "text", ["word ", "ü€ ", '"\\\n\t', "🦊"], ids=["plain", "wide", "escaped", "fox"]
)
def test_longest_texts_of_a_record_are_cut(text: str) -> None:
    answer = {
        "record": {"id": "ADR-1", "body": text * 100_000, "other": "short", "a/b~": text * 90_000}
    }
    assert fitted(answer, shrink_record) == json.dumps(answer, ensure_ascii=False)
    assert LIMIT / 4 < size(answer) <= LIMIT
    assert answer["truncated"] is True
    assert answer["truncated_fields"] == ["/record/body", "/record/a~1b~0"]
    for pointer in answer["truncated_fields"]:
        assert at(answer, pointer).endswith("…")
        assert (text * 100_000).startswith(at(answer, pointer)[:-1])
    assert answer["record"]["other"] == "short"


def test_answer_within_the_budget_is_whole() -> None:
    for length in (0, LIMIT - 200):
        answer: dict[str, Any] = {"text": "x" * length}
        fitted(answer, shrink_record)
        assert answer == {"text": "x" * length, **WHOLE}


def test_long_lists_of_a_record_are_cut_where_texts_are_short() -> None:
    answer: dict[str, Any] = {"record": {"ids": [f"ADR-{n}" for n in range(50_000)], "few": ["a"]}}
    fitted(answer, shrink_record)
    assert size(answer) <= LIMIT
    assert answer["truncated_fields"] == ["/record/ids"]
    assert answer["truncated_totals"] == {"/record/ids": 50_000}
    assert answer["record"]["ids"][:2] == ["ADR-0", "ADR-1"]
    assert answer["record"]["few"] == ["a"]


def page(proposals: int, decisions: int, rationale: int, statement: int) -> dict[str, Any]:
    row = {"statement": "s" * statement, "rationale": "r" * rationale}
    return {
        "proposals": [{"id": n, **row} for n in range(proposals)],
        "canonical_decisions": [{"id": n, **row} for n in range(decisions)],
    }


def test_rationales_are_cut_before_records_are_left_out() -> None:
    answer = page(5, 20, 50_000, 500)
    fitted(answer, shrink_page)
    assert size(answer) <= LIMIT
    assert (len(answer["proposals"]), len(answer["canonical_decisions"])) == (5, 20)
    assert {p.rpartition("/")[2] for p in answer["truncated_fields"]} == {"rationale"}
    assert len(answer["truncated_fields"]) == 25


def test_records_are_left_out_from_the_end_of_the_larger_list() -> None:
    answer = page(3, 50, 100, 5_000)
    fitted(answer, shrink_page)
    assert size(answer) <= LIMIT
    assert [p["id"] for p in answer["proposals"]] == [0, 1, 2]
    kept = [d["id"] for d in answer["canonical_decisions"]]
    assert kept == list(range(len(kept)))
    assert 10 < len(kept) < 50
    assert all(at(answer, pointer) == "…" for pointer in answer["truncated_fields"])


def test_a_single_huge_record_is_cut_and_stays() -> None:
    answer = page(0, 1, 10, 500_000)
    fitted(answer, shrink_page)
    assert size(answer) <= LIMIT
    assert answer["truncated_fields"] == ["/canonical_decisions/0/statement"]
    assert answer["canonical_decisions"][0]["rationale"] == "r" * 10


def governing(hints: int, decisions: int, statement: int) -> dict[str, Any]:
    return {
        "proposal_hint_matches": [{"id": n, "title": "t" * 200} for n in range(hints)],
        "canonical_scope_matches": [
            {"id": n, "statement": "s" * statement} for n in range(decisions)
        ],
    }


def test_hints_go_first_then_statements_and_no_decision() -> None:
    answer = governing(1_000, 10, 100)
    fitted(answer, shrink_governing)
    assert 0 < len(answer["proposal_hint_matches"]) < 1_000
    assert answer["truncated_fields"] == []
    answer = governing(10, 300, 1_000)
    fitted(answer, shrink_governing)
    assert size(answer) <= LIMIT
    assert answer["proposal_hint_matches"] == []
    assert len(answer["canonical_scope_matches"]) == 300
    assert len(answer["truncated_fields"]) == 300
    answer = governing(10, 10_000, 1_000)
    fitted(answer, shrink_governing)
    assert len(answer["canonical_scope_matches"]) == 10_000
    assert {d["statement"] for d in answer["canonical_scope_matches"]} == {"…"}


def matched(number: int, statement: str, values: list[str], scope: list[str]) -> dict[str, Any]:
    met = [{"kind": "path", "pattern": "src/**", "value": value} for value in values]
    return {"id": number, "statement": statement, "matched_by": met, "context_scope": scope}


def governed(*decisions: dict[str, Any]) -> dict[str, Any]:
    answer = {"proposal_hint_matches": [], "canonical_scope_matches": list(decisions)}
    fitted(answer, shrink_governing)
    return answer


def test_what_matched_is_cut_and_statements_are_not_cut_for_nothing() -> None:
    paths = [f"src/{n:04}.py" for n in range(3_000)]
    answer = governed(*(matched(n, "s" * 300, paths, paths) for n in range(20)))
    assert size(answer) <= LIMIT
    assert {p.rpartition("/")[2] for p in answer["truncated_fields"]} == {
        "matched_by",
        "context_scope",
    }
    for number, decision in enumerate(answer["canonical_scope_matches"]):
        assert decision["statement"] == "s" * 300
        assert decision["context_scope"][:2] == paths[:2]
        place = f"/canonical_scope_matches/{number}/matched_by"
        assert [row["value"] for row in decision["matched_by"]][:2] == paths[:2]
        assert answer["truncated_totals"][place] == 3_000


def test_a_long_path_does_not_come_back_whole() -> None:
    answer = governed(*(matched(n, "So.", ["p" * 200_000], ["src/**"]) for n in range(100)))
    assert size(answer) <= LIMIT
    for number, decision in enumerate(answer["canonical_scope_matches"]):
        assert decision["statement"] == "So."
        place = f"/canonical_scope_matches/{number}/matched_by/0/value"
        assert place in answer["truncated_fields"]
        assert at(answer, place).endswith("…")


def test_of_very_many_decisions_each_is_as_small_as_it_can_be() -> None:
    paths = [f"src/{n:04}.py" for n in range(50)]
    answer = governed(*(matched(n, "s" * 1_000, paths, paths) for n in range(2_000)))
    assert answer["truncated"] is True
    assert len(answer["canonical_scope_matches"]) == 2_000
    assert size(answer) < 2_000 * 1_000
    assert all(decision["matched_by"] for decision in answer["canonical_scope_matches"])


def test_short_entries_of_a_record_are_cut_and_reasons_stay() -> None:
    context = {f"k/{n}": "v" * 100 for n in range(2_000)}
    rules = [{"rule_id": f"R{n}", "applicability": {"include_paths": ["a"]}} for n in range(3_000)]
    missing = [f"link {n}: none" for n in range(30)]
    pairs = [["relates_to", f"ADR-{n}"] for n in range(3_000)]
    answer: dict[str, Any] = {
        "missing_links": missing,
        "derived_rules": rules,
        "proposal": {"architecture_context": context, "statement": "s" * 400},
        "record": {"relationships": pairs},
    }
    fitted(answer, shrink_record)
    assert LIMIT / 2 < size(answer) <= LIMIT
    assert answer["missing_links"] == missing
    assert answer["proposal"]["statement"] == "s" * 400
    assert answer["truncated_totals"] == {
        "/derived_rules": 3_000,
        "/proposal/architecture_context": 2_000,
        "/record/relationships": 3_000,
    }
    assert answer["truncated_fields"] == list(answer["truncated_totals"])
    assert all(len(pair) == 2 for pair in answer["record"]["relationships"])


def test_a_found_record_with_long_lists_leaves_room_for_the_others() -> None:
    answer = page(1, 20, 10, 300)
    answer["canonical_decisions"][0]["context_scope"] = [f"src/{n}/**" for n in range(20_000)]
    answer["canonical_decisions"][1]["statement"] = "s" * 200_000
    fitted(answer, shrink_page)
    assert size(answer) <= LIMIT
    assert (len(answer["proposals"]), len(answer["canonical_decisions"])) == (1, 20)
    assert answer["truncated_totals"] == {"/canonical_decisions/0/context_scope": 20_000}


def test_a_place_that_was_left_out_is_not_named() -> None:
    rows = [{"lines": ["x" * 5_000] * 3, "id": n} for n in range(400)]
    answer: dict[str, Any] = {"record": {"rows": rows}}
    fitted(answer, shrink_record)
    assert size(answer) <= LIMIT
    assert set(answer["truncated_totals"]) <= set(answer["truncated_fields"])
    assert all(at(answer, place) for place in answer["truncated_fields"])


def test_cut_answers_come_over_the_pipe(talk: Any, write_files: Write, candidate: Any) -> None:
    body = "Words without end, Wörter ohne Ende. " * 10_000
    write_files({f"adr/{n:04}-t.md": record(n, body, "So. " * 300) for n in range(10, 40)})
    with talk("--adr-dir", "adr") as session:
        got = session.call("decision.get", record_id="ADR-10")
        assert got["truncated_fields"] == ["/canonical_decision/rationale"]
        assert got["canonical_decision"]["rationale"].endswith("…")
        found = session.call("decision.search", limit=100)
        assert found["truncated"]
        assert found["total_canonical_decisions"] == 33
        traced = session.call("decision.trace", record_id="ADR-10")
        assert traced["truncated_fields"] == ["/canonical_record/rationale"]
        said = session.call("decision.applicable_to", paths=["x"])
        assert len(said["canonical_scope_matches"]) == 31
        long = candidate(rationale="z" * 100_000)
        identifier = session.call("decision.propose", candidate=long)["proposal"]["proposal_id"]
        cut = session.call("decision.get", record_id=identifier)
        assert cut["truncated_fields"] == ["/proposal/rationale"]
        for answer in (got, found, traced, said, cut):
            assert size(answer) <= LIMIT


def test_half_a_character_in_the_store_is_answered(
    talk: Any, store_file: Path, candidate: Any
) -> None:
    """Other programs can write what no text can be encoded from."""
    with talk("--adr-dir", "adr") as session:
        session.call("decision.propose", candidate=candidate())
        data = json.loads(store_file.read_bytes())
        entry = data["proposals"][0]
        decided = {"by": "x", "at": "y", "reason": "half: \ud800"}
        store_file.write_text(json.dumps({**data, "proposals": [{**entry, "decided": decided}]}))
        found = session.call("decision.get", record_id=entry["proposal_id"])["proposal"]
        assert found["decided"]["reason"] == "half: ?"
        assert session.call("decision.search")["total_proposals"] == 1
