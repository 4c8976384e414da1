"""`mneme hook`: what git's hooks call."""

import os
from typing import TYPE_CHECKING

import click

from compiler.remembered import Memory
from mneme_cli.options import Asked, compiled_project, format_option, judged, strict_option
from mneme_cli.surfaces import writes
from mneme_cli.verdict import give, remember, verdict

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.pipeline import Compiled
    from compiler.project import Project
    from decision_trace.judging import Fault

_REFUSED = """\
mneme: the commit is refused; mend the records, stage them (git add) and commit again
  hint: git commit --no-verify commits without any hook
"""


@click.group("hook", no_args_is_help=False)  # a hook that asks for nothing must not pass
def command() -> None:
    """What git's hooks call.

    `mneme init --hooks` installs the first, `mneme init --messages` the two on messages; the
    framework pre-commit can call them too.

    \b
    Examples:
      mneme hook pre-commit
      mneme hook commit-msg .git/COMMIT_EDITMSG
    """


@command.command("pre-commit", short_help="Judge all records as they are staged.")
@writes("cache")
@strict_option
@format_option("text", "json")
@click.pass_obj
def pre_commit(memory: Memory | None, strict: bool, format_: str) -> int:
    """Judge all records as they are staged, like `mneme check --staged`.

    Where the records are broken, also by what was committed before, the commit is refused. Where
    all is well it says nothing.

    \b
    Examples:
      mneme hook pre-commit
    """
    from compiler.errors import NoFolderError
    from compiler.git.places import check_committed_here
    from compiler.project import locate

    check_committed_here(locate(None).root)
    try:
        result = judged(None, Asked(staged=True))
    except NoFolderError as error:
        hint = "stage a first record (mneme init), or take the hook out: mneme init --uninstall"
        raise NoFolderError(f"{error.message} in what is staged", hint) from None
    answer = verdict(result, strict=strict, everything=False, format_=format_)
    if not result.diagnostics and format_ == "text":
        answer = answer._replace(output="")  # a commit that is fine needs no words
    if answer.status:
        click.echo(_REFUSED, err=True, nl=False)
        answer = answer._replace(notes=answer.notes + _REFUSED)
    if memory is not None:
        remember(memory, result, answer)
    return give(answer)


@command.command("commit-msg", short_help="Judge the decisions that a message cites.")
@writes("cache")
@click.argument("file", metavar="FILE")
def commit_msg(file: str) -> int:
    """Judge the decisions that a commit message cites, by the records as they are staged.

    FILE holds the message, as git passes it. A trailer that names an unknown or superseded decision
    is refused, one that names a decision which is not accepted gets a warning. Comments, and what
    stands below the line with the scissors, do not count.

    \b
    Examples:
      mneme hook commit-msg .git/COMMIT_EDITMSG
    """
    from compiler.errors import NoFolderError
    from decision_trace.judging import faults, standing
    from decision_trace.messages import MessageReader

    text = _message(_root(), file)
    try:
        project = _staged()
    except NoFolderError:
        if not MessageReader().may_cite(text):
            return 0
        raise
    keys = frozenset(project.config.trailers)
    if not MessageReader(keys=keys).may_cite(text):
        return 0
    now = standing(compiled_project(project).decisions)
    cited = MessageReader(now.names.prefixes, keys).read(text.decode("utf-8", "replace"))
    found = list(faults(cited, now))
    for fault in found:
        _say(fault)
    refused = any(_severity(fault) == "error" for fault in found)
    if refused:
        click.echo("mneme: the commit is refused; mend its message and commit again", err=True)
        click.echo("  hint: git commit --edit --file=.git/COMMIT_EDITMSG", err=True)
    return int(refused)


@command.command("prepare-commit-msg", short_help="Offer the decisions that govern what is staged.")
@writes("message", "cache")
@click.argument("file", metavar="FILE")
# The framework pre-commit says it in the environment.
@click.argument("source", metavar="[SOURCE]", required=False, envvar="PRE_COMMIT_COMMIT_MSG_SOURCE")
@click.argument("commit", metavar="[SHA]", required=False)
def prepare_commit_msg(file: str, source: str | None, commit: str | None) -> int:
    """Offer the decisions that govern the staged files, as comments in the message.

    Does so where the configuration says `suggest_trailers = true` and an editor will open. FILE,
    SOURCE and SHA are what git passes.

    \b
    Examples:
      mneme hook prepare-commit-msg .git/COMMIT_EDITMSG
    """
    from compiler.git.settings import strips_comments

    root = _root()
    # Other messages exist already, and git leaves comments in what is not edited: it tells its
    # hooks so by an editor that does nothing.
    edited = source in (None, "", "template") and os.environ.get("GIT_EDITOR") != ":"
    if not edited or not strips_comments(root):
        return 0
    project = _staged()
    if project.config.suggest_trailers:
        _offer(root, file, compiled_project(project))
    return 0


def _offer(root: "Path", file: str, compiled: "Compiled") -> None:
    from compiler.asking import touched_paths
    from compiler.git.settings import comment_mark
    from compiler.writing import write_atomically
    from decision_trace.drafts import offered, with_offer

    decisions = offered(compiled.decisions, touched_paths(root, None))
    if decisions:
        text = _read(file).decode("utf-8", "surrogateescape")
        changed = with_offer(text, decisions, comment_mark(root))
        write_atomically(file, changed.encode("utf-8", "surrogateescape"))


def _root() -> "Path":
    """The repository that git commits to. Raises `UsageError`."""
    from compiler.git.places import check_committed_here
    from compiler.project import locate, repository_of

    place = locate(None)
    check_committed_here(place.root)
    return repository_of(place).root


def _message(root: "Path", file: str) -> bytes:
    """The message in a file as git will commit it, as UTF-8. Raises `UsageError`."""
    from compiler.git.settings import comment_mark
    from decision_trace.drafts import committed

    text = _read(file).decode("utf-8", "replace").replace("\r\n", "\n")
    return committed(text, comment_mark(root)).encode()


def _read(file: str) -> bytes:
    from compiler.errors import UsageError

    try:
        with open(file, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", None) from None


def _staged() -> "Project":
    from compiler.project import State, open_project

    return open_project(None, state=State(staged=True))


def _severity(fault: "Fault") -> str:
    from adr_schema.catalogue import CATALOGUE

    return fault.severity or CATALOGUE[fault.code].severity


def _say(fault: "Fault") -> None:
    from mneme_cli.render.safe import one_line

    click.echo(one_line(f"{_severity(fault)} {fault.code}: {fault.message}"), err=True)
    click.echo(one_line(f"  hint: {fault.hint}"), err=True)
