"""Options and steps that several commands share."""

import functools
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adr_schema.vocabulary import LIFECYCLES, PLACEHOLDER, STATUSES
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from adr_schema.resolved import Decision
    from compiler.checks import Check
    from compiler.pipeline import Compiled
    from compiler.project import Project
    from proposals.document import Document
    from proposals.model import Decided, Proposal
    from proposals.store import Store

Function = TypeVar("Function", bound=Callable[..., Any])

_PROGRESS_AFTER_SECONDS = 1.0
_NO_STATUS = "none"


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


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of the repository that a command is asked about; the working tree by default."""

    staged: bool = False
    revision: str | None = None
    base: str | None = None


def state_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--staged`, `--rev` and `--base`, given to the command as one argument `asked`."""

    @functools.wraps(function)
    def packed(staged: bool, revision: str | None, base: str | None, **others: Any) -> Any:
        if staged + (revision is not None) + (base is not None) > 1:
            raise click.UsageError("--staged, --rev and --base exclude each other")
        return function(asked=Asked(staged, revision, base), **others)

    base = click.option(
        "--base", metavar="REF", help="Read the merge of HEAD into REF, and compare with REF."
    )
    revision = click.option("--rev", "revision", metavar="REV", help="Read this revision.")
    staged = click.option("--staged", is_flag=True, help="Read what is staged for the next commit.")
    return writes("objects", "cache", option="--base")(staged(revision(base(packed))))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which decisions are shown: by declared status (`none` for one without) and by lifecycle; all
    where none is named."""

    statuses: tuple[str, ...]
    lifecycles: tuple[str, ...]

    def has(self, decision: "Decision") -> bool:
        """Whether a decision is shown."""
        status = decision.record.status or _NO_STATUS
        return (not self.statuses or status in self.statuses) and (
            not self.lifecycles or decision.lifecycle in self.lifecycles
        )


def decision_filters(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--status` and `--lifecycle`, given to the command as one argument `chosen`."""

    @functools.wraps(function)
    def packed(statuses: tuple[str, ...], lifecycles: tuple[str, ...], **others: Any) -> Any:
        return function(chosen=Filter(statuses, lifecycles), **others)

    status = click.option(
        "--status",
        "statuses",
        multiple=True,
        type=click.Choice([*STATUSES, PLACEHOLDER, _NO_STATUS]),
        help="Only records that declare this status; may be repeated.",
    )
    lifecycle = click.option(
        "--lifecycle",
        "lifecycles",
        multiple=True,
        type=click.Choice(LIFECYCLES),
        help="Only records in this computed state; may be repeated.",
    )
    return status(lifecycle(packed))


