"""What no text of a proposal may hold: secrets, and characters that cannot be seen.

Every key and every text of a submission is looked at, in whatever shape it came. A hit is a place
and a class; the value leaves this module in no form.
"""

import base64
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from adr_schema.vocabulary import SecretClass
from proposals.refusals import Fault, Hit, SecretError
from proposals.token_shapes import known_tokens

_CREDENTIAL = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|credentials?"
    r"|(?:api|access|auth|account|encryption|master|private|signing|shared)[_-]?key"
    r"|(?:access|api|auth|bearer|bot|client|deploy|id|refresh|session)?[_-]?token)"
)
# A name that ends in such a word, a sign, and what is assigned: in quotes, or to the next blank.
_ASSIGNED = (
    rf"{_CREDENTIAL}[\"'`]?\s{{0,3}}(?::=|=>|[=:])\s{{0,3}}"
    r"(?:\"(?P<double>[^\"\n]{6,200})\"|'(?P<single>[^'\n]{6,200})'"
    r"|(?P<bare>[^\s\"'`,;<>()\[\]{}|]{8,200}))"
)
_IN_URL = r"://[^\s/:@\"'<>]{0,100}:(?P<inurl>[^\s/@\"'<>]{3,200})@[^\s/]"
_SECRETS = re.compile(
    r"(?P<private_key>-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File-[0-9])"
    rf"|(?P<known_token>(?<![0-9A-Za-z])(?:{known_tokens()})(?![0-9A-Za-z]))"
    r"|(?P<bearer_token>(?<![0-9A-Za-z])(?i:bearer|basic)\s{1,9}(?P<borne>[0-9A-Za-z._~+/-]{16,}=*))"
    rf"|(?P<credential_assignment>(?i:{_ASSIGNED}|{_IN_URL}))"
)
_CLASS_NAMES: tuple[SecretClass, ...] = (
    "private_key",
    "known_token",
    "bearer_token",
    "credential_assignment",
)
_VALUE_NAMES = ("borne", "double", "single", "bare", "inurl")
# What may be as random as a secret and is none: addresses, embedded files, digests and ids.
_HARMLESS = re.compile(
    r"https?://\S+|\bdid:[a-z0-9]+:\S+|data:[^\s,]{0,100},\S+|(?i:\b(?:sha|md)[0-9]{1,3}[-:][0-9A-Za-z+/=_-]+)"
    r"|(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{16,})"
    # Public keys and hashes of ledgers: 32 bytes in the alphabet without 0, O, I and l.
    r"|(?<![0-9A-Za-z+/_-])[1-9A-HJ-NP-Za-km-z]{43,44}(?![0-9A-Za-z+/=_-])"
)
_RUN = re.compile(r"(?:[a-z]+_)*(?P<run>[0-9A-Za-z+/_-]{30,}={0,2})")
# Pieces of one kind, a capital counting with the small letters behind it: random text has nearly
# one for two characters, names and paths have one for five.
_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LEAST_PIECES = 0.32
# With letters of one case there are fewer; names of that kind come in short parts.
_LEAST_PIECES_OF_ONE_CASE = 0.25
_LONG_PART = 24
_LEAST_BITS = 4.0
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# What stands for a value, or names it, instead of being one.
_STAND_INS = re.compile(
    r"(?i)[*x.…•#_-]+|[$@&][a-z_]\w*|%\w+%|.*(?:\.\.\.|…|\*\*\*|xxxx|example|change[-_]?me"
    r"|placeholder|redacted|dummy|your[-_]|todo|\$\{|\{\{|%\(|<[a-z]|\w\().*"
)
_NAMES = re.compile(r"[A-Za-z_]+[0-9]{0,3}(?:[./:_-]+(?:[A-Za-z_]+[0-9]{0,3}|[0-9]{1,3}))*")


def refuse_secrets(candidates: Any, shared_provenance: Any = None) -> None:
    """Raise `SecretError` where a text or key of a submission looks like a secret, whatever else
    is wrong with it."""
    refuse_secrets_in(
        {"candidates": candidates, "shared_provenance": shared_provenance}, candidates
    )


