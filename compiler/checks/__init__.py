"""The rules that judge records: one module a family, one function a rule, all of one shape."""

from collections.abc import Callable, Iterable

from adr_schema.diagnostics import Diagnostic
from compiler.checks import content, identity, paths, precedence, relations
from compiler.checks.facts import Facts

Check = Callable[[Facts], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    *content.CHECKS,
    *identity.CHECKS,
    *relations.CHECKS,
    *precedence.CHECKS,
    *paths.CHECKS,
)
