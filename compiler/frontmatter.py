"""Front matter: where the block begins and ends, and what its keys hold, with their places."""

import re
from dataclasses import dataclass

from adr_schema.records import Place
from compiler.problems import Problem
from compiler.strict_yaml import CORE_WORDS, NOT_TEXT_KEY, Value, YamlError, load_yaml
from compiler.text import Text


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The metadata block: values, where each top-level key stands, and where the body starts.

    `places` holds the place of the value (of the key, where the value is empty). `body_start` is
    the 0-based line behind the closing fence. `comment_heading` is a heading that slipped inside.
    """

    values: dict[str, Value]
    places: dict[str, Place]
    body_start: int
    comment_heading: str | None = None
    problems: tuple[Problem, ...] = ()

    def get(self, key: str) -> Value:
        """The value of a key, in whatever case it is written; None where it is absent."""
        if key in self.values:
            return self.values[key]
        return next((v for written, v in self.values.items() if written.casefold() == key), None)

    def text(self, key: str) -> str | None:
        """A key that holds one text, without blanks around it; None where there is none."""
        value = self.get(key)
        return value.strip() if isinstance(value, str) and value.strip() else None


@dataclass(frozen=True, slots=True)
class Broken:
    """Front matter that cannot be read; the file is rejected, never read as body."""

    problem: Problem


NO_FRONT_MATTER = FrontMatter({}, {}, 0)

_FENCE = "---"
_KEY_LINE = re.compile(r"[\w.$-]+[ \t]*:(\s|$)")
# `key: {choice | choice}` and `key: [a | b]`: a template that was never filled in. What is quoted
# was written.
_UNFILLED = re.compile(r"^([\w.-]+):[ \t]+([{\[<].*[}\]>])[ \t]*(?:#.*)?$")
_BARE_CHOICES = re.compile(r"\{[^:{}]*\}|\[[^\]\"']*\|[^\"']*\]|<[^>]*>")
_PLAIN_WORD = r"[\w./(][^#:\[\]{},&*!|>%@`'\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*"
_QUOTED = r"\"[^\"\\\n]*\"|'[^'\n]*'"
_PLAIN_LIST = rf"{_PLAIN_WORD}(?:, {_PLAIN_WORD})*"
_PLAIN_LINE = re.compile(rf"([A-Za-z_][\w-]*): (?:({_PLAIN_WORD}|{_QUOTED})|\[({_PLAIN_LIST})\])")


def read_front_matter(text: Text) -> FrontMatter | Broken:
    """Read the block between `---` on the first line and `---` or `...`.

    A blank line above the block is read past and reported (ADR104). A first `---` without
    anything like a key below it is a thematic break of the body.
    """
    opening = _opening_line(text.lines)
    if opening is None:
        return NO_FRONT_MATTER
    closing = _closing_line(text.lines, opening)
    if closing is None:
        return _unclosed(text.lines, opening)
    block = text.lines[opening + 1 : closing]
    loaded = _load_block(block, opening + 1)
    if isinstance(loaded, Broken):
        return loaded
    values, places, problems = loaded
    if opening:
        problems = (*problems, _late_start(opening))
    return FrontMatter(values, places, closing + 1, _comment_heading(block), problems)


def _opening_line(lines: tuple[str, ...]) -> int | None:
    for number, line in enumerate(lines):
        if line.rstrip() == _FENCE:
            following = next((n for n in lines[number + 1 :] if n.strip()), "")
            looks_like_keys = bool(_KEY_LINE.match(following)) or following.startswith("#")
            return number if number == 0 or looks_like_keys else None
        if line.strip():
            return None
    return None


def _closing_line(lines: tuple[str, ...], opening: int) -> int | None:
    for number in range(opening + 1, len(lines)):
        if lines[number].rstrip() in ("---", "..."):
            return number
    return None


def _unclosed(lines: tuple[str, ...], opening: int) -> FrontMatter | Broken:
    following = lines[opening + 1] if opening + 1 < len(lines) else ""
    if not _KEY_LINE.match(following):
        return NO_FRONT_MATTER
    problem = Problem(
        "ADR103",
        "the front matter is never closed",
        "add a line `---` behind the last key",
        Place(opening + 1),
    )
    return Broken(problem)


def _late_start(opening: int) -> Problem:
    return Problem(
        "ADR104",
        "blank lines stand before the front matter",
        "move `---` to the first line: other tools do not see the block",
        Place(opening + 1),
    )


def _comment_heading(block: tuple[str, ...]) -> str | None:
    """A heading that slipped inside the fences, where YAML takes it for a comment.

    It stands first or last and apart from the keys, as a heading does; a comment does not.
    """
    for line, neighbour in ((block[:1], block[1:2]), (block[-1:], block[-2:-1])):
        if line and line[0].startswith("# ") and neighbour and not neighbour[0].strip():
            return line[0][2:].strip()
    return None


_Loaded = tuple[dict[str, Value], dict[str, Place], tuple[Problem, ...]]


def _load_block(block: tuple[str, ...], opening: int) -> _Loaded | Broken:
    """`opening` is the number of lines above the block."""
    plain = _load_plain(block, opening)
    if plain is not None:
        return plain
    source = "\n".join(_quote_unfilled(block))
    try:
        value, places = load_yaml(source, opening + 1)
    except YamlError as error:
        return Broken(error.problem)
    if value is None:
        return {}, {}, ()
    if not isinstance(value, dict):
        return {}, {}, (_not_a_mapping(value, opening),)
    return value, places, ()


def _load_plain(block: tuple[str, ...], opening: int) -> _Loaded | None:
    """The common case without the scanner: every line is `key: plain words` or `key: [a, b]`.

    It costs half of what the scanner does, on every record. A line outside this narrow form, or a
    duplicate key, hands the whole block to the loader; a property test holds the two equal.
    """
    values: dict[str, Value] = {}
    places: dict[str, Place] = {}
    for number, line in enumerate(block, opening + 1):
        match = _PLAIN_LINE.fullmatch(line)
        if match is None or match[1] in values:
            return None
        key = match[1]
        words = [match[2]] if match[2] else match[3].split(", ")
        if NOT_TEXT_KEY.fullmatch(key) or not all(map(_is_plain, words)):
            return None
        places[key] = Place(number, len(key) + 3)
        values[key] = _unquoted(match[2]) if match[2] else list(words)
    return values, places, ()


def _is_plain(word: str) -> bool:
    return word[-1] not in " \t" and word not in CORE_WORDS


def _unquoted(value: str) -> str:
    return value[1:-1] if value[0] in "\"'" else value


def _quote_unfilled(block: tuple[str, ...]) -> list[str]:
    """Make template choices text, as their author meant them: YAML would read a mapping."""
    lines = []
    for line in block:
        match = _UNFILLED.match(line)
        if match and _BARE_CHOICES.fullmatch(match[2]):
            quoted = match[2].replace("'", "''")
            line = f"{match[1]}: '{quoted}'"
        lines.append(line)
    return lines


def _not_a_mapping(value: Value, opening: int) -> Problem:
    hint = None
    if isinstance(value, str) and ":" in value:
        key, _, rest = value.partition(":")
        hint = f"put a space behind the colon: `{key}: {rest.strip()}`"
    kind = "a list" if isinstance(value, list) else "text"
    hint = hint or "write one `key: value` a line"
    message = f"the front matter is {kind}, not keys with values"
    return Problem("ADR107", message, hint, Place(opening + 1))
