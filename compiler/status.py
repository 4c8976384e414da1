"""What a text says about a decision's status: declared, or a template that was never filled in."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from adr_schema.records import Place
from adr_schema.vocabulary import PLACEHOLDER, DeclaredStatus, Status
from compiler import lexicon
from compiler.dates import NO_DATE, DateReading, all_dates, read_date
from compiler.inline import plain, strip_comments
from compiler.languages.table import phrases

_IMAGE = re.compile(r"!\[([^\]]*)\](?:\(([^()\s]*)[^()]*\)|\[[^\]]*\])")
_WRAPPED = re.compile(r"^\s*(?:\[(?!.*\]\()(.*)\]|\{(.*)\}|<([^>]*)>)\s*\.?\s*$", re.DOTALL)
_CHECKBOX = re.compile(r"^\s*(?:[-*+]\s+)?\[([ xX✓✔])\]\s*(.*)$")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)\*\*|__(?=\S)(.+?)__|<(?:b|strong)>(.+?)</(?:b|strong)>")
_WEAK = re.compile(r"(?<!\w)([*_])(?=\S)([^*_]+?)\1(?!\w)|`([^`]+)`")
_CHOICE = re.compile(r"\s*(?:\||/|,|;|、|／|\bor\b)\s*")
_ARROW = re.compile(r"\s*(?:→|⇒|➔|➜|->|=>|-->)\s*")
_LATER = re.compile(r"[,;]\s+(?:and |but )?(?:later|then|subsequently|now)\s+", re.IGNORECASE)
_REVIEW = re.compile(r"\b(?:review|revisit|expire|until|sunset|valid|due)", re.IGNORECASE)
_CODE = re.compile(r"`+[^`]*`+")
_TEMPLATE_WORDS = re.compile(r"YYYY|dd/mm|\bSTATUS\b|ADR-?XXX|\bNNNN\b|xxx|\.\.\.|…")
_FOLLOWED = re.compile(r"\s*(?:$|[.,;:()\[\]–—|/&*_~!+>→-]|[^\w\s])")
_FOLLOWING_WORDS = frozenset(
    phrases(
        """
        by, on, in, with, as, since, at, for, and, but, from, via, due, because, until,
        pending, per, after, of, durch, am, par, le, por, em, el, в, на
        """
    )
)
_LEAD_WORDS = frozenset(
    phrases(
        """
        status, state, is, now, currently, was, has, been, adr, decision, this, the, record,
        proposal, rfc, we, have, are, it, current, partially, mostly, fully, already,
        officially, formally, still, initially, largely, conditionally, provisionally,
        tentatively, implicitly, retroactively, team, statut, estado, decided
        """
    )
)
# A line may say these before its state and is still a state, not a story.
_LABELS = frozenset(phrases("status, state, now, currently, is, current"))
_EMOJI: dict[str, Status] = {
    **dict.fromkeys("✅✔☑👍🟢", "accepted"),
    **dict.fromkeys("🤔💡🚧🟡⏳📝", "proposed"),
    **dict.fromkeys("❌🚫⛔👎✖", "rejected"),
    **dict.fromkeys("🗑⚰", "deprecated"),
    "♻": "superseded",
}
# The words that templates offer for choice.
_CORE: dict[str, Status] = {
    **dict.fromkeys(phrases("proposed, draft"), "proposed"),
    **dict.fromkeys(phrases("accepted, approved, implemented"), "accepted"),
    **dict.fromkeys(phrases("rejected, declined"), "rejected"),
    **dict.fromkeys(phrases("deprecated, obsolete"), "deprecated"),
    **dict.fromkeys(phrases("superseded, superceded"), "superseded"),
}
_SENTENCE_WORDS = 14
_LENGTH = 1_000
_MENU_SIZE = 3
_LEGEND_SIZE = 4


@dataclass(frozen=True, slots=True)
class StatusReading:
    """A status as one text states it.

    `text` is the statement as written, `date` the date beside it, `opens` whether the text begins
    with the status as a statement of its own, or only holds the word. `partial` marks words such
    as "partially superseded", which leave the decision standing.
    """

    status: DeclaredStatus
    text: str
    date: DateReading = NO_DATE
    opens: bool = True
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text with its place in the file."""

    text: str
    place: Place


