"""The digest of what was accepted: of what a record decides, not of how it stands or is numbered.

It covers title, scope, topic, priority, paths, rules and the body, without provenance, blank lines
and the numbers by which records are named. Of the lines that state status, date and relations only
what stands beside those counts: `Date: 2026-01-01` says nothing, `Date: 2026-01-01, for now` does.
Being superseded, amended, renumbered or fixed leaves it as it is; another decision does not.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence

from adr_schema.records import Record, StatusStatement
from compiler import lexicon
from compiler.dates import all_dates
from compiler.identity import INTERCHANGEABLE, name_of, number_in_id, number_in_name, read_title
from compiler.inline import plain
from compiler.markdown import code_lines
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
    yield from _heading(record, page)
    stated = _stated_lines(record, statements)
    origin = read_provenance(page).lines
    code = code_lines(page.text, page.front.body_start)
    for section in page.document.sections:
        role = lexicon.section_role(section.heading) if section.level else None
        for number in range(section.body if section == page.title else section.line, section.end):
            line = page.text.lines[number].rstrip()
            if number in origin or not line:
                continue
            # Nothing is ever written into a decision section: there every line counts.
            if role == "status" or (number in stated and role != "decision"):
                line = _beside(line, record)
            if line:
                yield line if number in code else _unnumbered(line, record)


def _heading(record: Record, page: Page) -> Iterator[str]:
    """The words of the heading, where they are not the title but stand beside it."""
    words = read_title(page.title.heading, record.number).text if page.title else None
    if words and words != record.title:
        yield _unnumbered(words, record)


def _stated_lines(record: Record, statements: Sequence[StatusStatement]) -> frozenset[int]:
    """The 0-based lines of status, date and relations."""
    places = [record.places[name] for name in ("status", "date") if name in record.places]
    places += [reference.place for reference in record.references]
    places += [statement.place for statement in statements]
    return frozenset(place.line - 1 for place in places)


def _beside(line: str, record: Record) -> str:
    """What a line of metadata says beside it: without the records that it relates to, dates and
    the words of metadata."""
    targets = {None, *(reference.href for reference in record.references)}
    for mention in every_mention(line):
        if mention.href in targets:
            line = _blanked(line, mention.start, mention.end)
    for day in all_dates(line):
        line = _blanked(line, day.start, day.end)
    return " ".join(_prose(lexicon.words(plain(line))))


def _blanked(text: str, start: int, end: int) -> str:
    """The text with blanks in a place; what stands behind it keeps its columns."""
    return text[:start] + " " * (end - start) + text[end:]


def _prose(words: list[tuple[str, int, int]]) -> Iterator[str]:
    """The words that are no name of a field, no status, no verb of a relation, and no number."""
    at = 0
    while at < len(words):
        known = (
            lexicon.longest(lexicon.field_names(), words, at),
            lexicon.longest(lexicon.status_words(), words, at),
            lexicon.longest(lexicon.relation_verbs(), words, at),
        )
        behind = max((found[1] for found in known if found), default=None)
        word = words[at][0]
        if behind is None and word not in lexicon.fillers() and not word.isdecimal():
            yield word
        at = behind or at + 1


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
