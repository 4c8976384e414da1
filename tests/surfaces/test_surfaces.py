"""Every command writes exactly what it declares, starts git alone, and connects to nothing.

A command or option that declares something and has no run here fails, and so does a run that
leaves out what is declared: `mneme capabilities` says neither too much nor too little.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from mneme_cli.app import app
from mneme_cli.surfaces import surfaces

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Repository = Callable[[bool], Path]
# What the fixture `watched` gives: see there.
Watched = Callable[..., Any]

RECORD = "# {}\n\nDate: 2024-01-0{}\n\n## Status\n\nAccepted{}\n\n## Decision\n\nYes.\n"
ONE, TWO = "docs/adr/0001-send-mail.md", "docs/adr/0002-queue-mail.md"
CANDIDATE = (
    '{"title": "Use SQLite", "statement": "The index is one SQLite file.", "provenance": '
    '{"producer_name": "a", "producer_type": "agent", "source_reference": "r"}}'
)
PROPOSE = ("decision", "propose", "candidate.json")
# The fingerprint of that candidate, as `decision show` gives it.
FINGERPRINT = "2575b563b6108822b03cf2c384cee90ac0a4d7e49d4c5d7b67380c1c6b4344c6"
ACCEPT = ("decision", "accept", "dprop-", "--yes", "--expect", FINGERPRINT)
REJECT = ("decision", "reject", "dprop-", "--reason", "no place for it")
PROPOSALS, BASE, THEIRS = ".mneme/decision_proposals.json", "base.json", "theirs.json"
SOURCE = ("--producer", "a", "--producer-type", "agent", "--source", "r")
TOO_LITTLE = ("decision", "propose", "--title", "Use X", "--statement", "We use it.", *SOURCE)
# The digest of the plan to reject that one.
DIGEST = "cf0343d3fb1dccf5090bb5b11e3415fee4b04012207359c73fd73a4ef8a3fd2e"
MERGE = ("decision", "merge-driver", BASE)
# One branch proposes, the other decides about what both had and proposes something else.
BRANCHES = (
    PROPOSE,
    (*PROPOSE, "--proposals", BASE),
    (*PROPOSE, "--proposals", THEIRS),
    (*REJECT, "--proposals", THEIRS),
    (*TOO_LITTLE, "--proposals", THEIRS),
)


class Watch(NamedTuple):
    """A command to watch, and those that come before it; `empty`: where no record is."""

    command: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    empty: bool = False
    stdin: str = ""


def watch(*command: str, **more: Any) -> Watch:
    return Watch(command, **more)


def conversation(*calls: tuple[str, str]) -> str:
    """What a host writes to the server: the handshake, then calls of tools."""
    hello = (
        '{"protocolVersion": "2025-06-18", "capabilities": {}, '
        '"clientInfo": {"name": "x", "version": "1"}}'
    )
    requests = [("initialize", hello)]
    requests += [
        ("tools/call", f'{{"name": "{name}", "arguments": {given}}}') for name, given in calls
    ]
    lines = (
        f'{{"jsonrpc": "2.0", "id": {number}, "method": "{method}", "params": {params}}}\n'
        for number, (method, params) in enumerate(requests)
    )
    return "".join(lines)


# Together, the runs of a surface write all that it declares.
RUNS: dict[str, list[Watch]] = {
    "init": [watch("init", empty=True), watch("init")],
    "init --hooks": [watch("init", "--hooks", empty=True), watch("init", "--hooks")],
    "init --messages": [watch("init", "--messages", empty=True), watch("init", "--messages")],
    "init --merge-driver": [
        watch("init", "--merge-driver", empty=True),
        watch("init", "--merge-driver"),
    ],
    "init --uninstall": [
        watch("init", "--uninstall", before=(("init", "--hooks", "--merge-driver"),)),
        watch("init", "--uninstall", "--hooks", before=(("init", "--hooks"),)),
    ],
    "new": [watch("new", "Send mail by pigeon", "--supersedes", "2", "--status", "accepted")],
    "renumber": [watch("renumber", "2", "7")],
    "renumber --diff": [watch("renumber", "2", "7", "--diff")],
    "check": [
        watch("check"),
        watch("check", before=(("check",),)),
        watch("check", "--staged", "--strict"),
        watch("check", "--rev", "HEAD", "--format", "sarif"),
        watch("check", "docs/adr", "--format", "json"),
    ],
    "check --base": [watch("check", "--base", "main")],
    "check --fix": [watch("check", "--fix")],
    "check --write-baseline": [watch("check", "--write-baseline")],
    "compile": [watch("compile"), watch("compile", "--check"), watch("compile", "--staged")],
    "compile --base": [watch("compile", "--base", "main")],
    "compile -o": [watch("compile", "-o", "docs/adr/index.json")],
    "list": [watch("list", "--all", "--format", "jsonl"), watch("list", "--rev", "HEAD")],
    "list --base": [watch("list", "--base", "main")],
    "show": [watch("show", "1"), watch("show", "dprop-", before=(PROPOSE,))],
    "show --base": [watch("show", "1", "--base", "main")],
    "search": [watch("search", "mail"), watch("search", "1", before=(PROPOSE,))],
    "search --base": [watch("search", "mail", "--base", "main")],
    "applicable": [watch("applicable", "src/x"), watch("applicable", "--staged", "--explain")],
    "applicable --base": [watch("applicable", "--base", "main", "--format", "markdown")],
    "diff": [watch("diff", "main"), watch("diff", "main", "HEAD", "--format", "json")],
    "diff --base": [watch("diff", "--base", "main")],
    "trace": [
        watch("trace", "1"),
        watch("trace", "main..HEAD", "--touching", "--format", "json"),
        watch("trace", "--coverage"),
    ],
    "why": [watch("why", "candidate.json:1"), watch("why", "docs/")],
    "decision propose": [watch(*PROPOSE), watch(*PROPOSE, before=(PROPOSE, REJECT))],
    "decision proposals": [
        watch("decision", "proposals"),
        watch("decision", "proposals", before=(PROPOSE,)),
    ],
    "decision reject": [watch(*REJECT, before=(PROPOSE,))],
    "decision show": [watch("decision", "show", "dprop-", before=(PROPOSE,))],
    "decision accept": [watch(*ACCEPT, before=(PROPOSE,))],
    "decision accept --commit": [watch(*ACCEPT, "--commit", before=(PROPOSE,))],
    "decision reopen": [watch("decision", "reopen", "dprop-", before=(PROPOSE, REJECT))],
    "decision merge-driver": [watch(*MERGE, PROPOSALS, THEIRS, before=BRANCHES)],
    "decision-mcp": [
        watch("decision-mcp", "--describe"),
        watch("decision-mcp", "--adr-dir", "docs/adr", "--check"),
        watch(
            *("decision-mcp", "--adr-dir", "docs/adr"),
            stdin=conversation(
                ("decision.propose", f'{{"candidate": {CANDIDATE}}}'),
                ("decision.search", '{"query": "mail"}'),
                ("decision.applicable_to", '{"paths": ["src/x"]}'),
                ("decision.trace", '{"record_id": "2"}'),
            ),
        ),
    ],
    "curate": [watch("curate"), watch("curate", before=(PROPOSE, REJECT))],
    "curate --apply": [watch("curate", "--apply", DIGEST, before=(TOO_LITTLE,))],
    "explain": [watch("explain"), watch("explain", "ADR303", "--format", "json")],
    "capabilities": [watch("capabilities"), watch("capabilities", "--format", "json")],
    "doctor": [watch("doctor")],
    "hook pre-commit": [
        watch("hook", "pre-commit"),
        watch("hook", "pre-commit", before=(("hook", "pre-commit"),)),
    ],
    "hook commit-msg": [watch("hook", "commit-msg", ".git/DRAFT")],
    "hook prepare-commit-msg": [watch("hook", "prepare-commit-msg", ".git/DRAFT")],
}


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Repositories to copy: `empty`, and `records`, whose branch and base both moved on."""
    return tmp_path_factory.mktemp("templates")


