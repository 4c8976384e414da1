"""What holds for any file: nothing is raised, nothing is lost, and reading twice reads the same."""

from pathlib import Path, PurePosixPath
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adr_schema.catalogue import CATALOGUE
from adr_schema.records import NonRecord, Rejected
from compiler.drafts import Draft, Reading
from compiler.frontmatter import Broken, FrontMatter, read_front_matter
from compiler.index import build_index, serialize
from compiler.options import Options
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project
from compiler.reader import read_file
from compiler.sources import File
from compiler.text import Text, decode
from mneme_cli.render.rows import other_rows, record_row

ours = settings(
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)

FRAGMENTS = st.sampled_from(
    [
        "---\n", "status: accepted\n", "status: [a, b\n", "date: 2024-02-30\n", "id: ADR-0001\n",
        "supersedes: [ADR-0001, ADR-0002]\n", "paths: []\n", "title: A: B\n",
        "links:\n- target: 1\n  kind: amends\n", "# 1. Use X\n", "# ADR-0002: Use **Y**\n",
        "Use Z\n=====\n", "## Status\n", "## Status: Accepted\n", "## Decision\n",
        "## Changelog\n", "### Considered Options\n", "## 状态\n", "## Constraints\n", "Accepted\n",
        "Superceded by [1](0001-a.md)\n", "Supersedes ADR-1/2 and ADRs 3-5\n", "已接受\n", "🤔\n",
        "~~Accepted~~ Rejected\n", "_Proposed, **Accepted**_\n", "[proposed | accepted]\n",
        "- [x] Accepted\n", "- Status: draft\n", "* Date: 04/07/2023\n",
        "**Status:** Accepted | **Date:** 3 March 2024\n",
        "| Status | Accepted |\n|---|---|\n| Date | 2024-01-01 |\n",
        "> **Superseded by ADR-2**\n",
        "![Accepted](https://example.org/badge/status-rejected-red)\n", "```\n", "~~~\n", "<!-- ",
        " -->\n", "<br>", "<b>Status:</b> x<br>\n", "- FORBID_LITERAL: x\n",
        "- FORBID_PATH:\n    value: y\n", "[ref]: 0001-a.md\n", "[Use X][ref]\n", "\n", "\r",
        "\r\n", "\ufeff", "\u2028", "\0", "\t", "    ", ">" * 70, "- " * 40, "|" * 30 + "\n",
        "((((", "[[[[", "****", "____", "``", "\\", "&amp;", "&#0;", "word ", "2024-13-01 ",
        "Supersedes some parts of [2](0002-b.md)\n", "This ADR amends ADR-2.\n", "ADR-9999 ",
        "a/b/0003-c.md ",
    ]
)  # fmt: skip
TEXTS = st.lists(st.one_of(FRAGMENTS, st.text(max_size=8)), max_size=25).map("".join)
CONTENTS = st.one_of(st.binary(max_size=200), TEXTS.map(lambda text: text.encode(errors="replace")))
NAMES = st.sampled_from(
    [
        "0001-a.md",
        "0002-b.md",
        "adr-0003-c.md",
        "20240101-d.md",
        "e.md",
        "README.md",
        "template.md",
        "use-f/README.md",
        "g.mdx",
        "h.rst",
        "0001-b.md",
        "deep/0001-a.md",
        "[0004]-i.markdown",
    ]
)
CORPORA = st.dictionaries(NAMES, CONTENTS, max_size=5)


def read(content: bytes, name: str = "0001-a.md") -> Reading:
    return read_file(File(name, content), None, Options())


def compile_files(files: dict[str, bytes], base: Path) -> Compiled:
    (base / "adr").mkdir()
    for name, content in files.items():
        path = base / "adr" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return compile_project(open_project("adr", cwd=base))


@ours
@given(NAMES, st.one_of(st.binary(max_size=400), CONTENTS))
@example("0001-a.md", "id: ²".encode())
@example("adr-².md", "# ADR-²: ².\n\nStatus: accepted\n\nSupersedes: ², ADR-², #²\n".encode())
def test_any_bytes_become_one_of_three_things(name: str, content: bytes) -> None:
    reading = read(content, name)
    assert isinstance(reading.result, Draft | NonRecord | Rejected)
    if isinstance(reading.result, Rejected):
        assert any(CATALOGUE[p.code].severity == "error" for p in reading.problems)
    if isinstance(reading.result, NonRecord):
        assert reading.result.reason


@ours
@given(TEXTS)
def test_reading_twice_reads_the_same(text: str) -> None:
    content = text.encode(errors="replace")
    assert read(content) == read(content)


