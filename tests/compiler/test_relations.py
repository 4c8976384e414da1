"""Which relations a line, a field or a sentence declares, and which it only mentions."""

import pytest

from compiler.relations import Declared, anywhere, field_targets, opening


def pairs(found: list[Declared]) -> list[tuple[str, str]]:
    return [(item.kind, item.text) for item in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Supersedes [2. X](0002-x.md)", [("supersedes", "2. X")]),
        ("Superseded by [2. X](0002-x.md)", [("superseded_by", "2. X")]),
        ("Superceded by ADR-2", [("superseded_by", "ADR-2")]),
        ("Supercedes ADR-2", [("supersedes", "ADR-2")]),
        ("Replaces: ADR-2", [("supersedes", "ADR-2")]),
        ("Replaced by ADR-2", [("superseded_by", "ADR-2")]),
        ("Reverts ADR-2", [("supersedes", "ADR-2")]),
        ("Reverses ADR-2", [("supersedes", "ADR-2")]),
        ("Overrides ADR-2", [("supersedes", "ADR-2")]),
        ("Amends [2. X](0002-x.md)", [("amends", "2. X")]),
        ("Amended by ADR-2", [("amended_by", "ADR-2")]),
        *(
            (f"{verb} ADR-2", [("amends", "ADR-2")])
            for verb in ("Updates", "Extends", "Supplements", "Refines", "Clarifies")
        ),
        ("- Supersedes ADR-2 and ADR-3", [("supersedes", "ADR-2"), ("supersedes", "ADR-3")]),
        ("> **Superseded by ADR-2**", [("superseded_by", "ADR-2")]),
        ("This ADR supersedes ADR-2.", [("supersedes", "ADR-2")]),
        ("This decision amends [2](0002-x.md).", [("amends", "2")]),
        ("This ADR has been superseded by ADR-2", [("superseded_by", "ADR-2")]),
        ("Note: this record is superseded by ADR-2", [("superseded_by", "ADR-2")]),
        ("Supersedes some aspects of ADR-2", [("amends", "ADR-2")]),
        ("Supersedes §7 of ADR-2", [("amends", "ADR-2")]),
        ("Partially supersedes ADR-2", [("amends", "ADR-2")]),
        ("Partially superseded by ADR-2", [("amended_by", "ADR-2")]),
        ("Superseded in part by ADR-2", [("amended_by", "ADR-2")]),
        ("Ersetzt ADR-2", [("supersedes", "ADR-2")]),
        ("Ersetzt durch ADR-2", [("superseded_by", "ADR-2")]),
        ("Заменяет ADR-2", [("supersedes", "ADR-2")]),
        ("Remplacé par ADR-2", [("superseded_by", "ADR-2")]),
        ("Reemplaza a ADR-2", [("supersedes", "ADR-2")]),
        ("Substituído por ADR-2", [("superseded_by", "ADR-2")]),
    ],
)
def test_line_declares(line: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(opening(line)) == expected


@pytest.mark.parametrize(
    "line",
    [
        "This would supersede ADR-2.",
        "This may supersede ADR-2 one day.",
        "This ADR does not supersede ADR-2.",
        "We looked at superseding ADR-2, superseding the behaviour where it waits.",
        "ADR-3 supersedes ADR-2.",
        "See ADR-2.",
        "Supersedes nothing.",
        "Superseded",
        "~~Supersedes ADR-2~~",
        "<!-- Supersedes ADR-2 -->",
        "The team that ADR-2 amends is gone.",
        "If accepted, this replaces ADR-2.",
    ],
)
def test_line_only_mentions(line: str) -> None:
    assert opening(line) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Supersedes [2. X](0002-x.md)", [("supersedes", "2. X")]),
        ("This ADR supersedes ADR-2", []),
        ("Supersedes ADR-2, because it was slow and wrong in every way", []),
    ],
)
def test_lists_of_references_take_bare_relations_only(
    line: str, expected: list[tuple[str, str]]
) -> None:
    assert pairs(opening(line, bare_only=True)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ADR-2", [("supersedes", "ADR-2")]),
        ("2, 3", [("supersedes", "2"), ("supersedes", "3")]),
        ("[2. X](0002-x.md)", [("supersedes", "2. X")]),
        ("some aspects of ADR-2", [("amends", "ADR-2")]),
        ("None (extends ADR-2)", [("amends", "ADR-2")]),
        *((nothing, []) for nothing in ("n/a", "None", "-", "", "_none_", "—", "<!-- ADR-2 -->")),
    ],
)
def test_field_names_its_targets(value: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(field_targets("supersedes", value)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Accepted, supersedes ADR-2", [("supersedes", "ADR-2")]),
        ("Accepted. Amended by [2](0002-x.md)", [("amended_by", "2")]),
        ("Deprecated in favour of ADR-2", [("superseded_by", "ADR-2")]),
        ("Accepted; parts were superseded by ADR-2", [("amended_by", "ADR-2")]),
        ("Accepted, not superseded by ADR-2", []),
        ("Accepted", []),
    ],
)
def test_status_line_declares_at_any_place(value: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(list(anywhere(value))) == expected


@pytest.mark.parametrize(
    ("line", "aspect"),
    [
        ("Supersedes §7 of ADR-2", "§7"),
        ("Amends section 4.2 of ADR-2", "section 4.2"),
        ("Amends ADR-2", None),
        ("Supersedes ADR-2", None),
    ],
)
def test_aspect_is_kept(line: str, aspect: str | None) -> None:
    (item,) = opening(line)
    assert item.aspect == aspect
