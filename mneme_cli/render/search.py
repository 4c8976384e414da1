"""What a search found, as text."""

from collections.abc import Iterator
from typing import Any

import click

from mneme_cli.options import counted
from mneme_cli.render.safe import one_line, printable


def as_text(record: dict[str, Any]) -> Iterator[str]:
    """Each decision with the place of a word in it, then the proposals, then the counts."""
    for row in record["canonical_decisions"]:
        state = row["inactive_reason"] or row["lifecycle_status"]
        heading = f"{row['decision_id']}  {state}  {row['title']}"
        yield click.style(one_line(heading), bold=True)
        yield one_line(f"  {row['snippet']}")
    for row in record["proposals"]:
        yield one_line(f"{row['proposal_id']}  {row['proposal_status']}  {row['title']}")
    decisions = _of(record["canonical_decisions"], record["total_canonical_decisions"], "decision")
    proposals = _of(record["proposals"], record["total_proposals"], "proposal")
    yield printable(f"{decisions}, {proposals}")


def _of(shown: list[Any], total: int, what: str) -> str:
    return f"{len(shown)} of {counted(total, what)}" if len(shown) < total else counted(total, what)
