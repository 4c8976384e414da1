"""Which decisions a message names: precision and recall over labelled messages, and the details."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from adr_schema.records import Record
from compiler.pipeline import compile_project
from compiler.project import open_project
from decision_trace.messages import MessageReader
from decision_trace.names import Names

LABELLED = Path(__file__).parents[1] / "fixtures" / "messages"
FILES = sorted(LABELLED.glob("*.yaml"))
Link = tuple[str, str]


def records_at(paths: list[str], folder: Path) -> list[Record]:
    """Real records with these paths, compiled."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        stem = Path(path).stem if Path(path).stem != "README" else Path(path).parent.name
        text = f"# {stem}\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do.\n"
        (folder / path).write_text(text)
    compiled = compile_project(open_project(paths[0].split("/")[0], folder))
    assert len(compiled.decisions) == len(paths)
    return [decision.record for decision in compiled.decisions]


def links_of(message: str, names: Names) -> set[Link]:
    """Each decision that a message names, with the strongest kind."""
    found: dict[str, str] = {}
    for citation in MessageReader(names.prefixes).read(message):
        record = names.find(citation)
        if record is not None:
            found.setdefault(record.id, citation.kind)
    return set(found.items())


def stored(entry: dict[str, Any]) -> str:
    """The message as it arrives: git knows the encoding of each commit, unless it is a lie."""
    encoding = entry.get("encoding", "utf-8")
    data: bytes = entry["message"].encode(encoding)
    return data.decode("utf-8" if encoding == "latin-1" else encoding, "replace")


def expected(entry: dict[str, Any]) -> set[Link]:
    kinds = ("implements", "mentions")
    return {(spelled(name), kind) for kind in kinds for name in entry.get(kind, [])} | beyond(entry)


def beyond(entry: dict[str, Any]) -> set[Link]:
    """Links that a reader sees and the parser is known not to."""
    return {(spelled(name), "mentions") for name in entry.get("beyond", [])}


def spelled(name: int | str) -> str:
    return name if isinstance(name, str) else f"ADR-{name:04d}"


def cases() -> Iterator[tuple[str, list[dict[str, Any]], list[str]]]:
    for file in FILES:
        content = yaml.safe_load(file.read_text("utf-8"))
        yield file.stem, content["messages"], content["records"]


def test_precision_and_recall(tmp_path: Path) -> None:
    right, wrong, missed, total, known = 0, [], [], 0, 0
    for name, messages, paths in cases():
        names = Names(records_at(paths, tmp_path / name))
        for entry in messages:
            found, wanted = links_of(stored(entry), names), expected(entry)
            total += 1
            right += len(found & wanted)
            wrong.extend((name, entry["message"], link) for link in sorted(found - wanted))
            missed.extend((name, entry["message"], link) for link in sorted(wanted - found))
            known += len(beyond(entry))
            assert not beyond(entry) & found, entry
    assert total >= 2100
    assert right / (right + len(wrong)) >= 0.98, wrong
    assert right / (right + len(missed)) >= 0.98, missed
    assert not wrong, wrong
    assert len(missed) == known, missed


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_label_is_a_record_of_its_file(file: Path) -> None:
    content = yaml.safe_load(file.read_text("utf-8"))
    stems = [Path(path).stem for path in content["records"]]
    for entry in content["messages"]:
        assert set(entry) <= {"message", "implements", "mentions", "beyond", "encoding"}
        assert not set(entry.get("implements", [])) & set(entry.get("mentions", []))
    assert len(set(content["records"])) == len(stems)


def test_of_a_message_that_nobody_wrote_beginning_and_end_are_read() -> None:
    filling = "Lorem ipsum. " * 100_000
    message = f"See ADR-1\n\n{filling}\n\nADR-2.\n\n{filling}\n\nDecision: ADR-3\n"
    found = MessageReader().read(message)
    assert [citation.text for citation in found] == ["ADR-3", "ADR-1"]
