"""Answers to what is no message of the protocol, so that nobody waits for one. Knows no SDK."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_PARSE_ERROR = -32700
_INVALID_REQUEST = -32600
_INVALID_PARAMS = -32602
# The id of a text that cannot be read, where only plain members stand before it.
_EARLY_ID = re.compile(
    r'\s*\{(?:\s*"\w+"\s*:\s*(?:"[^"\\]*"|\d+)\s*,)*?\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*,'
)

Id = int | str


class Refusal(NamedTuple):
    """The error that answers a request."""

    id: Id
    code: int
    message: str


def refusals(sent: Any) -> Iterator[Refusal]:
    """The answers to what was sent: a text that is no JSON for the protocol, or the JSON value of
    one that is. What has no id, or none that can be told, asks for no answer."""
    if isinstance(sent, str):
        if (identifier := _id_within(sent)) is not None:
            yield Refusal(identifier, _PARSE_ERROR, "the line is no JSON that can be read")
    elif isinstance(sent, list):
        for identifier in filter(_is_id, map(_id_of, sent)):
            yield Refusal(identifier, _INVALID_REQUEST, "send one message a line: no batches")
    elif _is_id(identifier := _id_of(sent)) and "result" not in sent and "error" not in sent:
        yield Refusal(identifier, *_fault(sent))


def _fault(message: dict[str, Any]) -> tuple[int, str]:
    if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        return _INVALID_REQUEST, 'a request has "jsonrpc": "2.0" and the name of a method'
    return _INVALID_PARAMS, "params have to be an object"


def _id_within(text: str) -> Id | None:
    """The id of a text that JSON in a wider sense, or its beginning, still gives."""
    try:
        identifier = _id_of(json.loads(text))
    except (ValueError, RecursionError):
        early = _EARLY_ID.match(text)
        identifier = json.loads(early[1]) if early else None
    return identifier if _is_id(identifier) else None


def _id_of(message: Any) -> Any:
    return message.get("id") if isinstance(message, dict) else None


def _is_id(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)
