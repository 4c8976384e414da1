"""`mneme capabilities`: what this build can do, for tools that want to know before they call."""

from collections.abc import Iterator, Mapping

import click

from mneme_cli.options import format_option, say_json
from mneme_cli.surfaces import writes


@click.command("capabilities")
@writes()
@format_option("text", "json")
def command(format_: str) -> int:
    """Say what this version reads, writes and promises.

    `surfaces` names what a command, or one with that option, may write: nothing else is written.
    `network` and `llm_curation` are found out from the sources that are installed.

    \b
    Examples:
      mneme capabilities
      mneme capabilities --format json
    """
    data = _capabilities()
    if format_ == "json":
        say_json(data)
        return 0
    for line in _as_text(data):
        click.echo(line)
    return 0


def _as_text(data: Mapping[str, object], indent: str = "") -> Iterator[str]:
    """A line for each key; what is below one is indented."""
    for key, value in data.items():
        name = f"{indent}{key.replace('_', ' ')}"
        if isinstance(value, dict):
            yield name
            yield from _as_text(value, f"{indent}  ")
        else:
            yield f"{name:26}  {_shown(value)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _capabilities() -> dict[str, object]:
    from typing import get_args

    from adr_schema.records import Dialect
    from adr_schema.vocabulary import (
        BASELINE_SCHEMA,
        INDEX_SCHEMA,
        PRIORITIES,
        RELATIONS,
        REPORT_SCHEMA,
        RULE_TYPES,
        STATUSES,
    )
    from compiler.languages import LANGUAGES
    from compiler.offline import ways_out
    from compiler.sources import READ_SUFFIXES
    from mneme_cli._version import __version__
    from mneme_cli.app import COMMANDS, app
    from mneme_cli.surfaces import surfaces

    ways = ways_out()
    return {
        "version": __version__,
        "commands": list(COMMANDS),
        "dialects": list(get_args(Dialect)),
        "languages": [language.code for language in LANGUAGES],
        "file_suffixes": list(READ_SUFFIXES),
        "statuses": list(STATUSES),
        "relations": list(RELATIONS),
        "priorities": list(PRIORITIES),
        "rule_types": list(RULE_TYPES),
        "schemas": [INDEX_SCHEMA, REPORT_SCHEMA, BASELINE_SCHEMA],
        # A model is called over the network, by a library or in a program of its own; each would
        # be one of these ways.
        "llm_curation": bool(ways),
        "network": bool(ways),
        "surfaces": {"cli": surfaces(app)},
    }
