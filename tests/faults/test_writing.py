"""Writing (faults 36 and 53): one-line changes to the byte, all or nothing, and never a lie."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.errors import UsageError
from compiler.writing import Change, write_all

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

NATIVE = (
    "---\n# the old way\ntags: [b, a]   # order matters\nid: ADR-0001\ntitle: 'Use X'\n"
    'status: accepted  # since the workshop\ndate: 2020-01-01\nx-owner: "Kim"\n---\n'
    "# Use X\n\n## Decision\n\nYes.\t \n"
)
NEWER = (
    "---\nid: ADR-0002\ntitle: Use Y\nstatus: accepted\ndate: 2021-01-01\n"
    "supersedes: [ADR-0001]\n---\n# Use Y\n\n## Decision\n\nYes.\n"
)
posix = pytest.mark.skipif(os.name == "nt", reason="modes and links are POSIX's")


def fixed(text: str) -> str:
    return text.replace("accepted  #", "superseded  #").replace(
        "date: 2020-01-01", "date: 2020-01-01\nsuperseded_by: [ADR-0002]"
    )


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "mark"])
@pytest.mark.parametrize("final", [True, False], ids=["final newline", "none"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_one_status_changes_two_lines_and_no_other_byte(
    ends: str, final: bool, mark: bytes, mneme: Mneme, write_files: Write
) -> None:
    def written(text: str) -> bytes:
        text = text if final else text.removesuffix("\n")
        return mark + text.replace("\n", ends).encode()

    base = write_files({"adr/0001-x.md": written(NATIVE), "adr/0002-y.md": NEWER})
    done = mneme("check", "adr", "--fix")
    assert done.returncode == 0, done.stderr
    assert (base / "adr/0001-x.md").read_bytes() == written(fixed(NATIVE))
    assert (base / "adr/0002-y.md").read_bytes() == NEWER.encode()


def test_mixed_line_ends_stay_and_a_new_line_ends_as_its_neighbour(
    mneme: Mneme, write_files: Write
) -> None:
    lines = NATIVE.split("\n")
    mixed = "".join(
        line + ("\r\n" if number % 2 else "\n") for number, line in enumerate(lines[:-1])
    )
    base = write_files({"adr/0001-x.md": mixed, "adr/0002-y.md": NEWER})
    assert mneme("check", "adr", "--fix").returncode == 0
    after = (base / "adr/0001-x.md").read_bytes().decode()
    end = "\r\n" if lines.index("date: 2020-01-01") % 2 else "\n"
    wanted = mixed.replace("accepted  #", "superseded  #").replace(
        f"date: 2020-01-01{end}", f"date: 2020-01-01{end}superseded_by: [ADR-0002]{end}"
    )
    assert after == wanted


def test_second_run_has_nothing_to_fix(mneme: Mneme, write_files: Write) -> None:
    base = write_files({"adr/0001-x.md": NATIVE, "adr/0002-y.md": NEWER})
    assert "fixed ADR309" in mneme("check", "adr", "--fix").stdout
    before = (base / "adr/0001-x.md").stat().st_mtime_ns
    again = mneme("check", "adr", "--fix")
    assert "fixed" not in again.stdout
    assert (base / "adr/0001-x.md").stat().st_mtime_ns == before


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_mode_is_kept(mode: int, mneme: Mneme, write_files: Write) -> None:
    path = write_files({"adr/0001-x.md": NATIVE, "adr/0002-y.md": NEWER}) / "adr/0001-x.md"
    path.chmod(mode)
    assert mneme("check", "adr", "--fix").returncode == 0
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
def test_read_only_file_stops_all_of_it_with_a_clear_word(mneme: Mneme, write_files: Write) -> None:
    two = NATIVE.replace("ADR-0001", "ADR-0003").replace("Use X", "Use Z")
    newer = NEWER.replace("[ADR-0001]", "[ADR-0001, ADR-0003]")
    files = {"adr/0001-x.md": NATIVE, "adr/0002-y.md": newer, "adr/0003-z.md": two}
    base = write_files(files)
    (base / "adr/0003-z.md").chmod(0o444)
    done = mneme("check", "adr", "--fix")
    assert done.returncode == 2
    assert "0003-z.md cannot be written: it is read-only; nothing was changed" in done.stderr
    assert {name: (base / name).read_text() for name in files} == files
    assert sorted(os.listdir(base / "adr")) == ["0001-x.md", "0002-y.md", "0003-z.md"]


@posix
def test_link_inside_the_repository_stays_a_link(
    mneme: Mneme, write_files: Write, git_repo: Path
) -> None:
    write_files({"notes/x.md": NATIVE, "adr/0002-y.md": NEWER})
    (git_repo / "adr/0001-x.md").symlink_to("../notes/x.md")
    assert mneme("check", "adr", "--fix").returncode == 0
    assert (git_repo / "adr/0001-x.md").is_symlink()
    assert (git_repo / "notes/x.md").read_text() == fixed(NATIVE)


@posix
def test_link_out_of_the_repository_is_never_written_through(
    mneme: Mneme, write_files: Write, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "x.md"
    outside.write_text(NATIVE)
    write_files({"adr/0002-y.md": NEWER})
    (git_repo / "adr/0001-x.md").symlink_to(outside)
    mneme("check", "adr", "--fix")
    assert outside.read_text() == NATIVE


def test_file_that_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"one")
    second.write_bytes(b"changed")
    with pytest.raises(UsageError, match="has changed since it was read"):
        write_all([Change(str(first), b"one", b"ONE"), Change(str(second), b"two", b"TWO")])
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"changed")


def test_new_file_never_replaces_another(tmp_path: Path) -> None:
    first, taken = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"one")
    taken.write_bytes(b"kept")
    with pytest.raises(UsageError, match="nothing was changed"):
        write_all([Change(str(first), b"one", b"ONE"), Change(str(taken), None, b"new")])
    assert (first.read_bytes(), taken.read_bytes()) == (b"one", b"kept")


def test_move_is_undone_where_a_later_write_fails(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"x")
    moves = [(str(tmp_path / "old"), str(tmp_path / "new"))]
    with pytest.raises(UsageError):
        write_all([Change(str(tmp_path / "none"), b"a", b"b")], moves)
    assert os.listdir(tmp_path) == ["old"]


def test_move_onto_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"x")
    (tmp_path / "new").write_bytes(b"y")
    with pytest.raises(UsageError, match="is there already"):
        write_all([], [(str(tmp_path / "old"), str(tmp_path / "new"))])
    assert (tmp_path / "new").read_bytes() == b"y"


@posix
@pytest.mark.parametrize(
    ("link", "command"),
    [
        ("docs", ["init"]),
        (".mneme", ["init"]),
        (".mneme", ["check", "adr", "--write-baseline"]),
    ],
)
def test_link_out_of_the_repository_is_not_written_through(
    link: str,
    command: list[str],
    mneme: Mneme,
    git_repo: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    if command != ["init"]:
        for name, text in (("0001-x.md", NATIVE), ("0002-y.md", NEWER)):
            (git_repo / "adr").mkdir(exist_ok=True)
            (git_repo / "adr" / name).write_text(text)
    (git_repo / link).symlink_to(outside)
    done = mneme(*command)
    assert (done.returncode, os.listdir(outside)) == (2, []), done.stderr


@posix
def test_termination_midway_takes_everything_back(tmp_path: Path) -> None:
    """The process is told to end, three times, between two of its steps."""
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").write_bytes(b"y")
    program = """
