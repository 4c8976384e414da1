"""What a text says about a status: every word of the reading rules, and what states nothing."""

import pytest

from adr_schema.records import Place
from compiler.status import Line, read_lines, read_status

WORDS = {
    "proposed": (
        "Proposed|draft|Pending|In review|under review|Under discussion|Idea|provisional|"
        "RFC|on hold|To be decided|In Progress|🤔|WIP|Entwurf|Предложено|提议|提案中|"
        "제안됨|Proposé|Borrador|Proposto"
    ),
    "accepted": (
        "Accepted|approved|Adopted|Active|decided|agreed|Implemented|implementable|Stable|"
        "Released|recommended|living|✅|Activated|accepted-provisional|"
        "Accepted (lazy consensus) & implemented|Accepted. Amended by ADR-12|"
        "implemented & removed|**Accepted**|`accepted`|_Accepted_|Akzeptiert|Принято|"
        "Aceito|Aceptado|完成|已接受|承認済み|승인됨|Accepté|"
        "Accepted; parts were superseded by ADR-7|"
        "Accepted, partially superseded by [X](x.md)"
    ),
    "rejected": (
        "Rejected|declined|Withdrawn|abandoned|Rejected in favour of ADR-3|❌|Abgelehnt|"
        "Отклонено|Rejeté|Rechazado|Rejeitado|已拒绝|却下|거부됨"
    ),
    "deprecated": (
        "Deprecated|obsolete|Retired|discontinued|Reverted|removed|No longer relevant|"
        "Veraltet|Устарело|Obsolète|Obsoleto|已弃用|非推奨|"
        "Deprecated in favour of [ADR 2](0002-x.md)|"
        "Reverted by [discussion](https://example.org/d/1)"
    ),
    "superseded": (
        "Superseded|superceded|Superseded by ADR-7|Superceded by [7. X](0007-x.md)|"
        "Replaced by ADR-7|Accepted, then superseded by ADR-9|Ersetzt durch ADR-7|"
        "Заменено на ADR-7|Remplacé par ADR-7|Reemplazado por ADR-7|Substituído por ADR-7|"
        "被 ADR-7 取代|已被取代|대체됨"
    ),
}
STATED = [(status, text) for status, texts in WORDS.items() for text in texts.split("|")]


@pytest.mark.parametrize(("status", "text"), STATED)
def test_words_state_a_status(status: str, text: str) -> None:
    reading = read_status(text)
    assert reading is not None
    assert reading.status == status


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ("accepted", "_Proposed, **Accepted**, Implemented_"),
        ("rejected", "proposed | accepted | **rejected** | deprecated"),
        ("accepted", "Proposed / **Accepted** / Superseded"),
        ("accepted", "~~Proposed~~ Accepted"),
        ("rejected", "<del>Accepted</del> Rejected"),
        ("accepted", "Proposed -> Accepted"),
        ("deprecated", "Accepted → Deprecated"),
        ("accepted", "[Accepted]"),
        ("accepted", "<!-- proposed | accepted --> Accepted"),
    ],
)
def test_one_of_several_choices_is_read(status: str, text: str) -> None:
    reading = read_status(text)
    assert reading is not None
    assert reading.status == status


@pytest.mark.parametrize(
    "text",
    [
        "proposed | accepted | rejected",
        "[proposed | rejected | accepted | … | superseded by [ADR-0005](0005-example.md)]",
        "{proposed | rejected | accepted}",
        "{status}",
        "Proposed / Accepted / Deprecated / Superseded",
        "STATUS",
        "What is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?",
    ],
)
def test_template_is_a_placeholder(text: str) -> None:
    reading = read_status(text)
    assert reading is not None
    assert reading.status == "placeholder"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "warming up",
        "<!-- accepted -->",
        "~~accepted~~",
        "2024-01-01",
        "not",
        "unacceptable",
    ],
)
def test_nothing_is_stated(text: str) -> None:
    assert read_status(text) is None


@pytest.mark.parametrize(
    ("image", "status"),
    [
        ("![Accepted](https://img.example.org/x.svg)", "accepted"),
        ("![status](https://img.example.org/badge/status-rejected-red)", "rejected"),
        ("[![Deprecated](https://img.example.org/a)](https://example.org)", "deprecated"),
        ("![](https://img.example.org/badge/Status-Superseded-lightgrey.svg)", "superseded"),
    ],
)
def test_badge_states_a_status(image: str, status: str) -> None:
    reading = read_status(image)
    assert reading is not None
    assert reading.status == status


def lines(*texts: str) -> list[Line]:
    return [Line(text, Place(number)) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    ("texts", "status", "line"),
    [
        (["Accepted", "Superceded by [3. X](0003-x.md)"], "superseded", 2),
        (["Superseded by ADR-3", "Accepted"], "superseded", 1),
        (["Proposed", "Accepted"], "accepted", 2),
        (["Accepted 2024-03-01", "Proposed 2024-02-01"], "accepted", 1),
        (["2024-01-01 proposed", "2024-05-01 deprecated", "2024-03-01 accepted"], "deprecated", 2),
        (["- [ ] Proposed", "- [x] Accepted", "- [ ] Rejected"], "accepted", 2),
        (["[ ] Proposed", "[ ] Accepted"], "placeholder", 1),
        (["proposed | accepted | rejected", "Rejected"], "rejected", 2),
        (["Accepted", "Amends [2](0002-x.md)"], "accepted", 1),
        (["Accepted", "This was proposed by the team in spring."], "accepted", 1),
    ],
)
def test_lines_under_one_heading_state_one_status(texts: list[str], status: str, line: int) -> None:
    found = read_lines(lines(*texts))
    assert found is not None
    assert (found[0].status, found[1].place.line) == (status, line)


def test_lines_without_a_status_state_none() -> None:
    assert read_lines(lines("It is complicated.", "")) is None
