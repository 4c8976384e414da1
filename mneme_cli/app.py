"""The command group. Each command's module is imported only when it is called."""

from importlib import import_module

import click

from mneme_cli._version import __version__

COMMANDS = {
    "init": "init",
    "new": "new",
    "renumber": "renumber",
    "check": "check",
    "compile": "compile",
    "list": "list",
    "show": "show",
    "search": "search",
    "applicable": "applicable",
    "diff": "diff",
    "trace": "trace",
    "why": "why",
    "decision": "decision",
    "decision-mcp": "decision_mcp",
    "curate": "curate",
    "explain": "explain",
    "capabilities": "capabilities",
    "doctor": "doctor",
    "hook": "hook",
}


class _LazyGroup(click.Group):
    """Resolves a command by importing `mneme_cli.commands.<name>_command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"mneme_cli.commands.{COMMANDS[cmd_name]}_command")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from compiler.validation import nearest

            close = nearest(name, COMMANDS)
            more = f"; did you mean `{close}`?" if close else ""
            raise click.UsageError(f"there is no command `{name}`{more}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="mneme %(version)s")
def app() -> None:
    """Compile a repository's architecture decision records, and keep people honest about them.

    Exit status: 0 fine; 1 findings, or an answer that is not whole; 2 wrong use; 3 a failure of
    mneme itself.
    """
