"""The commands of the documentation run and print what it shows; what it names is there.

README.md is read from top to bottom. A code block below a line that names a file (`` `x/y.md`: ``)
is written to that file. Each command of a `console` or `sh` block is run in a fresh repository;
what stands below a `$ ` line is its output, standard output first, with `...` for lines that are
left out. A section that writes records or calls `mneme init` begins a story with a repository of
its own. A command that fails is followed by `$ echo $?`.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_args

import click
import pytest
import yaml

from adr_schema.records import Dialect
from adr_schema.vocabulary import LIFECYCLES, NATIVE_KEYS
from compiler.installed import PACKAGES
from compiler.markdown import MAX_TABLE_CELLS, MAX_TABLE_COLUMNS
from compiler.project import USUAL_FOLDERS
from compiler.sources import READ_SUFFIXES, UNSUPPORTED_SUFFIXES
from compiler.text import MAX_BYTES, MAX_LINES
from mneme_cli import entry
from mneme_cli._version import __version__
from mneme_cli.app import COMMANDS, app

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
# The day on which the samples were taken; `init` writes the current one.
SAMPLE_DATE = "2026-11-30"

# Commands that are shown and not run here, and why. A target of make must be in the Makefile.
NOT_RUN = {
    "pipx install .": "installs into the home of the user; tests/packaging installs the wheel",
    "uv tool install mneme-adr": "needs a package registry",
    "pipx install mneme-adr": "needs a package registry",
    "make run": "installs into the checkout; the commands it calls are tested by themselves",
    "make test": "calls this test",
    "make format": "rewrites the checkout",
    "make bench": "takes minutes",
    ".venv/bin/python -m benchmarks check_generated check_real": "takes a minute",
    ".venv/bin/python -m benchmarks.profile_check": "measures, and fails on nothing",
    "MNEME_UPDATE_GOLDEN=1 .venv/bin/python -m pytest tests/mneme_cli/test_golden.py": (
        "rewrites files of the checkout"
    ),
    ".venv/bin/mneme compile -o docs/adr/index.json": "rewrites a file of the checkout",
    ".venv/bin/mneme decision-mcp --describe > decision-tools.json": (
        "rewrites a file of the checkout"
    ),
    "claude mcp add mneme -- uvx --from 'mneme-adr[mcp]' mneme decision-mcp --adr-dir docs/adr": (
        "needs a host; the words of `mneme` are run below"
    ),
}
# What the shell may be asked for beside `mneme`.
SHELL_COMMANDS = frozenset({"chmod", "git", "grep", "mkdir", "mv"})

_FENCE = re.compile(r"^```(\w*)$")
_FILE_NAME = re.compile(r"^`([^`]+)`:$")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_CODE = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True)
class Block:
    """A fenced block; `file` is what it is the content of, `line` that of its fence, 1-based."""

    section: str
    language: str
    file: str | None
    text: str
    line: int

    @property
    def runs(self) -> bool:
        return self.file is None and self.language in ("console", "sh")


@dataclass(frozen=True)
class Step:
    """One command and the output below it, None where none is shown."""

    command: str
    shown: str | None
    line: int


@cache
def document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str) -> Iterator[Block]:
    section, label = "", None
    opened: tuple[str, int] | None = None
    content: list[str] = []
    for number, line in enumerate(document(name).split("\n"), 1):
        fence = _FENCE.match(line)
        if opened is not None:
            if fence:
                yield Block(section, opened[0], label, "".join(content), opened[1])
                opened, label, content = None, None, []
            else:
                content.append(f"{line}\n")
        elif fence:
            opened = (fence[1], number)
        elif line.startswith("## "):
            section, label = line[3:], None
        elif line.strip():
            named = _FILE_NAME.match(line)
            label = named[1] if named else None
    assert opened is None, f"{name}: a block is never closed"


def steps(block: Block) -> list[Step]:
    if block.language == "sh":
        commands = [line for line in block.text.split("\n") if line]
        return [Step(command, None, block.line) for command in commands]
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"line {block.line}: output without a command"
    split = [part.partition("\n") for part in parts[1:]]
    return [Step(command, shown or None, block.line) for command, _, shown in split]


def stories(name: str) -> list[list[Block]]:
    """The blocks, cut where a section starts in a repository of its own."""
    told: list[list[Block]] = [[]]
    sections: dict[str, list[Block]] = {}
    for block in blocks(name):
        sections.setdefault(block.section, []).append(block)
    for own in sections.values():
        records = any((block.file or "").endswith(".md") for block in own)
        if records or any("mneme init" in block.text for block in own if block.runs):
            told.append([])
        told[-1].extend(own)
    return [story for story in told if story]


def section(name: str, heading: str) -> str:
    """The text below a heading, up to the next one of its level or above."""
    level = heading.partition(" ")[0]
    _, found, rest = document(name).partition(f"\n{heading}\n")
    assert found, f"{name} has no {heading}"
    return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


STORIES = [
    pytest.param(story, id=f"{name}: {story[0].section}")
    for name in ("README.md", "CONTRIBUTING.md")
    for story in stories(name)
]
ALL_STEPS = [
    (name, step)
    for name in ("README.md", "CONTRIBUTING.md")
    for block in blocks(name)
    if block.runs
    for step in steps(block)
]


@dataclass
class Story:
    """Runs the steps of a story and keeps the last exit status, as a shell does."""

    folder: Path
    mneme: Mneme
    start: Mneme
    person: dict[str, str]
    status: int = 0
    checked: bool = True

    def run(self, step: Step) -> None:
        if step.command == "echo $?":
            assert step.shown == f"{self.status}\n", f"line {step.line}"
            self.checked = True
            return
        assert self.checked, f"above `{step.command}`: exit status {self.status} is not shown"
        if step.command in NOT_RUN:
            assert step.shown is None, f"line {step.line}: output of a command that is not run"
            return
        before = date.today()
        done = self._call(step.command)
        self.status, self.checked = done.returncode, done.returncode == 0
        if step.shown is not None:
            printed = done.stdout + done.stderr
            for day in {before, date.today()}:
                printed = printed.replace(day.isoformat(), SAMPLE_DATE)
            assert_shown(step, printed)

    def _call(self, command: str) -> subprocess.CompletedProcess[str]:
        first, *rest = shlex.split(command)
        if first == "mneme":
            return self.mneme(*rest, cwd=self.folder)
        assert first in SHELL_COMMANDS, f"`{command}` is neither run nor listed"
        return self.start("sh", "-c", command, cwd=self.folder, env=self.person)


def assert_shown(step: Step, printed: str) -> None:
    """The output is the one shown, where `...` stands for any number of lines."""
    assert step.shown is not None
    parts = re.split(r"^\.\.\.\n", step.shown, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*".join(map(re.escape, parts))
    assert re.fullmatch(pattern, printed), f"line {step.line}: `{step.command}` printed\n{printed}"


@pytest.mark.parametrize("story", STORIES)
def test_commands_run_and_print_what_is_shown(
    story: list[Block],
    git_repo: Path,
    mneme: Mneme,
    write_files: Write,
    start: Mneme,
    person: dict[str, str],
) -> None:
    told = Story(git_repo, mneme, start, person)
    for block in story:
        if block.file is not None:
            write_files({block.file: block.text})
        elif block.runs:
            for step in steps(block):
                told.run(step)
    assert told.checked, f"exit status {told.status} of the last command is not shown"


def test_every_kind_of_command_is_shown() -> None:
    """The parser of this file finds what is there: a README without blocks would pass it all."""
    run = {shlex.split(step.command)[1] for _, step in ALL_STEPS if step.command[:6] == "mneme "}
    assert run >= {"init", "check", "compile", "list", "show"}
    assert sum(step.shown is not None for _, step in ALL_STEPS) >= 10
    assert len(STORIES) >= 3


def test_no_command_is_listed_that_no_document_shows() -> None:
    assert set(NOT_RUN) - {step.command for _, step in ALL_STEPS} == set()


def test_make_targets_exist() -> None:
    rules = re.findall(r"^([a-z-]+):", document("Makefile"), re.MULTILINE)
    named = re.findall(r"(?:^|`)make ([a-z-]+)", "\n".join(map(document, DOCUMENTS)), re.MULTILINE)
    assert named
    assert set(named) - set(rules) == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_to_files(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", document(name), flags=re.DOTALL | re.MULTILINE)
    targets = [target.partition("#")[0] for target in _LINK.findall(_CODE.sub("", prose))]
    assert [t for t in targets if "://" not in t and not (ROOT / t).exists()] == []


def headings(name: str) -> list[tuple[int, str]]:
    """The level of each heading below the first, and the anchor that hosts give it."""
    prose = re.sub(r"^```.*?^```$", "", document(name), flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r"^(##+) (.*)$", prose, re.MULTILINE)
    return [
        (len(marks), re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-"))
        for marks, text in found
    ]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_to_headings(name: str) -> None:
    targets = [target.partition("#") for target in _LINK.findall(document(name))]
    led = [(path or name, anchor) for path, _, anchor in targets if anchor and "://" not in path]
    known = {name: {anchor for _, anchor in headings(name)} for name in DOCUMENTS}
    assert [link for link in led if link[1] not in known[link[0]]] == []


def test_contents_name_every_part_in_order() -> None:
    contents = document("README.md").partition("\nContents:\n")[2].partition("\n## ")[0]
    parts = [anchor for _, _, anchor in (link.partition("#") for link in _LINK.findall(contents))]
    there = {anchor: place for place, (_, anchor) in enumerate(headings("README.md"))}
    assert sorted(parts) == sorted(there)
    for line in contents.split("\n- "):
        places = [there[link.partition("#")[2]] for link in _LINK.findall(line)]
        assert places == sorted(places)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_paths_in_code_exist(name: str) -> None:
    """`compiler/x.py` and its like; a `<name>` in a path stands for any."""
    roots = "adr_schema|benchmarks|compiler|mneme_cli|requirements|tests"
    named = re.findall(rf"`((?:{roots})/[^`\s:]*)`", document(name))
    patterns = {path: re.sub(r"<[^>]*>", "*", path.rstrip("/")) for path in named}
    assert [path for path, glob in patterns.items() if not any(ROOT.glob(glob))] == []


def property_names(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from property_names(value)


def test_every_configuration_key_is_explained() -> None:
    schema = json.loads(document("adr_schema/schemas/config.schema.json"))
    keys = set(property_names(schema))
    explained = section("README.md", "### Configuration")
    assert "adr_dir" in keys
    assert [key for key in sorted(keys) if not re.search(rf"`\[*{key}\]*`", explained)] == []


def test_every_exit_status_is_explained() -> None:
    statuses = (entry.OK, entry.FINDINGS, entry.USAGE, entry.BUG, entry.INTERRUPTED)
    explained = re.findall(
        r"^\| `([0-9]+)` \|", section("README.md", "### Exit statuses"), re.MULTILINE
    )
    assert [int(status) for status in explained] == list(statuses)


def test_every_native_key_and_lifecycle_is_explained() -> None:
    keys = section("README.md", "### Keys of the native form")
    assert [key for key in NATIVE_KEYS if f"`{key}`" not in keys] == []
    states = section("README.md", "### Lifecycle and precedence")
    assert [state for state in LIFECYCLES if f"| `{state}` |" not in states] == []


def test_every_usual_folder_is_named_in_order() -> None:
    text = section("README.md", "### Where records are looked for").partition("exists:")[2]
    assert tuple(re.findall(r"`([^`]+)`", text)[: len(USUAL_FOLDERS)]) == USUAL_FOLDERS


def test_limits_are_the_real_ones() -> None:
    limits = section("README.md", "### Limits")
    assert f"{MAX_BYTES // 1024**2} MiB or {MAX_LINES:,} lines" in limits
    assert f"{MAX_TABLE_COLUMNS} columns" in limits
    assert f"{MAX_TABLE_CELLS:,} cells" in limits
    suffixes = {*READ_SUFFIXES, *UNSUPPORTED_SUFFIXES}
    assert set(re.findall(r"`(\.[a-z]+)`", limits)) == suffixes


def test_commands_and_options_are_those_of_the_tool() -> None:
    readme = document("README.md")
    context = click.Context(app)
    options: set[str] = set()
    for name in COMMANDS:
        command = app.get_command(context, name)
        assert command is not None
        parts = command.commands.values() if isinstance(command, click.Group) else ()
        for part in (command, *parts):
            options.update(*(parameter.opts for parameter in part.params), {"--help"})
        assert re.search(rf"`(?:mneme )?{name}\b|^\$ mneme {name}\b", readme, re.MULTILINE), name
    options |= {"--from", "--spec"}  # of uvx and pipx
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", readme)) - options == set()


@pytest.mark.parametrize(
    ("file", "key"), [(".mcp.json", "mcpServers"), (".vscode/mcp.json", "servers")]
)
def test_entries_for_hosts_start_the_server(
    file: str, key: str, mneme: Mneme, git_repo: Path, write_files: Write
) -> None:
    """All but the installer, which needs a package registry."""
    told = {block.file: block.text for block in blocks("README.md")}
    record = told["docs/adr/0001-queue-mail.md"]
    assert record is not None
    write_files({"docs/adr/0001-queue-mail.md": record})
    (entry_of,) = json.loads(told[file])[key].values()
    installer, command = entry_of["args"], entry_of["args"].index("mneme")
    assert entry_of["command"] in ("uvx", "pipx")
    assert "mneme-adr[mcp]" in installer[:command]
    done = mneme(*installer[command + 1 :], "--check", cwd=git_repo)
    assert done.returncode == 0, done.stderr


def dialect_rows() -> Iterator[tuple[str, str]]:
    """Each dialect of the README's table and its example as a record."""
    for row in section("README.md", "### Forms of records").split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)]
        if len(cells) == 5 and cells[1].startswith("`"):
            lines = [part.strip("`").replace("\\|", "|") for part in cells[3].split("<br>")]
            example, heading = "\n".join(lines), "# Use X"
            ordered = (example, heading) if lines[0] == "---" else (heading, example)
            yield cells[1].strip("`"), "\n\n".join([*ordered, "## Decision\n\nWe use X.\n"])