def strict_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--strict`, for commands that judge."""
    return click.option(
        "--strict", is_flag=True, help="Count warnings as errors in the exit status."
    )(function)


def compiled(directory: str | None, asked: Asked = Asked()) -> "Compiled":
    """Compile the project that the arguments name for an answer, with progress on a terminal."""
    if asked.base is None:
        return compiled_project(opened(directory, asked))
    from compiler.changes import compile_change, open_change
    from proposals.claims import CLAIMS

    change = open_change(directory, asked.base)
    return _noted(compile_change(change, progress=_progress(), also=CLAIMS))


def editable(directory: str | None) -> "Compiled":
    """Compile the working tree for a command that writes. What records say of proposals is not
    asked: in the middle of an acceptance one names a proposal that still waits."""
    return compiled_project(opened(directory, Asked()), ())


def judged(directory: str | None, asked: Asked = Asked(), *, signed: bool = False) -> "Compiled":
    """The same, judged with the proposals too, and with a base by who accepted what.

    With `signed` only signatures that git verifies show who it was.
    """
    from proposals.checks import CHECKS

    if asked.base is None:
        return compiled_project(opened(directory, asked), CHECKS)
    from compiler.changes import compile_change, open_change
    from decision_trace.checks import CHECKS as OF_COMMITS
    from proposals.authority import prove

    change = open_change(directory, asked.base)
    by = functools.partial(prove, signed=signed)
    return _noted(
        compile_change(change, progress=_progress(), also=CHECKS, prove=by, of_commits=OF_COMMITS)
    )


def opened(directory: str | None, asked: Asked) -> "Project":
    """The project that the arguments name, in one state of the repository."""
    from compiler.project import State, open_project

    return open_project(directory, state=State(asked.staged, asked.revision))


def compiled_project(project: "Project", also: "Sequence[Check] | None" = None) -> "Compiled":
    """Compile a project, with progress on a terminal; `also` are the rules of other layers, those
    that hold for every answer unless given."""
    from compiler.pipeline import compile_project
    from proposals.claims import CLAIMS

    rules = CLAIMS if also is None else also
    return _noted(compile_project(project, progress=_progress(), also=rules))


def _noted(result: "Compiled") -> "Compiled":
    say_notes(result.project, result.accounting.found)
    for line in said_of_acceptances(result):
        click.echo(line, err=True)
    return result


def said_of_acceptances(result: "Compiled") -> list[str]:
    """Who accepted what a change brings in force, and what that is worth."""
    from mneme_cli.render.safe import one_line

    accepted = result.comparison.accepted if result.comparison else ()
    return [f"note: {one_line(said)}" for acceptance in accepted if (said := str(acceptance))]


def say_notes(project: "Project", found: int | None = None) -> None:
    """Print the notes about a project to standard error."""
    for note in notes(project, found):
        click.echo(note, err=True)


def compiled_if_any(directory: str | None, asked: Asked) -> "Compiled | None":
    """The same, None for a state that has no ADR folder, unless one was named."""
    from compiler.errors import NoFolderError

    try:
        return compiled(directory, asked)
    except NoFolderError:
        if directory is not None:
            raise
        return None


def notes(project: "Project", found: int | None = None) -> list[str]:
    """What is worth saying about where records were looked for, and that none was `found`."""
    from mneme_cli.render.safe import one_line

    said = [project.note] if project.note else []
    if found == 0:
        folders = ", ".join(corpus.path for corpus in project.corpora)
        said.append(f"there is no record in {folders}")
    return [f"note: {one_line(note)}" for note in said]


def proposals_option(function: Function) -> Function:
    """`--proposals PATH`, another file of proposals."""
    return click.option(
        "--proposals",
        "path",
        metavar="PATH",
        help="The file of proposals; .mneme/decision_proposals.json unless given.",
    )(function)


def decided_now(reason: str = "") -> "Decided":
    """A decision taken now by the person that git knows. Raises `SecretError` for a reason that
    seems to hold one, `SubmissionError` for another one that cannot be kept."""
    from datetime import UTC, datetime

    from compiler.git.committing import person
    from compiler.project import locate, repository_of
    from proposals.model import Decided
    from proposals.submissions import require_sound_reason

    require_sound_reason(reason)
    who = person(repository_of(locate(None)).root)
    return Decided(who, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), reason)


def proposal_store(path: str | None = None) -> "Store":
    """The proposals in the file at `path`, as typed; those of the repository without it, and ones
    in memory where it is empty."""
    from pathlib import Path

    from compiler.project import locate
    from proposals.store import open_store, repository_store

    if path is None:
        place = locate(None)
        return repository_store(place.base, place.root)
    return open_store(Path(path) if path else None, path)


def as_typed(text: str) -> str:
    """An argument as it was typed: in a locale without UTF-8, Python reads its letters as bytes."""
    return os.fsencode(text).decode("utf-8", "replace")


def proposals_beside(result: "Compiled") -> "tuple[tuple[Proposal, ...], int]":
    """The proposals of the state that was compiled, and the exit status of an answer with them.

    Where some or all cannot be used, standard error says so, the status is 1, and decisions are
    answered all the same.
    """
    from proposals.kept import kept_in
    from proposals.refusals import StoreError

    try:
        document = kept_in(result.project.source).document
    except StoreError as error:
        click.echo(f"incomplete: no proposals; {error.message}", err=True)
        return (), 1
    return document.proposals, say_damaged(document)


def say_damaged(document: "Document") -> int:
    """Name the damaged entries on standard error; 1 where there are any, else 0."""
    for entry in document.damaged:
        click.echo(f"damaged entry: {entry.reason}", err=True)
    return int(bool(document.damaged))


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


def counted(number: int, what: str, several: str | None = None) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {what}" if number == 1 else f"{number} {several or what + 's'}"


def answer_status(result: "Compiled") -> int:
    """The exit status of an answer, and a word on stderr where it is not the whole answer."""
    if result.complete:
        return 0
    number = counted(result.errors, "error")
    words = "mneme check with the same folder and revision shows"
    click.echo(f"incomplete: {number} in the records; {words} them", err=True)
    return 1


def as_json_text(data: object) -> str:
    """JSON as every command prints it: indented, characters as they are unless they could move a
    terminal's cursor or turn its text."""
    import json

    from mneme_cli.render.safe import in_json

    return in_json(json.dumps(data, ensure_ascii=False, indent=2))


def say_json(data: object) -> None:
    """Print JSON: UTF-8, indented, one final newline."""
    click.echo(as_json_text(data))
