"""What makes a finding the same one tomorrow: its content, not its line number (ADR-0018)."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable

from adr_schema.diagnostics import Diagnostic
from compiler.lines import Lines


def fingerprints(findings: Iterable[Diagnostic], lines: Lines) -> list[str]:
    """A SHA-256 for each finding, in the order of `findings`, which is by place.

    It covers code, path, the text of the line with white space folded, and a number that tells
    equal ones apart, counted from 0. Neither the line number nor the words of the message count.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for finding in findings:
        content = (finding.code, finding.path, _text(finding, lines))
        written = json.dumps([*content, seen[content]])
        found.append(hashlib.sha256(written.encode()).hexdigest())
        seen[content] += 1
    return found


def _text(finding: Diagnostic, lines: Lines) -> str:
    if finding.line is None:
        return ""
    return " ".join(lines.of(finding.path, finding.line).split())
