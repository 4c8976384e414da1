"""Options and steps that several commands share."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from compiler.pipeline import Compiled
    from compiler.project import Project

Function = TypeVar("Function", bound=Callable[..., Any])

_PROGRESS_AFTER_SECONDS = 1.0


def directory_argument(function: Function) -> Function:
    """`[DIR]`: an ADR folder; without it, configuration or the usual folders."""
    return click.argument("directory", metavar="[DIR]", required=False)(function)


def adr_dir_option(function: Function) -> Function:
    """`--adr-dir DIR`, for commands whose argument is something else."""
    return click.option("--adr-dir", "directory", metavar="DIR", help="The ADR folder to read.")(
        function
    )


def format_option(*choices: str) -> Callable[[Function], Function]:
    """`--format`, the first choice being the default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help="Form of the output.",
    )


def state_options(function: Function) -> Function:
    """`--staged` and `--rev`: another state of the repository than the working tree."""
    revision = click.option("--rev", "revision", metavar="REV", help="Read this revision.")
    staged = click.option("--staged", is_flag=True, help="Read what is staged for the next commit.")
    return staged(revision(function))


def compiled(
    directory: str | None, *, staged: bool = False, revision: str | None = None
) -> "Compiled":
    """Compile the project that the arguments name, with progress on a terminal."""
    return compiled_project(opened(directory, staged=staged, revision=revision))


def opened(directory: str | None, *, staged: bool, revision: str | None) -> "Project":
    """The project that the arguments name."""
    from compiler.project import State, open_project

    if staged and revision is not None:
        raise click.UsageError("--staged and --rev exclude each other")
    project = open_project(directory, state=State(staged, revision))
    if project.note:
        click.echo(f"note: {project.note}", err=True)
    return project


def compiled_project(project: "Project") -> "Compiled":
    """Compile a project, with progress on a terminal."""
    from compiler.pipeline import compile_project

    result = compile_project(project, progress=_progress())
    if result.accounting.found == 0:
        folders = ", ".join(corpus.path for corpus in project.corpora)
        click.echo(f"note: there is no record in {folders}", err=True)
    return result


def _progress() -> Callable[[int, int], None] | None:
    if not sys.stderr.isatty():
        return None
    began = time.monotonic()
    shown = False

    def report(done: int, total: int) -> None:
        nonlocal shown
        if done % 50 == 0 and time.monotonic() - began > _PROGRESS_AFTER_SECONDS:
            click.echo(f"\rreading {done} of {total} files", nl=False, err=True)
            shown = True
        if shown and done == total - 1:
            click.echo("\r\033[K", nl=False, err=True)

    return report


def counted(number: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def answer_status(result: "Compiled") -> int:
    """The exit status of an answer, and a word on stderr where it is not the whole answer."""
    if result.complete:
        return 0
    number = counted(result.errors, "error")
    click.echo(f"incomplete: {number} in the records; see mneme check", err=True)
    return 1


def say_json(data: object) -> None:
    """Print JSON: UTF-8, indented, one final newline."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
