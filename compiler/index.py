"""The canonical index: the same records give the same bytes, on any machine (ADR-0013)."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from adr_schema.records import Record
from adr_schema.resolved import Decision
from adr_schema.vocabulary import INDEX_SCHEMA, INVERSES
from compiler.ordering import natural
from compiler.pipeline import Compiled

_INDEX_VERSION = "1"


def build_index(compiled: Compiled) -> dict[str, Any]:
    """The index as JSON data, keys in schema order, digest included."""
    content: dict[str, Any] = {
        "schema": INDEX_SCHEMA,
        "corpora": [{"name": c.name, "path": c.folder} for c in compiled.corpora],
        "decisions": [canonical_decision(decision) for decision in compiled.decisions],
        "rules": [rule for decision in compiled.decisions for rule in derived_rules(decision)],
    }
    digest = hashlib.sha256(serialize(content).encode()).hexdigest()
    return {"schema": content.pop("schema"), "digest": digest, **content}


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