def read_lines(lines: Sequence[Line]) -> tuple[StatusReading, Line] | None:
    """Read the status that several lines under one heading state together.

    Checked boxes win; then the latest of several dated states; then a line that says superseded;
    then the last that states anything. A template's menu counts where nothing else does.
    """
    checked = _checked(lines)
    if checked is not None:
        return checked
    found = [(reading, line) for line in lines if (reading := read_status(line.text))]
    if _is_legend([reading for reading, _ in found]):
        return StatusReading(PLACEHOLDER, found[0][0].text), found[0][1]
    states = [
        item for n, item in enumerate(found) if item[0].opens or (n == 0 and item[1] == lines[0])
    ]
    stated = [item for item in states if item[0].status != PLACEHOLDER]
    if not stated:
        return states[0] if states else None
    reading, line = _current(stated)
    if not reading.date.present:
        reading = replace(reading, date=_date_below(line, lines))
    return reading, line


@lru_cache(maxsize=4096)
def read_status(text: str) -> StatusReading | None:
    """Read the status that one line or value states; None where it states none."""
    cleaned = strip_comments(text[:_LENGTH]).strip()
    if not cleaned:
        return None
    history = _history(cleaned)
    if history is not None:
        return history
    chosen = _menu(cleaned)
    if chosen is not None:
        return chosen
    unwrapped = _WRAPPED.match(cleaned)
    if unwrapped:
        inner = next(group for group in unwrapped.groups() if group is not None)
        reading = _read_plain(inner)
        return reading or StatusReading(PLACEHOLDER, plain(cleaned) or cleaned)
    return _read_plain(cleaned)


def _history(text: str) -> StatusReading | None:
    """`Proposed → Accepted`, `Was accepted, later rejected`: the last state holds."""
    for pattern in (_ARROW, _LATER):
        parts = pattern.split(text)
        if len(parts) > 1 and not _WRAPPED.match(text):
            readings = [_read_plain(part) for part in parts]
            if all(readings) and (last := readings[-1]):
                return replace(last, text=plain(text), opens=True)
    return None


def _current(stated: list[tuple[StatusReading, Line]]) -> tuple[StatusReading, Line]:
    dated = [item for item in stated if item[0].date.iso]
    if len(dated) > 1 and len(dated) == len(stated):
        # Of two states of one day the later line is the later state.
        return max(enumerate(dated), key=lambda item: (item[1][0].date.iso or "", item[0]))[1]
    superseded = [item for item in stated if item[0].status == "superseded"]
    return superseded[-1] if superseded else stated[-1]


def _date_below(state: Line, lines: Sequence[Line]) -> DateReading:
    """The date on the line behind a state: `**Approved**`, then `By vote of 2022-02-14`."""
    behind = [line for line in lines if line.place.line > state.place.line]
    return read_date(plain(behind[0].text)) if behind else NO_DATE


def _is_legend(readings: Sequence[StatusReading]) -> bool:
    """A list that explains every status a record could have states none."""
    undated = all(not reading.date.present and reading.opens for reading in readings)
    return undated and len(distinct(reading.status for reading in readings)) >= _LEGEND_SIZE


def _checked(lines: Sequence[Line]) -> tuple[StatusReading, Line] | None:
    boxes = [(match, line) for line in lines if (match := _CHECKBOX.match(line.text))]
    options = [(m, line, r) for m, line in boxes if (r := _read_plain(m[2]))]
    if len(options) < 2:
        return None
    ticked = [(reading, line) for match, line, reading in options if match[1] != " "]
    if not ticked:
        _, line, reading = options[0]
        return StatusReading(PLACEHOLDER, reading.text), line
    return ticked[-1]


