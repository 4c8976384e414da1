"""Generated native records: the same text for the same number, on any machine."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

from benchmarks.words import AREAS, PEOPLE, POINTS, SENTENCES, SYSTEMS, TAGS, TOOLS, VERBS

_FIRST_DAY = date(2019, 1, 7)
# Every tenth record supersedes the one that stands this many before it.
_RETIRES_EVERY, _RETIRES_BACK = 10, 7


def write_records(folder: Path, count: int) -> None:
    """Write `count` records of about 4 kB each into a new folder. They hold no error."""
    folder.mkdir(parents=True)
    for number in range(1, count + 1):
        record = _Record(number, count, Random(number))
        slug = "-".join(record.title.lower().split())
        text = record.front_matter() + record.body()
        (folder / f"{number:04}-{slug}.md").write_text(text, "utf-8", newline="\n")


@dataclass(slots=True)
class _Record:
    number: int
    count: int
    random: Random
    title: str = ""

    def __post_init__(self) -> None:
        verb, tool = _pick(self.random, VERBS), _pick(self.random, TOOLS)
        self.title = f"{verb} {tool} for the {self.system}"

    @property
    def subject(self) -> int:
        """The number that system and scope follow from: a successor has its predecessor's."""
        return self.number - _RETIRES_BACK if _retires(self.number) else self.number

    @property
    def system(self) -> str:
        return SYSTEMS[self.subject % len(SYSTEMS)]

    def front_matter(self) -> str:
        """Native keys; lists in the flow style that people write."""
        status, relations = self._place_in_history()
        area = f"{AREAS[self.subject % len(AREAS)]}.{self.system.replace(' ', '-')}"
        lines = [
            f"id: {_identifier(self.number)}",
            f"title: {self.title}",
            f"status: {status}",
            f"date: {_FIRST_DAY + timedelta(self.number % 2500)}",
            # A scope of its own, so that no two that stand compete.
            f"scope: {area}.part-{self.subject}",
            f"deciders: [{', '.join(_some(self.random, PEOPLE, 2))}]",
            f"tags: [{', '.join(_some(self.random, TAGS, 3))}]",
            *relations,
        ]
        return "\n".join(["---", *lines, "---", ""])

    def _place_in_history(self) -> tuple[str, list[str]]:
        """The status, and the relation lines; both ends of a supersession are named."""
        number, relations = self.number, []
        if number > 2 and number % 3 == 0:
            relations.append(f"relates_to: [{_identifier(number - 1)}, {_identifier(number - 2)}]")
        if _retires(number):
            relations.append(f"supersedes: [{_identifier(number - _RETIRES_BACK)}]")
        successor = number + _RETIRES_BACK
        if _retires(successor) and successor <= self.count:
            return "superseded", [*relations, f"superseded_by: [{_identifier(successor)}]"]
        return ("proposed" if number % 50 == 1 else "accepted"), relations

    def body(self) -> str:
        """Four sections with paragraphs, lists, a fence and a table."""
        return "\n\n".join(
            [
                f"# {self.title}",
                "## Context and problem",
                self._paragraph(4),
                self._paragraph(4),
                "What weighs most:",
                self._list("-", 4),
                "## Decision",
                self._paragraph(5),
                self._list("1.", 3),
                self._fence(),
                "## Alternatives considered",
                *self._alternatives(),
                self._table(),
                "## Consequences",
                self._list("-", 4),
                self._paragraph(5) + "\n",
            ]
        )

    def _alternatives(self) -> list[str]:
        parts: list[str] = []
        for tool in _some(self.random, TOOLS, 2):
            parts += [f"### {tool.capitalize()}", self._paragraph(4), self._list("*", 3)]
        return parts

    def _paragraph(self, sentences: int) -> str:
        words = " ".join(map(self._fill, _some(self.random, SENTENCES, sentences))).split()
        lines, line = [], ""
        for word in words:
            if line and len(line) + len(word) >= 96:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        return "\n".join([*lines, line])

    def _list(self, marker: str, items: int) -> str:
        return "\n".join(
            f"{marker} {self._fill(point)}" for point in _some(self.random, POINTS, items)
        )

    def _fence(self) -> str:
        name = self.system.replace(" ", "_")
        numbers = {key: int(self.random.random() * 900) for key in ("limit", "retries", "keep")}
        keys = [f"  {key}: {value}" for key, value in numbers.items()]
        return "\n".join(["```yaml", f"{name}:", *keys, "  # status: draft", "```"])

    def _table(self) -> str:
        rows = [f"| {tool} | {int(self.random.random() * 90)} ms | fair |" for tool in TOOLS[:4]]
        return "\n".join(["| Option | Response | Effort |", "| --- | ---: | --- |", *rows])

    def _fill(self, sentence: str) -> str:
        number = 2 + int(self.random.random() * 60)
        code = f"{_pick(self.random, TAGS)}-{number}"
        return sentence.format(system=self.system, number=number, code=code)


def _retires(number: int) -> bool:
    return number % _RETIRES_EVERY == 0


def _pick(random: Random, words: tuple[str, ...]) -> str:
    # `choice` may pick otherwise in another version of Python; `random()` may not.
    return words[int(random.random() * len(words))]


def _some(random: Random, words: tuple[str, ...], count: int) -> list[str]:
    return sorted(words, key=lambda _: random.random())[:count]


def _identifier(number: int) -> str:
    return f"ADR-{number:04}"