import os, signal
from compiler.writing import write_all

class Moves(list):
    def __iter__(self):
        yield self[0]
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(number)
        yield self[1]

write_all([], Moves([("a", "c"), ("b", "d")]))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=False)
    assert done.returncode == -signal.SIGTERM
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_record_that_git_would_ignore_is_not_written(
    mneme: Mneme, write_files: Write, git_repo: Path
) -> None:
    write_files({"adr/0001-x.md": NATIVE, ".gitignore": "*secret*"})
    done = mneme("new", "The secret")
    assert (done.returncode, "git would ignore adr/0002-the-secret.md" in done.stderr) == (2, True)
    assert os.listdir(git_repo / "adr") == ["0001-x.md"]


def test_diff_writes_nothing_and_is_what_fix_writes(
    mneme: Mneme, write_files: Write, git_repo: Path, git: Callable[..., str]
) -> None:
    write_files({"adr/0001-x.md": NATIVE, "adr/0002-y.md": NEWER})
    shown = mneme("check", "--fix", "--diff")
    assert shown.returncode == 0
    assert (git_repo / "adr/0001-x.md").read_text() == NATIVE
    (git_repo / "fix.diff").write_bytes(shown.stdout.encode())
    git("apply", "--whitespace=nowarn", "fix.diff")
    assert mneme("check", "--fix", "--diff").stdout == ""
    assert (git_repo / "adr/0001-x.md").read_text() == fixed(NATIVE)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--fix", "--staged"),
        ("--fix", "--rev", "HEAD"),
        ("--diff",),
        ("--fix", "--diff", "--staged"),
    ],
)
def test_options_that_exclude_each_other(
    arguments: tuple[str, ...], mneme: Mneme, write_files: Write
) -> None:
    write_files({"adr/0001-x.md": NATIVE})
    assert mneme("check", *arguments).returncode == 2
