"""What a commit message cites: in trailers what it carries out, in the rest what it mentions.

Nothing here knows which decisions there are (see `names`): what is cited is kept as it is written.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from compiler.deciders import ACCEPTED_BY
from compiler.identity import INTERCHANGEABLE, KNOWN_PREFIXES
from compiler.references import Mention, every_mention
from decision_trace.numbers import has_padded, listed, padded_of_records
from decision_trace.quotations import without_quotations
from decision_trace.trailers import Trailer, paragraphs, trailers_of
from decision_trace.wordings import DECISION_STEMS, plainer

CitationKind = Literal["implements", "mentions"]

# Keys that cite decisions and nothing else, and keys that issues have as well.
_OWN_KEYS = ("Decision", "Implements", "ADR")
_SHARED_KEYS = ("Ref", "Refs")
# Prefixes that are read with a blank behind them in every repository.
_READ_ANYWAY = INTERCHANGEABLE - {"dr"}
# Characters: the most that is read of a message.
_MOST = 200_000
_HALF = _MOST // 2

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_CJK = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_CJK_BORDER = re.compile(rf"(?<={_CJK})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?={_CJK})")
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>()\[\]\"'`]+", re.IGNORECASE)
_RECORD_FILE = re.compile(r"\.(?:md|markdown|mdx)(?![\w.])", re.IGNORECASE)
# The page of a site is called as the file is that it was made of.
_PAGE = re.compile(r"/([0-9]{3,8}-[^\W\d_][\w-]*)/?$")
# Lines of running text are joined: `ADR` may end one, and the number begin the next, unless it
# numbers a list.
_WRAP = re.compile(r"(?<=\S)\n(?![0-9]{1,2}[.)]\s)(?=[^\W_]|\()")
# The whole name of a file, with or without its suffix, whatever stands before it.
_SLUG = re.compile(
    r"(?<![\w/.@-])(?:[A-Za-z]{2,8}-(?=[0-9]{3,8}_))?[0-9]{3,8}[-_][^\W\d_][\w-]*"
    r"(?:\.(?:md|markdown|mdx))?(?![\w/])"
)
_MAY_NAME = re.compile(r"[0-9]|\.md|\.markdown")
# The shortest ids (`DR-5`), and the names of files.
_SHORT = re.compile(rb"dr-[0-9]")
_FILE = re.compile(rb"[0-9]{3}[-_][a-z]")
_NUMBERED = re.compile(r"(?P<prefix>[A-Za-z][A-Za-z-]*?)(?P<gap>[ _#:-]*)(?P<number>[0-9]+)")
# `decision 5 days late`, `decision 3 of 12`.
_UNIT = re.compile(r"\s+(?:of\s+(?:the\s+)?[0-9]|(?:year|month|week|day|hour|minute|second)s?\b)")
# A time, a share or an address goes on where a number of a decision would end.
_GOES_ON = re.compile(r"@\w|:[0-9]| ?%")
# `ADR #12 and #13`: without the first sign, the others are issues.
_IN_HASHES = re.compile(r"[A-Za-z] ?#[0-9]+(?:[^A-Za-z]|and|or)*$")
_LAST_WORDS = re.compile(r"\s*(?:$|[.,;:!?)\]\"'`/&|+]|(?:and|or|are|is|were|say|ask|require)\b)")
# What most trailers hold.
_PLAIN_ID = re.compile(r"[A-Z]{2,}-[0-9]{1,5}")
_REMARK = re.compile(r"\s{0,9}\([^()]*\)")
_REMARK_INSIDE = re.compile(rf"{_REMARK.pattern}(?=(?:,|,? and) #?[0-9])")
# What gives way to the decision that is carried out: `ADR-12 (supersedes ADR-6)`.
_REPLACED = re.compile(
    r"(?<![\w/.-])(?:supersed|replac|amend|instead of|rather than)[^();]*", re.IGNORECASE
)
# Who calls records `ADR-12` means a point of one by `decision 3`.
_BY_ID = re.compile(r"ADR-[0-9]+", re.IGNORECASE)
_POINT = re.compile(r"decisions?-[0-9]{1,2}", re.IGNORECASE)
_NAME = re.compile(r"(?=\S*[a-z])[\w.-]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Citation:
    """What a message cites, as written: an id, number, name or path in `text`, or the words of a
    link to `href`. `evidence` is what a reader sees; `own` tells a trailer that cites decisions
    and nothing else."""

    kind: CitationKind
    text: str
    href: str | None
    evidence: str
    own: bool = False


@dataclass(frozen=True)
class MessageReader:
    """Reads messages of a repository whose records have these prefixes besides the usual ones.

    `keys` are trailers that cite decisions besides `Decision`, `Implements` and `ADR`.
    """

    prefixes: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    _own: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        own = {key.casefold() for key in (*_OWN_KEYS, *self.keys)}
        object.__setattr__(self, "_own", frozenset(own))

    @cached_property
    def _words(self) -> tuple[bytes, ...]:
        """One of these is in every message in ASCII that cites anything but by a short name."""
        words = {"adr", "decision", ".md", *(prefix.casefold() for prefix in self.prefixes)}
        words |= {stem for stem in DECISION_STEMS if stem.isascii()}
        words |= {f"\n{key.casefold()}" for key in (*self._own, *_SHARED_KEYS)}
        return tuple(word.encode() for word in sorted(words) if not _holds_other(word, words))

    def may_cite(self, message: bytes) -> bool:
        """Whether a message, or a paragraph of one, may cite anything: most do not, and are not
        worth being read."""
        if not message.isascii():
            return True
        lower = message.lower()
        for word in self._words:  # half the time of any(): it is asked for each commit
            if word in lower:
                return True
        if b"dr" in lower and _SHORT.search(lower):
            return True
        return (b"-" in lower or b"_" in lower) and _FILE.search(lower) is not None

    def read(self, message: str) -> tuple[Citation, ...]:
        """What a message cites, each once, what it carries out before what it mentions."""
        found = list(self._all(without_quotations(_plain(message))))
        if any(_BY_ID.fullmatch(citation.text) for citation in found):
            found = [c for c in found if c.kind == "implements" or not _POINT.fullmatch(c.text)]
        found.sort(key=lambda citation: citation.kind)
        return tuple({(c.text.casefold(), c.href): c for c in reversed(found)}.values())[::-1]

    def _all(self, text: str) -> Iterator[Citation]:
        about = self._about_records.search(text.partition("\n")[0]) is not None
        announced = False
        for place, paragraph in enumerate(paragraphs(text)):
            trailers = trailers_of(paragraph) if place else None
            if trailers is None:
                yield from self._prose(paragraph, about=about or announced)
            for trailer in trailers or ():
                yield from self._trailer(trailer)
            announced = self._announces(paragraph.rpartition("\n")[2])

    def _prose(self, paragraph: str, *, about: bool = False) -> Iterator[Citation]:
        """What running text mentions, of a message whose subject is `about` records or not."""
        if not _MAY_NAME.search(paragraph):
            return
        if about or self.may_cite(paragraph.encode("utf-8", "replace")):
            text = _WRAP.sub(" ", paragraph)
            yield from (Citation("mentions", *_written(m), m.text) for m in self._mentions(text))
            if has_padded(text):
                lines = self._of_records(text.split("\n"), about)
                yield from (Citation("mentions", n, None, n) for n in padded_of_records(lines))

    def _of_records(self, lines: Iterable[str], about: bool) -> Iterator[str]:
        """The lines that speak of records by themselves, or below one that announces them."""
        for line in lines:
            if about or self._word.search(line):
                yield line
            about = about or self._announces(line)

    def _announces(self, line: str) -> bool:
        """Whether records follow: `Superseded ADRs:`, or a heading `## ADRs`."""
        stands_above = line.startswith("#") or line.endswith(":")
        return stands_above and self._word.search(line) is not None

    def _trailer(self, trailer: Trailer) -> Iterator[Citation]:
        key = trailer.key.casefold()
        own = key in self._own
        if not own and key not in map(str.casefold, _SHARED_KEYS):
            yield from self._prose(f"{trailer.line}\n{trailer.value}")
            return
        evidence = f"{trailer.key}: {trailer.value}"
        value = trailer.value
        replaced = _REPLACED.findall(value) if " " in value else ()
        for part in replaced:
            value = value.replace(part, "")
        for text, href in self._cited(value, numbers=own and key != "implements"):
            yield Citation("implements", text, href, evidence, own)
        for part in replaced:
            yield from self._prose(part)

    def _cited(self, value: str, *, numbers: bool) -> Iterator[tuple[str, str | None]]:
        """What the value of a trailer names: records, bare numbers where they can be meant, or
        names that stand alone between commas."""
        if _PLAIN_ID.fullmatch(value):
            yield value, None
            return
        mentions = list(self._mentions(_REMARK_INSIDE.sub("", value)))
        yield from map(_written, mentions)
        if numbers:
            yield from ((number, None) for number in listed(_REMARK.sub("", value)))
        for part in map(str.strip, re.split("[,;]", value)):
            if _NAME.fullmatch(part) and all(mention.text != part for mention in mentions):
                yield part, None

    def _mentions(self, text: str) -> Iterator[Mention]:
        """The records that a text names, without numbers that only look so."""
        if "://" in text:
            text = _URL.sub(_without_address, text)
        text = plainer(text)
        if self.prefixes:
            text = self._prefixed.sub(_joined, text)
        yield from (mention for mention in every_mention(text) if _is_meant(mention, text))
        yield from (Mention(m[0], None, m.start(), m.end()) for m in _SLUG.finditer(text))

    @cached_property
    def _word(self) -> re.Pattern[str]:
        """What records are called."""
        return re.compile(rf"\b(?:{self._called})s?\b", re.IGNORECASE)

    @cached_property
    def _about_records(self) -> re.Pattern[str]:
        """The same in a subject about records: `page by cursor (ADR-12)` only names one."""
        several, one = r"s\b", r"\b(?![-_ #:]{0,2}[0-9])"
        return re.compile(rf"\b(?:{self._called})(?:{several}|{one})", re.IGNORECASE)

    @cached_property
    def _called(self) -> str:
        own = KNOWN_PREFIXES.intersection(map(str.casefold, self.prefixes))
        return "|".join(sorted({"adr", "madr", "decision", *own}))

    @cached_property
    def _prefixed(self) -> re.Pattern[str]:
        """The repository's own prefixes before a number: `scs-100` is `SCS-100`."""
        own = "|".join(sorted(map(re.escape, self.prefixes), key=len, reverse=True))
        before = rf"(?<![\w/.@-])(?P<prefix>{own})(?P<plural>s?)(?P<gap>[-_# ]?)"
        number = rf"(?=[0-9])(?![\w-]*{_RECORD_FILE.pattern})"
        return re.compile(before + number, re.IGNORECASE)


