"""markdown-it-py set up for blocks only, and spared the work that a record does not need.

The library asks every rule about every line. Most lines are plain prose, which no rule but one
can match; so rules whose marks stand nowhere in a text are left out, and a paragraph is read by a
rule of our own that does not ask the others about a line that begins with a letter. Together they
save a quarter of a parse (ADR-0006). A test holds the blocks equal to those of the library's own
rules.
"""

import logging
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import RuleFuncBlockType
    from markdown_it.rules_block import StateBlock

# markdown-it drops what is nested deeper than its limit without a word; ours is well above any
# record's depth and well below Python's recursion limit.
MAX_NESTING = 60

_MARKS: dict[str, tuple[str, ...]] = {
    "table": ("|",),
    "html_block": ("<",),
    "blockquote": (">",),
    "fence": ("```", "~~~"),
    "reference": ("]:",),
    "hr": ("---", "***", "___", "- -", "* *", "_ _", "-\t", "*\t", "_\t"),
}
# What the library trims from a paragraph: Unicode's spaces, and fewer controls than Python strips.
_BLANK = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    chr(code) for code in range(0x2000, 0x200B)
)
_UNDERLINE = re.compile(r"\n[ \t>]*(?:=+|-+)[ \t]*(?=\n|$)")


def parser_for(source: str) -> "MarkdownIt":
    """The parser with the rules that can match somewhere in this text."""
    without = [rule for rule, marks in _MARKS.items() if not any(m in source for m in marks)]
    if not _has_underline(source):
        without.append("lheading")
    return _parser(tuple(without))


def stock_parser() -> "MarkdownIt":
    """The library's own block rules, all of them: what the faster parser is held against."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    # Destinations of link definitions stay as written; encoding them is for HTML. To replace the
    # method of one parser is how the library says to do it; a checker of types cannot know that.
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]  # as documented there
    return parser


@lru_cache(maxsize=256)
def _parser(without: tuple[str, ...]) -> "MarkdownIt":
    parser = stock_parser()
    _silence()  # behind the import: a rule has its logger from then on
    parser.block.ruler.at("paragraph", _paragraph)
    return parser.disable(list(without))


def _has_underline(source: str) -> bool:
    """Whether a line that is not blank has `===` or `---` below it, as a setext heading has.

    The rule for those is the dearest: it runs ahead through every paragraph.
    """
    for match in _UNDERLINE.finditer(source):
        above = source.rfind("\n", 0, match.start()) + 1
        if source[above : match.start()].strip(" \t"):
            return True
    return False


# N803: the library passes these parameters by their names.
def _paragraph(state: "StateBlock", startLine: int, endLine: int, silent: bool) -> bool:  # noqa: N803
    """A paragraph as CommonMark has it: lines up to a blank one or the start of another block.

    Only a table can begin with a letter, and its second line tells. The tokens that open and
    close a paragraph are left out, for nobody here reads them.
    """
    end, line = state.lineMax, startLine + 1
    rules = state.md.block.ruler.getRules("paragraph")
    outer, state.parentType = state.parentType, "paragraph"
    while line < end and not state.isEmpty(line):
        indented = state.sCount[line] - state.blkIndent > 3 or state.sCount[line] < 0
        if not (indented or _is_prose(state, line, end)) and _ends(state, line, end, rules):
            break
        line += 1
    token = state.push("inline", "", 0)
    token.content = state.getLines(startLine, line, state.blkIndent, False).strip(_BLANK)
    token.map = [startLine, line]
    state.line, state.parentType = line, outer
    return True


def _ends(state: "StateBlock", line: int, end: int, rules: "list[RuleFuncBlockType]") -> bool:
    """Whether another block begins at this line."""
    for rule in rules:  # noqa: SIM110  # a generator would cost as much as the rules
        if rule(state, line, end, True):
            return True
    return False


def _is_prose(state: "StateBlock", line: int, end: int) -> bool:
    """Whether a line begins with a letter and is not the header of a table."""
    if not state.src[state.bMarks[line] + state.tShift[line]].isalpha():
        return False
    below = line + 1
    if below >= end or state.isEmpty(below):
        return True
    return state.src[state.bMarks[below] + state.tShift[below]] not in "|-:"


@lru_cache(maxsize=1)
def _silence() -> None:
    """Switch the rules' tracing off at its source: they call it for every line and rule."""
    for name, logger in logging.Logger.manager.loggerDict.items():
        if name.startswith("markdown_it.rules_block.") and isinstance(logger, logging.Logger):
            # Not a level: `debug` would still look it up, once for every line and rule. The rules
            # hold these objects, so nothing but a method of each can be replaced.
            logger.debug = _ignore  # type: ignore[method-assign]  # on this one object only


def _ignore(*_: object, **__: object) -> None:
    return None
