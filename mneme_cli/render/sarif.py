"""Findings in SARIF 2.1.0, the form in which code scanning services take them.

The section numbers are those of the OASIS standard. Neither time nor absolute path is in it.
"""

import textwrap
from typing import Any
from urllib.parse import quote

from adr_schema.catalogue import CATALOGUE, Rule
from adr_schema.diagnostics import Diagnostic
from compiler.baseline import BASELINE_FILE
from compiler.fingerprints import fingerprints
from compiler.lines import Lines
from compiler.pipeline import Compiled
from mneme_cli._version import __version__
from mneme_cli.render.report import account_as_json
from mneme_cli.render.safe import printable

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"


def as_sarif(compiled: Compiled) -> dict[str, Any]:
    """The log with one run: the rules that were broken, and every finding."""
    codes = sorted({finding.code for finding in compiled.diagnostics})
    marks = fingerprints(compiled.diagnostics, Lines(compiled.project.source))
    run = {
        "tool": {
            "driver": {
                "name": "mneme",
                "version": __version__,
                "rules": [_rule(CATALOGUE[code]) for code in codes],
            }
        },
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        # The default would be UTF-16 code units (3.14.17).
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, codes.index(finding.code), mark) | state
            for finding, mark, state in zip(
                compiled.diagnostics, marks, _states(compiled), strict=True
            )
        ],
        "properties": account_as_json(compiled),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    example = textwrap.indent(rule.example, "    ")
    help_ = f"{rule.explanation}\n\nExample:\n\n{example}"
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.explanation},
        # An indented block is code in Markdown, whatever it holds.
        "help": {"text": help_, "markdown": help_},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": [rule.class_]},
    }


def _result(finding: Diagnostic, rule: int, mark: str) -> dict[str, Any]:
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": _message(finding)},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {"mneme/v1": mark},
        # All results have the property or none has it (3.27.23).
        "suppressions": [_SUPPRESSION] if finding.baselined else [],
    }


def _states(compiled: Compiled) -> list[dict[str, Any]]:
    """What the base of a change knows of each finding, where there is a base (3.27.24)."""
    number = len(compiled.diagnostics)
    if compiled.comparison is None:
        return [{}] * number
    new = compiled.comparison.new
    return [{"baselineState": "new" if n < new else "unchanged"} for n in range(number)]


_SUPPRESSION = {
    "kind": "external",
    "status": "accepted",
    "justification": f"recorded in {BASELINE_FILE}",
}


def _message(finding: Diagnostic) -> str:
    """The words. A link in them would be one of the record's author, and live (3.11.6)."""
    words = f"{finding.message}\nHint: {finding.hint}" if finding.hint else finding.message
    return printable(words).replace("](", "] (")


def _location(finding: Diagnostic) -> dict[str, Any]:
    location: dict[str, Any] = {
        "artifactLocation": {"uri": quote(finding.path), "uriBaseId": _ROOT}
    }
    if finding.line is not None:
        location["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
    return location
