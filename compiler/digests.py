"""The digest of what was accepted: of what a record decides, not of how it stands or is numbered.

It covers title, scope, topic, priority, paths, rules and the body, without status, metadata and
relation lines, provenance, blank lines and the numbers by which records are named. Being
superseded, amended, renumbered or fixed leaves it as it is; another decision does not.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence

from adr_schema.records import Record, StatusStatement
from compiler import lexicon
from compiler.identity import INTERCHANGEABLE, name_of, number_in_id, number_in_name
from compiler.markdown import Section, code_lines
from compiler.page import Page
from compiler.provenance import read_provenance
from compiler.references import Mention, every_mention


def decision_digest(record: Record, page: Page, statements: Sequence[StatusStatement]) -> str:
    """SHA-256, in hex, over what the record decides. `record` is as its own file gives it,
    `statements` are the places that state its status."""
    title = _unnumbered(record.title or "", record)
    rules = [
        [r.type, _unnumbered(r.value, record), list(r.include_paths), list(r.exclude_paths)]
        for r in record.rules
    ]
    decided = {
        "title": title,
        "scope": record.scope,
        "topic": record.topic,
        "priority": record.priority,
        "paths": list(record.paths),
        "rules": rules,
        "body": list(_body(record, page, statements)),
    }
    text = json.dumps(decided, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _body(record: Record, page: Page, statements: Sequence[StatusStatement]) -> Iterator[str]:
    stated = _stated_lines(record, page, statements)
    code = code_lines(page.text, page.front.body_start)
    for section in page.document.sections:
        for number in _own_lines(section, page):
            line = page.text.lines[number].rstrip()
            # Nothing is ever written into a decision section: there every line counts.
            if line and (number not in stated or _decides(section)):
                yield line if number in code else _unnumbered(line, record)


def _own_lines(section: Section, page: Page) -> range:
    """The lines of a section that may decide: none of a status section, no heading of the title."""
    if lexicon.section_role(section.heading) == "status" and section.level:
        return range(0)
    return range(section.body if section == page.title else section.line, section.end)


def _decides(section: Section) -> bool:
    return bool(section.level) and lexicon.section_role(section.heading) == "decision"


def _stated_lines(
    record: Record, page: Page, statements: Sequence[StatusStatement]
) -> frozenset[int]:
    """The 0-based lines of metadata, relations and provenance."""
    places = [place for name, place in record.places.items() if name != "title"]
    places += [reference.place for reference in record.references]
    places += [statement.place for statement in statements]
    return read_provenance(page).lines | {place.line - 1 for place in places}


def _unnumbered(text: str, record: Record) -> str:
    """The text with the numbers of records that it names taken out."""
    for mention in reversed(every_mention(text)):
        if (number := _number_of(mention, record)) is not None:
            digits = re.compile(rf"(?<![0-9])0*{number}(?![0-9])")
            span = digits.sub("#", text[mention.start : mention.end])
            text = text[: mention.start] + span + text[mention.end :]
    return text


def _number_of(mention: Mention, record: Record) -> int | None:
    """The number by which a record is named; `SHA-256` and a page on the web name none."""
    if mention.href is not None:
        numbering = number_in_name(name_of(mention.href.partition("#")[0]))
        return numbering.number if numbering else None
    named = number_in_id(mention.text.rpartition("/")[2])
    if named is None:
        numbering = number_in_name(name_of(mention.text))
        return numbering.number if numbering else None
    known = {"", *INTERCHANGEABLE, (record.prefix or "").casefold()}
    return named.number if (named.prefix or "").casefold() in known else None
