"""What names another record in a text."""

import pytest

from compiler.references import enumeration, mentions, written


def names(text: str, *, bare_numbers: bool = False) -> list[str]:
    return [written(mention) for mention in mentions(text, bare_numbers=bare_numbers)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ADR-7", ["ADR-7"]),
        ("ADR 0007", ["ADR 0007"]),
        ("ADR#7 and adr-8", ["ADR#7", "adr-8"]),
        ("see [7. Use X](0007-use-x.md) there", ["7. Use X"]),
        ("0007-use-x.md", ["0007-use-x.md"]),
        ("docs/adr/0007-use-x.md", ["docs/adr/0007-use-x.md"]),
        ("[[0007-use-x]]", ["0007-use-x"]),
        ("[[0007-use-x|Use X]]", ["0007-use-x"]),
        ("SCS-0118 and ODH-ADR-EH-0003", ["SCS-0118", "ODH-ADR-EH-0003"]),
        ("20200115-use-x", ["20200115-use-x"]),
        ("[Use X][ref]", ["Use X"]),
        ("ADRs 60 and 61", ["ADR 60", "ADR-61"]),
        ("ADR-7/8", ["ADR-7", "ADR-8"]),
        ("ADRs 12-14", ["ADR 12", "ADR-13", "ADR-14"]),
        ("ADRs 12 to 14", ["ADR 12", "ADR-13", "ADR-14"]),
        ("decision 12", ["decision 12"]),
        ("to 2024-01-05_012-use-x.md", ["2024-01-05_012-use-x.md"]),
    ],
)
def test_record_is_named(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "12", "version 1.2", "in 2024", "java 11", "HTTP/2", "no record", "2024-01-05", "12 %"],
)
def test_prose_names_no_record(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", ["12"]),
        ("#12, #13", ["12", "13"]),
        ("0012 and 13", ["0012", "13"]),
        ("ADR-7", ["ADR-7"]),
    ],
)
def test_bare_numbers_count_in_fields(text: str, expected: list[str]) -> None:
    assert names(text, bare_numbers=True) == expected


def test_link_keeps_its_destination() -> None:
    (mention,) = mentions('[7. Use X](<0007-use x.md> "title")')
    assert (mention.text, mention.href) == ("7. Use X", "0007-use x.md")


def test_escaped_and_encoded_destination_is_resolved() -> None:
    (mention,) = mentions("[X](0003-%5BSuperseded%5Dx.md)")
    assert mention.href == "0003-[Superseded]x.md"


def test_enumeration_ends_where_the_text_turns() -> None:
    text = "[A](a.md), ADR-3 (storage) and ADR 4; see also ADR 9"
    assert [written(m) for m in enumeration(text, mentions(text))] == ["A", "ADR-3", "ADR 4"]
