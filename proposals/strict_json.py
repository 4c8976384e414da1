"""JSON read strictly: what a reader could take in two ways is a fault, with its place."""

import json
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

# A string with the colon that makes it a key, a bracket, or a number or word.
_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")\s*(:)?|[{}\[\]]|[^\s{}\[\]:,"]+')
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?= |$)", re.MULTILINE)
_OPENING, _CLOSING = ("{", "["), ("}", "]")


class JsonError(ValueError):
    """Why a text is no JSON that can be used, and the offset of the character where it shows."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class _NumberError(ValueError):
    """A number that cannot be kept, as written."""


class _RepeatedKeyError(ValueError):
    """Some key stands twice in one object."""


@dataclass(frozen=True, slots=True)
class _Token:
    """`depth` counts the brackets around it; `key` is whether it is the key of a value."""

    text: str
    offset: int
    depth: int
    key: bool


def parse(text: str) -> Any:
    """The value of a JSON text. Raises `JsonError`, also for a key that stands twice in one object,
    for numbers that would be written back as others, and for conflict marks of git."""
    conflict = _CONFLICT.search(text)
    if conflict:
        raise JsonError("it holds the marks of a merge conflict", conflict.start())
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_int,
        )
    except _RepeatedKeyError:
        raise _repeated_key(text) from None
    except _NumberError as error:
        raise JsonError(f"the number {error} cannot be kept", text.find(str(error))) from None
    except json.JSONDecodeError as error:
        raise _explained(error, text) from None
    except RecursionError:
        raise JsonError("it is nested too deeply", 0) from None


def item_offsets(text: str, keys: Collection[str]) -> dict[str, list[int]]:
    """Where the items begin of the lists that a sound JSON text has under keys of its top level."""
    found: dict[str, list[int]] = {key: [] for key in keys}
    current = None
    for token in _tokens(text):
        if token.depth == 1 and token.key:
            current = json.loads(token.text)
        elif token.depth == 2 and current in found and not token.key:
            found[current].append(token.offset)
    return found


def _refuse(word: str) -> NoReturn:
    raise _NumberError(word)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


def _int(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python refuses thousands of digits
        _refuse(digits)


def _explained(error: json.JSONDecodeError, text: str) -> JsonError:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return JsonError("it ends in the middle", len(text.rstrip()))
    if error.msg == "Extra data":
        return JsonError("something stands behind its end", error.pos)
    return JsonError(f"it is no JSON ({error.msg})", error.pos)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKeyError
    return found


def _repeated_key(text: str) -> JsonError:
    """The fault of a text in which a key stands twice."""
    objects: list[set[str]] = []
    for token in _tokens(text):
        if token.text in _OPENING:
            del objects[token.depth :]
            objects.append(set())
        elif token.key:
            key = json.loads(token.text)
            if key in objects[token.depth - 1]:
                return JsonError(f"the key `{key}` stands twice in one object", token.offset)
            objects[token.depth - 1].add(key)
    raise AssertionError("no key stands twice")


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a JSON text that begin something; a bracket has the depth outside it."""
    depth = 0
    for match in _TOKEN.finditer(text):
        found = match[1] or match[0]
        if found in _CLOSING:
            depth -= 1
            continue
        yield _Token(found, match.start(), depth, bool(match[2]))
        depth += found in _OPENING
