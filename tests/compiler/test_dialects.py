"""Every dialect and idiom, read unmodified: one small corpus each, with the rows it must give.

A corpus is a folder of `tests/fixtures/dialects`. Its `expected.jsonl` holds one row a file, as
`mneme list DIR --all --format jsonl` prints it; only the keys that a row names are compared.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mneme_cli.app import app

DIALECTS = Path(__file__).parents[1] / "fixtures" / "dialects"
CORPORA = sorted(path.parent.name for path in DIALECTS.glob("*/expected.jsonl"))


def rows_of(text: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in text.split("\n") if line]
    by_path = {row["path"]: row for row in rows}
    assert len(by_path) == len(rows), "a path stands in two rows"
    return by_path


def named_in(value: Any, expected: Any) -> Any:
    """What a value says about the keys that the expectation names, lists item by item."""
    if isinstance(value, dict) and isinstance(expected, dict):
        return {key: named_in(value.get(key, "absent"), expected[key]) for key in expected}
    if isinstance(value, list) and isinstance(expected, list) and len(value) == len(expected):
        return [named_in(*pair) for pair in zip(value, expected, strict=True)]
    return value


def differences(row: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    read = named_in(row, expected)
    for key in expected:
        if read[key] != expected[key]:
            yield f"{row['path']}: {key}: expected {expected[key]!r}, read {row.get(key)!r}"


@pytest.mark.parametrize("name", CORPORA)
def test_dialect_is_read_as_expected(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    corpus = tmp_path / name
    shutil.copytree(DIALECTS / name, corpus, ignore=shutil.ignore_patterns("expected.jsonl"))
    expected = rows_of((DIALECTS / name / "expected.jsonl").read_text(encoding="utf-8"))
    monkeypatch.chdir(corpus)
    status = app.main(["list", ".", "--all", "--format", "jsonl"], standalone_mode=False)
    rows = rows_of(capsys.readouterr().out)
    assert status in (0, 1)
    assert rows.keys() == expected.keys()
    assert [text for path, row in expected.items() for text in differences(rows[path], row)] == []


def test_every_folder_of_dialects_has_an_expectation() -> None:
    folders = sorted(path.name for path in DIALECTS.iterdir() if path.is_dir())
    assert folders == CORPORA
    assert len(CORPORA) >= 40
