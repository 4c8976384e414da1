"""Rules about the names of a record (ADR217, ADR218).

Ids that several records claim are found when the corpus is settled.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic, Replacement
from adr_schema.records import Record
from compiler.checks.facts import Facts
from compiler.corpus import Corpus, identity_key
from compiler.findings import diagnostic
from compiler.identity import usual_width


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


def padded_otherwise(facts: Facts) -> Iterator[Diagnostic]:
    """ADR218: an id is padded with zeros otherwise than most ids of its prefix."""
    for corpus in facts.corpora:
        repadded = list(_repadded(corpus))
        holders = Counter(identity_key(d.record.id) for d in corpus.drafts) if repadded else {}
        for record, wanted in repadded:
            own = record.id.removeprefix(f"{record.corpus}/")
            if holders[identity_key(own)] > 1:
                continue  # declared twice, whatever the padding: ADR301
            message = f"most ids with this prefix are padded otherwise than {own}"
            place, hint = record.place_of("id", "title"), f"write {wanted}"
            remedy = Replacement(own, wanted)
            yield diagnostic("ADR218", record.path, place, message, hint, remedy=remedy)


def _repadded(corpus: Corpus) -> Iterator[tuple[Record, str]]:
    """The records whose declared id is not padded as most are, with the id that is."""
    alike: dict[str, list[tuple[Record, str]]] = defaultdict(list)
    for record, draft in zip(corpus.records, corpus.drafts, strict=True):
        declared = draft.record.id
        numbering = draft.numberings.get("front matter") if record.id_declared else None
        if numbering and declared.endswith(str(numbering.number)):
            head = declared[: len(declared) - numbering.width]
            alike[head.casefold()].append((record, declared))
    for head, members in alike.items():
        width = usual_width([identifier[len(head) :] for _, identifier in members])
        for record, identifier in members if width else ():
            wanted = identifier[: len(head)] + identifier[len(head) :].lstrip("0").zfill(width or 0)
            if wanted != identifier:
                yield record, wanted


CHECKS = (names_disagree, padded_otherwise)
