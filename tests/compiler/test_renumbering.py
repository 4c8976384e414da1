"""Another number for a record: what names it follows, and nothing else changes."""

import json
import shlex
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from compiler.errors import UsageError
from compiler.pipeline import compile_project
from compiler.plans import carry_out
from compiler.project import open_project
from compiler.renumbering import Renumbered, renumber

Files = Mapping[str, str | bytes]
Write = Callable[..., Path]
Native = Callable[..., str]
Mneme = Callable[..., subprocess.CompletedProcess[str]]
Run = Callable[..., tuple[Renumbered, Path]]
PEARS = "# 2. Pick pears\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"


@pytest.fixture
def renumbered(write_files: Write) -> Run:
    """Write files, give a record another number, and write that too."""

    def run(files: Files, identifier: str, new: str | None = None) -> tuple[Renumbered, Path]:
        base = write_files(files)
        compiled = compile_project(open_project("adr", cwd=base))
        done = renumber(compiled, identifier, new)
        carry_out(compiled, done.plan)
        return done, base

    return run


def around(line: str) -> str:
    """A record that says something about the second one."""
    return (
        f"# 1. Pick apples\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\n{line}\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See ADR-0002.", "See ADR-0012."),
        ("See ADR-2, ADR 002 and adr-0002.", "See ADR-12, ADR 012 and adr-0012."),
        (
            "See [2. Pick pears](0002-pick-pears.md#why).",
            "See [12. Pick pears](0012-pick-pears.md#why).",
        ),
        ("See [ADR 2](./0002-pick-pears.md 'it').", "See [ADR 12](./0012-pick-pears.md 'it')."),
        (
            "See [that one](../adr/0002-pick-pears.md).",
            "See [that one](../adr/0012-pick-pears.md).",
        ),
        ("See `adr/0002-pick-pears.md`.", "See `adr/0012-pick-pears.md`."),
        ("ADR-0002 ADR-0002", "ADR-0012 ADR-0012"),
        (
            "See [it][two].\n\n[two]: 0002-pick-pears.md",
            "See [it][two].\n\n[two]: 0012-pick-pears.md",
        ),
        (
            "See [ADR 2: pears][adr2].\n\n[adr2]: 0002-pick-pears.md",
            "See [ADR 12: pears][adr12].\n\n[adr12]: 0012-pick-pears.md",
        ),
        (
            "See [ADR 2], [ADR 2][].\n\n[ADR 2]: 0002-pick-pears.md",
            "See [ADR 12], [ADR 12][].\n\n[ADR 12]: 0012-pick-pears.md",
        ),
        ("See [ADR 2](/adr/2).", "See [ADR 12](/adr/12)."),
        ("See [ADR 2](0002-as-is.jpg#x).", "See [ADR 12](0002-as-is.jpg#x)."),
        ("![As is](0002-as-is.jpg)", "![As is](0002-as-is.jpg)"),
        ("![As is](0002-pick-pears-1.png)", "![As is](0002-pick-pears-1.png)"),
        ("As in `0002-other.md` here", "As in `0002-other.md` here"),
        ("ADRs 1 and 2", "ADRs 1 and 12"),
        ("```\nADR-0002\n```", "```\nADR-0002\n```"),
        ("~~~~\n~~~\n[x](0002-pick-pears.md)\n~~~~", "~~~~\n~~~\n[x](0002-pick-pears.md)\n~~~~"),
        ("2 pears, 0002, ADR-00021, RFC-2, v2", "2 pears, 0002, ADR-00021, RFC-2, v2"),
        ("ADR-0001 and ADR-0020", "ADR-0001 and ADR-0020"),
    ],
)
def test_what_names_the_record_follows(before: str, after: str, renumbered: Run) -> None:
    files = {"adr/0001-pick-apples.md": around(before), "adr/0002-pick-pears.md": PEARS}
    done, base = renumbered(files, "ADR-2", "12")
    assert (base / "adr/0001-pick-apples.md").read_text() == around(after)
    assert (base / "adr/0012-pick-pears.md").read_text() == PEARS.replace("# 2.", "# 12.")
    assert not (base / "adr/0002-pick-pears.md").exists()
    assert (done.old.id, done.new.id) == ("ADR-0002", "ADR-0012")


