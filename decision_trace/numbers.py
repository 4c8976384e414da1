"""Numbers of records that stand without a word before them: `0013`, and in a trailer `13` too."""

import re
from collections.abc import Iterable, Iterator

from compiler.references import MAX_RANGE

# A number as files have it, and those between two: `0001/0006~0009`, `0009 through 0012`.
_PADDED = re.compile(
    r"(?<![\w.#/:=+@-])0[0-9]{2,4}(?:(?:[~/-]|\ through\ )0[0-9]{2,4}){0,50}(?![\w./-]*\w|-\*)"
)
# What has such numbers as well, or makes one up, in a text that speaks of records.
_OF_OTHERS = re.compile(
    r"""
      (?<![\w-])(?:
        (?:bug|case|chmod|code|epic|error|feature|finding|issue|job|milestone|mode|page|part|phase
          |plan|port|release|run|section|slice|spec|sprint|step|task|test|ticket|umask|version)s?
      | story | stories | gives | prints | returns | writes
      | --[a-z-]+ | (?-i:[A-Z]{2,})s?
      )\ \#?0[0-9]+
    | \bmigrations?:?\ (?:to\ )?0[0-9]+(?:(?:\ and\ |,\ ?|-)0[0-9]+)*
    | \bfrom\ 0[0-9]+(?!\ to\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LIST = re.compile(r"#?[0-9]{1,5}(?:\s*(?:[,;/&]|and)\s*#?[0-9]{1,5})*")


def has_padded(text: str) -> bool:
    """Whether a number stands in the text as files have it."""
    return _PADDED.search(text) is not None


def padded_of_records(lines: Iterable[str]) -> Iterator[str]:
    """The padded numbers of lines that speak of records, without those of other things."""
    for line in lines:
        yield from _padded(_OF_OTHERS.sub("", line))


def listed(value: str) -> list[str]:
    """The numbers of a value that holds nothing else, or begins with one as files have it."""
    if _LIST.fullmatch(value):
        return re.findall(r"[0-9]+", value)
    return list(_padded(value)) if _PADDED.match(value) else []


def _padded(text: str) -> Iterator[str]:
    for run in _PADDED.findall(text):
        for part in run.split("/"):
            ends = re.split("[~-]| through ", part)
            first, last = int(ends[0]), int(ends[-1])
            numbers = range(first, min(last, first + MAX_RANGE) + 1)
            yield from (f"{number:0{len(ends[0])}}" for number in numbers)
