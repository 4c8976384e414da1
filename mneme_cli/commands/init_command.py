"""`mneme init`: configuration and a first record, never over anything that is there."""

import datetime
from pathlib import Path

import click

_FOLDER = "docs/adr"
_CONFIG = """\
# Configuration of mneme. The README lists every key.
adr_dir = "{folder}"
"""
_NATIVE = 'dialect = "native"\n'
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
To check records before each commit, call mneme in .git/hooks/pre-commit:

    #!/bin/sh
    exec mneme check --staged
"""


@click.command("init")
def command() -> int:
    """Set up this repository: configuration, and a first record where there is none.

    Nothing that exists is changed.

    \b
    Examples:
      mneme init
    """
    from compiler.errors import UsageError

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
    click.echo(f"\n{_HOOK}", nl=False)
    return 0


def _base() -> Path:
    from compiler.git import find_root

    here = Path.cwd()
    return find_root(here) or here


def _existing() -> tuple[list[str], int]:
    """The ADR folders that any command would read here, and how many records they hold."""
    from compiler.errors import UsageError
    from compiler.pipeline import compile_project
    from compiler.project import open_project

    try:
        project = open_project(None)
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
    from compiler.config import load_config
    from compiler.project import USUAL_FOLDERS

    config = load_config(base)
    folder = folders[0] if folders else _FOLDER
    if config.source is not None:
        click.echo(f"kept     {config.source}")
    elif len(folders) < 2 and folder in USUAL_FOLDERS:
        native = "" if records else _NATIVE
        _create(base, ".mneme/config.toml", _CONFIG.format(folder=folder) + native)


def _create(base: Path, name: str, content: str) -> None:
    path = base / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except FileExistsError:
        click.echo(f"kept     {name}")
    else:
        click.echo(f"created  {name}")
