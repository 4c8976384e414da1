"""`mneme explain CODE`: what a finding means."""

import textwrap
from typing import TYPE_CHECKING

import click

from mneme_cli.options import format_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from adr_schema.catalogue import Rule


@click.command("explain")
@writes()
@click.argument("code", required=False)
@format_option("text", "json")
def command(code: str | None, format_: str) -> int:
    """Explain a diagnostic; without CODE, list them all.

    \b
    Examples:
      mneme explain ADR303
      mneme explain
    """
    from adr_schema.catalogue import CATALOGUE
    from compiler.errors import UsageError

    if code is not None and code.upper() not in CATALOGUE:
        raise UsageError(f"there is no diagnostic {code}", "mneme explain lists them all")
    rules = [CATALOGUE[code.upper()]] if code else [CATALOGUE[known] for known in sorted(CATALOGUE)]
    if format_ == "json":
        data = [_as_json(rule) for rule in rules]
        say_json(data[0] if code else data)
    elif code:
        _say(rules[0])
    else:
        for rule in rules:
            click.echo(f"{rule.code}  {rule.class_:9}  {rule.severity:7}  {rule.summary}")
    return 0


def _as_json(rule: "Rule") -> dict[str, object]:
    return {
        "code": rule.code,
        "summary": rule.summary,
        "class": rule.class_,
        "severity": rule.severity,
        "explanation": rule.explanation,
        "example": rule.example,
    }


def _say(rule: "Rule") -> None:
    lowered = (
        "cannot be lowered" if rule.class_ == "integrity" else "can be changed in the configuration"
    )
    click.echo(f"{rule.code}: {rule.summary}\n")
    click.echo(textwrap.fill(rule.explanation, 88, break_on_hyphens=False))
    click.echo(f"\nClass {rule.class_}, severity {_severity(rule)}; it {lowered}.")
    click.echo(f"\nExample:\n{textwrap.indent(rule.example, '  ')}")


def _severity(rule: "Rule") -> str:
    return "error in native records, else warning" if rule.class_ == "schema" else rule.severity
