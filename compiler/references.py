"""What names another record in a text: links, ids, file names and, in metadata, bare numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.inline import Link, links, plain

_NAMED = re.compile(
    r"""
    (?<![\w/.@-])(?:
      (?P<file>[^\s/\\()<>"'`,;|]{0,250}[^\s/\\()<>"'`,;|.]\.(?:md|markdown|mdx)(?!\w))
    | (?P<corpus>[a-z][\w-]*/)?
      (?P<prefix>[A-Za-z][A-Za-z]+(?:-[A-Za-z]+)*?)(?P<gap>[\ \-_\#:]{0,2})
      (?P<number>[0-9]{1,5})(?P<tail>(?:-[a-z][a-z0-9]*)*)(?![\w.]*\w|-[0-9]{2}-[0-9]{2})
    | (?P<slug>(?![0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![-_\w]))[0-9]{3,8}(?:[-_][^\W_]+)+)
    )
    """,
    re.VERBOSE,
)
_BARE = re.compile(r"(?<![\w.#/-])#?(?P<number>[0-9]{1,5})(?![\w./-]*\w)")
_MORE = re.compile(
    r"\s*(?:,\s*(?:and\s+)?|and|&|/|\+|or|und|et|y|e|и|и|、|和)\s*(?:#|no\.?\s*)?(?P<number>[0-9]{1,5})(?![\w.]*\w|%)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:-|–|to|through|bis)\s*(?P<number>[0-9]{1,5})(?![\w.]*\w)")
_WIKI = re.compile(r"\[\[([^\[\]|#]+)(?:[#|][^\[\]]*)?\]\]")
_PATH = re.compile(
    r"(?<![\w./\[\]-])(?:\.{0,2}/)?(?:[\w.\[\]-]+/)+[\w.\[\]-]+\.(?:md|markdown|mdx)(?!\w)|https?://\S+?\.md(?!\w)"
)
_KNOWN = frozenset(
    {"adr", "madr", "dr", "decision", "rfc", "pdr", "adl", "kep", "tep", "rfd", "record", "ad"}
)
_PARENTHESIS = re.compile(r"\([^()]*\)")
# What may stand between two targets of one enumeration.
_JOINER = re.compile(
    r"""
    [\s,;&/+.*_`"'“”、，与和및と及·]*
    (?:(?:and|or|und|et|y|e|и|en|oraz|as\ well\ as|plus|the|adrs?|rfcs?|decisions?|records?|also
         |with|by|to|of)[\s,;&/+:*_]*)*
    """,
    re.IGNORECASE | re.VERBOSE,
)
# No enumeration names more than these by its ends.
MAX_RANGE = 50


@dataclass(frozen=True, slots=True)
class Mention:
    """A record named in a text: the words, the link destination if any, and the span."""

    text: str
    href: str | None
    start: int
    end: int
    label: bool = False


def mask_links(text: str, found: list[Link]) -> str:
    """The text with every link replaced by as many NUL characters."""
    for link in found:
        text = text[: link.start] + "\0" * (link.end - link.start) + text[link.end :]
    return text


def mentions(text: str, *, bare_numbers: bool = False) -> list[Mention]:
    """Every record that the text names, in order.

    `bare_numbers` takes `12` or `#12` for a record too, where the text names none by link, id or
    file: right in a field that holds references, wrong in prose.
    """
    found, masked = _all_mentions(text)
    if bare_numbers and not found:
        numbers = [Mention(m["number"], None, m.start(), m.end()) for m in _BARE.finditer(masked)]
        found = (
            numbers if is_bare(masked, numbers) else enumeration(masked, _leading(masked, numbers))
        )
    return _separate(masked, found)


def every_mention(text: str) -> list[Mention]:
    """Every record that the text names by link, id, file or path, also one right behind another."""
    return _all_mentions(text)[0]


def _all_mentions(text: str) -> tuple[list[Mention], str]:
    """The mentions in order, and the text with links and paths masked."""
    wiki = [Mention(m[1].strip(), None, m.start(), m.end()) for m in _WIKI.finditer(text)]
    for mention in wiki:
        text = text[: mention.start] + "\0" * (mention.end - mention.start) + text[mention.end :]
    anchors = links(text)
    masked = mask_links(text, anchors)
    found = [*wiki, *(_from_link(link) for link in anchors)]
    for path in list(_PATH.finditer(masked)):
        found.append(Mention(path[0], path[0], path.start(), path.end()))
        masked = masked[: path.start()] + "\0" * len(path[0]) + masked[path.end() :]
    found.extend(_named(masked))
    return sorted(found, key=lambda mention: mention.start), masked


def _leading(text: str, numbers: list[Mention]) -> list[Mention]:
    """The numbers, where the first opens the text (`0004 for Hangul`)."""
    opens = numbers and not text[: numbers[0].start].strip(" #*_`")
    return numbers if opens else []


def _separate(text: str, found: list[Mention]) -> list[Mention]:
    """Without those that only continue the one before (`[ADR-0197](..) Decision 5`)."""
    kept: list[Mention] = []
    for mention in found:
        gap = text[kept[-1].end : mention.start] if kept else ","
        if gap.strip(" ") or mention.start <= kept[-1].end:
            kept.append(mention)
    return kept


def _from_link(link: Link) -> Mention:
    return Mention(link.text, link.href, link.start, link.end, link.label)


def _named(masked: str) -> Iterator[Mention]:
    for match in _NAMED.finditer(masked):
        if match["file"] or match["slug"]:
            yield Mention(match[0], None, match.start(), match.end())
        elif _names_a_record(match):
            yield Mention(_spelled(match), None, match.start(), match.end("number"))
            yield from _continued(masked, match)


def _spelled(match: re.Match[str]) -> str:
    """The id as written, save for a plural's `s`."""
    corpus, prefix = match["corpus"] or "", match["prefix"]
    return corpus + _singular(prefix) + match[0][len(corpus) + len(prefix) :]


def _singular(prefix: str) -> str:
    """`ADRs` -> `ADR`; a prefix that is no plural stays."""
    base = prefix.removesuffix("s")
    return base if base.casefold() in _KNOWN or base.isupper() else prefix


def _names_a_record(match: re.Match[str]) -> bool:
    prefix = _singular(match["prefix"])
    if prefix.casefold() in _KNOWN:
        return True
    joined = match["gap"] in ("-", "_", "")
    return (prefix.isupper() or match["number"].startswith("0")) and joined


def _continued(masked: str, first: re.Match[str]) -> Iterator[Mention]:
    """The further numbers of `ADRs 60 and 61`, `ADR-7/8` and `ADRs 12-14`."""
    prefix = f"{_singular(first['prefix'])}-"
    plural = _singular(first["prefix"]) != first["prefix"]
    more: re.Match[str] | None = first
    while more:
        at, last = more.end(), int(more["number"])
        span = _RANGE.match(masked, at) if plural else None
        if span and last < int(span["number"]) <= last + MAX_RANGE:
            for number in range(last + 1, int(span["number"]) + 1):
                yield Mention(f"{prefix}{number}", None, span.start("number"), span.end())
            at = span.end()
        if more := _MORE.match(masked, at):
            yield Mention(f"{prefix}{more['number']}", None, more.start("number"), more.end())


def enumeration(text: str, found: list[Mention]) -> list[Mention]:
    """The mentions up to the first that is no longer part of one enumeration.

    `[A](a.md), ADR-3 (storage) and ADR 4; see also ADR 9` enumerates three.
    """
    taken: list[Mention] = []
    for mention in found:
        if taken and mention.start >= taken[-1].end:
            gap = _PARENTHESIS.sub("", text[taken[-1].end : mention.start])
            if not _JOINER.fullmatch(gap) or "." in gap.rstrip(".*_ "):
                break
        taken.append(mention)
    return taken


def is_bare(text: str, taken: list[Mention]) -> bool:
    """Whether nothing but the enumeration stands in the text."""
    rest = text
    for mention in reversed(taken):
        rest = rest[: mention.start] + rest[mention.end :]
    return bool(_JOINER.fullmatch(_PARENTHESIS.sub("", rest).strip(" :.–—-")))


def written(mention: Mention) -> str:
    """The reference as a person would repeat it: words of a link, else the text."""
    return plain(mention.text) or (mention.href or "")