def refuse_secrets_in(sent: Any, candidates: Any = None) -> None:
    """The same for any JSON value, which may have the candidates in it."""
    found = ((text.field, secret_in(text.content) or _as_value(text)) for text in texts(sent))
    hits = [Hit(field_name(field, candidates), class_) for field, class_ in found if class_]
    if hits:
        raise SecretError(tuple(dict.fromkeys(hits)))


def secret_in(text: str) -> SecretClass | None:
    """The class of what looks like a secret in a text; None where nothing does."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    return _shaped(plain) or ("high_entropy" if _has_random_run(plain) else None)


def control_faults(submitted: Any) -> list[Fault]:
    """The places of control characters other than newline and tab, and of half characters."""
    found = ((text.field, _CONTROLS.search(text.content)) for text in texts(submitted))
    return [
        Fault(
            field,
            f"character {match.start() + 1} is U+{ord(match[0]):04X}, which cannot be seen",
            "of the control characters, newline and tab are allowed",
        )
        for field, match in found
        if match
    ]


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a JSON value, its place ("candidates/0/title"), and the key it is the value of."""

    field: str
    content: str
    key: str = ""


def texts(value: Any) -> Iterator[Text]:
    """Every text of a JSON value, keys too, in order. The value may be nested to any depth."""
    waiting: list[tuple[str, str, Any]] = [("", "", value)]
    while waiting:
        field, key, found = waiting.pop()
        if isinstance(found, str):
            yield Text(field, found, key)
        elif isinstance(found, list | tuple):
            waiting.extend((_below(field, str(n)), key, item) for n, item in _last_first(found))
        elif isinstance(found, dict):
            for number, (name, item) in _last_first(found.items()):
                place = _below(field, f"(key {number + 1})")
                # What cannot be shown as a key is not shown as a place.
                waiting.append((place if secret_in(name) else _below(field, name), name, item))
                waiting.append((place, "", name))


def field_name(field: str, candidates: Any) -> str:
    """How a sender knows a place: in the only candidate, by its key alone."""
    alone = isinstance(candidates, list) and len(candidates) == 1
    return field.removeprefix("candidates/0/") if alone else field


def _last_first(items: Iterable[Any]) -> list[tuple[int, Any]]:
    return list(enumerate(items))[::-1]


def _below(field: str, name: str) -> str:
    return f"{field}/{name}" if field else name


def _as_value(text: Text) -> SecretClass | None:
    """`{"password": "..."}` is an assignment too."""
    return _shaped(f'{text.key}="{text.content}"') if text.key else None


def _shaped(text: str) -> SecretClass | None:
    for match in _SECRETS.finditer(text):
        class_ = next(name for name in _CLASS_NAMES if match[name] is not None)
        value = next((match[name] for name in _VALUE_NAMES if match[name] is not None), None)
        if value is None or _may_be_a_value(value):
            return class_
    return None


def _may_be_a_value(value: str) -> bool:
    """Whether what is assigned is a value, not a word, a name of one or a stand-in for one."""
    if any(map(str.isspace, value)) or _STAND_INS.fullmatch(value):
        return False
    if _NAMES.fullmatch(value) and not value.isalnum():
        return False
    return any(map(str.isalpha, value)) and not value.isalpha()


def _has_random_run(text: str) -> bool:
    return any(map(_is_random, _RUN.findall(_HARMLESS.sub(" ", text))))


def _is_random(run: str) -> bool:
    if not any(map(str.isdigit, run)) or _is_text(run):
        return False
    least = _LEAST_PIECES
    if run in (run.lower(), run.upper()):
        run, least = max(re.split("[/_-]", run), key=len), _LEAST_PIECES_OF_ONE_CASE
    return (
        len(run) >= _LONG_PART
        and len(_PIECES.findall(run)) >= least * len(run)
        and _bits(run) >= _LEAST_BITS
    )


def _is_text(run: str) -> bool:
    """Whether it is words in base64."""
    whole = run.rstrip("=")
    try:
        decoded = base64.b64decode(whole[: len(whole) // 4 * 4], b"-_" if "-" in run else None)
        return decoded.decode("ascii").isprintable()
    except ValueError:
        return False


def _bits(run: str) -> float:
    """Shannon's entropy of the characters, in bits."""
    shares = [count / len(run) for count in Counter(run).values()]
    return -sum(share * math.log2(share) for share in shares)
