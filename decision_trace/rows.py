"""Links as JSON, the same whichever surface prints them."""

from collections.abc import Iterable, Sequence
from typing import Any

from decision_trace.history import Entry
from decision_trace.judging import Standing, unknown
from decision_trace.links import KINDS, Link
from decision_trace.trace import Answer, Linked

Row = dict[str, Any]
# Characters of an id, and reverted commits, that are shown.
_SHORT, _FEW = 10, 5


def bounded_rows(answer: Answer, limit: int) -> tuple[list[Row], str | None]:
    """The commits of a decision, newest first, at most `limit` of them; and why there are none, or
    not all. Of too many the weakest are left out."""
    links, total = answer.links, len(answer.links)
    strongest = sorted(range(total), key=lambda n: KINDS.index(links[n].kind))[:limit]
    why = [f"only {limit} of {total} are shown"] if total > limit else []
    return link_rows(links[n] for n in sorted(strongest)), missing(answer, why)


def missing(answer: Answer, more: Sequence[str] = ()) -> str | None:
    """Why the commits of an answer are none, or not all, or hold no more; None where nothing is
    missing."""
    none = ["no commit of the history is linked to it"] if not answer.links else []
    return "; ".join([*none, *more, *filter(None, (_reverted(answer), answer.note))]) or None


def _reverted(answer: Answer) -> str | None:
    gone = [one.commit.oid for one in answer.commits if one.commit.oid in answer.taken_back]
    if not gone:
        return None
    shown = [f"{oid[:_SHORT]} is reverted by {answer.taken_back[oid][:_SHORT]}" for oid in gone]
    more = len(gone) - _FEW
    return ", ".join(shown[:_FEW]) + (f" and {more} more are reverted" if more > 0 else "")


def link_rows(links: Iterable[Link]) -> list[Row]:
    """Links of one decision: each commit once for each kind."""
    return [
        {
            "sha": link.commit.oid,
            "kind": link.kind,
            "evidence": link.evidence,
            "author_date": link.commit.author_date,
            "subject": link.commit.subject,
            "old_status": link.old_status,
            "new_status": link.new_status,
        }
        for link in links
    ]


def commit_rows(commits: Iterable[Linked], now: Standing) -> list[Row]:
    """Commits with their links, and what they cite that is not there; both may be empty."""
    return [
        {
            **entry_row(one.commit),
            "links": [link.as_json() for link in one.links],
            "unknown": unknown(one, now),
        }
        for one in commits
    ]


def entry_row(entry: Entry) -> Row:
    """A commit."""
    return {"sha": entry.oid, "author_date": entry.author_date, "subject": entry.subject}
