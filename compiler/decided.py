"""What a record decides: the text that may not change once the decision is in force."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from adr_schema.records import Record
from compiler import lexicon
from compiler.errors import UsageError
from compiler.inline import plain, strip_comments
from compiler.inventory import why
from compiler.markdown import Section
from compiler.page import Page
from compiler.problems import Problem
from compiler.reader import take_apart
from compiler.sources import File, Source
from compiler.words import words

Altered = Literal["rules", "decision"]


def altered(old: Record, before: Source, new: Record, after: Source) -> Altered | None:
    """What of a record's decision differs between two states: its rules, or its words.

    Words are those of the decision sections with what stands below them; where a record has none,
    of its title and body without the lines that state metadata or relations. Markup and line
    breaks do not count. `before` and `after` hold the files of `old` and `new`. Raises `UsageError`
    where one cannot be read again.
    """
    if (old.constraints, _rules(old)) != (new.constraints, _rules(new)):
        return "rules"
    if _title_decides(old) and _title_decides(new) and _title(old) != _title(new):
        return "decision"
    was, now = _binding(old, before), _binding(new, after)
    same = was.written == now.written or was.said == now.said
    return None if same else "decision"


def _rules(record: Record) -> list[tuple[object, ...]]:
    return [(r.type, r.value, r.include_paths, r.exclude_paths) for r in record.rules]


def _title_decides(record: Record) -> bool:
    """Whether the title is all that states the decision in a sentence."""
    return record.statement == record.title


def _title(record: Record) -> str:
    return plain(record.title or "")


@dataclass(frozen=True, slots=True)
class _Binding:
    """The lines of a page (0-based) that decide, after the words that `headings` add."""

    page: Page
    headings: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def written(self) -> tuple[str, ...]:
        return (*self.headings, *(self.page.text.lines[line] for line in self.lines))

    @property
    def said(self) -> str:
        return " ".join(filter(None, (*self.headings, words(self.page, frozenset(self.lines)))))


def _binding(record: Record, source: Source) -> _Binding:
    try:
        page = take_apart(File(record.path, source.read(record.path)))
    except OSError as error:  # it was read from a cache, or is gone since
        message = f"{record.path} cannot be read: {why(error)}"
        raise UsageError(message, "nothing was judged; git fsck tells what is missing") from None
    assert not isinstance(page, Problem), "what cannot be read is no record"
    headings = tuple(filter(None, map(lexicon.heading_remark, _decision_headings(page))))
    decision = _Binding(page, headings, tuple(_decision_lines(page)))
    if strip_comments("\n".join(decision.written)).strip():
        return decision
    return _Binding(page, (), tuple(_other_lines(page, record)))


def _decision_headings(page: Page) -> Iterator[str]:
    for section in page.document.headings():
        if _role(section) == "decision":
            yield section.heading


def _decision_lines(page: Page) -> Iterator[int]:
    level = 0
    for section in page.document.sections:
        role = _role(section)
        if role == "decision":
            level = section.level
            yield from range(section.body, section.end)
            continue
        if section.level <= level or role is not None:
            level = 0
        if level:
            yield from range(section.line, section.end)


def _other_lines(page: Page, record: Record) -> Iterator[int]:
    stated = {place.line - 1 for name, place in record.places.items() if name != "title"}
    stated |= {reference.place.line - 1 for reference in record.references}
    for section in page.document.sections:
        role = _role(section)
        if role != "status":
            usual = role is not None or section == page.title
            start = section.body if usual else section.line
            yield from (line for line in range(start, section.end) if line not in stated)


def _role(section: Section) -> str | None:
    return lexicon.section_role(section.heading) if section.level else None