@pytest.mark.parametrize("value", ["ADR-0002", "[ADR-2, ADR-0003]", "'0002'", "0002-x.md"])
def test_front_matter_follows(value: str, renumbered: Run, native: Native) -> None:
    files = {f"adr/000{n}-x.md": native(n) for n in (2, 3)}
    files["adr/0004-y.md"] = native(4, relates_to=value)
    _, base = renumbered(files, "ADR-0002")
    assert (base / "adr/0005-x.md").read_text() == native(2).replace("ADR-0002", "ADR-0005")
    wanted = value.replace("ADR-0002", "ADR-0005").replace("ADR-2", "ADR-5").replace("0002", "0005")
    assert (base / "adr/0004-y.md").read_text() == native(4, relates_to=wanted)


@pytest.mark.parametrize(
    "status",
    ["Superseded by 2", "Superseded by [2. Pick pears](0002-pick-pears.md)", "Superseded by #2"],
)
def test_relations_stay(status: str, renumbered: Run) -> None:
    older = around("Yes.").replace("Accepted", status)
    files = {"adr/0001-pick-apples.md": older, "adr/0002-pick-pears.md": PEARS}
    done, base = renumbered(files, "0002-pick-pears.md", "ADR-0007")
    assert done.new.number == 7
    compiled = compile_project(open_project("adr", cwd=base))
    first = next(d for d in compiled.decisions if d.id == "ADR-0001")
    assert first.superseded_by == ("ADR-0007",)


def test_record_with_a_folder_moves_as_a_whole(renumbered: Run) -> None:
    files = {
        "adr/0001-pick-apples/README.md": around("See [2](../0002-pick-pears/README.md)."),
        "adr/0002-pick-pears/README.md": PEARS,
        "adr/0002-pick-pears/tree.png": b"\0",
    }
    _, base = renumbered(files, "2", "12")
    assert sorted(p.name for p in (base / "adr/0012-pick-pears").iterdir()) == [
        "README.md",
        "tree.png",
    ]
    text = (base / "adr/0001-pick-apples/README.md").read_text()
    assert "[12](../0012-pick-pears/README.md)" in text


def test_name_of_another_file_is_listed_and_left(renumbered: Run) -> None:
    text = around("![As is](0002-as-is.jpg)")
    files = {"adr/0001-pick-apples.md": text, "adr/0002-pick-pears.md": PEARS}
    done, _ = renumbered(files, "2", "12")
    (left,) = done.left
    assert (left.line, left.text, "another file" in left.why) == (11, "0002-as-is", True)


def test_index_beside_the_records_follows(renumbered: Run) -> None:
    index = "# Decisions\n\n- [2. Pick pears](0002-pick-pears.md)\n"
    files = {"adr/README.md": index, "adr/0002-pick-pears.md": PEARS}
    _, base = renumbered(files, "2")
    assert (base / "adr/README.md").read_text() == index.replace("2.", "3.").replace("0002", "0003")


def test_of_two_records_with_one_number_links_tell(renumbered: Run) -> None:
    text = "See ADR-0002 and [2](0002-pick-pears.md) and [2](0002-pick-plums.md)."
    files = {
        "adr/0001-pick-apples.md": around(text),
        "adr/0002-pick-pears.md": PEARS,
        "adr/0002-pick-plums.md": PEARS.replace("pears", "plums"),
    }
    base = Path()
    with pytest.raises(UsageError, match="could be"):
        renumbered(files, "ADR-0002")
    done, base = renumbered(files, "0002-pick-plums.md")
    assert (base / "adr/0001-pick-apples.md").read_text() == around(
        "See ADR-0002 and [2](0002-pick-pears.md) and [3](0003-pick-plums.md)."
    )
    (left,) = done.left
    assert (left.path, left.line, left.text) == ("adr/0001-pick-apples.md", 11, "ADR-0002")
    assert "0002-pick-pears or 0002-pick-plums" in left.why


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_other_bytes_stay(ends: str, renumbered: Run) -> None:
    text = "\ufeff" + around("See ADR-0002.\tTail").replace("\n", ends).rstrip()
    files = {"adr/0001-pick-apples.md": text, "adr/0002-pick-pears.md": PEARS}
    _, base = renumbered(files, "2", "12")
    wanted = text.replace("ADR-0002", "ADR-0012")
    assert (base / "adr/0001-pick-apples.md").read_bytes() == wanted.encode()


