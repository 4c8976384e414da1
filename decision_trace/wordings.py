"""Other ways to write a citation, brought into the one that `compiler.references` reads.

`ADR no. 12`, `ADR(0012)`, `adr/0012`, `decision record 12` and `Entscheidung 12` are one citation;
so are ranges and lists in the words and signs of other languages.
"""

import re

# What a decision is called in the languages of `compiler.languages`, without its endings.
_STEMS = "entscheidung|décision|decisión|decisão|decisione|beslissing|besluit|decyzj|решени"
DECISION_STEMS = tuple(_STEMS.split("|"))

_PLURALS = "entscheidungen|décisions|decisiones|decisões|decisioni|beslissingen|besluiten|decyzje"
_AND = "und|oder|et|ou|y|e|o|en|i|lub|och|og|ja|ve|dan|и|или|та|和|与|及|と|와|과|및"
_TO = "through|thru|bis|à|a|al|do|tot|till|til|hasta|até|до"
# `ADR-12/ADR-13`, which is no path.
_SLASH = r"(?<=[0-9])/(?=[A-Za-z]+[ -]?[0-9])(?![\w./-]*\.(?:md|mdx|markdown)\b)"
# From one to another, which is no range: `Rename ADR-2 to ADR-4`, `link ADR 2 to 4`.
_MOVED = r"""(\b(?:from|renam|renumber|mov|switch|migrat|chang|convert|link|compar|prefer|point)
    [a-z]*\b[^.;\n]{0,80}?[0-9])\ to\ (?=[a-z]*[ #-]?[0-9])"""
# `ADR 12-14`, `ADR-12 to 14`, `ADR 0012-0014`, `ADR-12 - ADR-14`.
_SPAN = r"""\b(m?adr|decision)(?:
      \ ([0-9]{1,5})(?:-|\ -\ (?=[0-9]+\s*(?:$|[.,;:)\]])))
    | [ -]?([0-9]{1,5})(?:\ to\ |-(?=0))
    | [ -]?([0-9]{1,5})(?:\ to\ |\ ?-\ )\1[ -]?
    )([0-9]{1,5})\b(?!-)"""
# The name of a record's file without its suffix.
_STEM = r"[0-9]{3,5}-[a-z][\w-]*(?![\w./-]*[\w/])"
# `ADR-12 supersedes 0006`, `ADR 12 (amends 6)`.
_OTHER = r"""(\badr[ -]?[0-9]{1,5}\ \(?(?:is\ )?(?:supersed|replac|amend)(?:e?[sd]|ing)\ (?:by\ )?)
    (?=0[0-9]{2,4}\b|[0-9]{1,4}(?:\s*$|[),.;]))"""


def _compiled(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    flags = re.IGNORECASE | re.VERBOSE
    return tuple((re.compile(written, flags), plain) for written, plain in pairs)


# Most texts name one record by its id, and have no other number but that of a change request.
_SIMPLE = re.compile(
    r"[^0-9]*(?<![\w/.@*-])(?:ADR|adr)-[0-9]{1,5}(?![\w/*-])[^0-9]*(?:\(#[0-9]+\)[^0-9]*)?"
)
_CALLED = re.compile(rf"adr|decision|{_STEMS}", re.IGNORECASE)
_NAMES = _compiled(
    # `**ADR** 12`, `_ADR-12_`: what Markdown makes bold or slanted.
    (r"\*\*", ""),
    (r"(?<!\w)_(adr[ -]?[0-9]{1,5})_(?!\w)", r"\1"),
    # `ADR's 12 and 15`, and the words of other languages.
    (r"\b(adr|decision)['’]s(?=\ [0-9])", r"\1s"),
    (rf"\b(?:{_PLURALS})(?=\ \S{{0,3}}[0-9])", "decisions"),
    (rf"\b(?:{_STEMS})\w{{0,3}}(?=\ \S{{0,3}}[0-9])", "decision"),
    # `decision record 12`, `ADR no. 12`.
    (r"\bdecision[ -]record(s?)(?=\ (?:\#?[0-9]|no|nr|num))", r"decision\1"),
    (r"\b(adr|decision)\s+(?:no|nr|num|number|n°)\.?\s*\#?(?=[0-9])", r"\1 "),
    # `court decision 12` is none of a record.
    (r"\b(?:appeal|board|committee|council|court|credit|loan)\ decisions?\ (?=[0-9])", ""),
    # `decision 12/05/2024` neither.
    (r"\b[0-9]{1,2}/[0-9]{1,2}/(?:19|20)[0-9]{2}\b", ""),
    # `pre-ADR-12`.
    (r"\b(pre|post|non)-(?=adr[- ]?[0-9])", r"\1 "),
    (_OTHER, r"\1ADR-"),
    # A folder of records with a number, and with the name of a file: `adr/0012`, `adr/0012-queue`.
    (r"(?<![\w.-])(adr|decision)s?/(?=0[0-9]{2,4}(?![\w./-]*[\w/]))", r" \1 "),
    (rf"(?:(?<=adr)|(?<=adrs)|(?<=decisions))/(?={_STEM})", " / "),
    # `ADRs (2, 7)`.
    (r"\b((?:adr|decision)s)\ ?\((?=[0-9]{1,5}\s*[,/&-])", r"\1 "),
    # `ADR-0012.3`: a part of one.
    (r"\b(adr-0[0-9]{2,4})\.[0-9]{1,2}\b(?!\.[0-9])", r"\1"),
)
_LISTS = _compiled(
    # `[ADR-12][ADR-13]`.
    (r"\]\[", "] ["),
    # `12 und 13`, `ADR-12/-13`.
    (rf"(?<=[0-9]),?\ (?:{_AND}|&)\ (?=\#?[0-9])", " and "),
    (r"(?<=[0-9])(\s*(?:,|and|&|/|\+)\s*)-(?=[0-9])", r"\1"),
    # `12 through 14`, `12~14`, `12..14`.
    (rf"(?<=[0-9])(?:\ (?:{_TO})\ |\ ?[~\u301c]\ ?|\.{{2,3}})(?=[a-z]*[ -]?[0-9])", " to "),
    (_SLASH, " / "),
    (_MOVED, r"\1 and "),
    (_SPAN, r"\1s \2\3\4-\5"),
)


def plainer(text: str) -> str:
    """The text with each citation that is read here as `compiler.references` expects it."""
    if _SIMPLE.fullmatch(text):
        return text
    for written, plain in (*_NAMES, *_LISTS) if _CALLED.search(text) else _LISTS:
        text = written.sub(plain, text)
    return text
