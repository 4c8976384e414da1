"""The JSON Schemas that ship with the package, loaded once."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

SchemaName = Literal[
    "adr", "native", "index", "report", "config", "baseline", "proposals", "submission"
]


@lru_cache(maxsize=8)
def load_schema(name: SchemaName) -> dict[str, Any]:
    """The schema of this name, as parsed JSON (Draft 2020-12)."""
    text = files("adr_schema").joinpath("schemas", f"{name}.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
