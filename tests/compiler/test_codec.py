"""Every reading comes back from its bytes as it was: of every fixture, and of every real record."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import pytest

from adr_schema.records import NonRecord, Rejected
from compiler.codec import Codec
from compiler.drafts import Draft, Reading
from compiler.options import Options
from compiler.reader import read_file
from compiler.sources import File

TESTS = Path(__file__).parents[1]
CORPORA = TESTS.parent.parent / "shared" / "corpora"
READINGS = Codec(Reading)


def records(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.m*d*") if path.is_file())


def reading_of(path: Path) -> Reading:
    file = File(path.relative_to(path.parents[2]).as_posix(), path.read_bytes(), "adr", alone=False)
    return read_file(file, "core", Options({"in force": "accepted"}))


def parts(value: object) -> Iterator[object]:
    """A value with everything in it, also what equality leaves out."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from parts(key)
            yield from parts(item)


def comes_back(reading: Reading) -> None:
    decoded = READINGS.decode(READINGS.encode(reading))
    assert decoded == reading
    assert [(type(p), p) for p in parts(decoded)] == [(type(p), p) for p in parts(reading)]


def test_every_fixture_comes_back() -> None:
    seen = set()
    for path in [*records(TESTS / "fixtures"), *records(TESTS / "rules")]:
        reading = reading_of(path)
        seen.add(type(reading.result))
        comes_back(reading)
    assert seen == {Draft, NonRecord, Rejected}


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the real records are not at hand")
def test_every_real_record_comes_back() -> None:
    for path in records(CORPORA):
        comes_back(reading_of(path))


@pytest.mark.parametrize("text", ["\ud800", "\u2028\x00\x1f", '"\\', "決定 🎉", ""])
def test_any_text_comes_back(text: str) -> None:
    comes_back(Reading(NonRecord(text, text)))


def test_what_is_written_is_json() -> None:
    assert json.loads(READINGS.encode(Reading(NonRecord("a.md", "empty")))) == [
        [1, ["a.md", "empty"]],
        [],
    ]


def test_a_field_without_a_form_is_refused_before_anything_is_lost() -> None:
    @dataclass(frozen=True)
    class Odd:
        value: set[str]

    with pytest.raises(TypeError, match="no form"):
        Codec(Odd)
