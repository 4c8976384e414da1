"""What a record is called: title, number and prefix, from each place that gives one."""

import re
from dataclasses import dataclass, replace

from compiler import lexicon
from compiler.fields import Field
from compiler.frontmatter import FrontMatter
from compiler.identity import (
    Numbering,
    Title,
    format_id,
    is_number,
    is_same_number,
    name_of,
    number_in_id,
    number_in_name,
    read_title,
)
from compiler.inline import links, plain
from compiler.markdown import Document
from compiler.page import Page

_NO_PREFIX_KEYS = frozenset({"id", "no", "num", "nr", "slug", "order", "rank", "index", "pos"})
_UNSPACED = re.compile(r"#[^#\s!]")


@dataclass(frozen=True, slots=True)
class Naming:
    """Title and numbers of one record.

    `places` are the numbers by the place that gives them ("front matter", "file name",
    "metadata", "heading"), `declared` is the `id` of front matter as written.
    """

    title: str | None
    places: dict[str, Numbering]
    declared: str | None
    stem: str

    def first(self, *places: str) -> Numbering | None:
        """The number that the first of these places gives."""
        return next((self.places[place] for place in places if place in self.places), None)

    @property
    def number(self) -> int | None:
        """Front matter, then file name, then a metadata field, then the heading."""
        numbering = self.first("front matter", "file name", "metadata", "heading")
        return numbering.number if numbering else None

    @property
    def prefix(self) -> str | None:
        """The prefix in upper case, from the first place that gives one."""
        for place in ("front matter", "file name", "heading"):
            numbering = self.places.get(place)
            if numbering and numbering.prefix:
                return numbering.prefix.upper()
        return None

    @property
    def identifier(self) -> str:
        """The id: declared, else prefix and number, else what the file is called."""
        if self.declared:
            return self.declared
        return self.stem if self.number is None else format_id(self.prefix, self.number)


def read_naming(page: Page, fields: list[Field]) -> Naming:
    """Collect number and title of a page."""
    identifier = page.front.get("id")
    declared = identifier.strip() if isinstance(identifier, str) else ""
    stem = name_of(page.file.path)
    places = _numberings(stem, declared, page.front, fields)
    title = _title(page, fields, places)
    if title.numbering:
        places["heading"] = title.numbering
    return Naming(title.text, places, declared or None, stem)


def _numberings(
    stem: str, declared: str, front: FrontMatter, fields: list[Field]
) -> dict[str, Numbering]:
    found: dict[str, Numbering] = {}
    in_id = number_in_id(declared)
    if in_id:
        found["front matter"] = in_id
    in_name = number_in_name(stem)
    if in_name:
        found["file name"] = _with_key_prefix(in_name, front)
    for field in fields:
        if field.name == "number" and field.source != "front":
            number = _field_number(field.value)
            if number:
                found.setdefault("metadata", number)
    return found


def _with_key_prefix(numbering: Numbering, front: FrontMatter) -> Numbering:
    """`simd: '0178'` above `0178-x.md`: the key that holds the number is the records' prefix."""
    if numbering.prefix is not None:
        return numbering
    for key, value in front.values.items():
        same = is_same_number(value, numbering.number)
        if same and key.isalpha() and len(key) <= 5 and key.casefold() not in _NO_PREFIX_KEYS:
            return replace(numbering, prefix=key.upper())
    return numbering


def _field_number(value: str) -> Numbering | None:
    """The number in a field such as `RFC #`: `_#299_`, `[89](..)`, an address ending in it."""
    anchors = links(value)
    shown = plain(anchors[0].text if len(anchors) == 1 else value)
    last = shown.rstrip("/ ").rsplit("/", 1)[-1]
    digits = [word for word, _, _ in lexicon.words(last) if is_number(word)]
    if len(digits) == 1 and len(digits[0]) <= 5:
        return Numbering(int(digits[0]), None)
    return number_in_id(last)


def _title(page: Page, fields: list[Field], places: dict[str, Numbering]) -> Title:
    """Front matter `title`, else the level-1 heading."""
    known = places.get("file name") or places.get("front matter")
    number = known.number if known else None
    heading = _heading(page)
    from_heading = read_title(heading, number) if heading else Title(None, None)
    written = next((f.value for f in fields if f.name == "title" and f.source == "front"), "")
    if written.strip():
        declared = read_title(" ".join(written.split()), number)
        return Title(declared.text, from_heading.numbering or declared.numbering)
    return from_heading


def _heading(page: Page) -> str | None:
    """The heading that names the record.

    One that slipped into the front matter names it where the body does not begin with its own.
    """
    first = next(page.document.headings(), None)
    if page.front.comment_heading and (page.title is None or page.title is not first):
        return page.front.comment_heading
    return page.title.heading if page.title else _unspaced_heading(page.document)


def _unspaced_heading(document: Document) -> str | None:
    """`#46. Title` on the first line: no heading to Markdown, but to its author."""
    first = next((block for section in document.sections for block in section.blocks), None)
    if first is None or not _UNSPACED.match(first.source):
        return None
    return first.source.split("\n", 1)[0][1:]
