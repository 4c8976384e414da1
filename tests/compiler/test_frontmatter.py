"""Strict front matter: text stays text, refusals are located, the fast way equals the slow one."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiler import frontmatter, strict_yaml
from compiler.frontmatter import Broken, FrontMatter
from compiler.problems import Problem
from compiler.strict_yaml import YamlError, load_yaml
from compiler.text import Text, decode


def read(source: str) -> FrontMatter | Broken:
    text = decode(source.encode())
    assert isinstance(text, Text)
    return frontmatter.read_front_matter(text)


def values_of(block: str) -> dict[str, Any]:
    front = read(f"---\n{block}\n---\n# Body\n")
    assert isinstance(front, FrontMatter), front
    return front.values


def problem_of(block: str) -> Problem:
    front = read(f"---\n{block}\n---\n# Body\n")
    assert isinstance(front, Broken), front
    return front.problem


@pytest.mark.parametrize(
    "word",
    [
        "2026-01-02",
        "12:30:00",
        "2026-01-02T10:00:00Z",
        "0012",
        "0x1F",
        "1_000",
        "1e3",
        ".inf",
        "no",
        "yes",
        "on",
        "off",
        "Null",
        "TRUE",
        "2026-02-30",
        "12",
        "-1.5",
        "=",
    ],
)
def test_value_stays_text(word: str) -> None:
    assert values_of(f"key: {word}") == {"key": word}
    assert values_of(f"key: [{word}]") == {"key": [word]}


@pytest.mark.parametrize(("word", "value"), [("true", True), ("false", False), ("null", None)])
def test_core_word_is_a_value(word: str, value: object) -> None:
    assert values_of(f"key: {word}")["key"] is value


@pytest.mark.parametrize("block", ["key:", "key: ~", "key: null", "key: # nothing"])
def test_empty_value_is_nothing(block: str) -> None:
    assert values_of(block) == {"key": None}


def test_empty_text_is_not_nothing() -> None:
    assert values_of('key: ""') == {"key": ""}


def test_quoted_core_word_is_text() -> None:
    assert values_of("key: 'true'") == {"key": "true"}


def test_lists_mappings_and_blocks_are_read() -> None:
    block = "a: [x, y]\nb:\n  - c: d\ne: |\n  one\n  two\nf: >-\n  three\n  four"
    assert values_of(block) == {
        "a": ["x", "y"],
        "b": [{"c": "d"}],
        "e": "one\ntwo\n",
        "f": "three four",
    }


@pytest.mark.parametrize(
    ("block", "code", "line", "column"),
    [
        ("status: accepted\nstatus: rejected", "ADR105", 3, 1),
        ("a: b\nlist: [&x y]", "ADR106", 3, 8),
        ("a: &x b", "ADR106", 2, 4),
        ("a: *x", "ADR106", 2, 4),
        ("a: !!str b", "ADR106", 2, 4),
        ("a: !own b", "ADR106", 2, 4),
        ("12: b", "ADR106", 2, 1),
        ("true: b", "ADR106", 2, 1),
        ("? [a, b]\n: c", "ADR106", 2, 3),
        ("a:\n  b: c\n  b: d", "ADR105", 4, 3),
        ("a: b\n c: d", "ADR103", 3, 3),
        ("title: ADR-0001: Use X", "ADR103", 2, 16),
        ("a: [b", "ADR103", None, None),
        ('a: "b', "ADR103", None, None),
        ("a: @b", "ADR103", 2, 4),
        ("a:\n\t- b", "ADR103", 3, 1),
    ],
)
def test_refusal_is_located(block: str, code: str, line: int | None, column: int | None) -> None:
    problem = problem_of(block)
    assert problem.code == code
    if line is not None:
        assert (problem.place.line, problem.place.column) == (line, column)


def test_unquoted_colon_gets_the_hint_to_quote_it() -> None:
    hint = problem_of("title: ADR-0001: Use X").hint
    assert hint is not None
    assert 'title: "ADR-0001: Use X"' in hint


def test_nesting_is_limited() -> None:
    depth = strict_yaml.MAX_DEPTH
    assert "key" in values_of("key: " + "[" * (depth - 1) + "]" * (depth - 1))
    problem = problem_of("key: " + "[" * (depth + 5) + "]" * (depth + 5))
    assert (problem.code, problem.place.line) == ("ADR106", 2)


def test_very_deep_nesting_is_refused_not_raised() -> None:
    assert problem_of("key: " + "[" * 20_000).code in ("ADR103", "ADR106")
    assert problem_of("\n".join(" " * n + f"k{n}:" for n in range(200)) + " x").code == "ADR106"


def test_second_document_is_refused() -> None:
    with pytest.raises(YamlError):
        load_yaml("a: b\n--- \nc: d", 1)


@pytest.mark.parametrize("closing", ["---", "...", "---  "])
def test_block_ends_at_dashes_or_dots(closing: str) -> None:
    front = read(f"---\na: b\n{closing}\n# X\n")
    assert isinstance(front, FrontMatter)
    assert (front.values, front.body_start) == ({"a": "b"}, 3)


def test_places_are_those_of_the_values() -> None:
    front = read("---\na: b\nlong-key:   c\nempty:\nlist:\n  - x\n---\n")
    assert isinstance(front, FrontMatter)
    places = {key: (place.line, place.column) for key, place in front.places.items()}
    assert places == {"a": (2, 4), "long-key": (3, 13), "empty": (4, 1), "list": (6, 3)}


@pytest.mark.parametrize(
    "source",
    ["# X\n\n---\na: b\n---\n", "---\n\nJust a line above\n\n---\n", "text\n---\na: b\n---\n", ""],
)
def test_dashes_elsewhere_open_no_block(source: str) -> None:
    front = read(source)
    assert isinstance(front, FrontMatter)
    assert front.values == {}


def test_unclosed_block_is_refused() -> None:
    front = read("---\nstatus: accepted\n\n# X\n")
    assert isinstance(front, Broken)
    assert (front.problem.code, front.problem.place.line) == ("ADR103", 1)


def test_blank_lines_above_the_block_are_reported_and_read_past() -> None:
    front = read("\n\n---\nstatus: accepted\n---\n# X\n")
    assert isinstance(front, FrontMatter)
    assert front.values == {"status": "accepted"}
    assert [(p.code, p.place.line) for p in front.problems] == [("ADR104", 3)]


@pytest.mark.parametrize("block", ["tag:web", "- a\n- b", "just words"])
def test_block_that_is_no_mapping_is_reported(block: str) -> None:
    front = read(f"---\n{block}\n---\n# X\n")
    if isinstance(front, FrontMatter) and front.body_start:
        assert [p.code for p in front.problems] == ["ADR107"]
    else:
        # Without anything like a key, the first line is a rule of the body.
        assert isinstance(front, FrontMatter)


def test_missing_space_behind_a_colon_is_hinted_at() -> None:
    front = read("---\nkey: x\n---\n")
    assert isinstance(front, FrontMatter)
    front = read("---\n# c\ntag:web\n---\n")
    assert isinstance(front, FrontMatter)
    assert [p.hint for p in front.problems] == ["put a space behind the colon: `tag: web`"]


@pytest.mark.parametrize(
    "choice",
    ["{proposed | accepted}", "[proposed | accepted]", "<status>", "{YYYY-MM-DD}"],
)
def test_unfilled_choice_stays_text(choice: str) -> None:
    assert values_of(f"a: b\nstatus: {choice}") == {"a": "b", "status": choice}


def test_a_bar_in_quotes_is_part_of_a_list() -> None:
    assert values_of('paths: ["a|b/**", c]') == {"paths": ["a|b/**", "c"]}


def test_list_of_one_stays_a_list() -> None:
    assert values_of("deciders: [Ada]") == {"deciders": ["Ada"]}


# The plain way reads `key: words` without the scanner; whatever it takes, the loader reads alike.
KEYS = st.sampled_from(["status", "date", "x-y", "A_b", "no", "true", "k1", "_x", "é"])
CHARACTERS = "abZ0189 .,:;#'\"-_/()[]{}|>@&*!%?~\\=+é\t\u2028"
WORDS = st.one_of(
    st.text(alphabet=CHARACTERS, max_size=14),
    st.sampled_from(
        ["no", "true", "~", "null", "2026-01-02", "0012", "1_000", "a b", "'x'", '"y"']
    ),
    st.sampled_from(["a - b", "a: b", "a :b", "(x", "./x", "x #c", "x# c", "'it''s'", '"a\\n"']),
)
LINES = st.builds(
    lambda key, gap, value: f"{key}:{gap}{value}", KEYS, st.sampled_from([" ", "  ", ""]), WORDS
)


@settings(max_examples=600, derandomize=True, deadline=None)
@example(["status: 0\u2028"])
@example(["status: a\x85"])
@given(st.lists(LINES, min_size=1, max_size=4))
def test_plain_way_equals_the_loader(lines: list[str]) -> None:
    plain = frontmatter._load_plain(tuple(lines), 1)
    if plain is None:
        return
    values, places, problems = plain
    loaded, loaded_places = load_yaml("\n".join(lines), 2)
    assert (values, places, problems) == (loaded, loaded_places, ())


@pytest.mark.parametrize(
    "line", ["a: b", "a: b c-d (e).", "a: 'b: c'", 'a: "b # c"', "a-b: 2026-01-02"]
)
def test_plain_way_takes_the_common_line(line: str) -> None:
    assert frontmatter._load_plain((line,), 1) is not None
