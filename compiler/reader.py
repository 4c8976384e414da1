"""One file to one record: decode, front matter, blocks, fields, and what they say together."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adr_schema.records import NonRecord, Place, Rejected
from adr_schema.vocabulary import PLACEHOLDER
from compiler import lexicon
from compiler.checks.alone import judge_alone
from compiler.classify import Evidence, classify
from compiler.constraints import read_constraints
from compiler.drafting import build_draft
from compiler.drafts import Draft, Reading
from compiler.fields import MAX_VALUE, Field, read_fields, texts
from compiler.frontmatter import Broken, read_front_matter
from compiler.markdown import (
    MAX_TABLE_CELLS,
    MAX_TABLE_COLUMNS,
    Document,
    oversized_table,
    parse,
)
from compiler.naming import Naming, read_naming
from compiler.options import Options
from compiler.page import Page, make_page
from compiler.problems import Problem
from compiler.relations import may_open
from compiler.sources import File
from compiler.statements import StatusOutcome, decide_status
from compiler.stating import Stated, refusals
from compiler.strict_yaml import Value
from compiler.text import MAX_BYTES, MAX_LINES, Unreadable, decode

# What a template of adr-tools' kind leaves where its generator puts the date.
_DATE_VARIABLE = "DATE"


@dataclass(frozen=True, slots=True)
class Study:
    """All that was seen of a record's file; `draft` and `problems` are what is kept of it."""

    page: Page
    stated: Stated
    draft: Draft
    problems: tuple[Problem, ...]


def read_file(file: File, corpus: str | None, options: Options) -> Reading:
    """Read one file. Never raises for what the file holds."""
    page = take_apart(file)
    if isinstance(page, Problem):
        return Reading(Rejected(file.path), (page,))
    study = study_page(page, corpus, options)
    if isinstance(study, NonRecord):
        return Reading(study, page.front.problems)
    return Reading(study.draft, study.problems)


def study_page(page: Page, corpus: str | None, options: Options) -> Study | NonRecord:
    """What a file that was taken apart says, or why it is no record."""
    fields = read_fields(page)
    outcome = decide_status(page, fields, options.status_words)
    naming = read_naming(page, fields)
    reason = classify(page, _evidence(page, fields, outcome, naming))
    if reason is not None:
        return NonRecord(page.file.path, reason)
    constraints = read_constraints(page.front, page.document, page.text)
    draft = build_draft(page, corpus, fields, outcome, naming, constraints, options)
    stated = Stated(draft.record, page.front, outcome)
    problems = (
        *page.front.problems,
        *_left_open(page.document),
        *_too_long(page),
        *constraints.problems,
        *judge_alone(draft.record, page, outcome.statements),
    )
    return Study(page, stated, replace(draft, unsayable=refusals(stated)), problems)


def take_apart(file: File) -> Page | Problem:
    """Take the file apart, or say why it cannot be read."""
    if len(file.data) > MAX_BYTES:
        return _too_large(f"the file is larger than {MAX_BYTES:,} bytes", 1)
    text = decode(file.data)
    if isinstance(text, Unreadable):
        return Problem("ADR101", text.message, text.hint, text.place)
    if len(text.lines) > MAX_LINES:
        return _too_large(f"the file has more than {MAX_LINES:,} lines", MAX_LINES + 1)
    front = read_front_matter(text)
    if isinstance(front, Broken):
        return front.problem
    hostile = oversized_table(text)
    if hostile is not None:
        limits = f"{MAX_TABLE_COLUMNS} columns or {MAX_TABLE_CELLS:,} cells"
        return _too_large(f"a table has more than {limits}", hostile + 1)
    document = parse(text, front.body_start)
    if document.too_deep:
        return _too_large("lists or quotes are nested too deeply to be read", 1)
    return make_page(file, text, front, document)


def _too_large(message: str, line: int) -> Problem:
    return Problem("ADR102", message, "split the record, or move data out of it", Place(line))


def _evidence(page: Page, fields: list[Field], outcome: StatusOutcome, naming: Naming) -> Evidence:
    numbering = naming.first("file name", "front matter")
    return Evidence(
        title=naming.title,
        stated=outcome.status not in (None, PLACEHOLDER),
        placeholder=outcome.status == PLACEHOLDER,
        fields=frozenset(field.name for field in fields),
        number=numbering.number if numbering else None,
        variable_date=any(f.name == "date" and f.value.strip() == _DATE_VARIABLE for f in fields),
    )


def _too_long(page: Page) -> Iterator[Problem]:
    """Metadata that is longer than what is read of it."""
    places = [page.front.places[key] for key, value in page.front.values.items() if _is_long(value)]
    for section in page.document.sections:
        holds = page.is_head(section) or lexicon.section_role(section.heading) == "status"
        for block in section.blocks:
            if block.cut and (holds or may_open(block.source)):
                places.append(Place(block.line + 1))
    for place in places:
        message = "the text is too long to be read whole"
        yield Problem("ADR111", message, "break it into several lines or list items", place)


def _is_long(value: Value) -> bool:
    return any(len(text) > MAX_VALUE for text in texts(value))


def _left_open(document: Document) -> tuple[Problem, ...]:
    """Fences and comments that swallow the rest of the record."""
    found = []
    for line, what, mark in (
        (document.open_fence, "code fence", "```"),
        (document.open_comment, "comment", "-->"),
    ):
        if line is not None:
            message = f"the {what} is never closed: the rest of the record is part of it"
            found.append(Problem("ADR109", message, f"close it: {mark}", Place(line + 1)))
    return tuple(found)
