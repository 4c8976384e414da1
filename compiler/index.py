"""The canonical index: the same records give the same bytes, on any machine (ADR-0013)."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from adr_schema.records import Record
from adr_schema.resolved import Decision
from adr_schema.vocabulary import INDEX_SCHEMA, INVERSES
from compiler.cache import Cache, open_cache
from compiler.inventory import tally
from compiler.ordering import natural
from compiler.pipeline import Compiled
from compiler.project import Project

_INDEX_VERSION = "1"
_FIRST_LINE = f'  "schema": "{INDEX_SCHEMA}",\n'
# Where the project lies is not in the index; what its source holds is in the key by content.
_ELSEWHERE = ("base", "root", "source")


def kept_index(project: Project, beside: bytes) -> bytes | None:
    """The index that an earlier run built from the same state; None where none did. `beside` tells
    what the rules of other layers depend on.

    Files are read to know that they are the same, and are not parsed.
    """
    with open_cache(project.root) as cache:
        # Where no index is kept, reading every file twice would be for nothing.
        if not cache.has_index:
            return None
        return cache.index(_state(cache, project, tally(project), beside))


def new_index(compiled: Compiled, beside: bytes | None) -> bytes:
    """The index of what was compiled without errors, as it is written; kept for later runs unless
    `beside` is None: what it stands for changed meanwhile."""
    index = _text(compiled).encode()
    if compiled.accounting.found and beside is not None:
        with open_cache(compiled.project.root) as cache:
            cache.keep_index(_state(cache, compiled.project, compiled.tally, beside), index)
    return index


def _text(compiled: Compiled) -> str:
    """`serialize(build_index(compiled))`, for which the text is made only once: it is large."""
    text = serialize(_content(compiled))
    return text.replace(_FIRST_LINE, f'{_FIRST_LINE}  "digest": "{_digest(text)}",\n', 1)


def _state(cache: Cache, project: Project, read: bytes, beside: bytes) -> bytes:
    """The key of everything that an index depends on: what was read, how the project is judged,
    what other layers judge by, and all paths of the repository, at which a rule may look that
    forbids the index."""
    said = [getattr(project, f.name) for f in fields(project) if f.name not in _ELSEWHERE]
    return cache.key(read, said, beside, project.source.all_paths())


def number_of_decisions(index: bytes) -> int:
    """How many decisions stand in a written index: each has one such line, and only they do."""
    return index.count(b'\n      "decision_class": ')


def build_index(compiled: Compiled) -> dict[str, Any]:
    """The index as JSON data, keys in schema order, digest included."""
    content = _content(compiled)
    digest = _digest(serialize(content))
    return {"schema": content.pop("schema"), "digest": digest, **content}


def _content(compiled: Compiled) -> dict[str, Any]:
    return {
        "schema": INDEX_SCHEMA,
        "corpora": [{"name": c.name, "path": c.folder} for c in compiled.corpora],
        "decisions": [canonical_decision(decision) for decision in compiled.decisions],
        "rules": [rule for decision in compiled.decisions for rule in derived_rules(decision)],
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def serialize(content: dict[str, Any]) -> str:
    """The one text form of an index: two spaces, UTF-8, a final newline."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def canonical_decision(decision: Decision) -> dict[str, Any]:
    """A decision in the vocabulary of the protocol tools, keys in schema order."""
    record = decision.record
    return {
        "decision_id": record.id,
        "version": _INDEX_VERSION,
        "decision_class": "architecture",
        "title": record.title or record.id,
        "statement": record.statement,
        "rationale": record.body,
        "lifecycle_status": decision.lifecycle,
        "declared_status": record.status,
        "inactive_reason": decision.inactive_reason,
        "priority": record.priority,
        "owner": ", ".join(record.deciders),
        "decided_at": record.date,
        "updated_at": None,
        "context_scope": [*([record.scope] if record.scope else []), *record.paths],
        "targets": [],
        "constraints": list(record.constraints),
        "anti_patterns": [],
        "source_evidence": [_source(record)],
        "test_evidence": [{"selector": e.selector, "sha": e.sha} for e in record.evidence],
        "relationships": _relationships(decision),
        "superseded_by": list(decision.superseded_by),
        "overridden_by": list(decision.overridden_by),
        "amended_by": [
            {"decision_id": a.decision_id, "aspect": a.aspect} for a in decision.amended_by
        ],
        "derived_rule_ids": [rule["rule_id"] for rule in derived_rules(decision)],
    }


def _source(record: Record) -> dict[str, Any]:
    return {
        "source_type": "adr",
        "source_locator": record.path,
        "line": record.line,
        "sha256": record.sha256,
    }


def _relationships(decision: Decision) -> list[list[str]]:
    """Relations as declared by either end, seen from this decision, with the computed inverses."""
    inverse = {kind: name for name, kind in INVERSES.items()}
    found: set[tuple[str, str]] = set()
    for edge in decision.edges:
        if edge.source == decision.id:
            found.add((edge.kind, edge.target))
        elif edge.kind in inverse:
            found.add((inverse[edge.kind], edge.source))
    found.update(("overridden_by", winner) for winner in decision.overridden_by)
    return [list(pair) for pair in sorted(found, key=lambda pair: (pair[0], natural(pair[1])))]


def derived_rules(decision: Decision) -> list[dict[str, Any]]:
    """The typed rules of a decision, numbered per type from 0 as Mneme does."""
    seen: Counter[str] = Counter()
    rules = []
    for rule in decision.record.rules:
        kind = rule.type.upper()
        applicability: dict[str, Sequence[str]] = {}
        if rule.include_paths:
            applicability["include_paths"] = list(rule.include_paths)
        if rule.exclude_paths:
            applicability["exclude_paths"] = list(rule.exclude_paths)
        rules.append(
            {
                "rule_id": f"{decision.id}:{kind}:{seen[kind]}",
                "decision_id": decision.id,
                "decision_version": _INDEX_VERSION,
                "rule_type": kind,
                "rule_payload": {"value": rule.value},
                "applicability": applicability,
                "lifecycle_status": decision.lifecycle,
            }
        )
        seen[kind] += 1
    return rules
