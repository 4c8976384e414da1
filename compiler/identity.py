"""Number, prefix, id and title of a record: from front matter, file name and heading."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from compiler.inline import no_emphasis, strip_comments, unescape

_DATE_NAME = re.compile(
    r"""
    ^(?:(?:19|20)[0-9]{2}([-_.])[0-9]{2}\1[0-9]{2}|(?:19|20)[0-9]{2}[01][0-9][0-3][0-9])
    (?![0-9])[-_.\ ]?
    """,
    re.VERBOSE,
)
_NUMBER_NAME = re.compile(r"^\[?(?P<number>[0-9]{1,5})\]?(?![0-9]|\.[0-9])(?=$|[-_. \]\[(])")
_PREFIX_NAME = re.compile(
    r"""
    ^\[?(?P<prefix>[A-Za-z][A-Za-z]*?(?:[-_][A-Za-z]+)*?)(?P<gap>[-_\ .]?)
    (?P<number>[0-9]{1,5})\]?(?=$|[-_.\ \]\[(:])
    """,
    re.VERBOSE,
)
_HEADING_ID = re.compile(
    r"""
    ^[\[(]?(?:(?:Architectur(?:e|al)\ )?Decision\ (?=Record)|[A-Z][a-z]+\ (?=RFC|ADR))?
    (?P<prefix>[A-Za-z][A-Za-z]*(?:-[A-Za-z]+)*)[\ \-_\#]{0,2}\#?
    (?P<number>[0-9]{1,5})[\])]?(?P<gap>\s*[:.–—)：·|-]+\s*|\s+|$)
    """,
    re.VERBOSE,
)
_HEADING_UNFILLED = re.compile(
    r"^\[?(?:ADR|RFC|MADR)[- ]?(?:[xXnN?#]{2,5}|[0-9]*[xXnN]+)\]?\s*[:.–—-]\s*"
)
_HEADING_NUMBER = re.compile(
    r"^[\[(]?#?(?P<number>[0-9]{1,5})[\])]?(?P<gap>\s*[.:)–—：·、]\s*|\s*-\s*|\s+)(?=\S)"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}(?![0-9])|(?:19|20)[0-9]{6}(?![0-9])")
_VERSION = re.compile(r"^[0-9]+\.[0-9]")
KNOWN_PREFIXES = frozenset(
    {
        "adr",
        "madr",
        "dr",
        "rfc",
        "tep",
        "kep",
        "pdr",
        "rfd",
        "adl",
        "decision",
        "simd",
        "ad",
        "record",
    }
)
DEFAULT_PREFIX = "ADR"
INTERCHANGEABLE = frozenset({"adr", "madr", "dr", "decision"})
FOLDER_FILES = frozenset({"readme", "index"})


@dataclass(frozen=True, slots=True)
class Numbering:
    """A number with the prefix that stands before it, as one place of the record gives them."""

    number: int
    prefix: str | None
    width: int = 0


@dataclass(frozen=True, slots=True)
class Title:
    """A title, and the number that stood before it in its heading."""

    text: str | None
    numbering: Numbering | None


def name_of(path: str) -> str:
    """What a record goes by on disk: its file's stem, or its folder for `<slug>/README.md`."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    if stem.casefold() in FOLDER_FILES and folder:
        return folder.rpartition("/")[2]
    return stem


def number_in_name(name: str) -> Numbering | None:
    """The number in a file or folder name; a date is none (`20200115-use-x`)."""
    dated = _DATE_NAME.match(name)
    rest = name[dated.end() :] if dated else name
    if not rest:
        return None
    match = _NUMBER_NAME.match(rest)
    if match:
        return Numbering(int(match["number"]), None, len(match["number"]))
    match = _PREFIX_NAME.match(rest)
    if match and _is_record_prefix(match):
        return Numbering(
            int(match["number"]), match["prefix"].replace("_", "-"), len(match["number"])
        )
    return None


def _is_record_prefix(match: re.Match[str]) -> bool:
    """Whether letters before a number are a record's prefix, not a word (`node-18`, `java11`)."""
    prefix, number = match["prefix"], match["number"]
    if _YEAR.match(match.string[match.start("number") :]):
        return False
    if re.split("[-_]", prefix)[-1].casefold() in KNOWN_PREFIXES or prefix.casefold().startswith(
        "adr"
    ):
        return True
    if not match["gap"]:
        return False
    return prefix.isupper() or number.startswith("0") or (len(number) >= 3 and len(prefix) <= 5)


def number_in_id(identifier: str) -> Numbering | None:
    """The number in an `id` of front matter: `ADR-0007`, `7`, `0037-reject-message`."""
    return number_in_name(identifier.strip())


def read_title(heading: str, file_number: int | None) -> Title:
    """A heading without its number or id, emphasis, comments and closing marks.

    `file_number` is the number in the file name: a number that equals it goes even where nothing
    but a space divides it from the title.
    """
    text = no_emphasis(strip_comments(heading)).strip()
    text = re.sub("[\u200b\u200c\u200d\u2060\ufeff]", "", unescape(text)).strip()
    text = re.sub(r"\s+#+\s*$", "", text)
    match = _HEADING_UNFILLED.match(text)
    if match:
        return Title(text[match.end() :].strip() or None, None)
    match = _HEADING_ID.match(text)
    if match and _heads_an_id(match, file_number):
        prefix = match["prefix"].upper()
        numbering = Numbering(
            int(match["number"]), None if prefix == "RECORD" else prefix, len(match["number"])
        )
        rest = text[match.end() :].strip()
        return Title(rest or text, numbering)
    match = _HEADING_NUMBER.match(text)
    if match and not _VERSION.match(text) and _heads_a_number(match, file_number):
        return Title(
            text[match.end() :].strip(), Numbering(int(match["number"]), None, len(match["number"]))
        )
    return Title(text or None, None)


def _heads_an_id(match: re.Match[str], file_number: int | None) -> bool:
    prefix, number = match["prefix"], int(match["number"])
    known = (
        prefix.split("-")[-1].casefold() in KNOWN_PREFIXES or prefix.casefold() in KNOWN_PREFIXES
    )
    punctuated = match["gap"].strip() != ""
    if known:
        return True
    return (prefix.isupper() and (number == file_number or punctuated)) or (
        number == file_number and punctuated and match["number"].startswith("0")
    )


def _heads_a_number(match: re.Match[str], file_number: int | None) -> bool:
    if int(match["number"]) == file_number:
        return True
    spelled, gap = match["number"], match["gap"].strip()
    if gap in (".", ":", ")", "–", "—", "：", "·", "、"):
        return True
    return gap == "-" and (len(spelled) >= 3 or match["gap"] != "-")


def is_number(text: str) -> bool:
    """Whether a text is written in the digits 0 to 9 (`str.isdigit` takes superscripts too)."""
    return text.isascii() and text.isdigit()


def is_same_number(value: object, number: int | None) -> bool:
    """Whether a value from front matter is the number, with any zeros before it."""
    # Not by `int`, which refuses thousands of digits.
    return (
        isinstance(value, str)
        and is_number(value)
        and number is not None
        and value.lstrip("0") == str(number).lstrip("0")
    )


def format_id(prefix: str | None, number: int) -> str:
    """`SCS-0118`: prefix in upper case, at least four digits."""
    return f"{(prefix or DEFAULT_PREFIX).upper()}-{number:04d}"


def usual_width(spelled: Sequence[str]) -> int | None:
    """To how many digits most of these numbers are padded, None where no way has a majority.

    `7`, `12` and `100` are padded to one digit; `0012` fits no width but four.
    """
    fitting = Counter(
        width
        for digits in spelled
        for width in ([len(digits)] if digits[0] == "0" else range(1, len(digits) + 1))
    )
    width, count = max(fitting.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return width if 2 * count > len(spelled) else None
