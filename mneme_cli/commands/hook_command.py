"""`mneme hook`: what git's hooks call."""

import click

from compiler.remembered import Memory
from mneme_cli.options import Asked, format_option, judged, strict_option
from mneme_cli.surfaces import writes
from mneme_cli.verdict import give, remember, verdict

_REFUSED = """\
mneme: the commit is refused; mend the records, stage them (git add) and commit again
  hint: git commit --no-verify commits without any hook
"""


@click.group("hook", no_args_is_help=False)  # a hook that asks for nothing must not pass
def command() -> None:
    """What git's hooks call.

    \b
    Examples:
      mneme hook pre-commit
    """


@command.command("pre-commit")
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
    from compiler.git import check_committed_here
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
