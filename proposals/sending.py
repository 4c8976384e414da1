"""What a sender's bytes hold, before anybody asks whether it is sound: candidates."""

from dataclasses import dataclass
from typing import Any

from adr_schema.loading import load_schema
from compiler.errors import UsageError
from proposals.hygiene import refuse_secrets_in
from proposals.refusals import Fault, SubmissionError
from proposals.strict_json import JsonError, parse


@dataclass(frozen=True, slots=True)
class Sent:
    """Candidates and what they share, as JSON values; `single` where one was sent by itself."""

    candidates: Any
    shared_provenance: Any = None
    single: bool = False


def read_sent(data: bytes, name: str) -> Sent:
    """The candidate that JSON (UTF-8) holds, or its `candidates` with `shared_provenance`.

    `name` is what messages call the file. Raises `UsageError` where it cannot be used, and before
    that `SecretError`, since the message would show a part of it.
    """
    try:
        value = parse(data.decode())
    except (JsonError, UnicodeDecodeError) as error:
        message = f"{name} holds no JSON that can be used: {error}"
        refuse_secrets_in({"input": [data.decode(errors="replace"), message]})
        raise UsageError(message) from None
    if not isinstance(value, dict):
        refuse_secrets_in({"input": value})
        raise UsageError(f"{name} holds no object", "send one candidate, or `candidates`")
    return _several(value) if "candidates" in value else Sent([value], single=True)


def _several(value: dict[str, Any]) -> Sent:
    known = load_schema("submission")["properties"]
    hint = f"valid keys: {', '.join(known)}"
    unknown = [
        Fault(key, f"the key `{key}` is not known", hint) for key in value if key not in known
    ]
    if unknown:
        refuse_secrets_in(value, value["candidates"])
        raise SubmissionError(unknown)
    return Sent(**value)
