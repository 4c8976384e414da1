"""What a record decides: the text that may not change once the decision is in force."""

from collections.abc import Iterator

from adr_schema.records import Record
from compiler import lexicon
from compiler.inline import plain
from compiler.markdown import Section
from compiler.page import Page
from compiler.problems import Problem
from compiler.reader import take_apart
from compiler.sources import File, Source


def decided_text(record: Record, source: Source) -> str:
    """The words of the decision, without markup and line breaks.

    These are the decision sections with what stands below them; where a record has none, its
    title and body without the lines that state metadata or relations. `source` holds the record's
    file. Raises `OSError` where that cannot be read again.
    """
    page = take_apart(File(record.path, source.read(record.path)))
    if isinstance(page, Problem):
        return ""
    lines = list(_decision_lines(page)) or list(_other_lines(page, record))
    return plain("\n".join(lines))


def _decision_lines(page: Page) -> Iterator[str]:
    level = 0
    for section in page.document.sections:
        role = lexicon.section_role(section.heading) if section.level else None
        if role == "decision":
            level = section.level
        elif section.level <= level or role is not None:
            level = 0
        if level:
            yield from _lines(page, section)


def _other_lines(page: Page, record: Record) -> Iterator[str]:
    stated = {place.line for name, place in record.places.items() if name != "title"}
    stated |= {reference.place.line for reference in record.references}
    yield record.title or ""
    for section in page.document.sections:
        if lexicon.section_role(section.heading) != "status":
            for number, line in enumerate(_lines(page, section), section.body + 1):
                if number not in stated:
                    yield line


def _lines(page: Page, section: Section) -> tuple[str, ...]:
    return page.text.lines[section.body : section.end]
