"""The little of inline Markdown that metadata needs: emphasis off, links out, comments gone.

A full inline parse of a record costs as much as its block parse (ADR-0006). Titles, field values
and relation lines need five constructs, which this module reads.
"""

import html
import re
from dataclasses import dataclass
from urllib.parse import unquote

COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Hugo's way to link: `[ADR-1]({{< ref "0001-x.md" >}})`.
_SHORTCODE = re.compile(r"\{\{<\s*(?:rel)?ref\s+\"?([^\s\"<>]+)\"?\s*>\}\}")
_STRUCK = re.compile(r"~~(?:(?!~~).)*~~|<(del|s|strike)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_STRONG = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_UNDERSCORE = re.compile(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", re.DOTALL)
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff]")
# Link text may hold escaped or balanced brackets, a destination balanced parentheses.
_LABEL = r"\[((?:\\.|\[[^\[\]]*\]|[^\[\]\\])*)\]"
_DESTINATION = (
    r"\(\s*(<[^<>\n]*>|(?:\\.|\([^()\s]*\)|[^()\s\\])*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
LINK = re.compile(rf"(!?){_LABEL}(?:{_DESTINATION}|\[([^\[\]]*)\])")
_AUTOLINK = re.compile(r"<(https?://[^<>\s]+)>")


_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u3000]{3,}")
# Most patterns here look ahead, so their time grows with the square of what they are given.
_CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: text without markup, destination (or reference label), and its span."""

    text: str
    href: str
    start: int
    end: int
    label: bool = False


def shorten(source: str, limit: int) -> str:
    """What inline reading works on: `limit` characters at most, long runs of blanks as two."""
    if len(source) > limit:
        source = source[: 4 * limit]
    if "   " in source or "\t" in source or "\u3000" in source:
        source = _BLANKS.sub("  ", source)
    if len(source) <= limit:
        return source
    # Never inside a word: half of `ADR-0012` would be another record.
    return source[:limit].rpartition(" ")[0]


def strip_comments(source: str) -> str:
    """The text without HTML comments and without struck-out words."""
    if "<" not in source and "~" not in source:
        return source
    if "{{<" in source:
        source = _SHORTCODE.sub(r"\1", source)
    source = COMMENT.sub("", source) if "<!--" in source else source
    return _STRUCK.sub("", source)


def links(source: str) -> list[Link]:
    """Inline links and reference links, images excepted."""
    if "[" not in source:
        return []
    return [_link(match) for match in LINK.finditer(source) if not match[1]]


def _link(match: re.Match[str]) -> Link:
    text = plain(match[2])
    if match[3] is not None:
        href = _ESCAPE.sub(r"\1", match[3].strip("<>"))
        return Link(text, unquote(href), match.start(), match.end())
    return Link(text, (match[4] or match[2]).strip().casefold(), match.start(), match.end(), True)


def unlink(source: str) -> str:
    """Replace each link by its text and each image by its description."""
    if "[" not in source:
        return source
    return LINK.sub(lambda match: match[2], source)


def no_emphasis(source: str) -> str:
    """The text without emphasis marks; links, code ticks and wording stay."""
    if "*" in source:
        source = _STRONG.sub(r"\2", _STRONG.sub(r"\2", source))
    if "_" in source:
        source = _UNDERSCORE.sub(r"\2", source)
    return source


def plain(source: str) -> str:
    """Words only: no comments, tags, links, emphasis, escapes or entities; spaces folded."""
    if len(source) <= _CHUNK:
        return _plain(source)
    pieces = (source[at : at + _CHUNK] for at in range(0, len(source), _CHUNK))
    return " ".join("".join(map(_plain_piece, pieces)).split())


def _plain_piece(source: str) -> str:
    """A piece with the blanks at its edges kept, for it may end between two words."""
    before = " " if source[:1].isspace() else ""
    after = " " if source[-1:].isspace() else ""
    return f"{before}{_plain(source)}{after}"


def _plain(source: str) -> str:
    source = no_emphasis(unlink(strip_comments(source)))
    if "<" in source:
        source = _TAG.sub(" ", _AUTOLINK.sub(r"\1", source))
    if "\\" in source:
        source = _ESCAPE.sub(r"\1", source)
    if "&" in source:
        source = html.unescape(source)
    return " ".join(_INVISIBLE.sub("", source).replace("`", "").split())


def unescape(source: str) -> str:
    """Resolve backslash escapes and entities, nothing else."""
    if "\\" in source:
        source = _ESCAPE.sub(r"\1", source)
    return html.unescape(source) if "&" in source else source
