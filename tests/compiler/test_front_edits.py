"""Front matter is extended in its own style; comments, order and quotes stay."""

import pytest

from compiler.edits import Written, apply_edits
from compiler.front_edits import add_key, extend_key, yaml_scalar
from compiler.frontmatter import FrontMatter, read_front_matter
from compiler.text import Text, decode


def extended(block: str, item: str = "ADR-9", key: str = "supersedes") -> str:
    data = f"---\n{block}\n---\n# X\n".encode()
    text = decode(data)
    assert isinstance(text, Text)
    front = read_front_matter(text)
    assert isinstance(front, FrontMatter)
    edits = extend_key(Written(data), front, key, item)
    return apply_edits(data, edits).decode().split("---\n")[1].rstrip("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("supersedes: ADR-1", "supersedes: [ADR-1, ADR-9]"),
        ("supersedes: ADR-1  # why", "supersedes: [ADR-1, ADR-9]  # why"),
        ("supersedes: 'ADR-1'", "supersedes: ['ADR-1', 'ADR-9']"),
        ('supersedes: "[A](a.md)"', 'supersedes: ["[A](a.md)", "ADR-9"]'),
        ("supersedes: [ADR-1]", "supersedes: [ADR-1, ADR-9]"),
        ("supersedes: [ADR-1, ADR-2 ] # x]", "supersedes: [ADR-1, ADR-2, ADR-9 ] # x]"),
        ("supersedes: [ADR-1,]", "supersedes: [ADR-1, ADR-9]"),
        ('supersedes: ["ADR-1"]', 'supersedes: ["ADR-1", "ADR-9"]'),
        ("supersedes: [\n  ADR-1,\n  ADR-2\n]", "supersedes: [\n  ADR-1,\n  ADR-2, ADR-9\n]"),
        ("supersedes:\n  - ADR-1\n  # last", "supersedes:\n  - ADR-1\n  - ADR-9\n  # last"),
        ("supersedes:\n- 'ADR-1'\nx: y", "supersedes:\n- 'ADR-1'\n- 'ADR-9'\nx: y"),
        ("supersedes:", "supersedes: [ADR-9]"),
        ("supersedes: []", "supersedes: [ADR-9]"),
        ("supersedes: null # none", "supersedes: [ADR-9] # none"),
        ("supersedes: none", "supersedes: [ADR-9]"),
        ("Supersedes : ADR-1", "Supersedes : ADR-1"),  # another key
    ],
)
def test_list_grows_in_its_own_style(before: str, after: str) -> None:
    assert extended(before) == after


@pytest.mark.parametrize("item", ["[A: b](a.md)", "a # b", "a, b", "- a", "yes: no"])
def test_item_that_means_something_in_yaml_is_quoted(item: str) -> None:
    block = extended("supersedes: [ADR-1]", item)
    text = decode(f"---\n{block}\n---\n".encode())
    assert isinstance(text, Text)
    front = read_front_matter(text)
    assert isinstance(front, FrontMatter)
    assert front.values == {"supersedes": ["ADR-1", item]}


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("id: A\nstatus: x\ndate: y\ntags: [a]", "supersedes", "date: y\nsupersedes: v\ntags: [a]"),
        ("tags: [a]\n# end", "amends", "tags: [a]\namends: v\n# end"),
        ("status: x\nsupersedes:\n  - B\nzoo: y", "amends", "  - B\namends: v\nzoo: y"),
    ],
)
def test_new_key_stands_where_the_native_form_has_it(before: str, key: str, after: str) -> None:
    data = f"---\r\n{before}\r\n---\r\n".replace("\n", "\r\n").replace("\r\r", "\r").encode()
    text = decode(data)
    assert isinstance(text, Text)
    front = read_front_matter(text)
    assert isinstance(front, FrontMatter)
    edit = add_key(Written(data), front, key, "v")
    assert edit is not None
    done = apply_edits(data, [edit]).decode()
    assert after in done.replace("\r\n", "\n")
    assert done.count("\r\n") == done.count("\n")


def test_no_front_matter_takes_no_key() -> None:
    assert add_key(Written(b"# X\n"), FrontMatter({}, {}, 0), "amends", "v") is None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words", "plain words"),
        ("a: b", '"a: b"'),
        ('say "x": \\', '"say \\"x\\": \\\\"'),
        ("null", '"null"'),
        ("#5", '"#5"'),
        ("", '""'),
        (" edge", '" edge"'),
    ],
)
def test_scalar_is_quoted_where_it_must_be(text: str, written: str) -> None:
    assert yaml_scalar(text) == written
