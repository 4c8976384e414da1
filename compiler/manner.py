"""The manner of a corpus: how its newest records spell heading, status and date, and in which
sections they stand, so that the next record can look like them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from adr_schema.records import Record
from adr_schema.vocabulary import Status
from compiler import lexicon
from compiler.dates import read_date
from compiler.fields import Field, read_fields
from compiler.identity import usual_width
from compiler.inline import plain, strip_comments
from compiler.languages import LANGUAGES
from compiler.languages.english import TABLE as ENGLISH
from compiler.provenance import read_provenance
from compiler.sheets import Sheet

_SEVERAL = 2
# A word further down the table (`on hold`) has a shade of its own.
_USUAL = 5
_MONTHS = [name.capitalize() for name in ENGLISH.months]
DateForm = Callable[[date], str]
_DATE_FORMS: tuple[DateForm, ...] = (
    date.isoformat,
    lambda day: day.strftime("%Y/%m/%d"),
    lambda day: day.strftime("%Y.%m.%d"),
    lambda day: day.strftime("%d.%m.%Y"),
    lambda day: day.strftime("%d/%m/%Y"),
    lambda day: day.strftime("%m/%d/%Y"),
    lambda day: day.strftime("%d-%m-%Y"),
    lambda day: f"{_MONTHS[day.month - 1]} {day.day}, {day.year}",
    lambda day: f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
    lambda day: f"{_MONTHS[day.month - 1][:3]} {day.day}, {day.year}",
    lambda day: f"{day.day} {_MONTHS[day.month - 1][:3]} {day.year}",
)


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands around the number before the title: `ADR-`, 4 digits, `: `. A width of None is
    a heading without number."""

    before: str = ""
    width: int | None = None
    behind: str = ""

    def text(self, number: int, title: str) -> str:
        """The heading of a record."""
        return f"{self.before}{number:0{self.width}d}{self.behind}{title}" if self.width else title


def learn_heading(sheets: Sequence[Sheet]) -> Heading | None:
    """The majority's form of the level-1 heading; None where most have none."""
    forms = [_heading(sheet) for sheet in sheets]
    if not forms:
        return Heading()
    best = Counter((f.before, f.width is not None, f.behind) if f else None for f in forms)
    chosen = best.most_common(1)[0][0]
    if chosen is None:
        return None
    before, numbered, behind = chosen
    digits = [_digits(sheet) for sheet in sheets if _digits(sheet)]
    return Heading(before, (usual_width(digits) or 1) if numbered else None, behind)


def _heading(sheet: Sheet) -> Heading | None:
    if sheet.page.title is None:
        return None
    head = _before_title(sheet)
    digits = _digits(sheet)
    if not digits:
        return Heading()
    at = head.index(digits)
    return Heading(head[:at], len(digits), head[at + len(digits) :])


def _before_title(sheet: Sheet) -> str:
    heading = sheet.page.title.heading if sheet.page.title else ""
    at = heading.rfind(sheet.record.title or "\0")
    return heading[:at] if at > 0 else ""


def _digits(sheet: Sheet) -> str:
    """The digits before the title that are the record's number."""
    head, number = _before_title(sheet), sheet.record.number
    runs = "".join(c if c.isascii() and c.isdigit() else " " for c in head).split()
    return runs[-1] if runs and number is not None and int(runs[-1]) == number else ""


def learn_status(status: Status, records: Iterable[Record]) -> str:
    """The word that most records use for a status, where they have one that says no more than it
    (`Accepted`, not `Implemented`) that one; else one in the language and case of their other
    statuses."""
    spoken = [r for r in records if r.status_source == "record" and _is_word(r.status_text or "")]
    usual = {word for language in LANGUAGES for word in language.statuses[status][:_USUAL]}
    said = Counter(str(r.status_text) for r in spoken if r.status == status)
    plain_words = {word for word in said if word.casefold() in usual}
    several = {word for word, n in said.items() if n > 1}
    known = (plain_words & several) or plain_words | several
    if known:
        return max(known, key=lambda word: (said[word], word))
    like = next((str(r.status_text) for r in spoken), str(status))
    word = _translated(status, like)
    return word.capitalize() if like[:1].isupper() else word


def _is_word(text: str) -> bool:
    return text.casefold() in lexicon.status_words()


def _translated(status: Status, like: str) -> str:
    for language in LANGUAGES:
        if any(like.casefold() in words for words in language.statuses.values()):
            return language.statuses[status][0]
    return status


def learn_date(sheets: Iterable[Sheet], settled: Mapping[str, str | None]) -> DateForm:
    """How most records write their date, ISO where that cannot be told; `settled` are the dates
    by path, as the corpus settles them."""
    count: Counter[int] = Counter()
    for sheet in sheets:
        written, iso = plain(sheet.draft.date_text or ""), settled.get(sheet.record.path)
        if written and iso:
            day = date.fromisoformat(iso)
            count.update(n for n, form in enumerate(_DATE_FORMS) if form(day) == written)
    best = max(count.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
    return _DATE_FORMS[best[0]]


def date_field(sheet: Sheet) -> Field | None:
    """The field of the page that gives the record its date."""
    meant = sheet.draft.date
    for field in read_fields(sheet.page):
        if field.name in ("date", "created"):
            reading = read_date(plain(field.value))
            if reading.present and (reading.iso, reading.numbers) == (meant.iso, meant.numbers):
                return field
    return None


def learn_sections(sheets: Sequence[Sheet]) -> list[str]:
    """The level-2 headings that at least half of the records have, in the newest one's order and
    spelling; case does not tell them apart.

    A heading that one record alone has counts where it is a usual one.
    """
    spelled = [{name.casefold(): name for name in _section_names(sheet)} for sheet in sheets]
    count = Counter(key for names in spelled for key in names)
    common = {key for key, number in count.items() if 2 * number >= len(sheets)}
    if len(sheets) < _SEVERAL:
        common = {key for key in common if lexicon.section_role(key)}
    found: dict[str, str] = {}
    for names in spelled:
        for key in names:
            if key in common:
                found.setdefault(key, names[key])
    return list(found.values())


def _section_names(sheet: Sheet) -> list[str]:
    """The level-2 headings but those of metadata and provenance, which are written one by one."""
    origin = read_provenance(sheet.page).lines
    return [
        strip_comments(section.heading).strip()
        for section in sheet.page.document.headings()
        if section.level == 2
        and section.line not in origin
        and lexicon.section_role(section.heading) != "metadata"
    ]
