"""Rules about what a settled record says: status, title, date, decision (ADR2xx).

Words are looked up inside the rules: only a record with a finding needs them.
"""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import Record
from adr_schema.vocabulary import PLACEHOLDER
from compiler.checks.facts import Facts
from compiler.drafts import Draft
from compiler.findings import diagnostic
from compiler.inline import plain

_SEVERAL = 3


def missing_status(facts: Facts) -> Iterator[Diagnostic]:
    """ADR201: nothing in the record states a status. ADR216: nor in most of the corpus."""
    for corpus in facts.corpora:
        silent = [r for r in corpus.records if r.status is None and r.status_text is None]
        for record in silent:
            if not _schema_asks(record, "status"):
                hint = "add one, or say what none means: `status_when_absent` in the configuration"
                yield diagnostic(
                    "ADR201",
                    record.path,
                    record.place_of("title"),
                    "the record states no status",
                    hint,
                )
        if len(silent) >= _SEVERAL and 2 * len(silent) > len(corpus.records):
            message = f"{len(silent)} of {len(corpus.records)} records state no status"
            hint = 'if that is the convention here, say so: status_when_absent = "accepted"'
            yield diagnostic("ADR216", corpus.folder, None, message, hint)


def unknown_status(facts: Facts) -> Iterator[Diagnostic]:
    """ADR202: the status is no known word. ADR203: it is an unfilled template."""
    for record in facts.records:
        place = record.place_of("status", "title")
        if record.status == PLACEHOLDER:
            message = f"the status is a template's: {_short(record.status_text)}"
            yield diagnostic(
                "ADR203", record.path, place, message, "write the one status that holds"
            )
        elif record.status is None and record.status_text is not None:
            message = f"the status {_short(record.status_text)} means nothing here"
            hint = _status_hint(record.status_text)
            yield diagnostic("ADR202", record.path, place, message, hint)


def _status_hint(written: str) -> str:
    from compiler.lexicon import status_words
    from compiler.validation import nearest

    close = nearest(written, status_words())
    return f"did you mean `{close}`?" if close else "teach it: `statuses` in the configuration"


def missing_title(facts: Facts) -> Iterator[Diagnostic]:
    """ADR205: neither front matter nor a level-1 heading gives a title."""
    for record in facts.records:
        if not record.title and not _schema_asks(record, "title"):
            hint = "begin the record with a heading: `# Use X for Y`"
            yield diagnostic(
                "ADR205", record.path, record.place_of("title"), "the record has no title", hint
            )


def missing_date(facts: Facts) -> Iterator[Diagnostic]:
    """ADR206: no date is declared. ADR207: what is declared is none."""
    for corpus in facts.corpora:
        for record, draft in zip(corpus.records, corpus.drafts, strict=True):
            if record.date is not None:
                continue
            written = draft.date_text if draft.date.present or _is_date_word(draft) else None
            if written:
                message = f"{_short(plain(written))} is no possible date"
                yield diagnostic(
                    "ADR207", record.path, draft.date_place, message, "write it YYYY-MM-DD"
                )
            elif not _schema_asks(record, "date"):
                hint = "add a date, written YYYY-MM-DD"
                yield diagnostic(
                    "ADR206", record.path, record.place_of("title"), "the record has no date", hint
                )


def _is_date_word(draft: Draft) -> bool:
    from compiler.lexicon import is_nothing

    return bool(draft.date_text) and not is_nothing(draft.date_text or "")


def missing_decision(facts: Facts) -> Iterator[Diagnostic]:
    """ADR208: no section says what was decided."""
    for draft in _drafts(facts):
        if not draft.states_decision:
            hint = "add a section `## Decision`"
            place = draft.record.place_of("title")
            yield diagnostic(
                "ADR208", draft.record.path, place, "no section states the decision", hint
            )


def _schema_asks(record: Record, key: str) -> bool:
    """Whether the native schema reports the key already (ADR210)."""
    return record.dialect == "native" and key not in record.places


def _drafts(facts: Facts) -> Iterator[Draft]:
    for corpus in facts.corpora:
        yield from corpus.drafts


def _short(text: str | None) -> str:
    shown = plain(text or "")
    return f"`{shown[:57]}...`" if len(shown) > 60 else f"`{shown}`"


CHECKS = (
    missing_status,
    unknown_status,
    missing_title,
    missing_date,
    missing_decision,
)
