"""Input that was made to hang, to flood or to slip through."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.options import Options
from compiler.reader import read_file
from compiler.sources import File

Run = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

GOOD = "# 1. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
NATIVE = "---\nid: ADR-{n:04}\ntitle: T\nstatus: accepted\ndate: 2024-01-02\nscope: s\n---\n# T\n"
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")

SIZE = 60_000
PLACES = {
    "title": "# 1. {}\n\n## Status\n\nAccepted\n",
    "under the title": "# 1. T\n\n{}\n\n## Status\n\nAccepted\n",
    "status": "# 1. T\n\n## Status\n\n{}\n",
    "decision": "# 1. T\n\n## Status\n\nAccepted\n\n## Decision\n\n{}\n",
    "relation": "# 1. T\n\n## Status\n\nAccepted\n\n## Notes\n\nSupersedes {}\n",
}
PIECES = [
    "<>", "<!---->", "[", "[]", "[a](b)", "![", "[a][", "\\[", "[\\", "**a ", "__a ", "<s>", "<!--",
    "a:", "a/", "http://", "1-", "ADR-1, ", " ", "\t", "a\u200b", "-> ", "accepted, ",
    "2024-01-01 ",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_time_that_grows_with_its_square(place: str, piece: str) -> None:
    text = PLACES[place].format("a" + piece * (SIZE // len(piece)) + "b")
    began = time.process_time()
    read_file(File("0001-x.md", text.encode()), None, Options())
    assert time.process_time() - began < 5, "a square would take minutes"


@posix
def test_pipe_in_the_folder_is_rejected_not_waited_for(mneme: Run, write_files: Write) -> None:
    folder = write_files({"docs/adr/0001-x.md": GOOD})
    os.mkfifo(folder / "docs/adr/0002-pipe.md")
    done = mneme("check")
    assert (done.returncode, "no regular file" in done.stdout) == (1, True)
    assert "found 2 files = 1 record + 0 non-records + 1 rejected" in done.stdout


@posix
def test_link_to_a_record_is_no_second_record(mneme: Run, write_files: Write) -> None:
    folder = write_files({"docs/adr/0001-x.md": NATIVE.format(n=1)})
    (folder / "docs/adr/latest.md").symlink_to("0001-x.md")
    done = mneme("list", "--all")
    assert (done.returncode, done.stderr.count("1 record +")) == (0, 1)
    assert "docs/adr/latest.md  (link to a file of this folder)" in done.stdout


@posix
def test_folders_that_link_to_each_other_are_walked_once(mneme: Run, write_files: Write) -> None:
    names = "abcdefgh"
    folder = write_files({f"docs/adr/{name}/0001-{name}.md": GOOD for name in names})
    for name in names:
        for other in names:
            (folder / "docs/adr" / name / f"to-{other}").symlink_to(f"../{other}")
    assert "found 8 files" in mneme("check").stdout


def test_many_decisions_of_one_slot_give_one_finding_each(mneme: Run, write_files: Write) -> None:
    write_files({f"docs/adr/{n:04}-x.md": NATIVE.format(n=n) for n in range(1, 301)})
    done = mneme("check")
    assert done.returncode == 1
    assert done.stdout.count("ADR401") == 299


def test_rows_without_bars_belong_to_the_table(mneme: Run, write_files: Write) -> None:
    table = f"|{'a|' * 90}\n|{'-|' * 90}\n" + "x\n" * 1_000
    write_files({"docs/adr/0001-x.md": GOOD + "\n" + table})
    done = mneme("check")
    assert (done.returncode, "ADR102" in done.stdout) == (1, True)


@posix
@pytest.mark.parametrize(("redirection", "status"), [(">/dev/full", 3), (">&-", 3), ("2>&-", 0)])
def test_output_that_cannot_be_written_is_no_verdict(
    write_files: Write, start: Run, redirection: str, status: int
) -> None:
    folder = write_files({"docs/adr/0001-x.md": GOOD})
    done = start(
        "/bin/sh", "-c", f"'{sys.executable}' -m mneme_cli check {redirection}", cwd=folder
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


@posix
def test_folder_that_is_gone_is_wrong_use(start: Run) -> None:
    command = f"mkdir z && cd z && rmdir ../z && '{sys.executable}' -m mneme_cli check"
    done = start("/bin/sh", "-c", command)
    assert (done.returncode, "current folder is gone" in done.stderr) == (2, True)


@pytest.mark.parametrize("key", ["id", "number", "adr", "priority", "date", "supersedes", "status"])
@pytest.mark.parametrize("value", ["{}", "'{}'", "ADR-{}"])
def test_number_of_thousands_of_digits_is_no_bug_of_ours(
    key: str, value: str, mneme: Run, write_files: Write
) -> None:
    """Python refuses to convert it; a record must not stop every commit."""
    front = f"{key}: {value.format('9' * 5000)}\n"
    body = f"# 1. Use {'9' * 5000}\n\nSupersedes ADR-{'9' * 5000}, {'9' * 5000}.md\n"
    write_files({"docs/adr/0001-x.md": f"---\n{front}---\n{body}", "docs/adr/0002-y.md": GOOD})
    for command in (["check"], ["list"], ["check", "--fix", "--diff"]):
        assert mneme(*command).returncode in (0, 1)