def accepted_by(message: str) -> tuple[str, ...]:
    """The persons whom trailers name for an acceptance, as they are written."""
    blocks = (trailers_of(part) or () for part in paragraphs(_plain(message))[1:])
    trailers = (trailer for block in blocks for trailer in block)
    return tuple(t.value for t in trailers if t.key.casefold() == ACCEPTED_BY.casefold())


def _holds_other(word: str, words: Iterable[str]) -> bool:
    return any(other in word for other in words if other != word)


def _plain(message: str) -> str:
    """The message with `\\n` ends, and with plain hyphens, spaces, letters and digits; of one that
    nobody wrote by hand the beginning and the end, where trailers stand."""
    text = message if len(message) <= _MOST else f"{message[:_HALF]}\n\n{message[-_HALF:]}"
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).translate(_DASHES)
    return _CJK_BORDER.sub(" ", text)


def _joined(prefixed: re.Match[str]) -> str:
    """A prefix joined to its number, where it is no word: not `CI 2 is red`. The usual ones are
    read without."""
    prefix = prefixed["prefix"]
    known = len(prefix) > 2 or prefix.casefold() in KNOWN_PREFIXES
    is_name = prefix.isupper() and known and prefix.casefold() not in _READ_ANYWAY
    if prefixed["gap"] == " " and not is_name:
        return prefixed[0]
    return f"{prefix.upper()}{prefixed['plural']}-"


