"""Which submissions are the same: hashes over content, as Mneme 0.9 computes them.

Time, locale and the order of keys are no part of any of them.
"""

import hashlib
import json
import re
import unicodedata

from proposals.model import Candidate, Provenance

_ABSENT = "-"
_SEPARATOR = "\x1f"
_PREFIX = "dprop-"
_DIGITS = 32
_NO_WORD = re.compile(r"[\W_]")
_KEPT = "+#"  # C++ and C# are not C


def producer_key(provenance: Provenance) -> str:
    """64 hex digits for who submits from which source; the claimed origin is no part of it."""
    return _hash(
        [
            provenance.producer_name,
            provenance.producer_type,
            provenance.source_reference,
            provenance.external_source_id or _ABSENT,
            provenance.source_version or _ABSENT,
            provenance.repository_locator or _ABSENT,
        ]
    )


def content_fingerprint(candidate: Candidate) -> str:
    """64 hex digits for what is submitted, to the character."""
    return _hash(
        {
            "title": candidate.title,
            "statement": candidate.statement,
            "rationale": candidate.rationale,
            "scope_hints": list(candidate.scope_hints),
            "architecture_context": dict(candidate.architecture_context),
            "related_decision_ids": list(candidate.related_decision_ids),
        }
    )


def proposal_id(producer: str, fingerprint: str) -> str:
    """The id of a proposal, from the two keys above."""
    return _PREFIX + _sha256(f"{producer}{_SEPARATOR}{fingerprint}")[:_DIGITS]


def content_key(title: str, statement: str) -> str:
    """64 hex digits that are the same for any spacing, punctuation and case of the same words."""
    return _sha256(plain_words(f"{title}\n{statement}"))


def plain_words(text: str) -> str:
    """The words of a text, NFKC and case-folded, with one space between them.

    Words are of letters with their marks, digits, `+` and `#`.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_NO_WORD.sub(_kept_or_space, folded).split())


def _kept_or_space(match: re.Match[str]) -> str:
    # Without its marks a letter of many scripts is another one.
    found = match[0]
    return found if found in _KEPT or unicodedata.category(found).startswith("M") else " "


def _hash(value: object) -> str:
    return _sha256(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True))


def _sha256(text: str) -> str:
    # Half of a surrogate pair comes from a file that says \\ud800: it is damaged, not unreadable.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
