"""What accepting a proposal would write and change, before it is done."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from mneme_cli.render.proposal import as_text as proposal_text
from mneme_cli.render.safe import one_line, printable

if TYPE_CHECKING:
    from proposals.acceptance import Preview
    from proposals.model import Notice, Proposal

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def as_text(
    proposal: "Proposal", shown: "Preview | None", found: Sequence["Notice"]
) -> Iterator[str]:
    """The proposal, the diff, the decisions that would stand otherwise, and what speaks against
    it; without a preview the proposal alone."""
    yield from proposal_text(proposal)
    yield one_line(f"  fingerprint  {proposal.content_fingerprint or '-'}")
    for notice in found:
        yield click.style(one_line(f"note: {notice.message}"), fg="yellow")
    if shown is None:
        return
    if shown.authored:
        yield ""
        yield from diff_lines(shown.authored.plan.diff())
        for note in shown.authored.notes:
            yield one_line(f"note: {note}")
    for change in shown.changes:
        yield click.style(f"{change.decision_id}: {change.old} -> {change.new}", bold=True)
    for conflict in shown.conflicts:
        yield click.style(one_line(f"refused: {conflict.message}"), fg="red")


def diff_lines(lines: Iterable[str]) -> Iterator[str]:
    """A diff in the usual colours."""
    for line in lines:
        yield click.style(printable(line), fg=_COLOURS.get(line[:1]))


def as_json(
    proposal: "Proposal", shown: "Preview | None", found: Sequence["Notice"]
) -> dict[str, Any]:
    """The same for programs; `path` and `diff` are null where no record can be built."""
    from proposals.records import proposal_record

    authored = shown.authored if shown else None
    return {
        "proposal": proposal_record(proposal),
        "path": authored.record.path if authored else None,
        "diff": "".join(f"{line}\n" for line in authored.plan.diff()) if authored else None,
        "lifecycle_changes": [asdict(change) for change in shown.changes] if shown else [],
        "conflicts": [conflict.message for conflict in shown.conflicts] if shown else [],
        "duplicates": [asdict(n) | {"related_ids": list(n.related_ids)} for n in found],
    }