@pytest.fixture
def repository(
    templates: Path, tmp_path: Path, git: Git, write_files: Callable[..., Path]
) -> Repository:
    """A repository of its own for each run; with records, the branch `change` is checked out."""

    def make(empty: bool) -> Path:
        kept = templates / ("empty" if empty else "records")
        if not kept.exists():
            kept.mkdir()
            git("init", "--quiet", "--initial-branch=main", cwd=kept)
            git("config", "user.name", "Ada Example", cwd=kept)
            git("config", "user.email", "ada@example.com", cwd=kept)
            if not empty:
                fill(kept)
        folder = tmp_path / f"copy{len(list(tmp_path.iterdir()))}"
        shutil.copytree(kept, folder, symlinks=True)
        return folder

    def fill(folder: Path) -> None:
        def commit(files: dict[str, str]) -> None:
            write_files(files, below=folder)
            git("add", "--all", cwd=folder)
            git("commit", "--quiet", "--message=More", cwd=folder)

        commit({ONE: RECORD.format("1. Send mail", 1, ""), "candidate.json": CANDIDATE})
        git("checkout", "--quiet", "-b", "change", cwd=folder)
        supersedes = "\n\nSupersedes [1. Send mail](0001-send-mail.md)"
        commit({TWO: RECORD.format("2. Queue mail", 2, supersedes)})
        git("checkout", "--quiet", "main", cwd=folder)
        commit({"docs/adr/0003-log.md": RECORD.format("3. Log", 3, "")})
        git("checkout", "--quiet", "change", cwd=folder)
        # A message that is being written, about a file that a decision governs.
        scope = "---\nstatus: accepted\nscope: notes\n---\n# 4. Take notes\n\n## Decision\n\nYes.\n"
        config = "suggest_trailers = true\n"
        files = {"docs/adr/0004-take-notes.md": scope, ".mneme/config.toml": config}
        write_files({**files, "notes.txt": "1\n"}, below=folder)
        git("add", "--all", cwd=folder)
        write_files({".git/DRAFT": "More\n\nDecision: ADR-2\n"}, below=folder)

    return make


