"""Temporary folders with records in them, and the commands that are measured there."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import parse_only
from benchmarks.measure import Command
from benchmarks.records import write_records

REPOSITORY = Path(__file__).resolve().parent.parent
# Real records, one folder a project, are looked for beside the repository.
REAL_RECORDS = REPOSITORY.parent / "shared" / "corpora"
FOLDER = "adr"

_AUTHOR = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org")
_SCRIPT = shutil.which("mneme", path=str(Path(sys.executable).parent))


@dataclass(frozen=True, slots=True)
class Workplace:
    """One temporary folder outside any repository. Every method makes its folder once."""

    base: Path

    def records(self, count: int) -> Path:
        """A folder with generated records in `adr/`."""
        place = self.base / f"records-{count}"
        if not place.exists():
            write_records(place / FOLDER, count)
        return place

    def repository(self, count: int) -> Path:
        """The same records, committed to a git repository that ignores a few things."""
        place = self.base / f"repository-{count}"
        if not place.exists():
            shutil.copytree(self.records(count), place)
            (place / "build").mkdir()
            (place / "build" / "output.md").write_text("# Built\n")
            (place / ".gitignore").write_text("/build/\n*.tmp\n.cache/\n")
            for arguments in (["init"], ["add", "."], [*_AUTHOR, "commit", "-m", "Add records"]):
                subprocess.run(["git", *arguments], cwd=place, check=True, capture_output=True)
        return place

    def busy_repository(self, count: int, others: int) -> Path:
        """Committed records among many other files, of which one is changed and staged."""
        place = self.base / f"busy-{count}-{others}"
        if not place.exists():
            shutil.copytree(self.records(count), place)
            for number in range(others):
                file = place / "src" / f"part{number % 50}" / f"module{number}.py"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f"number = {number}\n")
            for arguments in (["init"], ["add", "."], [*_AUTHOR, "commit", "-m", "Add all"]):
                subprocess.run(["git", *arguments], cwd=place, check=True, capture_output=True)
            file.write_text("number = None\n")
            subprocess.run(["git", "add", "."], cwd=place, check=True, capture_output=True)
        return place

    def real_records(self) -> Path | None:
        """A copy of the real records, each project a corpus; None where there are none."""
        if not REAL_RECORDS.is_dir():
            return None
        place = self.base / "real"
        if not place.exists():
            projects = sorted(path for path in REAL_RECORDS.iterdir() if path.is_dir())
            for project in projects:
                shutil.copytree(project, place / FOLDER / project.name, symlinks=True)
            (place / ".mneme").mkdir()
            (place / ".mneme" / "config.toml").write_text("".join(map(_corpus, projects)), "utf-8")
        return place


@contextmanager
def workplace() -> Iterator[Workplace]:
    """A workplace that is gone afterwards."""
    with TemporaryDirectory(prefix="mneme-bench-") as folder:
        yield Workplace(Path(folder).resolve())


def mneme(folder: Path, *arguments: str) -> Command:
    """The installed command, as a person runs it; in a repository with what earlier runs kept."""
    start = (_SCRIPT,) if _SCRIPT else (sys.executable, "-m", "mneme_cli")
    return Command((*start, *arguments), folder)


def cold(command: Command) -> Command:
    """The same command with nothing kept by an earlier run; what it keeps itself is counted."""
    return replace(command, before=partial(shutil.rmtree, _kept(command.folder), True))


def with_one_staged(command: Command) -> Command:
    """The same command with a new text of the first record staged before each run."""
    return replace(command, before=partial(_stage_anew, command.folder))


def imports(folder: Path, *modules: str) -> Command:
    """An interpreter that only imports libraries."""
    return Command((sys.executable, "-c", f"import {', '.join(modules)}"), folder)


def _kept(folder: Path) -> Path:
    return folder / ".git" / "mneme"


def _stage_anew(folder: Path) -> None:
    record = min((folder / FOLDER).iterdir())
    record.write_text(f"{record.read_text('utf-8')}\nOne line more.\n", "utf-8")
    subprocess.run(["git", "add", str(record)], cwd=folder, check=True, capture_output=True)


def baseline(folder: Path) -> Command:
    """Read and parse the records of a folder, nothing else."""
    return Command((sys.executable, str(Path(parse_only.__file__)), FOLDER), folder)


def empty_python(folder: Path) -> Command:
    """An interpreter that starts and ends."""
    return Command((sys.executable, "-c", "pass"), folder)


def _corpus(project: Path) -> str:
    return f'[[corpus]]\nname = "{project.name}"\npath = "{FOLDER}/{project.name}"\n'
