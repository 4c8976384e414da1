"""One file to one record: decode, front matter, blocks, fields, and what they say together."""

import hashlib
import re
from dataclasses import dataclass, replace

from adr_schema.records import NonRecord, Place, Record, Rejected
from adr_schema.vocabulary import DEFAULT_PRIORITY, NATIVE_KEYS
from compiler import lexicon
from compiler.classify import Evidence, classify
from compiler.constraints import read_constraints, read_evidence
from compiler.dates import NO_DATE, DateReading, read_date
from compiler.declarations import declared_relations
from compiler.fields import Field, body_fields, front_fields, texts
from compiler.frontmatter import Broken, FrontMatter, Problem, read_front_matter
from compiler.identity import (
    Numbering,
    Title,
    format_id,
    name_of,
    number_in_id,
    number_in_name,
    read_title,
)
from compiler.inline import links, plain
from compiler.markdown import (
    MAX_TABLE_CELLS,
    MAX_TABLE_COLUMNS,
    Document,
    Section,
    oversized_table,
    parse,
)
from compiler.options import Options
from compiler.statements import StatusOutcome, decide_status
from compiler.text import MAX_BYTES, Text, Unreadable, decode


_NO_PREFIX_KEYS = frozenset({"id", "no", "num", "nr", "slug", "order", "rank", "index", "pos"})
_UNSPACED = re.compile(r"#[^#\s!]")


@dataclass(frozen=True, slots=True)
class File:
    """A file found in a corpus: its path, its bytes, and how it stands among the others.

    `folder` is the corpus folder, `siblings` counts the other Markdown files beside it.
    """

    path: str
    data: bytes
    folder: str = "."
    siblings: int = 0

    @property
    def inner(self) -> str:
        """The path below the corpus folder."""
        return self.path if self.folder == "." else self.path.removeprefix(f"{self.folder}/")


@dataclass(frozen=True, slots=True)
class Draft:
    """A record as its own file gives it; its corpus settles id and open dates.

    `numberings` are the numbers that front matter, file name and heading give, by place.
    """

    record: Record
    date: DateReading
    date_text: str | None
    date_place: Place
    numberings: dict[str, Numbering]
    front: FrontMatter
    document: Document
    outcome: StatusOutcome


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file turned out to be, with the findings made while reading it."""

    result: Draft | NonRecord | Rejected
    problems: tuple[Problem, ...] = ()


def read_file(file: File, corpus: str | None, options: Options) -> Reading:
    """Read one file. Never raises for what the file holds."""
    if len(file.data) > MAX_BYTES:
        message = f"the file has {len(file.data):,} bytes; the limit is {MAX_BYTES:,}"
        return _reject(
            file, Problem("ADR102", message, "split the record or move data out of it", Place(1))
        )
    text = decode(file.data)
    if isinstance(text, Unreadable):
        return _reject(file, Problem("ADR101", text.message, text.hint, text.place))
    front = read_front_matter(text)
    if isinstance(front, Broken):
        return _reject(file, front.problem)
    hostile = oversized_table(text)
    if hostile is not None:
        message = f"a table has more than {MAX_TABLE_COLUMNS} columns or {MAX_TABLE_CELLS:,} cells"
        return _reject(
            file, Problem("ADR102", message, "move the data out of the record", Place(hostile + 1))
        )
    try:
        document = parse(text, front.body_start)
    except RecursionError:
        return _reject(
            file, Problem("ADR102", "lists or quotes are nested too deeply", None, Place(1))
        )
    return _read_parsed(file, corpus, text, front, document, options)


def _reject(file: File, problem: Problem) -> Reading:
    return Reading(Rejected(file.path), (problem,))


def _read_parsed(
    file: File,
    corpus: str | None,
    text: Text,
    front: FrontMatter,
    document: Document,
    options: Options,
) -> Reading:
    heading = next((s for s in document.headings() if s.level == 1), None)
    bare = None if heading else _unspaced_heading(document)
    fields = [*front_fields(front), *body_fields(document, text, heading)]
    outcome = decide_status(fields, document, text, heading, options.status_words)
    numberings = _numberings(file.path, front, fields)
    titled = heading is not None and heading is next(document.headings())
    title = _title(front, heading.heading if heading else bare, numberings, titled=titled)
    if title.numbering:
        numberings["heading"] = title.numbering
    body = text.slice(front.body_start, len(text.lines))
    reason = classify(document, _evidence(file, front, fields, outcome, title, numberings), body)
    if reason is not None:
        return Reading(NonRecord(file.path, reason), front.problems)
    draft = _draft(
        file, corpus, text, front, document, fields, outcome, title, numberings, heading, options
    )
    constraints = read_constraints(front, document, text)
    return Reading(draft, (*front.problems, *_left_open(document), *constraints.problems))


def _left_open(document: Document) -> tuple[Problem, ...]:
    found = []
    for line, what, mark in (
        (document.open_fence, "code fence", "```"),
        (document.open_comment, "comment", "-->"),
    ):
        if line is not None:
            message = f"the {what} is never closed: the rest of the record is part of it"
            found.append(Problem("ADR109", message, f"close it with `{mark}`", Place(line + 1)))
    return tuple(found)


def _numberings(path: str, front: FrontMatter, fields: list[Field]) -> dict[str, Numbering]:
    found: dict[str, Numbering] = {}
    identifier = front.get("id")
    if isinstance(identifier, str) and (numbering := number_in_id(identifier)):
        found["front matter"] = numbering
    numbering = number_in_name(name_of(path))
    if numbering:
        found["file name"] = _with_key_prefix(numbering, front)
    for field in fields:
        if (
            field.name == "number"
            and field.source != "front"
            and (number := _table_number(field.value))
        ):
            found.setdefault("metadata", number)
    return found


def _with_key_prefix(numbering: Numbering, front: FrontMatter) -> Numbering:
    """`simd: '0178'` above `0178-x.md`: the key that holds the number is the records' prefix."""
    if numbering.prefix is not None:
        return numbering
    for key, value in front.values.items():
        if isinstance(value, str) and value.isdigit() and int(value) == numbering.number:
            if key.isalpha() and len(key) <= 5 and key.casefold() not in _NO_PREFIX_KEYS:
                return replace(numbering, prefix=key.upper())
    return numbering


