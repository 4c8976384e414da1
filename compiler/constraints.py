"""Typed rules: from front matter, and from a `## Constraints` section in Mneme's notation.

- FORBID_LITERAL: install legacy-client
- FORBID_DEPENDENCY:
    value: left-pad
    include_paths: ["web/**"]
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from adr_schema.records import Evidence, Place, RuleDeclaration
from adr_schema.vocabulary import RULE_TYPES
from compiler import lexicon
from compiler.fields import texts
from compiler.frontmatter import FrontMatter
from compiler.inline import plain
from compiler.markdown import Document, Section
from compiler.problems import Problem
from compiler.strict_yaml import Value, YamlError, load_yaml
from compiler.text import Text

_DIRECTIVE = re.compile(r"^[-*+]\s+([A-Z][A-Z_]{3,})\s*:(.*)$")
_LOOKS_LIKE = re.compile(r"^(?:FORBID|REQUIRE|ALLOW|DENY|MUST)_[A-Z_]+$")
_ITEM = re.compile(r"^[-*+]\s+\S")


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a record asks of the code: typed rules, the other directives as text, problems."""

    rules: tuple[RuleDeclaration, ...]
    texts: tuple[str, ...]
    problems: tuple[Problem, ...]


def read_constraints(front: FrontMatter, document: Document, text: Text) -> Constraints:
    """Front matter `rules` first, then the constraints section in order of place."""
    found: list[RuleDeclaration | Problem | str] = []
    if "rules" in front.values:
        found.extend(_front_rules(front.values["rules"], front.places["rules"]))
    for section in document.headings():
        if lexicon.section_role(section.heading) == "constraints":
            found.extend(_section_rules(section, text))
    return Constraints(
        tuple(item for item in found if isinstance(item, RuleDeclaration)),
        tuple(item for item in found if isinstance(item, str)),
        tuple(item for item in found if isinstance(item, Problem)),
    )


def read_evidence(front: FrontMatter) -> tuple[Evidence, ...]:
    """Declared tests: `evidence: [{selector, sha}]`, or selectors alone."""
    declared = front.values.get("evidence")
    found = []
    for item in declared if isinstance(declared, list) else []:
        if isinstance(item, str):
            found.append(Evidence(item, None))
        elif isinstance(item, dict) and isinstance(item.get("selector"), str):
            sha = item.get("sha")
            found.append(Evidence(str(item["selector"]), sha if isinstance(sha, str) else None))
    return tuple(found)


def _front_rules(value: Value, place: Place) -> Iterator[RuleDeclaration | Problem]:
    """Other shapes of `rules` (a flag, say) are another tool's and no rule of ours."""
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and isinstance(item.get("type"), str):
            body = {key: inner for key, inner in item.items() if key != "type"}
            yield _rule(str(item["type"]), body, place)


def _section_rules(section: Section, text: Text) -> Iterator[RuleDeclaration | Problem | str]:
    number = section.body
    while number < section.end:
        line = text.lines[number]
        match = _DIRECTIVE.match(line)
        stop = _item_end(text, number, section.end)
        if match and (match[1].casefold() in RULE_TYPES or _LOOKS_LIKE.match(match[1])):
            yield _directive(match, text, number, stop)
        elif _ITEM.match(line):
            yield plain(" ".join(part.strip() for part in text.lines[number:stop])[2:])
        number = stop


def _item_end(text: Text, start: int, end: int) -> int:
    number = start + 1
    while number < end and text.lines[number][:1] in (" ", "\t"):
        number += 1
    return number


def _directive(
    match: re.Match[str], text: Text, start: int, stop: int
) -> RuleDeclaration | Problem:
    place = Place(start + 1, match.start(1) + 1)
    name, value = match[1].casefold(), match[2].strip()
    said: dict[str, Value] = {"value": value} if value else {}
    block = textwrap.dedent(text.slice(start + 1, stop))
    if not block.strip():
        return _rule(name, said, place) if value else _problem(f"`{match[1]}` has no value", place)
    try:
        loaded, _ = load_yaml(block, start + 2)
    except YamlError as error:
        return Problem(
            "ADR215",
            f"the block of `{match[1]}` cannot be read: {error.problem.message}",
            error.problem.hint,
            error.problem.place,
        )
    if not isinstance(loaded, dict):
        return _problem(f"`{match[1]}` holds no keys", place)
    if value and "value" in loaded:
        return _problem(f"`{match[1]}` has two values", place)
    return _rule(name, {**said, **loaded}, place)


def _rule(name: str, body: dict[str, Value], place: Place) -> RuleDeclaration | Problem:
    if name.casefold() not in RULE_TYPES:
        return _problem(f"`{name}` is no rule type", place)
    unknown = sorted(set(body) - {"value", "include_paths", "exclude_paths"})
    if unknown:
        return _problem(f"`{unknown[0]}` is no key of a rule", place)
    value = body.get("value")
    if not isinstance(value, str) or not value.strip():
        return _problem(f"the rule `{name}` has no value", place)
    include, exclude = texts(body.get("include_paths")), texts(body.get("exclude_paths"))
    if "include_paths" in body and not include:
        return _problem(
            f"`include_paths` of `{name}` is empty: the rule would cover nothing", place
        )
    return RuleDeclaration(name.casefold(), value.strip(), tuple(include), tuple(exclude), place)


def _problem(message: str, place: Place) -> Problem:
    types = ", ".join(RULE_TYPES)
    return Problem(
        "ADR215", message, f"write `- FORBID_LITERAL: text`; the types are {types}", place
    )
