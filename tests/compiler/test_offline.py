"""What could leave this machine is found in our sources, whoever adds it."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from compiler.installed import HOME, PACKAGES
from compiler.offline import ways_out

ASK = "import sys; sys.path.insert(0, sys.argv[1])\nfrom compiler.offline import ways_out\n"
ASK += "for way in ways_out(): print(way)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Our sources, to be changed."""
    for package in PACKAGES:
        shutil.copytree(Path(HOME, package), tmp_path / package)
    return tmp_path


@pytest.fixture
def asked(copy: Path, start: Callable[..., CompletedProcess[str]]) -> Callable[[], list[str]]:
    """The ways out of the changed sources."""

    def ask() -> list[str]:
        done = start(sys.executable, "-P", "-c", ASK, str(copy))
        assert done.returncode == 0, done.stderr
        return done.stdout.split("\n")[:-1]

    return ask


def test_there_is_no_way_out() -> None:
    assert ways_out() == []


@pytest.mark.parametrize(
    ("file", "line", "way"),
    [
        ("compiler/text.py", "import socket", "socket"),
        ("compiler/text.py", "from http import client", "http.client"),
        ("compiler/text.py", "from urllib.request import urlopen", "urllib.request.urlopen"),
        ("proposals/intake.py", "import urllib.request as u", "urllib.request"),
        ("mneme_cli/options.py", "import httpx", "httpx"),
        ("mneme_cli/options.py", "from openai import OpenAI", "openai.OpenAI"),
        ("adr_schema/loading.py", "import asyncio.streams", "asyncio.streams"),
        ("compiler/text.py", "import subprocess", "subprocess"),
        ("compiler/text.py", "import pygit2", "pygit2"),
        ("compiler/text.py", "os.execvp('curl', ['curl'])", "os.execvp"),
        ("compiler/git/history.py", "run(root, ['fetch', 'origin'])", "fetch"),
        ("compiler/git/libgit.py", "repository.remotes['origin']", "remotes"),
        ("compiler/git/libgit.py", "clone_repository(url, path)", "clone_repository"),
    ],
)
def test_whatever_is_added_is_found(
    file: str, line: str, way: str, copy: Path, asked: Callable[[], list[str]]
) -> None:
    with (copy / file).open("a", encoding="utf-8") as source:
        source.write(f"\n\ndef added():\n    {line}\n")
    number = len((copy / file).read_text("utf-8").split("\n")) - 1
    assert asked() == [f"{file}:{number}: {way}"]


def test_sources_that_are_missing_are_a_way_out(copy: Path, asked: Callable[[], list[str]]) -> None:
    for path in (copy / "proposals").rglob("*.py"):
        path.unlink()
    assert asked() == ["proposals: there are no sources"]
