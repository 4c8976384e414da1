"""What nothing carries out, or no decision stands behind: as text, and for a pull request."""

from collections.abc import Iterable, Iterator

import click

from decision_trace.coverage import Coverage
from mneme_cli.options import counted
from mneme_cli.render.safe import markdown, one_line
from mneme_cli.render.trace import head
from proposals.answers import title_of

# A range may hold thousands of commits, a tree of files.
_SHOWN = 50


def as_text(coverage: Coverage, *, of_range: bool, everything: bool) -> Iterator[str]:
    """Lists, each with its length; that of the commits only where a range was asked for."""
    for heading, lines in _parts(coverage, of_range):
        yield click.style(heading, bold=True)
        shown = lines if everything else lines[:_SHOWN]
        yield from (one_line(f"  {line}") for line in shown)
        if len(lines) > len(shown):
            yield f"  ... and {len(lines) - len(shown)} more (--all shows each)"


def as_markdown(coverage: Coverage, *, of_range: bool, everything: bool) -> Iterator[str]:
    """The same as lists in Markdown."""
    for number, (heading, lines) in enumerate(_parts(coverage, of_range)):
        yield from ("", f"### {heading}") if number else (f"### {heading}",)
        shown = lines if everything else lines[:_SHOWN]
        if shown:
            yield ""
        yield from (f"- {markdown(line)}" for line in shown)
        if len(lines) > len(shown):
            yield f"- ... and {len(lines) - len(shown)} more"


def _parts(coverage: Coverage, of_range: bool) -> Iterable[tuple[str, list[str]]]:
    decisions = [f"{decision.id}  {title_of(decision)}" for decision in coverage.decisions]
    number = counted(len(decisions), "decision")
    yield f"{number} in force without an implementing commit", decisions
    if of_range:
        commits = [f"{head(commit)}  {commit.subject}" for commit in coverage.commits]
        yield f"{counted(len(commits), 'commit')} of the range without a decision", commits
    files = list(coverage.files)
    yield f"{counted(len(files), 'file')} that no decision governs by paths or scope", files
