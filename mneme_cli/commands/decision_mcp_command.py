"""`mneme decision-mcp`: the decision tools for programs that speak the protocol."""

import sys
from typing import TYPE_CHECKING

import click

from mneme_cli.options import adr_dir_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from mcp_server.records import Failure
    from mcp_server.state import State


@click.command("decision-mcp", short_help="Serve the decision tools over MCP.")
@adr_dir_option
@click.option(
    "--proposals",
    "path",
    metavar="PATH",
    help=(
        "The file of proposals; .mneme/decision_proposals.json in the repository unless given. "
        "Empty: in memory."
    ),
)
@click.option("--check", is_flag=True, help="Say whether it could serve, and what; then end.")
@click.option("--describe", is_flag=True, help="Print the tools with their schemas as JSON.")
@writes("proposals", "cache")
def command(directory: str | None, path: str | None, check: bool, describe: bool) -> int:
    """Serve six tools for decisions and proposals over standard input and output.

    Without --adr-dir no decisions are served, only proposals. The records have to be free of
    errors at the start; later errors stop answers about them until they are mended. No tool can
    accept, reject or change a decision.

    \b
    Examples:
      mneme decision-mcp --adr-dir docs/adr
      mneme decision-mcp --adr-dir docs/adr --check
      mneme decision-mcp --describe
    """
    if describe:
        return _describe()
    _require_sdk()
    from mcp_server.records import Failure
    from mcp_server.state import open_state

    state = open_state(directory, path)
    records = state.records.now()
    if isinstance(records, Failure):
        _explain(records, str(state.records.folder), directory or "")
        return 1
    if check:
        return _check(state)
    return _serve(state)


def _serve(state: "State") -> int:
    from compiler.errors import UsageError
    from mcp_server.server import serve
    from mneme_cli._version import __version__

    if sys.stdin is None:
        raise UsageError("standard input is closed", "the host of the server writes to it")
    if sys.stdin.isatty():
        click.echo("serving a program, not a person: see --check; Ctrl-D ends it", err=True)
    serve(state, __version__)
    return 0


def _require_sdk() -> None:
    from importlib.util import find_spec

    from compiler.errors import UsageError

    # The older SDK has no package of this name.
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        hint = "install mneme-adr[mcp] instead of mneme-adr"
        raise UsageError("decision-mcp needs the MCP SDK, which is not installed here", hint)


def _explain(failure: "Failure", folder: str, typed: str) -> None:
    """Why nothing is served, with the findings as `check` shows them, and the folder as typed."""
    from mneme_cli.render.safe import one_line

    if failure.compiled is None:
        click.echo(
            f"mneme: {one_line(failure.message.replace(repr(folder), repr(typed)))}", err=True
        )
        return
    from mneme_cli.render.report import errors_as_text

    click.echo("mneme: the records hold errors, so nothing is served", err=True)
    for line in errors_as_text(failure.compiled):
        click.echo(line, err=True)


def _check(state: "State") -> int:
    """What would be served, from where."""
    from mcp_server.tools import TOOLS

    state.proposals()
    click.echo(f"repository: {state.repository.base}")
    click.echo(f"records: {state.records.folder or 'none; --adr-dir names their folder'}")
    for tool in TOOLS:
        click.echo(f"{tool.name:22}  {tool.title}")
    return 0


def _describe() -> int:
    from mcp_server.tools import TOOLS

    say_json({"tools": [tool.contract for tool in TOOLS]})
    return 0
