"""What makes a finding the same one tomorrow: its content, not its line number (ADR-0018)."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence

from adr_schema.diagnostics import Diagnostic
from compiler.lines import Lines


def fingerprints(findings: Sequence[Diagnostic], lines: Lines) -> list[str]:
    """A SHA-256 for each finding, in the order of `findings`.

    It covers code, path, the text of the line with white space folded, and a number that tells
    equal ones apart, counted from 0 by place. Neither the line number nor the words of the
    message count.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    found = [""] * len(findings)
    for index in sorted(range(len(findings)), key=lambda index: findings[index].sort_key):
        finding = findings[index]
        content = (finding.code, finding.path, _text(finding, lines))
        written = json.dumps([*content, seen[content]])
        found[index] = hashlib.sha256(written.encode()).hexdigest()
        seen[content] += 1
    return found


def _text(finding: Diagnostic, lines: Lines) -> str:
    if finding.line is None:
        return ""
    return " ".join(lines.of(finding.path, finding.line).split())
