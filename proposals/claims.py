"""Records that name a proposal, as every answer about decisions judges them.

Most repositories have none: what reads proposals is imported only where there is one.
"""

import hashlib
from collections.abc import Iterable, Iterator

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import Record
from compiler.checks import Check
from compiler.checks.facts import Facts
from compiler.errors import UsageError
from compiler.sources import Source, read_optional
from proposals.model import PROPOSALS_FILE


def judge_claims(facts: Facts) -> Iterator[Diagnostic]:
    """What `unverified` finds. Without a record that names a proposal the file of proposals is not
    even read: a damaged one must not stop the decisions."""
    if named := claimed(facts.records):
        from proposals.checks import unverified

        yield from unverified(facts, named)


CLAIMS: tuple[Check, ...] = (judge_claims,)


def claimed(records: Iterable[Record]) -> frozenset[str]:
    """The ids of the proposals that records name."""
    return frozenset(record.proposal for record in records if record.proposal is not None)


def mark_of(source: Source) -> bytes:
    """What tells the proposals of a state from those of others: a digest of their file, or of why
    it cannot be read."""
    try:
        said = source.is_link(PROPOSALS_FILE) or read_optional(source, PROPOSALS_FILE)
    except UsageError as error:
        said = error.message.encode()
    return hashlib.sha256(repr(said).encode()).digest()
