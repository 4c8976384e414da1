"""`mneme check --fix`: mend what can be mended, or show how."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import counted, say_json

if TYPE_CHECKING:
    from compiler.fixes import Mending
    from compiler.pipeline import Compiled


def mended(result: "Compiled", *, only_show: bool, everything: bool, format_: str) -> "Compiled":
    """Write the fixes (`only_show`: print them as a diff), and report the state that is then on
    disk, which is returned."""
    from compiler.fixes import mend
    from compiler.plans import carry_out
    from proposals.checks import CHECKS

    mending = mend(result, CHECKS)
    if not only_show:
        carry_out(result, mending.plan)
    state = result if only_show else mending.after
    if format_ == "json":
        _say_json(mending, state, only_show=only_show)
    elif only_show:
        _say_diff(mending, state)
    else:
        _say_text(mending, everything=everything)
    return state


def _say_json(mending: "Mending", state: "Compiled", *, only_show: bool) -> None:
    from mneme_cli.render import report
    from mneme_cli.render.changes import diff_text, fixes_as_json

    fixes = fixes_as_json(mending, written=not only_show)
    data = report.as_json(state) | {"fixes": fixes}
    say_json(data | {"diff": diff_text(mending.plan)} if only_show else data)


def _say_diff(mending: "Mending", state: "Compiled") -> None:
    """The diff alone on stdout, so that `git apply` can take it."""
    from mneme_cli.render import report
    from mneme_cli.render.changes import diff_text, refused_as_text

    click.echo(diff_text(mending.plan), nl=False)
    planned = f"{counted(len(mending.fixes), 'fix', 'fixes')} shown, nothing written"
    for line in (*refused_as_text(mending), planned, report.account(state)):
        click.echo(line, err=True)


def _say_text(mending: "Mending", *, everything: bool) -> None:
    from mneme_cli.render import report
    from mneme_cli.render.changes import fixes_as_text, refused_as_text

    for line in (*fixes_as_text(mending), *refused_as_text(mending)):
        click.echo(line)
    for line in report.as_text(mending.after, everything=everything):
        click.echo(line)
