"""How the files of a corpus are named, learned from the newest, and the name of the next one."""

import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from adr_schema.records import Record
from compiler.identity import FOLDER_FILES, number_in_name, usual_width
from compiler.titles import slug

_DATED = re.compile(r"((?:19|20)[0-9]{2})([-_.]?)([0-9]{2})\2([0-9]{2})(?![0-9])([-_. ]?)")
# No file of such a name can be made on Windows, whatever its suffix.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)
_REST = re.compile(r"([-_. ]*)(.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileName:
    """The parts of a file name: an optional day, what stands before the number, the number's
    width (None: no number), what divides it from the slug, and what divides the slug's words.

    `folder` holds the new record; `inner` is the file's name where each record has a folder.
    """

    folder: str
    day: tuple[str, str] | None = None
    lead: str = ""
    width: int | None = 4
    gap: str = "-"
    joint: str = "-"
    lower: bool = True
    slugged: bool = True
    suffix: str = ".md"
    inner: str | None = None

    def path(self, number: int, title: str, day: date) -> str:
        """The path of a record with this number, title and day; "" where it would have no name
        that every system takes."""
        head = self.lead + (f"{number:0{self.width}d}" if self.width else "")
        if self.day:
            divider, behind = self.day
            head = day.strftime(f"%Y{divider}%m{divider}%d") + (behind + head if head else "")
        words = slug(title, self.joint, lower=self.lower) if self.slugged else ""
        stem = f"{head}{self.gap}{words}" if head and words else head or words
        if not stem or _DEVICE.fullmatch(stem):
            return ""
        name = f"{stem}/{self.inner}" if self.inner else stem + self.suffix
        return posixpath.join(self.folder, name) if self.folder != "." else name


def learn_name(folder: str, newest: Sequence[Record]) -> FileName:
    """The majority's form among the newest records; `folder` is the corpus's."""
    if not newest:
        return FileName(folder)
    inner = Counter(_inner(record.path) for record in newest).most_common(1)[0][0]
    alike = [record.path for record in newest if _inner(record.path) == inner]
    named = [posixpath.dirname(path) if inner else path for path in alike]
    parent = Counter(posixpath.dirname(path) or "." for path in named).most_common(1)[0][0]
    suffixes = Counter(posixpath.splitext(path)[1] for path in alike)
    stems = [posixpath.basename(path) for path in named]
    stems = stems if inner else [posixpath.splitext(stem)[0] for stem in stems]
    parts = [_parts(stem) for stem in stems]
    form = Counter((p.day, p.lead, p.digits != "", p.gap, p.words != "") for p in parts)
    day, lead, numbered, gap, slugged = form.most_common(1)[0][0]
    words = [p.words for p in parts if p.words]
    digits = [p.digits for p in parts if p.digits]
    return FileName(
        folder=parent,
        day=day,
        lead=lead,
        width=(usual_width(digits) or len(digits[0])) if numbered else None,
        gap=gap,
        joint=_joint(words),
        lower=sum(word[:1].isupper() for word in words) * 2 <= len(words),
        slugged=slugged,
        suffix=suffixes.most_common(1)[0][0],
        inner=inner,
    )


def _inner(path: str) -> str | None:
    """The file's name where the record has a folder of its own."""
    folder, name = posixpath.split(path)
    return name if folder and posixpath.splitext(name)[0].casefold() in FOLDER_FILES else None


@dataclass(frozen=True, slots=True)
class _Parts:
    day: tuple[str, str] | None
    lead: str
    digits: str
    gap: str
    words: str


def _parts(stem: str) -> _Parts:
    dated = _DATED.match(stem)
    day = (dated[2], dated[5]) if dated else None
    rest = stem[dated.end() :] if dated else stem
    numbering = number_in_name(stem)
    found = re.search(rf"(?<![0-9])0*{numbering.number}(?![0-9])", rest) if numbering else None
    if found is None:
        gap = (dated[5] if dated else "") or "-"
        return _Parts(day, "", "", gap, rest)
    behind = _REST.match(rest, found.end())
    assert behind, "the pattern takes anything"
    return _Parts(day, rest[: found.start()], found[0], behind[1] or "-", behind[2])


def _joint(words: Sequence[str]) -> str:
    """What most slugs have between their words."""
    count = Counter(character for text in words for character in text if character in "-_ ")
    return count.most_common(1)[0][0] if count else "-"