@pytest.mark.parametrize(
    ("identifier", "new"),
    [
        ("ADR-0002", "1"),
        ("ADR-0002", "ADR-0009"),
        ("ADR-0002", "2"),
        ("ADR-0002", "RFC-0012"),
        ("ADR-0002", "twelve"),
        ("ADR-0077", None),
        ("use-x", None),
    ],
)
def test_what_cannot_be_is_refused(
    identifier: str, new: str | None, renumbered: Run, tmp_path: Path
) -> None:
    files = {
        "adr/0001-pick-apples.md": around("See ADR-0002."),
        "adr/0002-pick-pears.md": PEARS,
        "adr/0009-notes.md": "Just notes.\n",
        "adr/use-x.md": PEARS.replace("# 2. ", "# "),
    }
    with pytest.raises(UsageError):
        renumbered(files, identifier, new)
    assert {f"adr/{p.name}": p.read_text() for p in (tmp_path / "adr").iterdir()} == files


def test_failure_midway_leaves_everything_as_it_was(write_files: Write, mneme: Mneme) -> None:
    files = {
        "adr/0001-pick-apples.md": around("See ADR-0002."),
        "adr/0002-pick-pears.md": PEARS,
        "adr/0003-x.md": around("See ADR-0002.").replace("1.", "3."),
    }
    base = write_files(files)
    (base / "adr/0003-x.md").chmod(0o444)
    done = mneme("renumber", "2", "--adr-dir", "adr")
    assert (done.returncode, "nothing was changed" in done.stderr) == (2, True)
    assert {f"adr/{p.name}": p.read_text() for p in (base / "adr").iterdir()} == files


def test_command_says_what_moved_and_what_git_tracks(
    mneme: Mneme, write_files: Write, git_repo: Path, git: Callable[..., str]
) -> None:
    write_files({"adr/0001-x.md": around("See ADR-0002."), "adr/0002-y.md": PEARS})
    git("add", "-A")
    shown = mneme("renumber", "ADR-2", "--diff")
    assert "rename from adr/0002-y.md\nrename to adr/0003-y.md\n" in shown.stdout
    assert (git_repo / "adr/0002-y.md").exists()
    done = mneme("renumber", "ADR-2")
    assert done.stdout == "adr/0002-y.md -> adr/0003-y.md\nadr/0001-x.md: names ADR-0003\n"
    assert done.stderr == (
        "note: git tracks the old name: git add -- adr/0002-y.md adr/0003-y.md\n"
    )
    data = json.loads(mneme("renumber", "3", "8", "--format", "json").stdout)
    assert (data["old_id"], data["id"]) == ("ADR-0003", "ADR-0008")
    assert data["edited"] == ["adr/0001-x.md", "adr/0008-y.md"]


def test_other_files_that_name_it_are_listed(
    mneme: Mneme, write_files: Write, git_repo: Path, git: Callable[..., str]
) -> None:
    readme = "# Project\n\nSee adr/0002-y.md, adr/0002-y.md.\nAnd 10002-y.md.\n"
    write_files({"adr/0002-y.md": PEARS, "ü/READ ME.md": readme, "x.py": "# 10002-y.md"})
    done = mneme("renumber", "ADR-2")
    assert done.stderr == (
        "ü/READ ME.md:3: left '0002-y.md': only the folders of records are edited\n"
    )
    assert (git_repo / "ü/READ ME.md").read_text() == readme


@pytest.mark.parametrize("name", ["y", "a y", "ü", 'a "y"', "a\ty"])
def test_diff_can_be_applied_and_the_note_be_run(
    name: str, mneme: Mneme, write_files: Write, git_repo: Path, git: Callable[..., str]
) -> None:
    write_files({"adr/0001-x.md": around("See ADR-0002."), f"adr/0002-{name}.md": PEARS})
    diff = mneme("renumber", "ADR-2", "--diff").stdout
    (git_repo / ".git/change.diff").write_bytes(diff.encode())
    git("apply", ".git/change.diff")
    assert (git_repo / f"adr/0003-{name}.md").read_text() == PEARS.replace("# 2.", "# 3.")
    git("add", "-A")
    note = mneme("renumber", "ADR-3").stderr
    assert note.startswith("note: git tracks the old name: git add -- ")
    names = shlex.split(note.split(" -- ")[1])
    assert names == [f"adr/0003-{name}.md", f"adr/0004-{name}.md"]
