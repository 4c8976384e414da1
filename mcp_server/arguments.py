"""The arguments of a call, judged before anything is done: nothing is accepted and ignored."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from compiler.validation import Violation, violations_of
from mcp_server.errors import ArgumentError
from mcp_server.schemas import Schema
from proposals.hygiene import refuse_secrets
from proposals.refusals import SubmissionError, in_words

Arguments = Mapping[str, Any]


def checked(
    name: str, schema: Schema, arguments: Arguments | None, *, of_values: bool = True
) -> Arguments:
    """The arguments of the tool `name`, without those that are null: these are absent.

    Without `of_values` only their keys are judged: what a submission holds is judged where it is
    taken in. Raises `ArgumentError` that names every fault with its field, what is allowed, and
    all valid keys; `SecretError` where that might repeat a secret.
    """
    given = {key: value for key, value in (arguments or {}).items() if value is not None}
    outline = {**schema, "properties": dict.fromkeys(schema["properties"], True)}
    found = violations_of(schema if of_values else outline, given)
    if found:
        refuse_secrets([given])
        faults = "; ".join(map(_words, found))
        raise ArgumentError(f"{name} cannot be called so: {faults}; {valid_keys(schema)}")
    return given


def valid_keys(schema: Schema) -> str:
    """All keys that there are, those of objects within behind them in brackets."""
    return "valid keys: " + _keys(schema)


def submission_faults(schema: Schema, error: SubmissionError) -> str:
    """What is wrong with a submission; its fields are named as the tool of this schema has them."""
    alone = "candidate" in schema["properties"]
    fields = [re.sub(r"^candidates/0\b", "candidate", p) if alone else p for p in error.places]
    pairs = zip(error.faults, fields, strict=True)
    return in_words([replace(fault, field=field) for fault, field in pairs])


def _keys(schema: Schema) -> str:
    return ", ".join(_key(name, inner) for name, inner in schema["properties"].items())


def _key(name: str, schema: Schema) -> str:
    schema = schema.get("items", schema)
    return f"{name} [{_keys(schema)}]" if "properties" in schema else name


def _words(violation: Violation) -> str:
    hint = f" ({violation.hint})" if violation.hint else ""
    return f"{violation.where}: {violation.message}{hint}"
