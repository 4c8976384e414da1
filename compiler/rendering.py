"""The text of the next record, after the pattern of one that stands there already.

Only what every record must say is written: title, status, date, number, and the usual headings;
of an accepted proposal also its terms. All else is the author's to add.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler import lexicon
from compiler.fields import Field, key_name
from compiler.front_edits import key_for, scalar_span, yaml_scalar, yaml_value
from compiler.identity import is_same_number
from compiler.inline import plain
from compiler.manner import Heading, date_field
from compiler.markdown import Block
from compiler.native_form import USUAL_SECTIONS, section_text
from compiler.provenance import HEADING, Terms, section_lines
from compiler.sheets import Sheet
from compiler.spelling import own_id

_CLOSING = re.compile(r"(\*{1,3}|_{1,3}|</?(?:b|strong)>)?(\s*<br\s*/?>| {2,}|\\)?$")
_USUAL = [heading for heading, _ in USUAL_SECTIONS]
_WITH_FRONT = ("native", "madr")
# Who wrote the last records is not who writes the next one.
_PEOPLE = frozenset({"author", "authors", "consulted", "informed", "reviewers", "driver"})


@dataclass(frozen=True, slots=True)
class Content:
    """What the record says. `word` and `day` are spelled as in the corpus, `title` as it may
    stand in a heading, `identifier` is the `id` to declare; `texts` are by role of section, `terms`
    those of an accepted proposal."""

    number: int
    title: str
    identifier: str
    word: str
    day: str
    texts: Mapping[str, str]
    terms: Terms | None = None


Render = Callable[[Content], str]


def like(
    model: Sheet, others: Sequence[Sheet], heading: Heading | None, names: Sequence[str]
) -> Render:
    """A function that writes a record in the form of `model`. `others` tell which keys of front
    matter hold the same everywhere, `names` are the section headings."""

    def render(content: Content) -> str:
        front = list(_front(model, others, content))
        lines = [f"# {heading.text(content.number, content.title)}"] if heading else []
        fields = list(_fields(model, content))
        sections = "".join(_sections(model, names, content))
        top = ["---", *front, "---"] if front else []
        head = [*lines, "", *fields] if fields else lines
        origin = "" if model.record.dialect in _WITH_FRONT else _origin(content)
        return "\n".join([*top, *head]) + "\n" + sections + origin

    return render


def plainly(heading: Heading | None, names: Sequence[str]) -> Render:
    """The form that needs no model: labelled lines under the title."""

    def render(content: Content) -> str:
        title = (heading or Heading()).text(content.number, content.title)
        head = f"# {title}\n\nStatus: {content.word}\nDate: {content.day}\n"
        kept = [name for name in names or _USUAL if lexicon.section_role(name) != "status"]
        sections = (section_text(name, text) for name, text in _headed(kept, content))
        return head + "".join(sections) + _origin(content)

    return render


# --- front matter --------------------------------------------------------------------------------


def _front(model: Sheet, others: Sequence[Sheet], content: Content) -> Iterator[str]:
    front = model.stated.front
    written: set[str] = set()
    for key, value in front.values.items():
        name = key_name(key)
        new = _front_value(key, value, content, model.record.number)
        if new is None and name is None and _is_constant(key, value, others):
            new = str(value)
        if new is not None and isinstance(value, str):
            written |= {str(name), key.casefold()}
            yield f"{key}: {_quoted_like(model, key, new)}"
    if model.record.dialect in _WITH_FRONT or (written and _states_nothing(model)):
        needed = {"status": content.word, "date": content.day}
        if model.record.dialect == "native":
            needed |= {"id": content.identifier, "title": content.title}
        for name, text in needed.items():
            if name not in written and not ("created" in written and name == "date"):
                yield f"{name}: {yaml_scalar(text)}"
    if content.terms and model.record.dialect in _WITH_FRONT:
        yield from _terms(model, content.terms)


def _terms(model: Sheet, terms: Terms) -> Iterator[str]:
    """The terms as keys; who decided stands under the key that the model has for it."""
    deciders = key_for(model.stated.front, "deciders") or "deciders"
    for name, value in terms.given().items():
        key = deciders if name == "deciders" else name
        yield f"{key}: {yaml_value(value)}"


def _states_nothing(model: Sheet) -> bool:
    return model.stated.outcome.source is None and date_field(model) is None


def _front_value(key: str, value: object, content: Content, number: int | None) -> str | None:
    """The new value of a key; None for one that is not written anew."""
    known = {"title": content.title, "status": content.word}
    known |= {"date": content.day, "created": content.day}
    if key.casefold() == "id":
        return content.identifier
    name = key_name(key)
    if name in known:
        return known[name]
    if isinstance(value, str) and is_same_number(value, number):
        return f"{content.number:0{len(value)}d}"
    return None


def _is_constant(key: str, value: object, others: Sequence[Sheet]) -> bool:
    """Whether a key of no meaning to us is the same in all of several records."""
    if not isinstance(value, str) or key.casefold() in _PEOPLE:
        return False
    same = [sheet for sheet in others if sheet.stated.front.values.get(key) == value]
    return len(same) == len(others) > 1


def _quoted_like(model: Sheet, key: str, text: str) -> str:
    place = model.stated.front.places[key]
    line = model.written.lines[place.line - 1]
    start, end = scalar_span(line, place.column - 1)
    return yaml_scalar(text, like=line[start:end])


# --- fields of the body --------------------------------------------------------------------------


def _fields(model: Sheet, content: Content) -> Iterator[str]:
    """The lines with status and date that stand under the title."""
    values = list(_values(model, content))
    table = [field for field, _ in values if field.source == "table"]
    if table:
        yield from _table(model, {f.name: v for f, v in values}, table[0])
        return
    last = None
    for field, value in values:
        if field.source in ("bullet", "line"):
            number = field.place.line - 1
            if last is not None and number - last > 1 and field.source == "line":
                yield ""
            yield _field_line(model, field, value)
            last = number
    dated = any(field.name in ("date", "created") for field, _ in values)
    if not dated and not _dated_in_front(model):
        if last is not None:
            yield ""
        yield f"Date: {content.day}"


def _dated_in_front(model: Sheet) -> bool:
    field = date_field(model)
    in_front = model.record.dialect in _WITH_FRONT or _states_nothing(model)
    return (bool(model.stated.front.values) and in_front) or bool(field and field.source == "front")


def _values(model: Sheet, content: Content) -> Iterator[tuple[Field, str]]:
    status, day = model.stated.outcome.source, date_field(model)
    found = [
        (field, value) for field, value in ((status, content.word), (day, content.day)) if field
    ]
    yield from sorted(found, key=lambda item: (item[0].place.line, item[0].place.column))


def _field_line(model: Sheet, field: Field, value: str) -> str:
    """The model's line up to its value, with another value, and what closes the line."""
    line = model.written.lines[field.place.line - 1]
    start = field.place.column - 1
    before = line[:start]
    label = before.rfind(field.key)
    markers = re.match(r"[\s>]*(?:[-*+]\s+)?", before)
    lead = markers[0] if markers else ""
    decoration = re.search(r"(?:\*{1,3}|_{1,3}|<b>|<strong>)?$", before[len(lead) : label])
    opening = decoration[0] if decoration else ""
    closing = _CLOSING.search(line)
    mark = closing[1] if closing and closing[1] and line[start - 1 : start] not in "*_>" else ""
    end = (closing[2] or "") if closing else ""
    return f"{lead}{opening}{before[label:]}{value}{mark or ''}{end}"


