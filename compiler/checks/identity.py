"""Rules about the names of a record (ADR217); ids that several records claim are found when the
corpus is settled."""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.checks.facts import Facts
from compiler.findings import diagnostic


def names_disagree(facts: Facts) -> Iterator[Diagnostic]:
    """ADR217: front matter, file name and heading give different numbers."""
    for corpus in facts.corpora:
        for record, draft in zip(corpus.records, corpus.drafts, strict=True):
            numbers = {
                place: numbering.number
                for place, numbering in draft.numberings.items()
                if place != "metadata"
            }
            if len(set(numbers.values())) > 1:
                listed = ", ".join(f"{place} {number}" for place, number in numbers.items())
                message = f"the record's numbers disagree: {listed}; it goes by {record.id}"
                place = record.place_of("id", "title")
                hint = "make front matter, file name and heading agree"
                yield diagnostic("ADR217", record.path, place, message, hint)


CHECKS = (names_disagree,)
