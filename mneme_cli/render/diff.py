"""The semantic difference of two states: as text, JSON, and Markdown for a pull request."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from compiler.semantic_diff import DecisionChange, Governed, SemanticDiff
from mneme_cli.options import counted
from mneme_cli.render.safe import markdown, printable

_COLOURS = {
    "added": "green",
    "accepted": "green",
    "removed": "red",
    "rejected": "red",
    "decision edited": "red",
    "superseded": "yellow",
    "overridden": "yellow",
    "deprecated": "yellow",
}


def as_json(diff: SemanticDiff, *, complete: bool) -> dict[str, Any]:
    """`changes` and `governed`, with `complete` as in every answer."""
    return {
        "complete": complete,
        "changes": [
            {
                "kind": change.kind,
                "decision_id": change.decision.id,
                "title": change.decision.record.title,
                "path": change.decision.record.path,
                "old": change.old,
                "new": change.new,
            }
            for change in diff.changes
        ],
        "governed": [
            {"scope": g.scope, "pattern": g.pattern, "old": list(g.old), "new": list(g.new)}
            for g in diff.governed
        ],
    }


def as_text(diff: SemanticDiff) -> Iterator[str]:
    """A line a change, then a line a scope or pattern that is governed otherwise."""
    width = max((len(change.decision.id) for change in diff.changes), default=0)
    for change in diff.changes:
        kind = click.style(f"{change.kind:15}", fg=_COLOURS.get(change.kind))
        identifier = f"{change.decision.id:{min(width, 40)}}"
        title = change.decision.record.title or "-"
        yield f"{kind}  {printable(f'{identifier}  {title}{_values(change)}')}"
    if diff.governed:
        yield ""
        yield "governed otherwise:"
        for governed in diff.governed:
            yield printable(f"  {_where(governed)}: {_succession(governed)}")
    if not diff.changes and not diff.governed:
        yield "no difference"


def as_markdown(diff: SemanticDiff) -> Iterator[str]:
    """Two tables; whatever the records hold, it stays words."""
    decisions = {change.decision.id for change in diff.changes}
    yield f"### Decisions: {counted(len(decisions), 'record')} changed"
    if diff.changes:
        yield from ("", "| decision | change | before | now |", "|---|---|---|---|")
    for change in diff.changes:
        name = f"{change.decision.id} {change.decision.record.title or ''}".strip()
        cells = [name, change.kind, change.old or "", change.new or ""]
        yield f"| {' | '.join(map(markdown, cells))} |"
    if diff.governed:
        yield from ("", "| scope or path | governed by |", "|---|---|")
    for governed in diff.governed:
        cells = [_where(governed), _succession(governed)]
        yield f"| {' | '.join(map(markdown, cells))} |"


def _values(change: DecisionChange) -> str:
    if change.old is None and change.new is None:
        return ""
    if change.kind in ("added", "removed"):
        return f"  ({change.new or change.old})"
    return f"  ({change.old or 'none'} -> {change.new or 'none'})" if change.old else _only(change)


def _only(change: DecisionChange) -> str:
    by = "by " if change.kind == "amended" else "now "
    return f"  ({by}{change.new})"


def _where(governed: Governed) -> str:
    return f"scope {governed.scope}" if governed.scope else f"path {governed.pattern}"


def _succession(governed: Governed) -> str:
    """Who governs instead of whom; those that govern before and after are only counted."""
    came = [name for name in governed.new if name not in governed.old]
    left = [name for name in governed.old if name not in governed.new]
    if not came and not left:
        return f"{_names(governed.new)}, in this order; before {_names(governed.old)}"
    stayed = len(governed.new) - len(came)
    beside = f", beside {counted(stayed, 'other')}" if stayed else ""
    return f"{_names(came)} instead of {_names(left)}{beside}"


def _names(ids: Sequence[str]) -> str:
    return ", ".join(ids) or "nothing"
