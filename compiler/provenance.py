"""Where a record says that it came from a proposal, and what the accepting person gave with it.

Native and MADR records say so in front matter. Other dialects say it in a last section:

    ## Provenance

    Proposal: dprop-ae1700e7f26863c1b9a5e0506d1dd91a

    Accepted-digest: 60ec...

    Paths: `src/db/**`, `!src/db/legacy/**`

`Scope`, `Topic`, `Priority`, `Paths`, `Tags` and `Deciders` may follow. A section without a line
that names a proposal is one of the record's own and says none of this.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from adr_schema.records import Place
from compiler.inline import plain
from compiler.markdown import Section
from compiler.page import Page

HEADING = "Provenance"
PROPOSAL, DIGEST = "proposal", "accepted_digest"
# Stands in a draft until what it says is settled.
OPEN_DIGEST = "0" * 64
_LABELS = (PROPOSAL, DIGEST, "scope", "topic", "priority", "paths", "tags", "deciders")
_LINE = re.compile(r"(?:[-*+]\s+)?(?P<label>[A-Z][a-z]+(?:-[a-z]+)?):[ \t]+(?P<value>\S.*)")
_PROPOSAL = re.compile(r"dprop-[0-9a-f]{32}")
_CODE = re.compile(r"`([^`]+)`")
_CODES = re.compile(rf"{_CODE.pattern}(?:\s*,\s*{_CODE.pattern})*\s*")


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the section says, by the names of front matter; `places` tells where. `lines` are its
    0-based lines that say it, with the heading."""

    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    lines: frozenset[int] = frozenset()

    def text(self, name: str) -> str | None:
        """A value of one text."""
        value = self.values.get(name)
        return plain(value) if value is not None else None

    def several(self, name: str) -> tuple[str, ...]:
        """A value that lists texts: each in code marks and nothing beside them, else divided by
        commas."""
        value = self.values.get(name, "")
        if _CODES.fullmatch(value):
            return tuple(_CODE.findall(value))
        return tuple(filter(None, map(str.strip, value.split(","))))


NOTHING = Provenance()


def read_provenance(page: Page) -> Provenance:
    """What the section at the end of a record says; nothing where it names no proposal."""
    headings = list(page.document.headings())
    if not headings or plain(headings[-1].heading).strip() != HEADING:
        return NOTHING
    return _read(page, headings[-1])


def _read(page: Page, section: Section) -> Provenance:
    values: dict[str, str] = {}
    places: dict[str, Place] = {}
    for name, value, place in _labelled(page, section):
        if name not in values:
            values[name], places[name] = value, place
    if not _PROPOSAL.fullmatch(plain(values.get(PROPOSAL, ""))):
        return NOTHING
    lines = {place.line - 1 for place in places.values()}
    return Provenance(values, places, frozenset({*lines, *range(section.line, section.body)}))


def _labelled(page: Page, section: Section) -> Iterator[tuple[str, str, Place]]:
    """The labelled lines of the section's own paragraphs and list items: no code, no quotes."""
    for block in section.blocks:
        if block.kind == "paragraph" and not block.quote_depth:
            for number in range(block.line, block.end):
                match = _LINE.fullmatch(page.text.lines[number].rstrip())
                name = match["label"].lower().replace("-", "_") if match else ""
                if match and name in _LABELS:
                    yield name, match["value"], Place(number + 1, match.start("value") + 1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What an accepted record says beside the proposal's text: from which one it came, who decided,
    and where it applies. Absent ones are None or empty."""

    proposal: str
    deciders: tuple[str, ...] = ()
    scope: str | None = None
    topic: str | None = None
    priority: str | None = None
    paths: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def given(self) -> dict[str, str | tuple[str, ...]]:
        """The values that there are, by the names of front matter in its order; the digest is
        still open."""
        values = {
            "priority": self.priority,
            "scope": self.scope,
            "topic": self.topic,
            "paths": self.paths,
            "deciders": self.deciders,
            "tags": self.tags,
            PROPOSAL: self.proposal,
            DIGEST: OPEN_DIGEST,
        }
        return {name: value for name, value in values.items() if value}


def section_lines(terms: Terms) -> str:
    """The text of the section, proposal and digest first. A list stands in code marks: a text that
    holds one does not read back."""
    values = sorted(terms.given().items(), key=lambda item: _LABELS.index(item[0]))
    lines = [f"{_label(name)}: {_written(value)}" for name, value in values]
    return "\n\n".join(lines)


def _label(name: str) -> str:
    return name.capitalize().replace("_", "-")


def _written(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(f"`{text}`" for text in value)
