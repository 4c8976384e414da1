"""Record or not: by content and place, never by a name alone.

A README, an index, a table of contents or a template is no record; but a record whose title has
the word "template" in it is one, and so is the README of a folder that holds a single record.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from compiler import lexicon
from compiler.identity import number_in_name
from compiler.inline import links, plain
from compiler.markdown import Document

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
    {
        "glossary", "contributing", "changelog", "code_of_conduct", "license", "security", "governance",
        "faq", "about", "guide", "guidelines", "howto", "how-to", "process", "workflow", "maintainers",
        "decision-log", "decision_log", "decisions", "log", "adr-log", "adr_log", "list", "roadmap",
    }
)  # fmt: skip
_TEMPLATE_NAME = re.compile(
    r"(?:^|[-_. ])(?:template|modele|modèle|vorlage|plantilla|modelo|шаблон|テンプレート|模板|템플릿|boilerplate|sample|example)s?(?:$|[-_. ])",
    re.IGNORECASE,
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
_UNNUMBERED = re.compile(
    r"(?:^|[-_ ])(?:x{3,4}|n{3,4}|00[nx]|y{4}|#{3,4})(?:[-_ .]|$)|^(?:nnnn|yyyymmdd|yyyy-mm-dd|number)\b",
    re.IGNORECASE,
)
_GENERIC_TITLE = re.compile(
    r"^(?:title|adr title|\[?(?:short )?title\b.*|<.*>|\{.*\}|\[[^\]]*\]|number\. title|.*\btemplate|template\b.*|adr-?(?:n{2,4}|x{2,4}|00n)\b.*|"
    r"(?:short|brief) title.*|_<.*>_|\{+[^}]*\}+.*|title of .*)$",
    re.IGNORECASE,
)
_LISTING_TITLE = re.compile(
    r"\b(?:records|adrs|decisions|decision log|index|table of contents|knowledge base|rfcs|proposals|entscheidungen|décisions|decisiones|decisões|решения|решений)\b|決定一覧|目录|目次",
    re.IGNORECASE,
)
_NAMES_ITSELF = re.compile(r"\b(?:ADR|RFC|[Pp]roposal|[Dd]ecision)\b")
_PLACEHOLDER = re.compile(
    r"\{[^{}\n`]{3,}\}|\[(?:[^\[\]\n`]{0,80}(?:describe|list|option|driver|argument|title|example)[^\[\]\n`]*)\](?!\()|<[A-Za-z][\w ]*[ _][\w ]+>|_<[^>]+>_",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a file shows of a decision record; `classify` weighs it.

    `inner` is the path below the corpus folder: folders above it say nothing about the file.
    `stated` is whether a status is stated, `placeholder` whether the status is an unfilled
    template's. `fields` are the names of the metadata fields found, `title` the title as read.
    `number` is the file's or front matter's, `variable_date` marks a generator's `Date: DATE`.
    """

    path: str
    inner: str
    title: str | None
    stated: bool
    placeholder: bool
    fields: frozenset[str]
    number: int | None
    front_keys: frozenset[str]
    siblings: int
    at_top: bool
    variable_date: bool = False


def classify(document: Document, evidence: Evidence, body: str) -> str | None:
    """Why this file is no record; None where it is one."""
    if not body.strip() and not evidence.front_keys:
        return "empty file"
    pure = PurePosixPath(evidence.path)
    folders = [part.casefold() for part in PurePosixPath(evidence.inner).parts[:-1]]
    if _TEST_FOLDERS.intersection(folders):
        return "test data of a tool"
    stem = pure.stem.casefold()
    roles = {lexicon.section_role(section.heading) for section in document.headings()}
    if _is_template(document, evidence, stem, folders, body):
        return "template"
    name = stem.lstrip("._")
    if name in _INDEX_NAMES or name in _OTHER_NAMES:
        return _judge_by_index_name(document, evidence, roles, name)
    return _judge_by_content(document, evidence, roles, body)


def _is_template(
    document: Document, evidence: Evidence, stem: str, folders: list[str], body: str
) -> bool:
    named = bool(_TEMPLATE_NAME.search(stem))
    unnumbered = bool(_UNNUMBERED.search(stem))
    title = plain(evidence.title or "")
    generic = not title or bool(_GENERIC_TITLE.match(title))
    unfilled = len(_PLACEHOLDER.findall(body)) >= 2
    if folders and folders[-1] in _TEMPLATE_FOLDERS:
        return True
    if evidence.variable_date and evidence.number is None:
        return True
    if unnumbered:
        return named or generic
    if named:
        unreal = generic or unfilled or not evidence.stated
        return evidence.number == 0 or (
            unreal and (evidence.number is None or generic or evidence.placeholder)
        )
    return bool(title) and generic and (evidence.placeholder or (unfilled and not evidence.stated))


def _judge_by_index_name(
    document: Document, evidence: Evidence, roles: set[str | None], name: str
) -> str | None:
    """README, index and their kin: a record only where they are one record's own file."""
    reason = (
        "readme"
        if name == "readme"
        else "index"
        if name in _INDEX_NAMES
        else "not a decision record"
    )
    if name not in ("readme", "index") or evidence.at_top:
        return reason
    if evidence.title and _LISTING_TITLE.search(evidence.title) and not evidence.stated:
        return reason
    decides = "decision" in roles and (
        "context" in roles or "consequences" in roles or "alternatives" in roles
    )
    numbered = evidence.number is not None
    dated = bool({"date", "created"} & evidence.fields) and bool(evidence.front_keys)
    if evidence.siblings == 0 and (
        evidence.stated or decides or numbered or dated or "decision" in roles
    ):
        return None
    return None if numbered and (evidence.stated or decides) else reason


def _judge_by_content(
    document: Document, evidence: Evidence, roles: set[str | None], body: str
) -> str | None:
    weight = 0
    weight += 2 * (evidence.number is not None)
    weight += 2 * (evidence.stated or evidence.placeholder)
    weight += "decision" in roles
    weight += "context" in roles
    weight += bool({"consequences", "alternatives"} & roles)
    weight += bool({"date", "created", "deciders", "supersedes", "superseded_by"} & evidence.fields)
    weight += bool(_NAMES_ITSELF.search(evidence.title or ""))
    weight += bool(re.match(r"^(?:19|20)[0-9]{2}-?[01][0-9]", PurePosixPath(evidence.path).name))
    if weight >= 2:
        return None
    if _lists_records(document, body):
        return "index"
    return "not a decision record: no number, status or decision"


def _lists_records(document: Document, body: str) -> bool:
    """Whether the text mostly links to other records."""
    targets = [link.href for link in links(body) if link.href.split("#")[0].endswith(".md")]
    records = [t for t in targets if number_in_name(PurePosixPath(t.split("#")[0]).stem)]
    return len(records) >= 3
