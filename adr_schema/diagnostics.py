"""A diagnostic: one finding about one place, as a value that accumulates."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
RuleClass = Literal["integrity", "schema", "other"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A remedy: the record that the finding is about says `kind` of the record `target` (a path
    from the repository root)."""

    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """A remedy: the words `old`, at or behind the place of the finding, become `new`."""

    old: str
    new: str


Remedy = Statement | Replacement


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `path` is relative to the repository root (outside a repository, to the current folder) with
    forward slashes; `line` and `column` are 1-based, or None where the finding is about the whole
    file or corpus. `class_` comes from the catalogue, `severity` from the catalogue, the record's
    dialect and the configuration. `remedy` is what `mneme check --fix` would write, None where it
    can write nothing.
    """

    code: str
    severity: Severity
    class_: RuleClass
    path: str
    line: int | None
    column: int | None
    message: str
    hint: str | None = None
    remedy: Remedy | None = None
    baselined: bool = False

    @property
    def fixable(self) -> bool:
        """Whether `mneme check --fix` can mend it."""
        return self.remedy is not None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The one order in which findings are shown: by place, then code, then words."""
        return (self.path, self.line or 0, self.column or 0, self.code, self.message)

    def as_json(self) -> dict[str, object]:
        """The keys of `report.schema.json`, in its order."""
        return {
            "code": self.code,
            "severity": self.severity,
            "class": self.class_,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "hint": self.hint,
            "fixable": self.fixable,
            "baselined": self.baselined,
        }