def _menu(text: str) -> StatusReading | None:
    """A choice of statuses: the one that is emphasised, else a placeholder."""
    if text.strip("*_` ").upper() == "STATUS":
        return StatusReading(PLACEHOLDER, plain(text))
    bare = _WRAPPED.match(text)
    inner = next((group for group in bare.groups() if group is not None), text) if bare else text
    if not _offers_choice(inner, wrapped=bool(bare)):
        return None
    emphasised = _emphasised(inner)
    if emphasised is not None:
        return replace(emphasised, text=plain(text))
    return StatusReading(PLACEHOLDER, plain(text) or text)


def _offers_choice(text: str, *, wrapped: bool) -> bool:
    words = {word for word, _, _ in lexicon.words(plain(text))}
    distinct = {_CORE[word] for word in words if word in _CORE}
    items = [item for item in _CHOICE.split(text.strip("*_ ")) if item.strip("*_ `")]
    if len(items) < 2 and len(distinct) < _MENU_SIZE:
        return False
    if all_dates(text) and not wrapped:
        return False
    if len(distinct) >= _MENU_SIZE:
        return True
    readings = [_read_plain(item) for item in items]
    if (
        all(readings)
        and sum(bool(_STRONG.fullmatch(item.strip())) for item in _CHOICE.split(text.strip("_ ")))
        == 1
    ):
        return True
    stated = {reading.status for reading in readings if reading}
    all_stated = all(readings) or bool(_TEMPLATE_WORDS.search(text))
    barred = "|" in text or "/" in _unlinked(text) or "、" in text
    return len(stated) > 1 and all_stated and (barred or wrapped or len(stated) >= _MENU_SIZE)


def _unlinked(text: str) -> str:
    return re.sub(r"\]\([^()]*\)|https?://\S+", "", text)


def _emphasised(text: str) -> StatusReading | None:
    for pattern in (_STRONG, _WEAK):
        chosen = [
            reading
            for match in pattern.finditer(text)
            if (reading := _read_plain(next(g for g in reversed(match.groups()) if g)))
        ]
        if len(chosen) == 1 and not _CHOICE.search(chosen[0].text):
            return chosen[0]
    return None


def _read_plain(text: str) -> StatusReading | None:
    badge = _IMAGE.search(text)
    if badge:
        return _read_badge(badge) or _read_words(_IMAGE.sub("", text))
    return _read_words(text)


def _read_badge(badge: re.Match[str]) -> StatusReading | None:
    """A badge states its status in its description or in its address."""
    for source in (badge[1] or "", re.sub(r"[/_%?&=-]+(?:20)?", " ", badge[2] or "")):
        for word, _, _ in lexicon.words(source):
            status = lexicon.status_words().get(word)
            if status:
                return StatusReading(status, word)
    return None


def _read_words(text: str) -> StatusReading | None:
    spoken = _CODE.sub(" ", text)
    bare = plain(spoken if any(map(str.isalpha, spoken)) else text)
    date = read_date(bare)
    if _REVIEW.search(bare[: date.start]):
        date = NO_DATE  # the day of a review to come
    undated = _without_dates(bare)
    words = lexicon.words(undated)
    found = _leading_status(undated, words) or _eastern_status(undated)
    if found is None:
        return _read_emoji(bare)
    status, opens, partial = found
    if status != "superseded" and _later_superseded(undated, words):
        status, opens = "superseded", True
    if partial and status == "superseded":
        status = "accepted"
    return StatusReading(status, bare, date, opens, partial)


def _without_dates(text: str) -> str:
    for reading in reversed(all_dates(text)):
        text = text[: reading.start] + " " * (reading.end - reading.start) + text[reading.end :]
    return text


Words = list[tuple[str, int, int]]


