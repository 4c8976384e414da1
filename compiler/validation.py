"""JSON Schema validation with messages of our own: what was found, what is allowed, the nearest.

jsonschema decides; every violation is shown, sorted. One compiled validator a schema; verdicts on
single front matter values are remembered, since a corpus repeats the same few (ADR-0014).
"""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adr_schema.loading import load_schema

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation: the key path ("corpus/0/path"), the schema keyword, words and a hint."""

    where: str
    keyword: str
    message: str
    hint: str | None


@lru_cache(maxsize=16)
def _validator(name: str, part: str | None = None) -> "Validator":
    from jsonschema import Draft202012Validator

    schema = load_schema(name)
    if part is not None:
        schema = {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)


def violations(name: str, instance: Any, part: str | None = None) -> list[Violation]:
    """All violations of a whole document against a schema, sorted by place.

    `part` names a definition of the schema, for a value that stands in such a document.
    """
    return _sorted(_explain(_validator(name, part).iter_errors(instance)))


def violations_of(schema: Mapping[str, Any], instance: Any) -> list[Violation]:
    """All violations of a value against a schema that is at hand, sorted by place."""
    from jsonschema import Draft202012Validator

    return _sorted(_explain(Draft202012Validator(schema).iter_errors(instance)))


def _sorted(found: Iterable[Violation]) -> list[Violation]:
    return sorted(found, key=lambda v: (v.where, v.keyword, v.message))


def front_matter_violations(name: str, values: Mapping[str, Any]) -> list[Violation]:
    """Violations of a front matter mapping.

    The schema of records constrains each key by itself, and the set of keys as a whole; so both
    verdicts can be kept: by value, and by set of keys.
    """
    found = list(_key_set_violations(name, frozenset(values)))
    properties = load_schema(name)["properties"]
    for key, value in values.items():
        if key in properties:
            found.extend(_value_violations(name, key, _frozen(value)))
    return _sorted(found)


def _frozen(value: object) -> object:
    """A hashable stand-in for a value: itself, or its JSON in a tuple."""
    return value if value is None or isinstance(value, (str, bool)) else (json.dumps(value),)


@lru_cache(maxsize=1024)
def _key_set_violations(name: str, keys: frozenset[str]) -> tuple[Violation, ...]:
    schema = load_schema(name)
    whole = {key: inner for key, inner in schema.items() if key not in ("properties", "$defs")}
    # Property schemas are dropped, not their names: `additionalProperties` needs those.
    whole["properties"] = dict.fromkeys(schema["properties"], True)
    validator = _validator(name).evolve(schema=whole)
    return tuple(_explain(validator.iter_errors(dict.fromkeys(keys))))


@lru_cache(maxsize=8192)
def _value_violations(name: str, key: str, frozen: object) -> tuple[Violation, ...]:
    value: Any = json.loads(frozen[0]) if isinstance(frozen, tuple) else frozen
    errors = _property_validator(name, key).iter_errors(value)
    return tuple(
        Violation(f"{key}/{v.where}".rstrip("/"), v.keyword, v.message, v.hint)
        for v in _explain(errors)
    )


@lru_cache(maxsize=128)
def _property_validator(name: str, key: str) -> "Validator":
    return _validator(name).evolve(schema=load_schema(name)["properties"][key])


def _explain(errors: Iterable["ValidationError"]) -> Iterator[Violation]:
    for error in errors:
        if error.validator == "additionalProperties":
            yield from _unknown_keys(error)
        elif error.validator == "required":
            yield from _missing_keys(error)
        else:
            yield _one(error, *_words(error))


def _one(error: "ValidationError", message: str, hint: str | None, more: str = "") -> Violation:
    where = "/".join([*map(str, error.absolute_path), *([more] if more else [])])
    return Violation(where, str(error.validator), message, hint)


def _unknown_keys(error: "ValidationError") -> Iterator[Violation]:
    schema: Any = error.schema
    known = list(schema.get("properties", {}))
    patterns = schema.get("patternProperties", {})
    instance: Any = error.instance
    for key in sorted(instance):
        if key not in known and not any(key.startswith(p.strip("^")) for p in patterns):
            close = nearest(key, known)
            hint = f"did you mean `{close}`?" if close else f"known keys: {', '.join(known)}"
            yield _one(error, f"the key `{key}` is not known", hint, key)


def _missing_keys(error: "ValidationError") -> Iterator[Violation]:
    wanted: Any = error.validator_value
    instance: Any = error.instance
    for key in wanted:
        if key not in instance and f"'{key}'" in error.message:
            yield _one(error, f"the key `{key}` is missing", f"add `{key}: ...`", key)


_TYPE_NAMES = {
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "nothing",
}


def _words(error: "ValidationError") -> tuple[str, str | None]:
    keyword, found = error.validator, _shown(error.instance)
    wanted: Any = error.validator_value
    schema: Any = error.schema
    if keyword == "enum":
        allowed = ", ".join(str(item) for item in wanted if item is not None)
        close = nearest(str(error.instance), [str(item) for item in wanted])
        return (
            f"found {found}; allowed are {allowed}",
            f"did you mean `{close}`?" if close else None,
        )
    if keyword == "type":
        kinds = wanted if isinstance(wanted, list) else [wanted]
        names = [_TYPE_NAMES.get(str(kind), str(kind)) for kind in kinds]
        return f"found {found}; wanted {' or '.join(names)}", None
    if keyword in ("minItems", "minLength", "minProperties"):
        return "found nothing where a value is meant", "give it a value, or remove the key"
    if keyword in ("maxLength", "maxItems"):
        found_value: Any = error.instance
        unit = "characters" if keyword == "maxLength" else "items"
        return f"found {len(found_value)} {unit}; allowed are at most {wanted}", None
    if keyword == "pattern":
        return f"found {found}; wanted {schema.get('description', wanted)}", None
    return f"found {found}: {error.message}", None


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that this one is most likely a misspelling of."""
    return _nearest(word.casefold(), tuple(known))


@lru_cache(maxsize=1024)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return close[0] if close else None
