"""Which files are found: by suffix, not ignored by git, no link that leaves the repository."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project
from compiler.sources import WorkingTree
from compiler.text import MAX_BYTES

RECORD = "# X\n\nStatus: accepted\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
Write = Callable[..., Path]

links = pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")


def found(base: Path, root: Path | None = None, folder: str = "adr") -> list[str]:
    return [entry.path for entry in WorkingTree(base, root).entries(folder)]


def compile_at(base: Path) -> Compiled:
    return compile_project(open_project("adr", cwd=base))


def test_files_are_found_by_suffix_at_any_depth(write_files: Write) -> None:
    names = ["a.md", "b.markdown", "c.mdx", "D.MD", "deep/er/e.md", "f.rst", "g.adoc", "h.asciidoc"]
    others = ["i.txt", "j.md.bak", "k", "l.json", "m.html", "md"]
    base = write_files({f"adr/{name}": RECORD for name in names + others})
    assert found(base) == sorted(f"adr/{name}" for name in names)


def test_other_formats_are_reported_not_ignored(write_files: Write) -> None:
    result = compile_at(write_files({"adr/0001-x.rst": "X\n=\n", "adr/0002-y.adoc": "= Y\n"}))
    assert (result.accounting.found, result.accounting.non_records) == (2, 2)
    assert [(d.code, d.path) for d in result.diagnostics] == [
        ("ADR108", "adr/0001-x.rst"),
        ("ADR108", "adr/0002-y.adoc"),
    ]


def test_ignored_files_are_left_out(
    git_repo: Path, write_files: Write, git: Callable[..., str]
) -> None:
    write_files(
        {
            ".gitignore": "draft-*.md\n/adr/private/\nnode_modules\n",
            "adr/.gitignore": "local.md\n",
            ".git/info/exclude": "adr/excluded.md\n",
            "adr/tracked-though-ignored/draft-1.md": RECORD,
            **{
                f"adr/{name}": RECORD
                for name in (
                    "0001-x.md",
                    "draft-2.md",
                    "private/0002-y.md",
                    "local.md",
                    "excluded.md",
                    "node_modules/p/README.md",
                    "ünï/0003-z.md",
                )
            },
        }
    )
    git("add", "--force", "adr/tracked-though-ignored/draft-1.md")
    assert found(git_repo, git_repo) == [
        "adr/0001-x.md",
        "adr/tracked-though-ignored/draft-1.md",
        "adr/ünï/0003-z.md",
    ]


def test_git_folder_is_never_read(git_repo: Path, write_files: Write) -> None:
    write_files({"0001-x.md": RECORD, ".git/0002-y.md": RECORD, "sub/.git/0003-z.md": RECORD})
    assert found(git_repo, git_repo, ".") == ["0001-x.md"]


@links
def test_link_inside_the_repository_is_followed(git_repo: Path, write_files: Write) -> None:
    write_files({"records/0001-x.md": RECORD, "adr/0002-y.md": RECORD})
    (git_repo / "adr" / "0001-x.md").symlink_to("../records/0001-x.md")
    assert found(git_repo, git_repo) == ["adr/0001-x.md", "adr/0002-y.md"]
    assert compile_at(git_repo).accounting.records == 2


@links
def test_link_that_leaves_the_repository_is_reported_and_not_read(
    git_repo: Path, write_files: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text(RECORD.replace("X", "Secret"), encoding="utf-8")
    write_files({"adr/0001-x.md": RECORD})
    (git_repo / "adr" / "0002-y.md").symlink_to(outside)
    result = compile_at(git_repo)
    assert [d.record.path for d in result.decisions] == ["adr/0001-x.md"]
    assert (result.accounting.found, result.accounting.non_records) == (2, 1)
    assert [(d.code, d.path) for d in result.diagnostics] == [("ADR110", "adr/0002-y.md")]


@links
def test_linked_folder_that_leaves_the_repository_is_not_entered(
    git_repo: Path, write_files: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "0002-y.md").write_text(RECORD, encoding="utf-8")
    write_files({"adr/0001-x.md": RECORD})
    (git_repo / "adr" / "more").symlink_to(outside, target_is_directory=True)
    result = compile_at(git_repo)
    assert [d.record.path for d in result.decisions] == ["adr/0001-x.md"]
    assert "ADR110" in [d.code for d in result.diagnostics], "a folder was dropped in silence"


@links
def test_rings_of_links_end(git_repo: Path, write_files: Write) -> None:
    write_files({"adr/a/0001-x.md": RECORD})
    (git_repo / "adr" / "a" / "up").symlink_to("..", target_is_directory=True)
    (git_repo / "adr" / "b").symlink_to("a", target_is_directory=True)
    (git_repo / "adr" / "self").symlink_to("self")
    paths = [d.record.path for d in compile_at(git_repo).decisions]
    assert "adr/a/0001-x.md" in paths
    assert len(paths) <= 2


@links
def test_dangling_link_is_rejected_with_a_diagnostic(git_repo: Path, write_files: Write) -> None:
    write_files({"adr/0001-x.md": RECORD})
    (git_repo / "adr" / "0002-y.md").symlink_to("gone.md")
    result = compile_at(git_repo)
    assert result.accounting.found == 2
    assert [d.path for d in result.diagnostics] == ["adr/0002-y.md"]


@links
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_file_that_may_not_be_read_is_rejected(write_files: Write) -> None:
    base = write_files({"adr/0001-x.md": RECORD, "adr/0002-y.md": RECORD})
    (base / "adr" / "0002-y.md").chmod(0)
    result = compile_at(base)
    assert (result.accounting.records, result.accounting.rejected) == (1, 1)


def test_size_limit_is_one_mebibyte(write_files: Write) -> None:
    head = RECORD.encode()
    base = write_files(
        {
            "adr/0001-fits.md": head + b"x" * (MAX_BYTES - len(head)),
            "adr/0002-too-large.md": head + b"x" * (MAX_BYTES - len(head) + 1),
        }
    )
    result = compile_at(base)
    assert [d.record.path for d in result.decisions] == ["adr/0001-fits.md"]
    assert [(d.code, d.path) for d in result.diagnostics if d.severity == "error"] == [
        ("ADR102", "adr/0002-too-large.md")
    ]


@pytest.mark.skipif(
    os.name == "nt" or os.uname().sysname == "Darwin", reason="names are Unicode there"
)
def test_name_that_is_no_utf_8_is_printable_and_read(tmp_path: Path) -> None:
    (tmp_path / "adr").mkdir()
    raw = os.fsencode(tmp_path / "adr") + b"/0001-\xff.md"
    Path(os.fsdecode(raw)).write_text(RECORD, encoding="utf-8")
    result = compile_at(tmp_path)
    assert [d.record.path for d in result.decisions] == ["adr/0001-\\xff.md"]


@pytest.mark.parametrize(
    "name", ["0001 with spaces.md", "0001-ü (1).md", "0001-#x?.md", "-0001.md", "0001-[x]{y}.md"]
)
def test_odd_names_are_read(write_files: Write, name: str) -> None:
    assert [d.record.path for d in compile_at(write_files({f"adr/{name}": RECORD})).decisions] == [
        f"adr/{name}"
    ]
