"""Options and steps that several commands share."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from compiler.pipeline import Compiled

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


def strict_option(function: Function) -> Function:
    """`--strict`, for commands that judge."""
    return click.option(
        "--strict", is_flag=True, help="Count warnings as errors in the exit status."
    )(function)


def compiled(
    directory: str | None, *, staged: bool = False, revision: str | None = None
) -> "Compiled":
    """Compile the project that the arguments name, with progress on a terminal."""
    from compiler.pipeline import compile_project
    from compiler.project import State, open_project

    if staged and revision is not None:
        raise click.UsageError("--staged and --rev exclude each other")
    project = open_project(directory, state=State(staged, revision))
    result = compile_project(project, progress=_progress())
    for note in notes(result):
        click.echo(note, err=True)
    return result


def notes(result: "Compiled") -> list[str]:
    """What is worth saying about where the records were looked for."""
    said = [result.project.note] if result.project.note else []
    if result.accounting.found == 0:
        folders = ", ".join(corpus.path for corpus in result.project.corpora)
        said.append(f"there is no record in {folders}")
    return [f"note: {note}" for note in said]


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


def json_text(data: object) -> str:
    """JSON as it is printed everywhere: indented, no character escaped without need."""
    import json

    return json.dumps(data, ensure_ascii=False, indent=2)


def say_json(data: object) -> None:
    """Print JSON with one final newline."""
    click.echo(json_text(data))
