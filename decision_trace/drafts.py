"""A message that is being written: what of it will be committed, and what can be offered for it."""

import re
from collections.abc import Iterable, Sequence

from adr_schema.resolved import Decision
from compiler.applicability import Applicability

# What may mark comments where git chooses the mark itself (core.commentChar=auto).
_MARKS = "#;@!$%^&|:"
_SCISSORS = "------------------------ >8 ------------------------"
# More than a screen of them would not be read.
_OFFERED = 10
_HEADING = "Decisions that govern what is staged. Uncomment what this commit carries out:"


def committed(text: str, mark: str | None) -> str:
    """The part of a message file that git commits: above the line with the scissors, without
    comments. `mark` begins comments; None where git chose one itself.

    Where no editor was opened git keeps comments (`git commit -m`): they cite nothing all the same.
    """
    mark = mark or _chosen_mark(text)
    above = _scissors(mark).split(text)[0]
    lines = above.split("\n")
    return "\n".join(line for line in lines if not line.startswith(mark))


def _chosen_mark(text: str) -> str:
    """The mark that git chose: that of its comments, which stand at the end."""
    cut = re.search(rf"^([{re.escape(_MARKS)}]) {_SCISSORS}$", text, re.MULTILINE)
    if cut:
        return cut[1]
    last = next((line for line in reversed(text.split("\n")) if line.strip()), "")
    return last[0] if last[:1] in _MARKS and last else "#"


def offered(decisions: Iterable[Decision], staged: Sequence[str]) -> list[Decision]:
    """The decisions whose paths or scope cover staged files, the strongest first."""
    governing = Applicability(decisions).answer(staged).governing
    near = [a.decision for a in governing if any(m.kind != "global" for m in a.matched_by)]
    return near[:_OFFERED]


def with_offer(text: str, decisions: Sequence[Decision], mark: str | None) -> str:
    """The message file with comments that name decisions as trailers, before git's own comments.

    As it was where git keeps comments: it has none of its own above the line with the scissors.
    """
    mark = mark or _chosen_mark(text)
    message = _scissors(mark).split(text)[0]
    at = _end_of_message(message, mark)
    if at == len(message) < len(text):
        return text
    lines = [_HEADING, *(f"Decision: {d.id} {d.record.title or ''}".rstrip() for d in decisions)]
    offer = "".join(f"{mark} {line}\n" for line in lines)
    above = text[:at]
    if above and not above.endswith("\n"):
        above += "\n"
    return above + offer + text[at:]


def _end_of_message(text: str, mark: str) -> int:
    """Where the comments begin that stand at the end: those of a template may stand anywhere."""
    lines = text.splitlines(keepends=True)
    while lines and lines[-1].startswith(mark):
        lines.pop()
    return sum(map(len, lines))


def _scissors(mark: str) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(mark)} {_SCISSORS}$.*", re.MULTILINE | re.DOTALL)
