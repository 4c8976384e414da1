"""A cache that is damaged, locked, foreign, full or refused: the same answer, and no word of it."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Mneme = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
OFF = {"MNEME_CACHE": "off"}
RECORD = "---\nstatus: accepted\nsupersedes: ADR-0099\n---\n# {}. Way\n\n## Decision\n\nYes.\n"
CHECK = ("check", "adr", "--format", "json")


@pytest.fixture
def repository(git_repo: Path, write_files: Write) -> Path:
    """Three records, of which each has an error."""
    write_files({f"adr/{n:04}-way.md": RECORD.format(n) for n in (1, 2, 3)})
    return git_repo


@pytest.fixture
def file(repository: Path, mneme: Mneme) -> Path:
    """The file of a cache that holds these records."""
    mneme(*CHECK)
    path = repository / ".git" / "mneme" / "cache-1.sqlite"
    assert path.is_file()
    return path


def said(done: CompletedProcess[str]) -> tuple[int, str, str]:
    return (done.returncode, done.stdout, done.stderr)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def scribble(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + bytes(len(data) - 100))


def flip(path: Path) -> None:
    """Every byte behind the header that is a letter, so that texts differ and pages hold."""
    data = bytearray(path.read_bytes())
    for place in range(2000, len(data)):
        if 97 <= data[place] <= 122:
            data[place] ^= 1
    path.write_bytes(bytes(data))


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_parent_by_file(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("in the way")


def lead_nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to("/nonexistent/folder/file")


def lead_out(path: Path) -> None:
    """A link to a file that is not ours."""
    path.unlink()
    path.symlink_to(Path(os.environ["HOME"]) / "theirs")


def lead_folder_out(path: Path) -> None:
    """A link to a folder that is not ours."""
    path.unlink()
    path.parent.rmdir()
    path.parent.symlink_to(os.environ["HOME"])


def wait_for_a_writer(path: Path) -> None:
    """A pipe, which nobody writes to."""
    path.unlink()
    os.mkfifo(path)


def change_types(path: Path) -> None:
    """Texts where bytes were."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE readings SET value = CAST(value AS TEXT)")
    database.close()


def other_form(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE readings (word TEXT)")
    database.close()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "garbage": lambda path: path.write_bytes(b"no database at all\n" * 1000),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "truncated": cut,
    "zeros behind the header": scribble,
    "flipped": flip,
    "a folder in its place": replace_by_folder,
    "a file in the folder's place": replace_parent_by_file,
    "a link to nowhere": lead_nowhere,
    "a link to another file": lead_out,
    "a link to another folder": lead_folder_out,
    "a pipe": wait_for_a_writer,
    "other types": change_types,
    "another form": other_form,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_cache_changes_no_answer(
    damage: Callable[[Path], object], file: Path, mneme: Mneme
) -> None:
    expected = said(mneme(*CHECK, env=OFF))
    assert expected[0] == 1
    theirs = Path(os.environ["HOME"]) / "theirs"
    theirs.write_text("precious")
    damage(file)
    for _ in range(3):
        assert said(mneme(*CHECK)) == expected
    assert [theirs] == list(theirs.parent.iterdir())
    assert theirs.read_text() == "precious"


@pytest.mark.parametrize("name", ["garbage", "zeros", "truncated", "another form"])
def test_a_useless_file_gives_way_to_a_new_one(name: str, file: Path, mneme: Mneme) -> None:
    DAMAGES[name](file)
    mneme(*CHECK)
    mneme(*CHECK)
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT count(*) FROM readings").fetchone() == (3,)
    database.close()


@pytest.mark.parametrize("kind", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_lock_that_another_process_holds_stops_nobody(
    kind: str, file: Path, repository: Path, mneme: Mneme
) -> None:
    (repository / "adr" / "0003-way.md").write_text("# 3. New\n")
    expected = said(mneme(*CHECK, env=OFF))
    with sqlite3.connect(file, isolation_level=None) as holder:
        holder.execute(f"BEGIN {kind}")
        assert said(mneme(*CHECK)) == expected
        holder.execute("ROLLBACK")
    holder.close()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_file_that_may_not_be_used(mode: int, file: Path, mneme: Mneme) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may do everything")
    expected = said(mneme(*CHECK, env=OFF))
    for path in (file, file.parent):
        path.chmod(mode | (0o111 if path.is_dir() and mode else 0))
    try:
        assert said(mneme(*CHECK)) == expected
    finally:
        file.parent.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with ulimit")
def test_a_disk_that_is_full(
    repository: Path, write_files: Write, environment: dict[str, str], mneme: Mneme
) -> None:
    """As far as the cache can tell: no file may grow beyond 8 kB."""
    write_files({f"adr/{n:04}-x.md": f"# {n}. X\n\n{'word ' * 1000}" for n in range(10, 30)})
    expected = said(mneme(*CHECK, env=OFF))
    command = f'ulimit -f 16; exec "{sys.executable}" -m mneme_cli {" ".join(CHECK)} | cat'
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=repository,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert said(done) == expected
    assert (repository / ".git" / "mneme" / "cache-1.sqlite").stat().st_size <= 16 * 1024


def test_eight_processes_at_once_cold_and_warm(
    repository: Path, write_files: Write, environment: dict[str, str], mneme: Mneme
) -> None:
    write_files({f"adr/{n:04}-x.md": f"# {n}. X\n\nStatus: accepted\n" for n in range(10, 90)})
    expected = said(mneme(*CHECK, env=OFF))
    command = [sys.executable, "-m", "mneme_cli", *CHECK]
    for _ in ("cold", "warm"):
        running = [
            subprocess.Popen(
                command,
                cwd=repository,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            for _ in range(8)
        ]
        for process in running:
            out, err = process.communicate(timeout=60)
            assert (process.returncode, out, err) == expected


def test_switched_off_it_is_neither_read_nor_made(repository: Path, mneme: Mneme) -> None:
    mneme(*CHECK, env=OFF)
    assert not (repository / ".git" / "mneme").exists()
    assert "MNEME_CACHE" in mneme("doctor", "--adr-dir", "adr", env=OFF).stdout


def test_doctor_says_where_it_is_and_whether_it_is_used(file: Path, mneme: Mneme) -> None:
    def line() -> str:
        lines = mneme("doctor", "--adr-dir", "adr").stdout.splitlines()
        return next(line for line in lines if line[4:].startswith("cache"))

    assert line().startswith("ok")
    assert str(file) in line()
    replace_by_folder(file)
    assert line().startswith("!!")
