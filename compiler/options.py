"""What the reader is told by configuration."""

from dataclasses import dataclass, field

from adr_schema.vocabulary import DeclaredStatus


@dataclass(frozen=True, slots=True)
class Options:
    """Reading options of one corpus.

    `status_words` are further status words (lower case) and what they mean, `status_when_absent`
    is the owner's word for records that state none, `dialect` is "native" where the corpus is
    declared to be.
    """

    status_words: dict[str, DeclaredStatus] = field(default_factory=dict)
    status_when_absent: DeclaredStatus | None = None
    dialect: str | None = None