def _written(mention: Mention) -> tuple[str, str | None]:
    """An id in one spelling, anything else as it stands; and the destination of a link."""
    named = _NUMBERED.fullmatch(mention.text) if mention.href is None else None
    return (f"{named['prefix']}-{named['number']}" if named else mention.text), mention.href


def _without_address(url: re.Match[str]) -> str:
    """An address stays where it can be that of a record, and of a page stays its name."""
    if _RECORD_FILE.search(url[0]):
        return url[0]
    page = _PAGE.search(url[0])
    return f" {page[1]} " if page else " "


def _is_meant(mention: Mention, text: str) -> bool:
    """Whether the text around leaves a number what it seems to be."""
    if mention.href is not None:
        return True
    written, after = text[mention.start : mention.end], text[mention.end : mention.end + 300]
    if written.isdigit():  # one more of an enumeration
        if text[mention.start - 1] == "#" and not _IN_HASHES.search(_before(mention, text)):
            return False
        padded = written.startswith("0")
        return not _UNIT.match(after) and (padded or _ends(mention, text, after))
    if "/" in written and after.startswith("/"):  # a folder
        return False
    named = _NUMBERED.fullmatch(written)
    return named is None or _is_record(named, after)


def _is_record(named: re.Match[str], after: str) -> bool:
    """Whether a prefix and a number are those of a record."""
    prefix, gap, number = named["prefix"].casefold(), named["gap"], named["number"]
    if _GOES_ON.match(after) or (gap != "-" and _UNIT.match(after)):
        return False
    if ":" in gap and number[0] != "0":
        return bool(re.match(r"\s*(?:$|[.,;)])", after))
    if prefix == "madr":  # `MADR 3` is a version of the template, and there are no more than these
        return gap != " " or number not in ("2", "3", "4")
    return prefix != "dr" or gap == "-"  # `DR 2` is a second site


def _ends(mention: Mention, text: str, after: str) -> bool:
    """Whether an enumeration can end here: behind `ADR-12 and 2` other things may be counted."""
    plural = re.search(
        r"[A-Za-z]s[ \-_#:]{1,2}[0-9][^A-Za-z]*(?:(?:and|or|to)[^A-Za-z]*)*$",
        _before(mention, text),
    )
    return bool(plural or _LAST_WORDS.match(after))


def _before(mention: Mention, text: str) -> str:
    """What stands before, as far as an enumeration goes."""
    return text[max(0, mention.start - 300) : mention.start]
