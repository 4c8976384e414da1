"""What is wrong with a citation, by the decisions as they stand: one judgement for the hook, which
sees a message before the commit exists, and for `check`, which sees commits."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adr_schema.diagnostics import Severity
from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.identity import is_number, number_in_name
from compiler.validation import nearest
from decision_trace.messages import Citation
from decision_trace.names import Names
from decision_trace.trace import Linked

# Prose that means a record of this repository is written so; `ADR 2014` may be anything.
_ID = re.compile(r"[A-Za-z]+-[0-9]+")


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding about a citation: its code, words, and the record that is cited, if there is one.
    `severity` replaces the catalogue's."""

    code: str
    message: str
    hint: str
    record: Record | None = None
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The decisions of one state, as citations are judged by them."""

    names: Names
    by_path: dict[str, Decision]

    def decision(self, citation: Citation) -> Decision | None:
        """The decision that is cited, None where there is none, or more than one."""
        record = self.names.find(citation)
        return self.by_path[record.path] if record else None


def standing(decisions: Iterable[Decision]) -> Standing:
    """The standing of compiled decisions."""
    by_path = {decision.record.path: decision for decision in decisions}
    return Standing(Names([decision.record for decision in by_path.values()]), by_path)


def faults(citations: Iterable[Citation], now: Standing) -> Iterator[Fault]:
    """What is wrong with the citations of one message, each decision once.

    A trailer is judged in full. Prose may speak of any decision, as long as it is there.
    """
    seen: set[str] = set()
    for citation in citations:
        decision = now.decision(citation)
        key = decision.id if decision else citation.text.casefold()
        if key in seen:
            continue
        seen.add(key)
        if decision is None:
            yield from _unknown(citation, now)
        elif citation.kind == "implements":
            yield from _unfit(citation, decision)


def unknown(linked: Linked, now: Standing) -> list[str]:
    """In words, which citations of a commit name no decision, or could name several; a number that
    a decision had before is one of its links."""
    told = {link.evidence for link in linked.links}
    left = [citation for citation in linked.commit.citations if citation.evidence not in told]
    return [fault.message for fault in faults(left, now) if fault.code == "TRC701"]


def _unknown(citation: Citation, now: Standing) -> Iterator[Fault]:
    """TRC701: nothing has the id, or several have it. In prose that is a warning, where it looks
    like one of ours."""
    prose = citation.kind == "mentions"
    several = sorted(record.id for record in now.names.candidates(citation))
    if several:
        message = f"{_shown(citation)}: {citation.text} could be {', '.join(several)}"
        severity: Severity | None = "warning" if prose else None
        yield Fault("TRC701", message, "name one of them in full", severity=severity)
        return
    if not now.names.is_about_record(citation) or (prose and not _ID.fullmatch(citation.evidence)):
        return
    ids = {decision.id.casefold(): decision.id for decision in now.by_path.values()}
    close = nearest(_full(citation.text), ids)
    hint = f"did you mean {ids[close]}? " if close else ""
    yield Fault(
        "TRC701",
        f"{_shown(citation)}: there is no decision {citation.text}",
        f"{hint}mneme list names all",
        severity="warning" if prose else None,
    )


def _unfit(citation: Citation, decision: Decision) -> Iterator[Fault]:
    """TRC702: it is superseded. TRC704: it was not accepted."""
    shown = _shown(citation)
    if decision.lifecycle == "superseded":
        by = ", ".join(decision.superseded_by)
        yield Fault(
            "TRC702",
            f"{shown}: {decision.id} is superseded" + (f" by {by}" if by else ""),
            f"carry out {by or 'its successor'}; the text of the message may name {decision.id}",
            decision.record,
        )
    elif decision.record.status != "accepted":
        yield Fault(
            "TRC704",
            f"{shown}: {decision.id} is not accepted: {decision.record.status or 'no status'}",
            "let it be accepted first, or name it in the text only",
            decision.record,
        )


def _shown(citation: Citation) -> str:
    return f"`{citation.evidence}`"


def _full(text: str) -> str:
    """An id as records have it, so that what is near is found: `adr-99` -> `ADR-0099`."""
    numbering = number_in_name(text)
    if is_number(text) or numbering is None:
        return text
    return f"{(numbering.prefix or 'ADR').upper()}-{numbering.number:04d}"
