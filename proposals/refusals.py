"""Why a proposal is not taken in, kept or decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from adr_schema.records import Place
from adr_schema.vocabulary import SecretClass
from compiler.errors import RefusedError, UsageError


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a submission. `field` is its place ("provenance/producer_name"), with
    "candidates/2/" before it where several were submitted."""

    field: str
    message: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class Hit:
    """What looks like a secret: its place and class. The value is nowhere in it."""

    field: str
    class_: SecretClass


class SubmissionError(UsageError):
    """A submission, or what else a message calls it, is malformed. Nothing was stored.

    `places` are the whole places of the faults ("candidates/0/title"), whatever their fields say.
    """

    def __init__(
        self,
        faults: Sequence[Fault],
        places: Sequence[str] | None = None,
        what: str = "the submission",
    ) -> None:
        super().__init__(in_words(faults, what))
        self.faults = tuple(faults)
        self.places = tuple(places if places is not None else (fault.field for fault in faults))


def in_words(faults: Sequence[Fault], what: str = "the submission") -> str:
    """What is wrong with a submission, or with what else it is called, as one line."""
    said = (f"{f.field}: {f.message}" + (f" ({f.hint})" if f.hint else "") for f in faults)
    return f"{what} cannot be used: " + "; ".join(said)


class SecretError(RefusedError):
    """A submission seems to hold a secret. Nothing was stored."""

    code = "secret_detected"

    def __init__(self, hits: Sequence[Hit]) -> None:
        listed = ", ".join(f"{hit.field} ({hit.class_})" for hit in hits)
        super().__init__(
            f"what looks like a secret was found and nothing was stored: {listed}",
            "take it out or reword it; a real secret that was sent is to be revoked",
        )
        self.hits = tuple(hits)


class StoreError(RefusedError):
    """The file of proposals cannot be read, locked or written. It is as it was.

    `place` is where it shows that the file cannot be used, where that is known.
    """

    code = "store"

    def __init__(
        self, message: str, hint: str | None = None, *, place: Place | None = None
    ) -> None:
        super().__init__(message, hint)
        self.place = place


def no_plain_file(name: str, kind: str) -> StoreError:
    """A link is not followed: what is written would replace it, or a file elsewhere."""
    return StoreError(f"{name} is {kind}", "put a plain file in its place")


class TransitionError(RefusedError):
    """A proposal is not in a state in which that can be decided."""

    code = "transition"


class StalePlanError(RefusedError):
    """A plan that was reviewed is not the one that holds now. Nothing was changed."""

    code = "stale_plan"
