"""Areas found by what they require: the same as when each is compared with each path."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import PathSpec

from compiler.areas import Area, Areas, Match
from compiler.patterns import Key, key, matching, shape

NAMES = ("a", "b", "a.py", "b.x.py", ".a", "é", "#a", "a b", "a ")
PIECES = (*NAMES, "*", "**", "?", "*.py", "a*", "[ab]", "b.*.py", r"\#a", "*.[px]y", "a\\ ")
names, pieces = st.sampled_from(NAMES), st.sampled_from(PIECES)
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
patterns = st.builds(
    lambda start, parts, end: start + "/".join(parts) + end,
    st.sampled_from(("", "/", "!", "!/")),
    st.lists(pieces, min_size=1, max_size=4),
    st.sampled_from(("", "/", "/**", "/*", "/*/**", "/**/")),
)
lists = st.lists(patterns, min_size=1, max_size=4).map(tuple)

# All that an exclusion can have in common with what it excludes from: chance seldom finds it.
CLOSE = list(
    dict.fromkeys(
        start + end
        for start in ("a", "*", "**", "a/*", "a/b")
        for end in ("", "/", "/*", "/**", "/*/**", "/**/", "/*.py")
    )
)
FEW_PATHS = ("a", "b", "a.py", "a/b", "a/a.py", "b/a", "a/b/a", "b/a/a.py", "a/b/b/a.py")


def by_the_library(listed: Sequence[str], path: str) -> bool:
    return PathSpec.from_lines("gitignore", listed).match_file(path)


@given(lists, paths)
def test_a_list_includes_what_the_library_says(listed: tuple[str, ...], path: str) -> None:
    assert bool(matching(listed, path)[0]) == by_the_library(listed, path)


@pytest.mark.parametrize(
    ("listed", "path"),
    [
        (("src/**", "!src/*/**"), "src/top.py"),
        (("src/*.py", "!src/*/**"), "src/top.py"),
        (("docs/**", "!docs/*/**", "docs/keep/**"), "docs/x.md"),
        (("**/*.md", "!**/"), "a.md"),
        (("a/", "!a/**"), "src/a/b.py"),
        (("a\\ ",), "a "),
        (("a\\ ",), "b/a /c"),
    ],
)
def test_what_an_exclusion_spares_is_met(listed: tuple[str, ...], path: str) -> None:
    assert by_the_library(listed, path)
    areas = Areas([Area(None, listed)])
    folder = path.rpartition("/")[0] + "/"
    for asked in (path, folder if folder != "/" else "./"):
        assert areas.met_by([asked], ()).matches


@pytest.mark.parametrize("included", CLOSE)
def test_an_exclusion_takes_what_it_matches_and_no_more(included: str) -> None:
    for excluded in CLOSE:
        listed = (included, f"!{excluded}")
        spec = PathSpec.from_lines("gitignore", listed)
        areas = Areas([Area(None, listed)])
        for path in FEW_PATHS:
            is_in = spec.match_file(path)
            folder = "./" + path[: path.rfind("/") + 1]
            assert bool(areas.met_by([path], ()).matches) == is_in, (listed, path)
            assert not is_in or areas.met_by([folder], ()).matches, (listed, folder)


@given(st.lists(lists, max_size=6), st.lists(paths, max_size=3))
def test_areas_are_found_as_if_each_was_compared(
    given_lists: list[tuple[str, ...]], asked: list[str]
) -> None:
    met = Areas([Area(None, listed) for listed in given_lists]).met_by(asked, ())
    expected = {
        number
        for number, listed in enumerate(given_lists)
        if any(by_the_library(listed, path) for path in asked)
    }
    assert set(met.matches) == expected


@given(st.lists(lists, max_size=6), paths, paths)
def test_a_folder_meets_what_any_path_below_it_meets(
    given_lists: list[tuple[str, ...]], folder: str, below: str
) -> None:
    areas = Areas([Area(None, listed) for listed in given_lists])
    inside = areas.met_by([f"{folder}/{below}"], ()).matches
    assert set(inside) <= set(areas.met_by([f"{folder}/"], ()).matches)
    assert set(inside) <= set(areas.met_by(["./"], ()).matches)


@pytest.mark.parametrize(
    ("listed", "folder", "met"),
    [
        (("src/**",), "src/", True),
        (("src/db/*.py",), "src/", True),
        (("src/db/*.py",), "src/db/", True),
        (("src/db/*.py",), "src/db/sub/", False),
        (("src/db/**/*.py",), "src/db/sub/", True),
        (("src/db",), "src/", True),
        (("src/db",), "lib/", False),
        (("*.py",), "lib/", True),
        (("src/**", "!src/gen/**"), "src/gen/", False),
        (("src/**", "!src/gen"), "src/gen/deep/", False),
        (("src/**", "!src/gen/**"), "src/", True),
        (("src/gen/**", "!src/**"), "src/", False),
        (("src/gen/**", "!src/gen/**"), "src/", False),
        (("src/**", "!src/gen/*.py"), "src/gen/", True),
    ],
)
def test_a_folder_asks_for_everything_below_it(
    listed: tuple[str, ...], folder: str, met: bool
) -> None:
    assert bool(Areas([Area(None, listed)]).met_by([folder], ()).matches) is met


@pytest.mark.parametrize("listed", [("#x",), ("",), ("\\",), ("a\\",), ("!a",), ("/",), ("!",)])
def test_what_is_no_pattern_breaks_nothing(listed: tuple[str, ...]) -> None:
    met = Areas([Area(None, listed), Area(None, ("a",))]).met_by(["a", "a/", "./"], ())
    assert 1 in met.matches


def test_an_exclusion_is_named() -> None:
    met = Areas([Area(None, ("src/**", "!src/gen/**"))]).met_by(["src/gen/x.py", "lib/x.py"], ())
    assert met.matches == {}
    assert met.excluded == {0: [Match("path", "!src/gen/**", "src/gen/x.py")]}


@pytest.mark.parametrize("scope", [".", "..", "-", "_", "/", "*"])
def test_a_scope_without_words_is_not_everywhere(scope: str) -> None:
    met = Areas([Area(scope)]).met_by(["src/a.py", ".x", "lib/"], ["some words", "word", "a.b"])
    assert met.matches == {}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("src/db/schema.sql", (3, 0)),
        ("/src/db/", (2, 0)),
        ("src/**", (1, 1)),
        ("src/*/x?.py", (1, 2)),
        ("**/[ab]/**", (0, 3)),
        (r"src/\*/x", (3, 0)),
    ],
)
def test_shape_counts_names_before_wildcards(pattern: str, expected: tuple[int, int]) -> None:
    assert shape(pattern) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("src/db/*.sql", Key(("src", "db"), "*.sql")),
        ("src/db/schema.sql", Key(("src", "db"), "schema.sql")),
        ("src/*/gen/**", Key(("src",), "gen")),
        ("src/**", Key(("src",), "")),
        ("vendor", Key((), "vendor")),
        ("**/a/*", Key((), "a")),
        ("*.[ch]", Key((), "")),
        (r"\!a", Key((), "!a")),
    ],
)
def test_key_is_what_each_match_has(pattern: str, expected: Key) -> None:
    assert key(pattern) == expected
