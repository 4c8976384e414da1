"""Record or not: by content and place, never by a name alone.

A README, an index, a table of contents or a template is no record; but a record whose title has
the word "template" in it is one, and so is the README of a folder that holds a single record.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from compiler import lexicon
from compiler.identity import FOLDER_FILES, number_in_name
from compiler.inline import links, plain
from compiler.languages.table import phrases
from compiler.page import Page

_INDEX_NAMES = frozenset(
    {
        "readme",
        "index",
        "summary",
        "toc",
        "contents",
        "overview",
        "home",
        "_index",
        "_sidebar",
        "sidebar",
    }
)
_OTHER_NAMES = frozenset(
    phrases(
        """
        glossary, contributing, changelog, code_of_conduct, license, security, governance, faq,
        about, guide, guidelines, howto, how-to, process, workflow, maintainers, decision-log,
        decision_log, decisions, log, adr-log, adr_log, list, roadmap
        """
    )
)
_TEMPLATE_NAME = re.compile(
    r"""
    (?:^|[-_. ])
    (?:template|modele|modèle|vorlage|plantilla|modelo|шаблон|テンプレート|模板|템플릿
      |boilerplate|sample|example)
    s?(?:$|[-_. ])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TEST_FOLDERS = frozenset(
    {
        "test",
        "tests",
        "fixtures",
        "testdata",
        "test-data",
        "__tests__",
        "integration-tests",
        "e2e",
        "__fixtures__",
        "spec",
        "mocks",
        "noop",
        "examples-test",
        "test_data",
        "__mocks__",
    }
)
_TEMPLATE_FOLDERS = frozenset({"template", "templates", "_templates", "_template", "archetypes"})
# A number still to be given: `ADR-XXX`, `nnnn-title`, `yyyymmdd-x`.
_UNNUMBERED = re.compile(
    r"""
    (?:^|[-_\ ])(?:x{3,4}|n{3,4}|00[nx]|y{4}|\#{3,4})(?:[-_\ .]|$)
    | ^(?:nnnn|yyyymmdd|yyyy-mm-dd|number)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_GENERIC_TITLE = re.compile(
    r"""
    ^(?:title | adr\ title | title\ of\ .* | \[?(?:short\ )?title\b.* | (?:short|brief)\ title.*
      | <.*> | _<.*>_ | \{.*\} | \{+[^}]*\}+.* | \[[^\]]*\] | .*\btemplate | template\b.*
      | adr-?(?:n{2,4}|x{2,4}|00n)\b.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
_VARIABLE_TITLE = re.compile(r"^(?:(?:ADR|RFC|MADR)[- ]?(?:N{3,4}|n{3,4})\b|NUMBER\. TITLE)")
_LISTING_TITLE = re.compile(
    r"""
    \b(?:records|adrs|decisions|decision\ log|index|table\ of\ contents|knowledge\ base|rfcs
      |proposals|entscheidungen|décisions|decisiones|decisões|решения|решений)\b
    | 決定一覧 | 目录 | 目次
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DATED_NAME = re.compile("(?:19|20)[0-9]{2}-?[01][0-9]")
_NAMES_ITSELF = re.compile(r"\b(?:ADR|RFC|[Pp]roposal|[Dd]ecision)\b")
_PLACEHOLDER = re.compile(
    r"""
    \{[^{}\n`]{3,}\}
    | \[[^\[\]\n`]{0,80}(?:describe|list|option|driver|argument|title|example)[^\[\]\n`]*\](?!\()
    | <[A-Za-z][\w\ ]*[\ _][\w\ ]+> | _<[^>]+>_
    """,
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a file shows of a decision record; `classify` weighs it.

    `stated` is whether a status is stated, `placeholder` whether the status is an unfilled
    template's. `fields` are the names of the metadata fields found, `title` the title as read.
    `number` is the file's or front matter's, `variable_date` marks a generator's `Date: DATE`.
    """

    title: str | None
    stated: bool
    placeholder: bool
    fields: frozenset[str]
    number: int | None
    variable_date: bool = False


def classify(page: Page, evidence: Evidence) -> str | None:
    """Why this file is no record; None where it is one.

    Only folders below the corpus folder say something about the file.
    """
    if not page.body.strip() and not page.front.values:
        return "empty file"
    *folders, name = page.file.inner.casefold().split("/")
    if _TEST_FOLDERS.intersection(folders):
        return "test data of a tool"
    stem = name.rpartition(".")[0] or name
    if _is_template(evidence, stem, folders, page.body):
        return "template"
    roles = {lexicon.section_role(section.heading) for section in page.document.headings()}
    bare = stem.lstrip("._")
    if bare in _INDEX_NAMES or bare in _OTHER_NAMES:
        return _judge_by_name(page, evidence, roles, bare)
    return _judge_by_content(page, evidence, roles)


def _is_template(evidence: Evidence, stem: str, folders: list[str], body: str) -> bool:
    named = bool(_TEMPLATE_NAME.search(stem))
    unnumbered = bool(_UNNUMBERED.search(stem))
    title = plain(evidence.title or "")
    generic = not title or bool(_GENERIC_TITLE.match(title))
    if (
        evidence.stated
        and evidence.number
        and not _VARIABLE_TITLE.match(title)
        and not _unfilled(body)
    ):
        return False
    if folders and folders[-1] in _TEMPLATE_FOLDERS:
        return True
    if _VARIABLE_TITLE.match(title) or (evidence.variable_date and evidence.number is None):
        return True
    if unnumbered:
        return named or generic
    if named:
        unreal = generic or _unfilled(body) or not evidence.stated
        return evidence.number == 0 or (
            unreal and (evidence.number is None or generic or evidence.placeholder)
        )
    blank = evidence.placeholder or (not evidence.stated and _unfilled(body))
    return bool(title) and generic and blank


def _unfilled(body: str) -> bool:
    """Whether the text still holds a template's placeholders."""
    # Each begins with one of these; most bodies have none, and the expression takes its time.
    if "{" not in body and "[" not in body and "<" not in body:
        return False
    return len(_PLACEHOLDER.findall(body)) >= 2


def _judge_by_name(page: Page, evidence: Evidence, roles: set[str | None], name: str) -> str | None:
    """README, index and their kin: a record only where they are one record's own file."""
    if name not in FOLDER_FILES:
        return "index" if name in _INDEX_NAMES else "not a decision record"
    reason = name
    if "/" not in page.file.inner:
        return reason
    if evidence.title and _LISTING_TITLE.search(evidence.title) and evidence.number is None:
        return reason
    decides = "decision" in roles
    if evidence.number is not None:
        return None if evidence.stated or decides or page.file.alone else reason
    dated = bool({"date", "created"} & evidence.fields) and bool(page.front.values)
    alone = page.file.alone and (evidence.stated or decides or dated)
    return None if alone else reason


def _judge_by_content(page: Page, evidence: Evidence, roles: set[str | None]) -> str | None:
    weight = 0
    weight += 2 * (evidence.number is not None)
    weight += 2 * (evidence.stated or evidence.placeholder)
    weight += "decision" in roles
    weight += any(lexicon.is_decision_heading(s.heading) for s in page.document.headings())
    weight += "context" in roles
    weight += bool({"consequences", "alternatives"} & roles)
    weight += bool({"date", "created", "deciders", "supersedes", "superseded_by"} & evidence.fields)
    weight += bool(_NAMES_ITSELF.search(evidence.title or ""))
    weight += bool(_DATED_NAME.match(page.file.path.rpartition("/")[2]))
    if weight >= 2:
        return None
    if _lists_records(page.body):
        return "index"
    return "not a decision record: no number, status or decision"


def _lists_records(body: str) -> bool:
    """Whether the text mostly links to other records."""
    targets = [link.href for link in links(body) if link.href.split("#")[0].endswith(".md")]
    records = [t for t in targets if number_in_name(PurePosixPath(t.split("#")[0]).stem)]
    return len(records) >= 3
