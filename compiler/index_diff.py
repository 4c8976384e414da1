"""What differs between two indexes, decision by decision."""

import json
from collections.abc import Iterator
from typing import Any

_QUIET = ("rationale", "source_evidence")


def read_index(written: bytes | None) -> dict[str, Any] | str:
    """The index in a file's bytes, or why it cannot be compared."""
    if written is None:
        return "missing"
    try:
        data = json.loads(written)
    except ValueError as error:
        return f"no index ({error})"
    if not isinstance(data, dict) or not isinstance(data.get("decisions"), list):
        return "no index (no list of decisions in it)"
    return data


def differences(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """One line a decision that was added, removed or changed; the names of what changed."""
    before = {item.get("decision_id"): item for item in old["decisions"] if isinstance(item, dict)}
    after = {item["decision_id"]: item for item in new["decisions"]}
    for identifier, item in after.items():
        if identifier not in before:
            yield f"added    {identifier}  {item['title']}"
        elif item != before[identifier]:
            yield f"changed  {identifier}  {_changes(before[identifier], item)}"
    for identifier, item in before.items():
        if identifier not in after:
            yield f"removed  {identifier}  {item.get('title')}"
    if old.get("corpora") != new["corpora"]:
        yield "changed  the list of corpora"
    if before == after and old.get("corpora") == new["corpora"]:
        yield "the decisions are equal; only the form of the file differs"


def _changes(old: dict[str, Any], new: dict[str, Any]) -> str:
    named = [key for key in new if key not in _QUIET and old.get(key) != new[key]]
    shown = [f"{key}: {_short(old.get(key))} -> {_short(new[key])}" for key in named]
    return "; ".join(shown) or "its text"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
