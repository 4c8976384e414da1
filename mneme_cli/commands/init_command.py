"""`mneme init`: configuration and a first record, never over anything that is there."""

import datetime
import os
import sys
from pathlib import Path

import click

from mneme_cli.surfaces import writes

_FOLDER = "docs/adr"
_CONFIG = """\
# Configuration of mneme; its README lists every key.
adr_dir = "{folder}"
"""
_INDEX = 'index = "{folder}/index.json"\n'
_NATIVE = """\
# Every record has the native form. Without this line, any form will do.
dialect = "native"
"""
_TITLE = "Record architecture decisions"
_CONTEXT = """\
Decisions about the structure of this software are made in conversations and forgotten. Who comes
later can neither follow them nor know which of them still hold.
"""
_DECISION = """\
We write each decision that is costly to change as one Markdown file in `{folder}`: the situation,
what we decided, the alternatives, and what follows. A decision that no longer holds is superseded
by a new record, not deleted.
"""
_CONSEQUENCES = """\
- Every change of a decision is a change of a file, reviewed like code.
- `mneme check` keeps the records readable and their relations whole.
"""
_HOOK = """\
To check records before each commit:

    mneme init --hooks
"""


@click.command("init", short_help="Set up this repository.")
@writes("records", "configuration", "cache")
@writes("records", "configuration", "hooks", "cache", option="--hooks")
@writes("records", "configuration", "hooks", "cache", option="--messages")
@writes("records", "configuration", "settings", "cache", option="--merge-driver")
@writes("hooks", "settings", option="--uninstall")
@click.option("--hooks", is_flag=True, help="Also install a pre-commit hook of git.")
@click.option("--messages", is_flag=True, help="Also install the hooks of git on messages.")
@click.option("--merge-driver", is_flag=True, help="Also let git merge proposals by their ids.")
@click.option(
    "--uninstall",
    is_flag=True,
    help="Take all of them out again, or what is named with it, and do nothing else.",
)
def command(hooks: bool, messages: bool, merge_driver: bool, uninstall: bool) -> int:
    """Set up this repository: configuration, and a first record where there is none.

    Nothing that exists is changed. A hook that is there already is kept, and runs after ours.
    --hooks judges the records before each commit, --messages the decisions that its message names.
    --merge-driver adds a line to .gitattributes, to be committed, and a section to git's
    configuration, which each clone needs for itself.

    \b
    Examples:
      mneme init
      mneme init --hooks --messages
      mneme init --merge-driver
      mneme init --uninstall
      mneme init --uninstall --hooks
    """
    from compiler.errors import UsageError
    from compiler.hook_files import OF_MESSAGES, PRE_COMMIT

    named = [*([PRE_COMMIT] if hooks else []), *(OF_MESSAGES if messages else [])]
    if uninstall:
        if merge_driver or not named:
            _unregister_driver(alone=merge_driver and not named)
        if named or not merge_driver:
            _uninstall(named or [PRE_COMMIT, *OF_MESSAGES])
        return 0
    base = _base()
    folders, records = _existing()
    try:
        if records:
            click.echo(f"kept     {', '.join(folders)} (see: mneme check)")
        else:
            _create_record(base, folders[0] if folders else _FOLDER)
        _create_config(base, folders, records)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be made: {error.strerror}", None) from None
    if merge_driver:
        _register_driver()
    for name in named:
        _install(name)
    if not named and not merge_driver:
        click.echo(f"\n{_HOOK}", nl=False)
    return 0


def _install(name: str) -> None:
    from compiler.hook_files import find_hook, install

    hook = find_hook(_root(), name)
    done = install(hook, _this_command())
    click.echo(f"{'hooked  ' if done else 'kept    '} {hook.shown}")


def _uninstall(names: list[str]) -> None:
    from compiler.hook_files import find_hook, uninstall

    hooks = [find_hook(_root(), name) for name in names]
    out = [hook for hook in hooks if uninstall(hook)]
    for hook in out:
        click.echo(f"unhooked {hook.shown}")
    if not out:
        click.echo(f"there is no hook of mneme in {hooks[0].shown}")


def _register_driver() -> None:
    from proposals.registration import register
    from proposals.store import PROPOSALS_FILE

    done = register(_root(), _this_command())
    click.echo(f"{'merges  ' if done else 'kept    '} {PROPOSALS_FILE}")


def _unregister_driver(*, alone: bool) -> None:
    """Take the driver out; `alone`: nothing else is, so that it has to be said if there is none."""
    from proposals.registration import unregister
    from proposals.store import PROPOSALS_FILE

    if unregister(_root()):
        click.echo(f"left     {PROPOSALS_FILE} (git merges it line by line)")
    elif alone:
        click.echo(f"there is no merge driver of mneme for {PROPOSALS_FILE}")


def _root() -> Path:
    from compiler.errors import UsageError
    from compiler.git.places import find_root

    root = find_root(Path.cwd())
    if root is None:
        raise UsageError("this is no git repository", "git init makes one")
    return root


def _this_command() -> list[str]:
    """What starts this mneme: its script, else its Python (-P: never code of the repository)."""
    script = os.path.abspath(sys.argv[0])
    if Path(script).stem == "mneme" and os.access(script, os.X_OK):
        return [Path(script).as_posix()]
    return [Path(sys.executable).as_posix(), "-P", "-m", "mneme_cli"]


def _base() -> Path:
    from compiler.git.places import find_root

    here = Path.cwd()
    return find_root(here) or here


def _existing() -> tuple[list[str], int]:
    """The ADR folders that any command would read here, and how many records they hold."""
    from compiler.errors import ElsewhereError, UsageError
    from compiler.pipeline import compile_project
    from compiler.project import open_project

    try:
        project = open_project(None)
    except ElsewhereError:
        raise  # a second corpus beside the real one would hide it
    except UsageError:
        return [], 0
    accounting = compile_project(project).accounting
    return [corpus.path for corpus in project.corpora], accounting.records + accounting.rejected


def _create_record(base: Path, folder: str) -> None:
    from compiler.native_form import native_text

    day = datetime.date.today().isoformat()
    decision = _DECISION.format(folder=folder)
    texts = (("Context", _CONTEXT), ("Decision", decision), ("Consequences", _CONSEQUENCES))
    scope = ["scope: process.decisions"]
    record = native_text("ADR-0001", _TITLE, "accepted", day, texts, scope)
    _create(base, f"{folder}/0001-record-architecture-decisions.md", record)


def _create_config(base: Path, folders: list[str], records: int) -> None:
    """Folders with records keep their dialect and the way they are found; a new one is native."""
    from compiler.git.places import find_root
    from compiler.project import USUAL_FOLDERS, config_of
    from compiler.sources import WorkingTree

    config = config_of(WorkingTree(base, find_root(base)))
    folder = folders[0] if folders else _FOLDER
    if config.source is not None:
        click.echo(f"kept     {config.source}")
    elif len(folders) < 2 and folder in USUAL_FOLDERS:
        index = "" if folder == _FOLDER else _INDEX
        native = "" if records else _NATIVE
        text = f"{_CONFIG}{index}{native}".format(folder=folder)
        _create(base, ".mneme/config.toml", text)


def _create(base: Path, name: str, content: str) -> None:
    from compiler.writing import require_inside

    path = base / name
    require_inside(str(base), str(path), name)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except FileExistsError:
        click.echo(f"kept     {name}")
    else:
        click.echo(f"created  {name}")