def test_every_dialect_has_an_example_that_is_read_as_such(
    mneme: Mneme, write_files: Write
) -> None:
    examples = dict(dialect_rows())
    assert list(examples) == list(get_args(Dialect))
    folder = write_files({f"adr/000{n}-x.md": text for n, text in enumerate(examples.values(), 1)})
    done = mneme("list", "adr", "--format", "jsonl", cwd=folder)
    rows = [json.loads(line) for line in done.stdout.split("\n") if line]
    assert {row["dialect"] for row in rows} == set(examples)
    stated = {(row["status"], row["date"]) for row in rows if row["dialect"] != "plain"}
    assert stated == {("accepted", "2024-01-04")}


@pytest.fixture
def on_path(
    environment: dict[str, str], write_files: Write, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The variables of the tests, with a folder on the path in which `mneme` is."""
    programs = tmp_path_factory.mktemp("bin")
    script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m mneme_cli "$@"\n'
    write_files({"mneme": script}, below=programs).joinpath("mneme").chmod(0o755)
    environment["PATH"] = os.pathsep.join([str(programs), environment["PATH"]])
    return environment


def yaml_of(file: str) -> Any:
    (block,) = (block for block in blocks("README.md") if block.file == file)
    return yaml.safe_load(block.text)


def test_inputs_of_the_action_are_explained_and_used_as_they_are() -> None:
    inputs = yaml.safe_load(document("action.yml"))["inputs"]
    explained = re.findall(r"^\| `([a-z-]+)` \|", section("README.md", "## In CI"), re.MULTILINE)
    assert explained == list(inputs)
    (job,) = yaml_of(".github/workflows/decisions.yml")["jobs"].values()
    assert set(job["steps"][-1]["with"]) <= set(inputs)


@pytest.mark.parametrize("base", [{}, {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}])
@pytest.mark.parametrize(("status", "expected"), [("Accepted", 0), ("Supersedes ADR-0009", 1)])
def test_job_of_the_readme_judges_and_leaves_its_artifact(
    status: str,
    expected: int,
    base: dict[str, str],
    git_repo: Path,
    git: Callable[..., str],
    write_files: Write,
    on_path: dict[str, str],
    start: Mneme,
) -> None:
    job = yaml_of(".gitlab-ci.yml")["decisions"]
    installation, *commands = job["script"]
    assert installation == "pip install mneme-adr"  # needs a package registry
    write_files({"docs/adr/0001-x.md": f"# 1. X\n\n## Status\n\n{status}\n"})
    git("add", ".")
    git("commit", "--quiet", "--message=X")
    git("remote", "add", "origin", ".")
    # A runner stops at the first command that fails.
    done = start("sh", "-ec", "\n".join(commands), cwd=git_repo, env={**on_path, **base})
    assert done.returncode == expected, done.stderr
    assert "found 1 file = 1 record" in done.stdout
    assert (", 0 new" in done.stdout) is bool(base)
    (artifact,) = job["artifacts"]["paths"]
    assert json.loads((git_repo / artifact).read_bytes())["version"] == "2.1.0"


def test_hooks_of_the_readme_judge_messages(
    git_repo: Path,
    git: Callable[..., str],
    write_files: Write,
    on_path: dict[str, str],
    person: dict[str, str],
    start: Mneme,
) -> None:
    record = "---\nstatus: accepted\nscope: src\n---\n# X\n\n## Decision\n\nYes.\n"
    config = "suggest_trailers = true\n"
    write_files({"docs/adr/0001-x.md": record, ".mneme/config.toml": config, "src/x.py": ""})
    git("add", ".")
    (step,) = (step for _, step in ALL_STEPS if step.command == "mneme init --messages")
    assert start("sh", "-c", step.command, cwd=git_repo, env=on_path).returncode == 0
    # What the editor is shown, and what is committed.
    editor = 'cp "$1" shown; printf \'Go on\\n\\nDecision: ADR-%s\\n\' "$ID" > "$1"'
    write_files({"editor": f"#!/bin/sh\n{editor}\n"}).joinpath("editor").chmod(0o755)
    env = {**on_path, **person, "GIT_EDITOR": str(git_repo / "editor")}
    refused = start("git", "commit", cwd=git_repo, env={**env, "ID": "9"})
    assert (refused.returncode, "error TRC701" in refused.stderr) == (1, True)
    assert "# Decision: ADR-0001 X\n" in (git_repo / "shown").read_text("utf-8")
    assert start("git", "commit", cwd=git_repo, env={**env, "ID": "1"}).returncode == 0


def test_notes_and_refusals_stand_before_findings(
    git_repo: Path,
    git: Callable[..., str],
    write_files: Write,
    on_path: dict[str, str],
    start: Mneme,
) -> None:
    """Where both streams lead to one place, as the README says."""

    def both(command: str) -> str:
        done = start("sh", "-c", f"{command} 2>&1 | cat", cwd=git_repo, env=on_path)
        assert done.stderr == ""
        return done.stdout

    record = "# {}\n\n## Status\n\nAccepted\n\n{}\n"
    write_files({"adr/0001-x.md": record.format("1. X", "Supersedes ADR-9")})
    git("add", ".")
    said = both("mneme hook pre-commit")
    assert 0 <= said.index("the commit is refused") < said.index("error ADR303")
    write_files({"adr/0001-x.md": record.format("1. X", "")})
    git("add", ".")
    git("commit", "--quiet", "--message=X")
    git("checkout", "--quiet", "-b", "change")
    # A change that brings the first configuration is worth a note.
    broken = record.format("2. Y", "Supersedes ADR-9")
    write_files({"adr/0002-y.md": broken, ".mneme/config.toml": 'adr_dir = "adr"\n'})
    git("add", ".")
    git("commit", "--quiet", "--message=Y")
    said = both("mneme check --base main")
    assert 0 <= said.index("note: ") < said.index("error ADR303")


def test_every_field_of_a_row_is_explained(mneme: Mneme, write_files: Write) -> None:
    write_files({"adr/0001-x.md": "# 1. X\n\nStatus: accepted\n", "adr/0002-y.md": "---\na: : b\n"})
    printed = mneme("list", "adr", "--all", "--format", "jsonl").stdout
    fields = {key for line in printed.splitlines() for key in json.loads(line)}
    cells = re.findall(r"^\| (`.*?) \|", section("README.md", "### Fields of `list`"), re.MULTILINE)
    explained = {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)}
    assert explained == fields >= {"id", "diagnostics"}


def test_contributing_maps_every_module() -> None:
    text = document("CONTRIBUTING.md")
    modules = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not path.name.startswith("_") and path.parent.name not in ("languages", "commands")
    ]
    assert len(modules) > 40
    names = {path: f"`{Path(path).stem}`" for path in modules}
    assert [path for path, stem in names.items() if path not in text and stem not in text] == []


def test_changelog_has_the_version_of_the_tool() -> None:
    assert re.search(rf"^## .*\b{re.escape(__version__)}\b", document("CHANGELOG.md"), re.MULTILINE)