def _table_number(value: str) -> Numbering | None:
    """The number in a field such as `RFC #`: `_#299_`, `[89](..)`, an address ending in it."""
    anchors = links(value)
    shown = plain(anchors[0].text if len(anchors) == 1 else value)
    last = shown.rstrip("/ ").rsplit("/", 1)[-1]
    digits = [word for word, _, _ in lexicon.words(last) if word.isdigit()]
    if len(digits) == 1 and len(digits[0]) <= 5:
        return Numbering(int(digits[0]), None)
    return number_in_id(last)


def _unspaced_heading(document: Document) -> str | None:
    """`#46. Title` on the first line: no heading to Markdown, but to its author."""
    first = next((block for section in document.sections for block in section.blocks), None)
    if first is None or not _UNSPACED.match(first.source):
        return None
    return first.source.split("\n", 1)[0][1:]


def _title(
    front: FrontMatter, heading: str | None, numberings: dict[str, Numbering], *, titled: bool
) -> Title:
    """Front matter `title`, else the level-1 heading. `titled` says that the body begins with one."""
    known = numberings.get("file name") or numberings.get("front matter")
    number = known.number if known else None
    written = front.get("title")
    from_heading = read_title(heading, number) if heading else Title(None, None)
    if front.comment_heading and not titled:
        from_heading = read_title(front.comment_heading, number)
    if isinstance(written, str) and written.strip():
        declared = read_title(" ".join(written.split()), number)
        return Title(declared.text, from_heading.numbering or declared.numbering)
    return from_heading


def _evidence(
    file: File,
    front: FrontMatter,
    fields: list[Field],
    outcome: StatusOutcome,
    title: Title,
    numberings: dict[str, Numbering],
) -> Evidence:
    numbering = _first(numberings, "file name", "front matter")
    return Evidence(
        path=file.path,
        inner=file.inner,
        title=title.text,
        stated=outcome.status not in (None, "placeholder"),
        placeholder=outcome.status == "placeholder",
        fields=frozenset(field.name for field in fields),
        number=numbering.number if numbering else None,
        front_keys=frozenset(front.values),
        siblings=file.siblings,
        at_top="/" not in file.inner,
        variable_date=any(f.name == "date" and f.value.strip() == "DATE" for f in fields),
    )


def _first(numberings: dict[str, Numbering], *places: str) -> Numbering | None:
    return next((numberings[place] for place in places if place in numberings), None)


