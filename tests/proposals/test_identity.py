"""Identity is content: the numbers of the format, whatever the machine, the time or the order."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proposals.entries import new_proposal
from proposals.identity import content_fingerprint, content_key, producer_key, proposal_id
from proposals.model import Candidate, Provenance

ours = settings(derandomize=True, deadline=None, max_examples=100)

SOURCE = Provenance("agent-a", "agent", "pr-1")
KNOWN = Candidate(
    "Use SQLite", "Use SQLite for local index", SOURCE, scope_hints=("storage", "src/db")
)
PRODUCER = "9ff695ddb3d602b3dce0406b2d77bd39105be0513e3685e07717cfc85bd63625"
FINGERPRINT = "afde6f7b75174e686bbe2ef040e95b2d4c13f88dc2991f2a938263d0a46a738f"
ID = "dprop-ae1700e7f26863c1b9a5e0506d1dd91a"

_PRINT_ID = """\
from proposals.entries import new_proposal
from proposals.model import Candidate, Provenance
context = {"gr\\u00f6\\u00dfe": "\\u00fc", "b": "2", "a": "1"}
source = Provenance("a", "b", "c")
candidate = Candidate("Stra\\u00dfe", "\\u0130", source, architecture_context=context)
proposal = new_proposal(candidate, "2026-01-01T00:00:00Z")
print(proposal.proposal_id, proposal.content_key)
"""


def test_values_of_the_format() -> None:
    assert producer_key(SOURCE) == PRODUCER
    assert content_fingerprint(KNOWN) == FINGERPRINT
    assert proposal_id(PRODUCER, FINGERPRINT) == ID
    assert new_proposal(KNOWN, "2026-01-01T00:00:00Z").proposal_id == ID


def test_the_same_in_any_locale_time_zone_and_process(
    start: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    printed = {
        start(sys.executable, "-X", utf8, "-c", _PRINT_ID, env=variables).stdout
        for utf8 in ("utf8=0", "utf8=1")
        for variables in (
            {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "1"},
            {"LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "2"},
            {"LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "3"},
        )
    }
    assert len(printed) == 1
    assert next(iter(printed)).startswith("dprop-")


texts = st.text(max_size=20)


@ours
@given(st.dictionaries(texts, texts, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_count(context: dict[str, str], random: Random) -> None:
    shuffled = list(context.items())
    random.shuffle(shuffled)
    one = replace(KNOWN, architecture_context=context)
    other = replace(KNOWN, architecture_context=dict(shuffled))
    assert content_fingerprint(one) == content_fingerprint(other)


@ours
@given(st.datetimes(), st.datetimes())
def test_time_does_not_count(one: object, other: object) -> None:
    assert new_proposal(KNOWN, str(one)).proposal_id == new_proposal(KNOWN, str(other)).proposal_id


@pytest.mark.parametrize("name", list(Provenance.__dataclass_fields__))
def test_every_part_of_the_source_counts_but_the_claimed_origin(name: str) -> None:
    changed = replace(SOURCE, **{name: "human_authored"})
    assert (producer_key(changed) == PRODUCER) == (name == "origin_classification")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Use SQLite "},
        {"statement": "use SQLite for local index"},
        {"rationale": "x"},
        {"scope_hints": ("src/db", "storage")},
        {"architecture_context": {"a": ""}},
        {"related_decision_ids": ("ADR-1",)},
    ],
    ids=str,
)
def test_every_character_of_the_content_counts(change: dict[str, Any]) -> None:
    assert content_fingerprint(replace(KNOWN, **change)) != FINGERPRINT


@pytest.mark.parametrize(
    ("title", "statement"),
    [
        ("use sqlite", "use SQLITE for local index."),
        ("  Use   SQLite!", "Use SQLite\n\n- for: local\tindex"),
        ("Use ＳＱＬｉｔｅ", "Use *SQLite* for `local` index"),
        ("Use_SQLite", "Use SQLite — for local index …"),
    ],
)
def test_content_key_is_the_same_for_other_spellings(title: str, statement: str) -> None:
    assert content_key(title, statement) == content_key(KNOWN.title, KNOWN.statement)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use C", "Use C++"),
        ("Use C#", "Use C"),
        ("Use HTTP 2", "Use HTTP 3"),
        ("कि", "का"),
        ("使用 SQLite", "使用 MySQL"),
    ],
)
def test_content_key_differs_for_other_words(one: str, other: str) -> None:
    assert content_key(one, "x") != content_key(other, "x")


@ours
@given(st.text(max_size=60), st.sampled_from([" ", "\n", ".", " - ", "\u00a0", "!?"]))
def test_content_key_ignores_what_stands_around_words(text: str, noise: str) -> None:
    assert content_key(text, text) == content_key(noise + text, text + noise)
