"""Number, prefix and title of a record, and the id that a corpus settles."""

from collections.abc import Callable

import pytest

from compiler.identity import format_id, name_of, number_in_name, read_title
from compiler.pipeline import Compiled


@pytest.mark.parametrize(
    ("name", "number", "prefix"),
    [
        ("0007-use-x", 7, None),
        ("001-use-x", 1, None),
        ("10002-use-x", 10002, None),
        ("7", 7, None),
        ("adr-0100-split", 100, "adr"),
        ("ADR-001", 1, "ADR"),
        ("adr_012_use_x", 12, "adr"),
        ("ODH-ADR-EH-0003-x", 3, "ODH-ADR-EH"),
        ("scs-0102-v1-name", 102, "scs"),
        ("2022-04-13_018-x", 18, None),
        ("[0005]-x", 5, None),
        ("0003-[Superseded]x", 3, None),
    ],
)
def test_number_in_name(name: str, number: int, prefix: str | None) -> None:
    numbering = number_in_name(name)
    assert numbering is not None
    assert (numbering.number, numbering.prefix) == (number, prefix)


@pytest.mark.parametrize(
    "name",
    [
        "20200115-use-x",
        "2021-06-30-use-y",
        "use-x",
        "",
        "java11",
        "node-18-upgrade",
        "use-2-phases",
    ],
)
def test_name_without_a_number(name: str) -> None:
    assert number_in_name(name) is None


@pytest.mark.parametrize(
    ("heading", "title", "number"),
    [
        ("1. Use X", "Use X", 1),
        ("ADR-001: Use X", "Use X", 1),
        ("ADR 12 - Use X", "Use X", 12),
        ("[ADR-003] Use X", "Use X", 3),
        ("#46. Use X", "Use X", 46),
        ("TEP-0107: Use X", "Use X", 107),
        ("0007 - Use X", "Use X", 7),
        ("Use **X** and _Y_", "Use X and Y", None),
        ("Use X ##", "Use X", None),
        ("ADR: Use X", "ADR: Use X", None),
        ("Use `x` and [y](z)", "Use `x` and [y](z)", None),
        ("\u200bUse X", "Use X", None),
        ("2.0 of the API", "2.0 of the API", None),
        ("3 tiers, not 2", "3 tiers, not 2", None),
        ("Use snake_case_names", "Use snake_case_names", None),
        ("Use X <!-- for now -->", "Use X", None),
        ("", None, None),
    ],
)
def test_title_of_heading(heading: str, title: str | None, number: int | None) -> None:
    read = read_title(heading, None)
    assert read.text == title
    assert (read.numbering.number if read.numbering else None) == number


def test_number_of_the_file_goes_without_punctuation() -> None:
    assert read_title("7 Use X", 7).text == "Use X"
    assert read_title("7 Use X", 8).text == "7 Use X"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/0001-x.md", "0001-x"),
        ("a/use-x/README.md", "use-x"),
        ("a/use-x/index.md", "use-x"),
        ("README.md", "README"),
    ],
)
def test_name_on_disk(path: str, name: str) -> None:
    assert name_of(path) == name


def test_ids_have_four_digits_at_least() -> None:
    assert format_id(None, 7) == "ADR-0007"
    assert format_id("scs", 118) == "SCS-0118"
    assert format_id("ADR", 12345) == "ADR-12345"


def record(title: str, front: str = "") -> str:
    return f"{front}# {title}\n\nStatus: accepted\n\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"


def ids(compiled: Compiled) -> dict[str, str]:
    return {d.record.path.removeprefix("adr/"): d.id for d in compiled.decisions}


@pytest.mark.parametrize(
    ("name", "text", "identifier"),
    [
        ("0007-x.md", record("X"), "ADR-0007"),
        ("scs-0118-x.md", record("X"), "SCS-0118"),
        ("0107-x.md", record("TEP-0107: X"), "TEP-0107"),
        ("20200115-use-x.md", record("X"), "20200115-use-x"),
        ("use-x.md", record("X"), "use-x"),
        ("use-x.md", record("ADR-5: X"), "ADR-0005"),
        ("0007-x.md", record("X", "---\nid: adr-7\n---\n"), "adr-7"),
        ("0007-x.md", record("X", "---\nid: Storage one\n---\n"), "Storage one"),
        ("0007-x/README.md", record("X"), "ADR-0007"),
    ],
)
def test_id_of_a_record(
    compiled: Callable[..., Compiled], name: str, text: str, identifier: str
) -> None:
    assert ids(compiled({f"adr/{name}": text})) == {name: identifier}


def test_derived_ids_that_collide_give_way_to_file_names(compiled: Callable[..., Compiled]) -> None:
    files = {f"adr/{name}.md": record("X") for name in ("0057-a", "0057-b", "0058-c")}
    result = compiled(files)
    assert ids(result) == {"0057-a.md": "0057-a", "0057-b.md": "0057-b", "0058-c.md": "ADR-0058"}
    (finding,) = [d for d in result.diagnostics if d.code == "ADR302"]
    assert finding.severity == "warning"
    assert "0057-a.md" in finding.message
    assert "0057-b.md" in finding.message


@pytest.mark.parametrize("spelling", ["ADR-0001", "adr-1", "ADR-1"])
def test_id_declared_twice_is_an_error(compiled: Callable[..., Compiled], spelling: str) -> None:
    files = {
        "adr/0001-a.md": record("A", "---\nid: ADR-0001\n---\n"),
        "adr/0002-b.md": record("B", f"---\nid: {spelling}\n---\n"),
    }
    result = compiled(files)
    found = [d for d in result.diagnostics if d.code == "ADR301"]
    assert {d.path for d in found} == {"adr/0001-a.md", "adr/0002-b.md"}
    assert all("adr/0002-b.md" in d.message or "adr/0001-a.md" in d.message for d in found)
    assert len(set(ids(result).values())) == 2


def test_one_stem_in_two_folders_is_told_apart(compiled: Callable[..., Compiled]) -> None:
    files = {"adr/web/0001-x.md": record("X"), "adr/api/0001-x.md": record("X")}
    assert len(set(ids(compiled(files)).values())) == 2


def test_a_declared_id_keeps_its_form_beside_a_derived_one(
    compiled: Callable[..., Compiled],
) -> None:
    files = {
        "adr/0001-a.md": record("A", "---\nid: ADR-0001\n---\n"),
        "adr/x/0001-b.md": record("B"),
    }
    assert ids(compiled(files)) == {"0001-a.md": "ADR-0001", "x/0001-b.md": "0001-b"}