def _table(model: Sheet, values: Mapping[str, str], first: Field) -> Iterator[str]:
    """The model's table with the rows of these fields alone."""
    lines = model.written.lines
    for row in _table_rows(model, first.place.line - 1):
        name = _field_of(row.cells[0])
        if row.kind == "row" and first.crosswise:
            continue
        if name in values and not first.crosswise:
            yield _row(lines[row.line], row, values[name])
        elif row.kind == "header":
            yield lines[row.line]
        if row.kind == "header":
            yield lines[row.line + 1]
        if row.kind == "header" and first.crosswise:
            cells = [values.get(_field_of(cell), "") for cell in row.cells]
            yield f"| {' | '.join(cells)} |"


def _field_of(cell: str) -> str:
    return lexicon.field_name(plain(cell).rstrip(":： ")) or ""


def _table_rows(model: Sheet, line: int) -> list[Block]:
    """The rows of the table that holds a line."""
    for section in model.page.document.sections:
        rows = [block for block in section.blocks if block.kind != "paragraph"]
        if any(row.line <= line < row.end for row in rows):
            return rows
    return []


def _row(line: str, row: Block, value: str) -> str:
    at = line.find(row.cells[1]) if row.cells[1] else -1
    if at < 0:
        return line
    return line[:at] + value + line[at + len(row.cells[1]) :]


# --- sections ------------------------------------------------------------------------------------


def _sections(model: Sheet, names: Sequence[str], content: Content) -> Iterator[str]:
    source = model.stated.outcome.source
    stated = source is not None and source.source != "section"
    day = date_field(model)
    for name, text in _headed(names or _USUAL, content):
        role = lexicon.section_role(name)
        if role == "status" and not stated:
            yield section_text(name, _stated(model, content))
        elif day and day.source == "section" and lexicon.field_name(plain(name)) == "date":
            yield section_text(name, content.day)
        elif role != "status" and (role or lexicon.field_name(plain(name)) is None):
            yield section_text(name, text)


def _headed(names: Sequence[str], content: Content) -> list[tuple[str, str]]:
    """The headings with their texts: each in the first section of its role. A text whose role has
    no section gets the usual one, behind those of metadata."""
    left = dict(content.texts)
    roles = {lexicon.section_role(name) for name in names}
    missing = [name for name in _USUAL if (role := name.lower()) in left and role not in roles]
    at = next((at for at, name in enumerate(names) if not _holds_metadata(name)), len(names))
    headings = [*names[:at], *missing, *names[at:]]
    return [(name, left.pop(str(lexicon.section_role(name)), "")) for name in headings]


def _holds_metadata(name: str) -> bool:
    return lexicon.section_role(name) == "status" or lexicon.field_name(plain(name)) is not None


def _origin(content: Content) -> str:
    return section_text(HEADING, section_lines(content.terms)) if content.terms else ""


def _stated(model: Sheet, content: Content) -> str:
    """The status in its section: a list item where the model has one."""
    source, line = model.stated.outcome.source, model.stated.outcome.line
    if source is None or line is None:
        return content.word
    written = model.written.lines[line.place.line - 1][: line.place.column - 1]
    marker = re.match(r"[\s*+-]*$", written)
    return (marker[0] if marker else "") + content.word


def declared_id(model: Sheet, number: int, stem: str) -> str:
    """The `id` that a record in the form of `model` declares."""
    own = own_id(model.record, model.record)
    digits = re.search(r"[0-9]+$", own)
    if digits is None or model.record.number is None:
        return stem
    return f"{own[: digits.start()]}{number:0{len(digits[0])}d}"
