"""Rules that a record is judged by alone, while it is read: conflict, front matter, and whether
it is still what was accepted (ADR2xx, PRP604).

They look at more of the page than is kept of it, and their verdicts are kept with the reading.
"""

from collections.abc import Iterator, Mapping, Sequence

from adr_schema.diagnostics import Severity
from adr_schema.records import Place, Record, StatusStatement
from adr_schema.vocabulary import NATIVE_KEYS, PLACEHOLDER, PRIORITIES
from compiler import lexicon
from compiler.digests import decision_digest
from compiler.fields import spaced
from compiler.frontmatter import FrontMatter
from compiler.page import Page
from compiler.problems import Problem
from compiler.strict_yaml import Value
from compiler.validation import Violation, front_matter_violations, nearest

_FILLED_BY_CHECKS = frozenset({"paths", "scope", "topic"})
_REQUIRED = ("id", "title", "status", "date")


def judge_alone(
    record: Record, page: Page, statements: Sequence[StatusStatement]
) -> Iterator[Problem]:
    """Every rule of this module, for a record as read, before its corpus settles it."""
    yield from conflicting_statuses(record, statements)
    yield from front_matter_schema(record, page.front)
    yield from priority_in_provenance(record, page.front)
    yield from changed_after_acceptance(record, page, statements)


def conflicting_statuses(
    record: Record, statements: Sequence[StatusStatement]
) -> Iterator[Problem]:
    """ADR204: two places of one record state different statuses."""
    if not record.conflict:
        return
    stated = [s for s in statements if s.status and s.status != PLACEHOLDER]
    first, other = stated[0], _different(stated)
    message = f"the record states {first.status} here and {other.status} in line {other.place.line}"
    hint = f"the first counts as {record.status}; make both agree"
    yield Problem("ADR204", message, hint, first.place)


def _different(stated: Sequence[StatusStatement]) -> StatusStatement:
    return next(s for s in stated if s.status != stated[0].status)


def front_matter_schema(record: Record, front: FrontMatter) -> Iterator[Problem]:
    """ADR209 to ADR213: front matter against the schema of its dialect."""
    native = record.dialect == "native"
    if not native and not front.values:
        return
    schema = "native" if native else "adr"
    for violation in front_matter_violations(schema, _given(front.values)):
        yield _violation(violation, record, front)
    if not native:
        yield from _near_misses(front)


def priority_in_provenance(record: Record, front: FrontMatter) -> Iterator[Problem]:
    """ADR209: the priority in a section of provenance, which no schema sees."""
    if front.get("priority") is None and record.priority not in PRIORITIES:
        close = nearest(record.priority, PRIORITIES)
        hint = f"write `{close}`" if close else f"one of {', '.join(PRIORITIES)}"
        message = f"`Priority`: {record.priority!r} is none"
        yield Problem("ADR209", message, hint, record.place_of("priority"))


def changed_after_acceptance(
    record: Record, page: Page, statements: Sequence[StatusStatement]
) -> Iterator[Problem]:
    """PRP604: the record came from a proposal and is not what was accepted any more."""
    if record.proposal is None and record.accepted_digest is None:
        return
    digest = decision_digest(record, page, statements)
    if record.accepted_digest != digest:
        accepted = record.accepted_digest or "none"
        message = f"the decision was changed: accepted was {accepted}, this is {digest}"
        hint = "take the change back; a new decision supersedes or amends this one"
        yield Problem("PRP604", message, hint, record.place_of("accepted_digest", "proposal"))


def _given(values: Mapping[str, Value]) -> dict[str, Value]:
    """An optional key without a value is one that is absent, save where it should limit."""
    asked = {*_FILLED_BY_CHECKS, *_REQUIRED}
    return {key: value for key, value in values.items() if value is not None or key in asked}


def _violation(violation: Violation, record: Record, front: FrontMatter) -> Problem:
    key = violation.where.split("/")[0]
    place = front.places.get(key) or record.place_of("id", "title")
    if front.values and violation.keyword == "required":
        place = next(iter(front.places.values()), place)
    message = violation.message
    if violation.keyword not in ("required", "additionalProperties"):
        message = f"`{violation.where}`: {message}"
    hint = violation.hint
    if violation.keyword == "required" and not record.id_declared:
        hint = f"{hint} (the configuration says that records here are native)"
    severity: Severity = "error" if record.dialect == "native" else "warning"
    return Problem(_code(violation, key, front), message, hint, place, severity)


def _code(violation: Violation, key: str, front: FrontMatter) -> str:
    empty = front.values.get(key) in (None, "", [])
    if key in _FILLED_BY_CHECKS and empty and violation.keyword != "additionalProperties":
        return "ADR213"
    return {"required": "ADR210", "additionalProperties": "ADR211"}.get(violation.keyword, "ADR209")


def _near_misses(front: FrontMatter) -> Iterator[Problem]:
    """Keys that are almost one of ours, in dialects whose schema is open."""
    for key, place in front.places.items():
        folded = spaced(key).casefold().replace(" ", "_")
        if lexicon.field_name(spaced(key)) or folded in NATIVE_KEYS:
            if _misspelt(folded):
                right = str(lexicon.field_name(spaced(key)))
                yield _near_miss(key, place, right, f"it is read as `{right}`")
            continue
        close = nearest(folded, NATIVE_KEYS)
        if close and abs(len(close) - len(folded)) <= 2 and len(folded) > 3:
            yield _near_miss(key, place, close, "it has no effect")


def _misspelt(key: str) -> bool:
    return "superced" in key or "superseed" in key or "supercee" in key


def _near_miss(key: str, place: Place, right: str, effect: str) -> Problem:
    message = f"the key `{key}` looks like `{right}`; {effect}"
    return Problem("ADR212", message, f"write `{right}`", place)
