"""Schema violations in our own words: what was found, what is allowed, what was probably meant."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from adr_schema.loading import SchemaName, load_schema
from compiler.pipeline import Compiled
from compiler.validation import front_matter_violations, nearest, violations

NATIVE = {"id": "ADR-0001", "title": "Use X", "status": "accepted", "date": "2025-01-01"}


def said(values: dict[str, Any], name: str = "native") -> list[tuple[str, str, str | None]]:
    return [(v.where, v.message, v.hint) for v in front_matter_violations(name, values)]


@pytest.mark.parametrize("name", get_args(SchemaName))
def test_schema_is_a_schema(name: SchemaName) -> None:
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_sound_front_matter_has_no_violation() -> None:
    full = {
        **NATIVE,
        "priority": "foundational",
        "scope": "storage.embeddings",
        "topic": "format",
        "paths": ["src/**"],
        "supersedes": ["ADR-0002"],
        "superseded_by": "ADR-0003",
        "amends": "ADR-0004",
        "tags": ["a"],
        "deciders": ["Ada"],
        "x-own": {"a": ["b"]},
    }
    assert said(full) == []


@pytest.mark.parametrize(
    ("key", "value", "message", "hint"),
    [
        (
            "priority",
            "foundationl",
            'found "foundationl"; allowed are foundational, normal, exception',
            "did you mean `foundational`?",
        ),
        ("priority", "urgent", 'found "urgent"; allowed are foundational, normal, exception', None),
        ("date", "1 May 2025", 'found "1 May 2025"; wanted a date written YYYY-MM-DD', None),
        (
            "scope",
            "storage embeddings",
            'found "storage embeddings"; wanted one dotted area, such as storage.embeddings',
            None,
        ),
        ("title", ["Use X"], 'found ["Use X"]; wanted text', None),
        ("paths", "src/**", 'found "src/**"; wanted a list', None),
        ("paths", [], "found nothing where a value is meant", "give it a value, or remove the key"),
        ("supersedes", {"a": "b"}, 'found {"a": "b"}; wanted text or a list or nothing', None),
    ],
)
def test_wrong_value_is_explained(key: str, value: object, message: str, hint: str | None) -> None:
    assert said({**NATIVE, key: value}) == [(key, message, hint)]


def test_place_inside_a_list_is_named() -> None:
    ((where, message, _),) = said({**NATIVE, "paths": ["a", ""]})
    assert where == "paths/1"
    assert message == "found nothing where a value is meant"


@pytest.mark.parametrize(
    ("key", "hint"),
    [("supercedes", "did you mean `supersedes`?"), ("statsu", "did you mean `status`?")],
)
def test_unknown_key_gets_the_nearest(key: str, hint: str) -> None:
    assert (key, f"the key `{key}` is not known", hint) in said({**NATIVE, key: "x"})


def test_unknown_key_far_from_all_gets_the_list() -> None:
    ((_, _, hint),) = said({**NATIVE, "zzz": "x"})
    assert hint is not None
    assert hint.startswith("known keys: id, title, status, date")


def test_every_missing_key_is_named() -> None:
    assert [where for where, _, _ in said({"id": "ADR-0001"})] == ["date", "status", "title"]


def test_all_violations_are_shown_sorted() -> None:
    found = said({"id": "ADR-0001", "title": "", "status": "accepted", "date": "x", "pathes": []})
    assert [where for where, _, _ in found] == ["date", "pathes", "title"]


def test_open_schema_takes_other_keys() -> None:
    assert said({"status": "accepted", "decision-makers": "Ada", "anything": ["x"]}, "adr") == []


def test_long_values_are_cut() -> None:
    ((_, message, _),) = said({**NATIVE, "priority": "x" * 500})
    assert len(message) < 150


@pytest.mark.parametrize(
    "values",
    [
        {**NATIVE, "date": "x", "paths": "y", "zzz": None},
        {"id": ["x"], "title": None, "supersedes": [["a"]]},
        {**NATIVE, "rules": [{"type": "forbid_literal"}], "evidence": [{}], "tags": [None]},
        {},
    ],
)
@pytest.mark.parametrize("name", ["adr", "native"])
def test_verdicts_by_key_are_those_of_the_whole(name: str, values: dict[str, Any]) -> None:
    """Remembered verdicts on single keys must say what validating the whole mapping says."""
    whole = {(v.where, v.keyword, v.message) for v in violations(name, values)}
    by_key = {(v.where, v.keyword, v.message) for v in front_matter_violations(name, values)}
    assert by_key == whole


def test_nearest_word() -> None:
    assert nearest("acepted", ["accepted", "rejected"]) == "accepted"
    assert nearest("zebra", ["accepted", "rejected"]) is None


def findings(result: Compiled, *codes: str) -> list[tuple[str, str, int | None]]:
    return [(d.code, d.severity, d.line) for d in result.diagnostics if d.code in codes]


def test_violations_are_errors_in_native_records(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    result = compiled({"adr/0001-x.md": native(1, priority="urgent", status=None)})
    assert findings(result, "ADR209", "ADR210") == [("ADR210", "error", 2), ("ADR209", "error", 5)]
    assert not result.complete


def test_unknown_key_is_an_error_where_the_corpus_is_native(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {
        "pyproject.toml": '[tool.mneme]\nadr_dir = "adr"\ndialect = "native"\n',
        "adr/0001-x.md": native(1, supercedes="ADR-0002"),
        "adr/0002-x.md": native(2, **{"x-own": "y"}),
    }
    result = compiled(files, directory=None)
    (finding,) = [d for d in result.diagnostics if d.code == "ADR211"]
    assert (finding.path, finding.severity, finding.line) == ("adr/0001-x.md", "error", 6)
    assert finding.hint == "did you mean `supersedes`?"


def test_violations_are_warnings_elsewhere(compiled: Callable[..., Compiled]) -> None:
    front = "status: accepted\ndate: 2025-01-01\npriority: urgent"
    text = f"---\n{front}\n---\n# X\n\n## Decision\n\nYes.\n"
    result = compiled({"adr/0001-x.md": text})
    assert findings(result, "ADR209") == [("ADR209", "warning", 4)]
    assert result.complete


@pytest.mark.parametrize(
    ("key", "right"),
    [("supercedes", "supersedes"), ("statsu", "status"), ("prioritty", "priority")],
)
def test_near_miss_is_a_warning_with_the_right_name(
    compiled: Callable[..., Compiled], key: str, right: str
) -> None:
    text = f"---\nstatus: accepted\ndate: 2025-01-01\n{key}: x\n---\n# X\n\n## Decision\n\nYes.\n"
    found = [d for d in compiled({"adr/0001-x.md": text}).diagnostics if d.code == "ADR212"]
    assert [(d.severity, d.line, d.hint) for d in found] == [("warning", 4, f"write `{right}`")]


@pytest.mark.parametrize(
    "key", ["deciders", "decision-makers", "consulted", "informed", "author", "links"]
)
def test_keys_of_other_dialects_are_no_near_misses(
    compiled: Callable[..., Compiled], key: str
) -> None:
    text = f"---\nstatus: accepted\ndate: 2025-01-01\n{key}: x\n---\n# X\n\n## Decision\n\nYes.\n"
    assert [d for d in compiled({"adr/0001-x.md": text}).diagnostics if d.code == "ADR212"] == []