@ours
@given(TEXTS)
def test_places_lie_in_the_file(text: str) -> None:
    content = text.replace("\0", "").encode(errors="replace")  # with NUL it is no text
    decoded = decode(content)
    assert isinstance(decoded, Text)
    reading = read(content)
    places = [problem.place for problem in reading.problems]
    if isinstance(reading.result, Draft):
        record = reading.result.record
        places += [*record.places.values(), *(reference.place for reference in record.references)]
    for place in places:
        assert 1 <= place.line <= len(decoded.lines)
        assert 1 <= place.column <= len(decoded.lines[place.line - 1]) + 1


@ours
@given(CORPORA)
@example({"0001-a.md": "# ².\n\nStatus: accepted\n\nAmends: ², ADR-²\n".encode()})
@example({"2²-a.md": b"# A\n\nStatus: accepted\n", "2-b.md": b"# B\n\nStatus: accepted\n"})
def test_every_file_is_accounted_for(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as folder:
        compiled = compile_files(files, Path(folder))
    rows = [*map(record_row, compiled.decisions), *other_rows(compiled)]
    assert sorted(row["path"] for row in rows) == sorted(f"adr/{name}" for name in files)
    assert compiled.accounting.found == len(files)
    ids = [decision.id for decision in compiled.decisions]
    assert len(set(ids)) == len(ids)
    assert all(not PurePosixPath(d.path).is_absolute() and d.message for d in compiled.diagnostics)


@ours
@given(CORPORA, st.randoms(use_true_random=False))
def test_order_of_creation_changes_no_byte(files: dict[str, bytes], random: Random) -> None:
    names = list(files)
    random.shuffle(names)
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        first = compile_files(files, Path(here))
        second = compile_files({name: files[name] for name in names}, Path(there))
    assert serialize(build_index(first)) == serialize(build_index(second))
    assert first.diagnostics == second.diagnostics


@ours
@given(TEXTS)
def test_other_line_ends_read_the_same(text: str) -> None:
    unix = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace")
    assert read(unix) == read(unix.replace(b"\n", b"\r\n"))


YAML_LINES = st.one_of(
    st.sampled_from(
        [
            "a: b", "a: [b, c]", "a: {b: c}", "- a", "  - b", "a:", "  b: c", "a: |", "  text",
            "a: >-", "? x", ": y", "a: &b c", "a: *b", "<<: *b", "a: !!int 3", "a: 'x", 'a: "x',
            "a: @x", "a: b: c", "\ta: b", "# c", "...", "--- ", "%YAML 1.2", "12: x", "null: x",
            "a: \\", "a: [", "a: ]", "a: {x}", "a: {x | y}", "é: ü", "a: \u2028b", "a: \x00",
            "a: \x07", "a: \ufeff", "a: 2024-02-30", "a: 0o7", "a: ~", "a: |9", "a: - b",
            "- - - a", "[a]: b",
        ]
    ),
    st.text(max_size=12),
    st.builds("{}: {}".format, st.text(max_size=5), st.text(max_size=8)),
)  # fmt: skip


@settings(ours, max_examples=500)
@given(st.lists(YAML_LINES, max_size=6))
def test_any_front_matter_gives_values_or_a_located_problem(lines: list[str]) -> None:
    source = "\n".join(["---", *lines, "---", "# X", ""])
    text = decode(source.replace("\0", "").encode(errors="replace"))  # with NUL it is no text
    assert isinstance(text, Text)
    front = read_front_matter(text)
    problems = [front.problem] if isinstance(front, Broken) else front.problems
    for problem in problems:
        assert problem.code in CATALOGUE
        assert problem.message
        assert 1 <= problem.place.line <= len(text.lines)
        assert problem.place.column >= 1
    if isinstance(front, FrontMatter):
        assert front.places.keys() == front.values.keys()


BODY = "# 1. X\n\nStatus: accepted\n\n{}\n\n## Decision\n\nYes.\n"
SECTION = "# 1. X\n\n## Status\n\n{}\n\n## Decision\n\nYes.\n"
FIELD = "# 1. X\n\nSupersedes: {}\n\nStatus: accepted\n"
HEADING = "# {}\n\nStatus: accepted\n"
FRONT = "---\nstatus: {}\n---\n# X\n"


@pytest.mark.parametrize("shell", [BODY, SECTION, FIELD, HEADING, FRONT])
@pytest.mark.parametrize(
    "piece",
    [
        "A",
        " ",
        "*",
        "_",
        "[",
        "(",
        "![",
        "<!--",
        "1/",
        "a-",
        "ADR-1 ",
        "**a",
        "2024-",
        "日",
        "a: ",
        "a|",
        "supersedes ",
        "superseded by ",
        "Supersedes [a](b) and ",
        "a\n",
        "- [ ] accepted\n",
        "> ",
        "; ",
    ],
)
def test_no_text_stops_the_reader(shell: str, piece: str) -> None:
    """8 kB of anything take a moment; what grows out of proportion takes minutes or hours.

    The limit is far from both, so that no busy machine meets it.
    """
    content = shell.format(piece * (8_000 // len(piece))).encode()
    began = process_time()
    read(content)
    assert process_time() - began < 20
