"""Records as rows: what each file was read as, field by field."""

from collections.abc import Iterator
from typing import Any

from adr_schema.resolved import Decision, Target
from compiler.pipeline import Compiled

RELATIONS = ("supersedes", "superseded_by", "amends", "amended_by")


def record_row(decision: Decision) -> dict[str, Any]:
    """One record as read, with its declared relations resolved."""
    record = decision.record
    return {
        "path": record.path,
        "record": True,
        "reason": None,
        "rejected": False,
        "id": record.id,
        "number": record.number,
        "title": record.title,
        "status": record.status,
        "status_text": record.status_text,
        "status_source": record.status_source,
        "conflict": record.conflict,
        "date": record.date,
        "dialect": record.dialect,
        **{kind: [_target(t) for t in decision.targets if t.kind == kind] for kind in RELATIONS},
        "lifecycle": decision.lifecycle,
        "inactive_reason": decision.inactive_reason,
    }


def _target(target: Target) -> dict[str, Any]:
    return {"id": target.id, "path": target.path, "reference": target.reference.text}


def other_rows(compiled: Compiled) -> Iterator[dict[str, Any]]:
    """Non-records with the reason, rejected files with their diagnostics."""
    for corpus in compiled.corpora:
        for item in corpus.non_records:
            yield _empty_row(item.path, item.reason, rejected=False)
        for file in corpus.rejected:
            found = [d.as_json() for d in compiled.diagnostics if d.path == file.path]
            yield {**_empty_row(file.path, None, rejected=True), "diagnostics": found}


def _empty_row(path: str, reason: str | None, *, rejected: bool) -> dict[str, Any]:
    absent = ("id", "number", "title", "status", "status_text", "status_source")
    return {
        "path": path,
        "record": False,
        "reason": reason,
        "rejected": rejected,
        **dict.fromkeys(absent),
        "conflict": False,
        "date": None,
        "dialect": None,
        **{kind: [] for kind in RELATIONS},
        "lifecycle": None,
        "inactive_reason": None,
    }