def paths_of(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command below a group."""
    if not isinstance(command, click.Group):
        yield " ".join(path)
        return
    for name in command.list_commands(click.Context(command)):
        part = command.get_command(click.Context(command), name)
        assert part is not None
        yield from paths_of(part, (*path, name))


def test_every_command_and_option_that_writes_has_a_run() -> None:
    declared = surfaces(app)
    assert set(RUNS) == set(declared)
    assert {name.partition(" -")[0] for name in declared} == set(paths_of(app))


@pytest.mark.parametrize("surface", RUNS)
def test_surface_writes_what_it_declares_and_stays_here(
    surface: str,
    repository: Repository,
    watched: Watched,
    mneme: Run,
) -> None:
    declared = set(surfaces(app)[surface])
    written = set()
    for run in RUNS[surface]:
        folder = repository(run.empty)
        for command in run.before:
            assert mneme(*command, cwd=folder).returncode == 0
        seen = watched(folder, "mneme", *run.command, stdin=run.stdin)
        assert seen.done.returncode in (0, 1), seen.done.stderr
        assert seen.faults(declared) == [], run
        written |= seen.kinds
    assert written == declared


GIT = "import subprocess\nsubprocess.run(['git', {}], capture_output=True)\n"


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import socket\nsocket.socket()", "network: socket.__new__"),
        ("import socket\nsocket.getaddrinfo('127.0.0.1', 9)", "network: socket.getaddrinfo"),
        ("import socket\nsocket.socket().connect_ex(('127.0.0.1', 9))", "network: socket.connect"),
        ("import socket\nsocket.socket().bind(('127.0.0.1', 0))", "network: socket.bind"),
        (
            "import socket\nsocket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))",
            "network: socket.sendto",
        ),
        (
            "from urllib.request import urlopen\n"
            "try: urlopen('http://127.0.0.1:9')\nexcept OSError: pass",
            "network: urllib.Request",
        ),
        ("import ctypes\nctypes.CDLL(None)", "network: ctypes.dlopen"),
        (GIT.format("'-c', 'x.y=z', 'ls-remote', '.'"), "git ls-remote"),
        (GIT.format("'status'"), "git status may fetch"),
        ("import subprocess\nsubprocess.run(['true'])", "started true"),
        ("import os\nos.system('true')", "started os.system"),
        ("import os\nos.spawnlp(os.P_WAIT, 'true', 'true')", "started os.fork"),
        ("open('x', 'w').close()", "wrote x"),
        ("import os\nos.mkdir('x')", "wrote x"),
        ("import os\nos.rename('candidate.json', 'x')", "wrote candidate.json"),
        ("import os\nos.unlink('candidate.json')", "wrote candidate.json"),
        ("import os\nos.truncate('candidate.json', 1)", "wrote candidate.json"),
        ("import os\nos.close(os.open('candidate.json', os.O_RDWR))", "wrote candidate.json"),
        ("import shutil\nshutil.copy('candidate.json', 'x')", "wrote x"),
        ("import sqlite3\nsqlite3.connect('x').close()", "wrote x"),
        ("import pathlib\npathlib.Path('docs/adr/0009-x.md').write_text('')", "wrote records"),
        (GIT.format("'config', 'a.b', 'c'"), "wrote settings"),
        (GIT.format("'commit', '--allow-empty', '-m', 'x'"), "wrote commit"),
        (GIT.format("'commit', '--allow-empty', '-m', 'x'"), "wrote objects"),
        ("import pygit2\npygit2.Repository('.').config['a.b'] = 'c'", "wrote settings"),
    ],
)
def test_watch_sees_what_no_command_may_do(
    code: str, fault: str, repository: Repository, watched: Watched
) -> None:
    seen = watched(repository(False), "-c", code)
    assert seen.done.returncode == 0, seen.done.stderr
    assert fault in seen.faults({"cache"})


def test_watch_sees_what_is_written_at_home(
    environment: dict[str, str],
    repository: Repository,
    watched: Watched,
) -> None:
    file = Path(environment["HOME"]).resolve() / "x"
    code = f"import subprocess\nsubprocess.run(['touch', {str(file)!r}])"
    assert f"wrote {file}" in watched(repository(False), "-c", code).faults(set())


def test_watch_finds_nothing_where_nothing_is_done(
    repository: Repository, watched: Watched
) -> None:
    seen = watched(repository(False), "-c", "print(open('candidate.json').read())")
    assert (seen.faults(set()), seen.kinds) == ([], frozenset())


@pytest.fixture
def connections(start: Run, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """The sockets of the network that a program, its libraries and its children ask the system
    for; a witness below Python's own events."""

    def run(folder: Path, *command: str, stdin: str = "") -> list[str]:
        log = tmp_path_factory.mktemp("strace") / "log"
        tracer = ("strace", "-f", "-qq", "-e", "trace=socket", "-o", str(log))
        done = start(*tracer, *command, cwd=folder, stdin=stdin)
        assert done.returncode in (0, 1), done.stderr
        return [line for line in log.read_text("utf-8").splitlines() if "AF_INET" in line]

    if shutil.which("strace") is None or start("strace", "-qq", "true").returncode:
        pytest.skip("no program can be traced here")
    return run


@pytest.mark.parametrize(
    "surface",
    [
        *("check --base", "decision merge-driver", "decision propose", "decision-mcp"),
        *("doctor", "init --hooks"),
    ],
)
def test_neither_libraries_nor_children_open_a_socket(
    surface: str, repository: Repository, connections: Callable[..., list[str]], mneme: Run
) -> None:
    for run in RUNS[surface]:
        folder = repository(run.empty)
        for earlier in run.before:
            assert mneme(*earlier, cwd=folder).returncode == 0
        command = (sys.executable, "-m", "mneme_cli", *run.command)
        assert connections(folder, *command, stdin=run.stdin) == []


def test_trace_sees_a_socket_of_a_child(
    repository: Repository, connections: Callable[..., list[str]]
) -> None:
    connect = f"{sys.executable} -c 'import socket; socket.socket()'"
    assert connections(repository(False), "sh", "-c", f"{connect}; true") != []
