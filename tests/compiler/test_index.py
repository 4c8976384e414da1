"""The canonical index: its bytes, its digest, its schema, and what does not change it."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adr_schema.loading import load_schema
from compiler.index import build_index, serialize
from compiler.pipeline import Compiled

RULES = """\
---
id: ADR-0003
title: Keep clients out
status: accepted
date: 2025-02-01
scope: api.clients
paths: [src/api/**]
deciders: [Ada, Grace]
amends: ADR-0001
rules:
  - type: forbid_dependency
    value: left-pad
evidence:
  - selector: tests/test_api.py::test_x
    sha: abc123
---
# Keep clients out

## Decision

Clients stay **out** of the [service](https://example.org).

## Constraints

- FORBID_LITERAL: legacy-client
- FORBID_LITERAL:
    value: other-client
    include_paths: ["web/**"]
    exclude_paths: [web/old.py]
- Talk to the team first
"""


@pytest.fixture
def files(native: Callable[..., str]) -> dict[str, str]:
    return {
        "adr/0001-way.md": native(1, scope="api", superseded_by="ADR-0010"),
        "adr/0002-way.md": native(2, status="proposed", supersedes="ADR-0001"),
        "adr/0003-clients.md": RULES,
        "adr/0009-way.md": native(9, scope="ui", date="2020-01-01"),
        "adr/0010-way.md": native(10, supersedes="ADR-0001", scope="ui"),
        "adr/übersicht.md": "# Über\n\nStatus: Akzeptiert\n\n## Entscheidung\n\nJa.\n",
    }


@pytest.fixture
def index(files: dict[str, str], compiled: Callable[..., Compiled]) -> dict[str, Any]:
    return build_index(compiled(files))


def test_index_is_valid_by_its_schema(index: dict[str, Any]) -> None:
    Draft202012Validator(load_schema("index")).validate(index)


def test_digest_is_that_of_the_output_without_it(index: dict[str, Any]) -> None:
    rest = {key: value for key, value in index.items() if key != "digest"}
    written = json.dumps(rest, ensure_ascii=False, indent=2) + "\n"
    assert index["digest"] == hashlib.sha256(written.encode()).hexdigest()


def test_form_is_canonical(index: dict[str, Any]) -> None:
    text = serialize(index)
    assert text.endswith("}\n")
    assert "\r" not in text
    assert "Über" in text
    assert json.loads(text) == index


def test_keys_stand_in_schema_order(index: dict[str, Any]) -> None:
    schema = load_schema("index")
    assert list(index) == list(schema["properties"])
    for name, items in (("decision", index["decisions"]), ("rule", index["rules"])):
        wanted = list(schema["$defs"][name]["properties"])
        assert items
        assert all(list(item) == wanted for item in items)


def test_decisions_are_sorted_naturally(index: dict[str, Any]) -> None:
    ids = [decision["decision_id"] for decision in index["decisions"]]
    assert ids == ["ADR-0001", "ADR-0002", "ADR-0003", "ADR-0009", "ADR-0010", "übersicht"]


def test_unpadded_ids_are_sorted_as_numbers(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {f"adr/{n}-x.md": native(n, id=f"ADR-{n}") for n in (10, 9, 100)}
    ids = [d["decision_id"] for d in build_index(compiled(files))["decisions"]]
    assert ids == ["ADR-9", "ADR-10", "ADR-100"]


def test_lifecycle_and_relations_are_in_the_index(index: dict[str, Any]) -> None:
    decisions = {decision["decision_id"]: decision for decision in index["decisions"]}
    first = decisions["ADR-0001"]
    assert first["lifecycle_status"] == "superseded"
    assert first["superseded_by"] == ["ADR-0010"]
    assert ["superseded_by", "ADR-0010"] in first["relationships"]
    assert first["amended_by"] == [{"decision_id": "ADR-0003", "aspect": None}]
    assert decisions["ADR-0002"]["inactive_reason"] == "proposed"
    assert decisions["ADR-0009"]["overridden_by"] == ["ADR-0010"]
    assert ["overridden_by", "ADR-0010"] in decisions["ADR-0009"]["relationships"]


def test_decision_carries_its_source(index: dict[str, Any], files: dict[str, str]) -> None:
    decision = next(d for d in index["decisions"] if d["decision_id"] == "ADR-0003")
    (source,) = decision["source_evidence"]
    assert source["source_locator"] == "adr/0003-clients.md"
    assert source["sha256"] == hashlib.sha256(files["adr/0003-clients.md"].encode()).hexdigest()
    assert RULES.split("\n")[source["line"] - 1] == "# Keep clients out"


def test_decision_carries_its_metadata(index: dict[str, Any]) -> None:
    decision = next(d for d in index["decisions"] if d["decision_id"] == "ADR-0003")
    assert decision["title"] == "Keep clients out"
    assert decision["statement"] == "Clients stay out of the service."
    assert decision["owner"] == "Ada, Grace"
    assert decision["decided_at"] == "2025-02-01"
    assert decision["context_scope"] == ["api.clients", "src/api/**"]
    assert decision["constraints"] == ["Talk to the team first"]
    assert decision["test_evidence"] == [{"selector": "tests/test_api.py::test_x", "sha": "abc123"}]


def test_rules_are_numbered_by_type(index: dict[str, Any]) -> None:
    rules = {rule["rule_id"]: rule for rule in index["rules"]}
    assert list(rules) == [
        "ADR-0003:FORBID_DEPENDENCY:0",
        "ADR-0003:FORBID_LITERAL:0",
        "ADR-0003:FORBID_LITERAL:1",
    ]
    last = rules["ADR-0003:FORBID_LITERAL:1"]
    assert last["rule_payload"] == {"value": "other-client"}
    assert last["applicability"] == {"include_paths": ["web/**"], "exclude_paths": ["web/old.py"]}


def test_paths_below_a_value_count(compiled: Callable[..., Compiled]) -> None:
    """What stands behind the colon and the block below it say one rule together."""
    end = RULES.index("- FORBID_LITERAL: legacy-client")
    block = "- FORBID_LITERAL: foo\n    include_paths: [src/**]\n"
    (rule,) = [
        rule
        for rule in build_index(compiled({"adr/0003-clients.md": RULES[:end] + block}))["rules"]
        if rule["rule_type"] == "FORBID_LITERAL"
    ]
    assert rule["rule_payload"] == {"value": "foo"}
    assert rule["applicability"] == {"include_paths": ["src/**"]}


@pytest.mark.parametrize("more", ["value: bar", "include: [src/**]", "or more words"])
def test_block_that_does_not_fit_its_value_is_found(
    compiled: Callable[..., Compiled], more: str
) -> None:
    end = RULES.index("- FORBID_LITERAL: legacy-client")
    result = compiled({"adr/0003-clients.md": f"{RULES[:end]}- FORBID_LITERAL: foo\n    {more}\n"})
    assert "ADR215" in {finding.code for finding in result.diagnostics}


def compile_to_text(compiled: Callable[..., Compiled], files: dict[str, Any], base: Path) -> str:
    base.mkdir()
    return serialize(build_index(compiled(files, cwd=base)))


def test_order_of_creation_changes_no_byte(
    compiled: Callable[..., Compiled], files: dict[str, str], tmp_path: Path
) -> None:
    names = sorted(files)
    orders = (names, names[::-1], names[3:] + names[:3])
    texts = {
        compile_to_text(compiled, {name: files[name] for name in order}, tmp_path / str(number))
        for number, order in enumerate(orders)
    }
    assert len(texts) == 1


def test_line_ends_and_byte_order_mark_change_no_byte(
    compiled: Callable[..., Compiled], files: dict[str, str], tmp_path: Path
) -> None:
    crlf = {
        name: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in files.items()
    }
    mac = {name: text.replace("\n", "\r").encode() for name, text in files.items()}
    texts = {
        compile_to_text(compiled, variant, tmp_path / name)
        for name, variant in (("lf", files), ("crlf", crlf), ("cr", mac))
    }
    assert len(texts) == 1


def test_place_of_the_checkout_and_clock_change_no_byte(
    compiled: Callable[..., Compiled], files: dict[str, str], tmp_path: Path
) -> None:
    here = compile_to_text(compiled, files, tmp_path / "here")
    there = compile_to_text(compiled, files, tmp_path / "there")
    for path in (tmp_path / "there").rglob("*.md"):
        os.utime(path, (0, 0))
    assert serialize(build_index(compiled({}, cwd=tmp_path / "there"))) == there == here
    assert str(tmp_path) not in here


def test_any_change_of_text_changes_the_digest(
    compiled: Callable[..., Compiled], files: dict[str, str], tmp_path: Path
) -> None:
    changed = {**files, "adr/0003-clients.md": RULES.replace("Talk to", "Ask")}
    first = compile_to_text(compiled, files, tmp_path / "a")
    second = compile_to_text(compiled, changed, tmp_path / "b")
    assert json.loads(first)["digest"] != json.loads(second)["digest"]


def test_empty_corpus_is_an_index(compiled: Callable[..., Compiled], tmp_path: Path) -> None:
    (tmp_path / "adr").mkdir()
    index = build_index(compiled({}))
    Draft202012Validator(load_schema("index")).validate(index)
    assert (index["corpora"], index["decisions"], index["rules"]) == (
        [{"name": None, "path": "adr"}],
        [],
        [],
    )
