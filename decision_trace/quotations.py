"""What a message only repeats: what git, editors and code hosts put into it of other messages."""

import re

# A line that git writes above what the editor showed, and where a pasted or verbose diff begins.
_CUT = re.compile(r"^(?:\S{1,3} -{10,} >8 -{10,}|diff --git a/).*", re.MULTILINE | re.DOTALL)
_TEMPLATE = re.compile(r"^# Please enter (?:the|a) commit message", re.MULTILINE)
_COMMENT = re.compile(r"^#.*\n?", re.MULTILINE)
# `git merge --squash` lists whole commits, their messages indented.
_LISTED = re.compile(r"^commit [0-9a-f]{7,64}$", re.MULTILINE)
_INDENTED = re.compile(r"^ {4}", re.MULTILINE)

_BULLET = r"^(?:[*-]\ )?"
_REVERTED = re.compile(
    _BULLET + r"""(?:Revert|Reapply|Back(?:ed)? out):? (?:"(.*)"|'(.*)'|“(.*)”)""", re.MULTILINE
)
# `revert: feat(x): ...` repeats a subject too (Conventional Commits).
_REVERTED_HEADER = re.compile(
    _BULLET + r"revert(?:\([^)]*\))?: (?=\w+(?:\([^)]*\))?!?: ).*", re.MULTILINE | re.IGNORECASE
)
_REVERTED_COMMIT = re.compile(r"^This reverts (?:merge )?commit [0-9a-f]+ \(.*\)", re.MULTILINE)
_IS_REVERT = re.compile(
    r"""^(?:(?:Revert|Reapply|Back(?:ed)? out):? ["'“]|This reverts |Reverts \S+#[0-9])""",
    re.MULTILINE,
)
_QUOTED_LINES = re.compile(r"^(?:>| {4}|\t).*", re.MULTILINE)
_ORIGINAL = re.compile(r"^Original [\w' ]*(?:message|description):[ \t]*\n", re.MULTILINE)

_MERGED = re.compile(
    _BULLET
    + r"""(?:
      Merge\ (?:remote-tracking\ )?(?:branch|branches|tag|tags|commit|commits)\ .*
    | Merge\ pull\ request\ \S+(?:\ in\ \S+)?\ from\ \S+(?:\ to\ \S+)?
    | Merged\ in\ \S+(?=\ \()
    | Merge\ in\ \S+\ from\ \S+\ to\ \S+
    | (?:Auto|Rollup)\ merge\ of\ \#[0-9]+\ -\ \S+
    | Merged?\ (?!\S*[0-9]\ into\ \S*[0-9]$)\S+\ into\ \S+$
    )""",
    re.MULTILINE | re.VERBOSE,
)
# `* branch:` with the subjects that a merge brings, and the files that it could not merge.
_BROUGHT = re.compile(r"^\* .*:\n(?: +.*(?:\n|\Z))+", re.MULTILINE)
# What the template of a change request tells its author.
_HINT = re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL)
# What bots fold up of the history of what they update.
_RELEASES = re.compile(
    r"<details>\s*<summary>(?:release notes|changelog|commits|\S+/\S+ \().*?(?:</details>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_CONFLICTS = re.compile(r"^(?:# ?)?Conflicts:\n(?:(?:#?[ \t]+|#).*(?:\n|\Z))+", re.MULTILINE)

# One of these is in each message that quotes, in lower case.
_MARKS = (
    *("revert", "reapply", "back", "merge", "commit ", "conflicts:"),
    *("<!--", "<details>", ">8", "diff --git", "# please"),
)


def without_quotations(message: str) -> str:
    """The message, which has `\\n` ends, without what it quotes of others."""
    lower = message.lower()
    if not any(mark in lower for mark in _MARKS):
        return message
    text = _CUT.sub("", message)
    text = _without_template(text)
    if _LISTED.search(text):
        text = _INDENTED.sub("", text)
    if _IS_REVERT.search(text):
        text = _without_original(text)
    if _MERGED.search(text):
        text = _BROUGHT.sub("", _MERGED.sub("", text))
    for quoted in (_REVERTED, _REVERTED_HEADER, _REVERTED_COMMIT, _CONFLICTS, _HINT, _RELEASES):
        text = quoted.sub("", text)
    return text


def _without_template(text: str) -> str:
    """Without what git shows in the editor, where that was committed with the rest."""
    template = _TEMPLATE.search(text)
    return (
        text[: template.start()] + _COMMENT.sub("", text[template.start() :]) if template else text
    )


def _without_original(text: str) -> str:
    """A revert without the message of what it takes back: marked as quoted, or all that follows."""
    original = _ORIGINAL.search(text)
    if original and not _QUOTED_LINES.match(text[original.end() :].lstrip("\n")):
        text = text[: original.start()]
    return _QUOTED_LINES.sub("", text)