def _draft(
    file: File,
    corpus: str | None,
    text: Text,
    front: FrontMatter,
    document: Document,
    fields: list[Field],
    outcome: StatusOutcome,
    title: Title,
    numberings: dict[str, Numbering],
    heading: Section | None,
    options: Options,
) -> Draft:
    date_field, date = _date(fields, outcome)
    numbering = _first(numberings, "front matter", "file name", "metadata", "heading")
    prefix = _prefix(numberings)
    identifier = front.get("id")
    declared = isinstance(identifier, str) and bool(identifier.strip())
    stem = name_of(file.path)
    derived = format_id(prefix, numbering.number) if numbering else stem
    dialect = _dialect(front, fields, outcome, options)
    constraints = read_constraints(front, document, text)
    line = heading.line + 1 if heading else 1
    record = Record(
        path=file.path,
        corpus=corpus,
        id=str(identifier).strip() if declared else derived,
        id_declared=declared,
        prefix=prefix,
        number=numbering.number if numbering else None,
        title=title.text,
        status=outcome.status,
        status_text=outcome.text,
        status_source="record" if outcome.status else None,
        conflict=outcome.conflict,
        date=date.iso,
        dialect=dialect,
        references=declared_relations(fields, document, text, heading, outcome),
        priority=_text(fields, front, "priority") or DEFAULT_PRIORITY,
        scope=_text(fields, front, "scope") if "scope" in front.values else None,
        topic=_text(fields, front, "topic") if "topic" in front.values else None,
        paths=tuple(texts(front.get("paths"))),
        deciders=_people(fields),
        tags=tuple(
            value for f in fields if f.name == "tags" and f.source == "front" for value in [f.value]
        ),
        rules=constraints.rules,
        constraints=constraints.texts,
        evidence=read_evidence(front),
        proposal=_text(fields, front, "proposal") if "proposal" in front.values else None,
        statement=_statement(document, title.text or stem),
        body=text.slice(front.body_start, len(text.lines)).strip("\n"),
        sha256=hashlib.sha256(text.content.encode()).hexdigest(),
        line=line,
        places=_places(front, fields, outcome, line),
    )
    written = date_field.value if date_field else None
    place = date_field.place if date_field else Place(line)
    return Draft(record, date, written, place, numberings, front, document, outcome)


def _date(fields: list[Field], outcome: StatusOutcome) -> tuple[Field | None, DateReading]:
    """Front matter `date`, a date field of the body, the date beside the status, a creation date."""
    dated = [f for f in fields if f.name == "date"]
    dated.sort(key=lambda f: (f.source != "front", f.key.casefold() != "date"))
    impossible: tuple[Field, DateReading] | None = None
    for field in dated:
        reading = read_date(plain(field.value))
        if reading.iso or reading.numbers:
            return field, reading
        if reading.present and impossible is None:
            impossible = (field, reading)
    if impossible:
        return impossible
    if outcome.date.iso or outcome.date.numbers:
        return outcome.source, outcome.date
    for field in fields:
        if field.name == "created":
            reading = read_date(plain(field.value))
            if reading.present:
                return field, reading
    return (dated[0] if dated else None), NO_DATE


def _prefix(numberings: dict[str, Numbering]) -> str | None:
    for place in ("front matter", "file name", "heading"):
        if place in numberings and numberings[place].prefix:
            return (numberings[place].prefix or "").upper()
    return None


def _text(fields: list[Field], front: FrontMatter, key: str) -> str | None:
    value = front.get(key)
    return value.strip() if isinstance(value, str) and value.strip() else None


def _people(fields: list[Field]) -> tuple[str, ...]:
    found: list[str] = []
    for field in fields:
        if field.name == "deciders" and not lexicon.is_nothing(field.value):
            found.extend(name.strip() for name in plain(field.value).split(",") if name.strip())
    return tuple(dict.fromkeys(found))


def _dialect(
    front: FrontMatter, fields: list[Field], outcome: StatusOutcome, options: Options
) -> str:
    keys = {key for key in front.values if not key.startswith("x-")}
    if options.dialect == "native" or ("id" in keys and keys <= frozenset(NATIVE_KEYS)):
        return "native"
    if any(
        field.source == "front" and field.name in ("status", "date", "deciders") for field in fields
    ):
        return "madr"
    source = outcome.source or next((f for f in fields if f.name in ("status", "date")), None)
    kinds = {
        "bullet": "bullets",
        "section": "nygard",
        "line": "lines",
        "table": "table",
        "front": "madr",
    }
    return kinds[source.source] if source else "plain"


def _statement(document: Document, otherwise: str) -> str:
    """The first paragraph of the decision section, else the title."""
    for section in document.headings():
        if lexicon.section_role(section.heading) == "decision":
            for block in section.blocks:
                if block.kind == "paragraph" and (words := plain(block.source)):
                    return words
    return otherwise


def _places(
    front: FrontMatter, fields: list[Field], outcome: StatusOutcome, line: int
) -> dict[str, Place]:
    places = {"title": Place(line)}
    for field in reversed(fields):
        places[field.name] = field.place
    if outcome.statements:
        places["status"] = outcome.statements[0].place
    places.update(front.places)
    return places
