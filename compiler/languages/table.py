"""The shape of a language's table."""

from dataclasses import dataclass, field

from adr_schema.vocabulary import Status

Words = tuple[str, ...]


def phrases(text: str) -> Words:
    """The comma-separated phrases of a text: tables stay readable, a word a word."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


@dataclass(frozen=True, slots=True)
class Language:
    """All words are lower case, without accents removed, spaces single.

    `fields` names metadata ("status", "date", "supersedes"), `sections` names headings by role,
    `statuses` maps each declared status to the words and phrases that state it, `relations` maps
    each relation (and inverse) to the verbs that declare it, `subjects` are what a record calls
    itself in a sentence, `partial` marks a relation to a part only, `nothing` are values that
    mean an empty field, `months` are month names from January on.
    """

    code: str
    fields: dict[str, Words]
    sections: dict[str, Words]
    statuses: dict[Status, Words]
    relations: dict[str, Words] = field(default_factory=dict)
    subjects: Words = ()
    partial: Words = ()
    nothing: Words = ()
    months: Words = ()