def _leading_status(text: str, words: Words) -> tuple[Status, bool, bool] | None:
    table = lexicon.status_words()
    limit = len(words) if len(words) <= 4 else 0
    led = True
    for at, (word, _, _) in enumerate(words):
        found = lexicon.longest(table, words, at) or _hyphened(table, words, at)
        if found is not None:
            status, following = found
            start = words[max(0, at - 1)][1]
            clause = re.split(r"[.;]", text[start:])[0]
            partial = status == "superseded" and lexicon.partial_phrase(clause) is not None
            return status, led and _stands_alone(text, words, following), partial
        if word in lexicon.DENIALS:
            return None
        if at >= limit and word not in _LEAD_WORDS and not word.isdigit():
            return _passive(words)
        led = led and (word in _LABELS or word.isdigit())
    return None


def _passive(words: Words) -> tuple[Status, bool, bool] | None:
    """`The two points above have been implemented`: a sentence whose verb is the status."""
    table = lexicon.status_words()
    for at in range(1, min(len(words), _SENTENCE_WORDS)):
        if words[at][0] == "been" and words[at - 1][0] in ("has", "have"):
            found = lexicon.longest(table, words, at + 1)
            return (found[0], False, False) if found else None
    return None


def _hyphened(table: dict[str, Status], words: Words, at: int) -> tuple[Status, int] | None:
    """`not-implemented` is two words; `accepted-provisional` means what its first part means."""
    spaced = words[at][0].replace("-", " ")
    if spaced in table:
        return table[spaced], at + 1
    first = words[at][0].split("-")[0].split(".")[0]
    return (table[first], at + 1) if first in table and first != words[at][0] else None


def _stands_alone(text: str, words: Words, following: int) -> bool:
    """Whether the status is a statement, not the first word of a sentence about other things."""
    last, _, end = words[following - 1]
    if _FOLLOWED.match(text, end) or last in _FOLLOWING_WORDS:
        return True
    return following < len(words) and words[following][0] in _FOLLOWING_WORDS


def _eastern_status(text: str) -> tuple[Status, bool, bool] | None:
    """Scripts without spaces: the longest status word that the text begins with, or holds."""
    if not lexicon.has_cjk(text):
        return None
    stripped = text.strip(" 　:：-–—*「」『』（）()[]【】。.")
    candidates = [word for word in lexicon.status_words() if lexicon.has_cjk(word)]
    opening = [word for word in candidates if stripped.startswith(word)]
    if any(
        kind == "supersedes" and stripped.startswith(verb)
        for verb, kind in lexicon.relation_verbs().items()
    ):
        return None
    holding = opening or [word for word in candidates if len(stripped) <= 40 and word in stripped]
    if not holding:
        return None
    word = max(holding, key=len)
    superseded = [w for w in holding if lexicon.status_words()[w] == "superseded"]
    status = lexicon.status_words()[superseded[0] if superseded else word]
    return status, True, status == "superseded" and lexicon.partial_phrase(text) is not None


def _later_superseded(text: str, words: Words) -> bool:
    """`Accepted, then superseded by ADR 9`: a whole supersession behind another state."""
    verbs = lexicon.relation_verbs()
    for at in range(1, len(words)):
        found = lexicon.longest(verbs, words, at)
        if (
            found
            and found[0] == "superseded_by"
            and not words[at][0].startswith(("deprecated", "re", "retired", "obsolete "))
        ):
            clause = re.split(r"[.;,:]", text[: words[at][1]])[-1] + text[words[at][1] :]
            before = {word for word, _, _ in words[max(0, at - 3) : at]}
            return not (
                lexicon.partial_phrase(re.split(r"[.;]", clause)[0]) or before & lexicon.DENIALS
            )
    return False


def _read_emoji(text: str) -> StatusReading | None:
    for character in text[:4]:
        if character in _EMOJI:
            return StatusReading(_EMOJI[character], text)
    return None


def distinct(statuses: Iterable[DeclaredStatus | None]) -> set[DeclaredStatus]:
    """The different statuses that several places state, silence and placeholders aside."""
    return {status for status in statuses if status and status != PLACEHOLDER}
