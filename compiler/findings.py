"""Turning what a pass finds into diagnostics, with class and severity from one place."""

from adr_schema.catalogue import CATALOGUE
from adr_schema.diagnostics import Diagnostic, Remedy, Severity
from adr_schema.records import Place
from compiler.problems import Problem


def diagnostic(
    code: str,
    path: str,
    place: Place | None,
    message: str,
    hint: str | None = None,
    *,
    severity: Severity | None = None,
    remedy: Remedy | None = None,
) -> Diagnostic:
    """A diagnostic of the catalogue's class; `severity` replaces the catalogue's default."""
    rule = CATALOGUE[code]
    return Diagnostic(
        code=code,
        severity=severity or rule.severity,
        class_=rule.class_,
        path=path,
        line=place.line if place else None,
        column=place.column if place else None,
        message=message,
        hint=hint,
        remedy=remedy,
    )


def from_problem(problem: Problem, path: str) -> Diagnostic:
    """A problem met while reading one file."""
    return diagnostic(
        problem.code,
        path,
        problem.place,
        problem.message,
        problem.hint,
        severity=problem.severity,
    )
