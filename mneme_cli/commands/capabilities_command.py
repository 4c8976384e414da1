"""`mneme capabilities`: what this build can do, for tools that want to know before they call."""

import click

from mneme_cli.options import format_option, say_json


@click.command("capabilities")
@format_option("text", "json")
def command(format_: str) -> int:
    """Say what this version reads, writes and promises.

    \b
    Examples:
      mneme capabilities
      mneme capabilities --format json
    """
    data = _capabilities()
    if format_ == "json":
        say_json(data)
        return 0
    for name, value in data.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        click.echo(
            f"{name.replace('_', ' '):18}  {shown if shown not in (True, False) else _yes(value)}"
        )
    return 0


def _yes(value: object) -> str:
    return "yes" if value else "no"


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
    from compiler.sources import READ_SUFFIXES
    from mneme_cli._version import __version__
    from mneme_cli.app import COMMANDS

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
        "calls_model": False,
        "calls_network": False,
    }
