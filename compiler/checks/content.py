"""Rules about what one record says: status, title, date, decision, front matter (ADR2xx)."""

from collections.abc import Iterator, Mapping

from adr_schema.diagnostics import Diagnostic, Severity
from adr_schema.records import Place, Record, StatusStatement
from adr_schema.vocabulary import NATIVE_KEYS, PLACEHOLDER
from compiler import lexicon
from compiler.checks.facts import Facts
from compiler.drafts import Draft
from compiler.fields import spaced
from compiler.findings import diagnostic
from compiler.inline import plain
from compiler.strict_yaml import Value
from compiler.validation import Violation, front_matter_violations, nearest

_FILLED_BY_CHECKS = frozenset({"paths", "scope", "topic"})
_REQUIRED = ("id", "title", "status", "date")
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
            close = nearest(record.status_text, lexicon.status_words())
            hint = (
                f"did you mean `{close}`?" if close else "teach it: `statuses` in the configuration"
            )
            message = f"the status {_short(record.status_text)} means nothing here"
            yield diagnostic("ADR202", record.path, place, message, hint)


def conflicting_statuses(facts: Facts) -> Iterator[Diagnostic]:
    """ADR204: two places of one record state different statuses."""
    for draft in _drafts(facts):
        if not draft.record.conflict:
            continue
        stated = [s for s in draft.outcome.statements if s.status and s.status != PLACEHOLDER]
        first, other = stated[0], _different(stated)
        message = (
            f"the record states {first.status} here and {other.status} in line {other.place.line}"
        )
        hint = f"the first counts as {draft.record.status}; make both agree"
        yield diagnostic("ADR204", draft.record.path, first.place, message, hint)


def _different(stated: list[StatusStatement]) -> StatusStatement:
    return next(s for s in stated if s.status != stated[0].status)


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
    return bool(draft.date_text) and not lexicon.is_nothing(draft.date_text or "")


def missing_decision(facts: Facts) -> Iterator[Diagnostic]:
    """ADR208: no section says what was decided."""
    for draft in _drafts(facts):
        if not draft.states_decision:
            hint = "add a section `## Decision`"
            place = draft.record.place_of("title")
            yield diagnostic(
                "ADR208", draft.record.path, place, "no section states the decision", hint
            )


def front_matter_schema(facts: Facts) -> Iterator[Diagnostic]:
    """ADR209 to ADR213: front matter against the schema of its dialect."""
    for draft in _drafts(facts):
        record = draft.record
        native = record.dialect == "native"
        if not native and not draft.front.values:
            continue
        schema = "native" if native else "adr"
        for violation in front_matter_violations(schema, _given(draft.front.values)):
            yield _violation(violation, draft, "error" if native else "warning")
        if not native:
            yield from _near_misses(draft)


def _given(values: Mapping[str, Value]) -> dict[str, Value]:
    """An optional key without a value is one that is absent, save where it should limit."""
    asked = {*_FILLED_BY_CHECKS, *_REQUIRED}
    return {key: value for key, value in values.items() if value is not None or key in asked}


def _violation(violation: Violation, draft: Draft, severity: Severity) -> Diagnostic:
    key = violation.where.split("/")[0]
    place = draft.front.places.get(key) or draft.record.place_of("id", "title")
    if draft.front.values and violation.keyword == "required":
        place = next(iter(draft.front.places.values()), place)
    code = _code(violation, key, draft)
    message = violation.message
    if violation.keyword not in ("required", "additionalProperties"):
        message = f"`{violation.where}`: {message}"
    hint = violation.hint
    if violation.keyword == "required" and not draft.record.id_declared:
        hint = f"{hint} (the configuration says that records here are native)"
    return diagnostic(code, draft.record.path, place, message, hint, severity=severity)


def _code(violation: Violation, key: str, draft: Draft) -> str:
    empty = draft.front.values.get(key) in (None, "", [])
    if key in _FILLED_BY_CHECKS and empty and violation.keyword != "additionalProperties":
        return "ADR213"
    return {"required": "ADR210", "additionalProperties": "ADR211"}.get(violation.keyword, "ADR209")


def _near_misses(draft: Draft) -> Iterator[Diagnostic]:
    """Keys that are almost one of ours, in dialects whose schema is open."""
    for key, place in draft.front.places.items():
        folded = spaced(key).casefold().replace(" ", "_")
        if lexicon.field_name(spaced(key)) or folded in NATIVE_KEYS:
            if _misspelt(folded):
                yield _near_miss(draft, key, place, str(lexicon.field_name(spaced(key))), read=True)
            continue
        close = nearest(folded, NATIVE_KEYS)
        if close and abs(len(close) - len(folded)) <= 2 and len(folded) > 3:
            yield _near_miss(draft, key, place, close, read=False)


def _misspelt(key: str) -> bool:
    return "superced" in key or "superseed" in key or "supercee" in key


def _near_miss(draft: Draft, key: str, place: Place, right: str, *, read: bool) -> Diagnostic:
    effect = f"it is read as `{right}`" if read else "it has no effect"
    message = f"the key `{key}` looks like `{right}`; {effect}"
    return diagnostic("ADR212", draft.record.path, place, message, f"write `{right}`")


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
    conflicting_statuses,
    missing_title,
    missing_date,
    missing_decision,
    front_matter_schema,
)
