"""Real corpora, where they lie beside the repository: nothing fails and nothing is lost."""

import gc
import io
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from mneme_cli import entry

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
NAMES = sorted(path.name for path in CORPORA.glob("*") if path.is_dir())
COMPILING = 25

pytestmark = [
    pytest.mark.skipif(not NAMES, reason="no real corpora beside the repository"),
    # One worker reads them all, so that no corpus is compiled twice.
    pytest.mark.xdist_group("corpora"),
]
Run = Callable[..., CompletedProcess[str]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Run a command that may find faults but must not fail itself, once for equal arguments."""

    @cache
    def checked(*arguments: str) -> CompletedProcess[str]:
        with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()) as errors:
            status = entry.run(list(arguments))
        assert status in (0, 1), errors.getvalue()
        assert "Traceback" not in errors.getvalue()
        return CompletedProcess(arguments, status, output.getvalue(), errors.getvalue())

    yield checked
    gc.enable()  # the command switches it off for its one short life


def assert_accounted(folder: Path, run: Run) -> None:
    report = run("check", str(folder), "--format", "json")
    rows = run("list", str(folder), "--all", "--format", "jsonl")
    index = run("compile", str(folder))
    account = json.loads(report.stdout)["accounting"]
    listed = [json.loads(line) for line in rows.stdout.split("\n") if line]
    assert account["found"] == account["records"] + account["non_records"] + account["rejected"]
    assert account["found"] == len(listed) == len({row["path"] for row in listed}) > 0
    assert account["records"] == sum(row["record"] for row in listed)
    assert account["rejected"] == sum(row["rejected"] for row in listed)
    assert report.returncode == rows.returncode == index.returncode
    assert bool(index.stdout) == (index.returncode == 0)


@pytest.mark.parametrize("name", NAMES)
def test_corpus_is_read_and_accounted_for(name: str, run: Run) -> None:
    assert_accounted(CORPORA / name, run)


def test_all_corpora_together_are_read_and_accounted_for(run: Run) -> None:
    assert_accounted(CORPORA, run)


def test_most_corpora_compile(run: Run) -> None:
    compiling = [name for name in NAMES if run("compile", str(CORPORA / name)).returncode == 0]
    assert len(compiling) >= COMPILING, sorted(set(NAMES) - set(compiling))


def test_reading_agrees_with_the_answer_key(start: Run) -> None:
    command = shlex.join([sys.executable, "-m", "mneme_cli"])
    done = start(sys.executable, str(CORPORA / "score.py"), "--mneme", command, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
