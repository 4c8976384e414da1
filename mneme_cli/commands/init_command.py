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
_FIRST_RECORD = """\
---
id: ADR-0001
title: Record architecture decisions
status: accepted
date: {date}
scope: process.decisions
---
# Record architecture decisions

## Context

Decisions about the structure of this software are made in conversations and forgotten. Who comes
later can neither follow them nor know which of them still hold.

## Decision

We write each decision that is costly to change as one Markdown file in `{folder}`: the situation,
what we decided, the alternatives, and what follows. A decision that no longer holds is superseded
by a new record, not deleted.

## Consequences

- Every change of a decision is a change of a file, reviewed like code.
- `mneme check` keeps the records readable and their relations whole.
"""
_HOOK = """\
To check records before each commit, call mneme in .git/hooks/pre-commit:

    #!/bin/sh
    exec mneme check
"""


@click.command("init")
def command() -> int:
    """Set up this repository: configuration, and a first record where there is none.

    Nothing that exists is changed.

    \b
    Examples:
      mneme init
    """
    base = _base()
    existing = _existing_folders()
    _create_config(base, existing)
    if existing:
        click.echo(f"kept     {', '.join(existing)} (see: mneme check)")
    else:
        date = datetime.date.today().isoformat()
        record = _FIRST_RECORD.format(date=date, folder=_FOLDER)
        _create(base, f"{_FOLDER}/0001-record-architecture-decisions.md", record)
    click.echo(f"\n{_HOOK}", nl=False)
    return 0


def _base() -> Path:
    from compiler.git import find_root

    here = Path.cwd()
    return find_root(here) or here


def _existing_folders() -> list[str]:
    """The ADR folders that any command would read here, as far as they hold files."""
    from compiler.errors import UsageError
    from compiler.project import open_project

    try:
        project = open_project(None)
    except UsageError:
        return []
    configured = project.config.corpora or project.found_by.startswith(".")
    return [c.path for c in project.corpora if configured or project.source.entries(c.path)]


def _create_config(base: Path, existing: list[str]) -> None:
    """Folders with records keep their dialect and the way they are found; a new one is native."""
    from compiler.config import load_config
    from compiler.project import USUAL_FOLDERS

    config = load_config(base)
    if config.source is not None:
        click.echo(f"kept     {config.source}")
    elif not existing:
        _create(base, ".mneme/config.toml", _CONFIG.format(folder=_FOLDER) + _NATIVE)
    elif len(existing) == 1 and existing[0] in USUAL_FOLDERS:
        _create(base, ".mneme/config.toml", _CONFIG.format(folder=existing[0]))


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
