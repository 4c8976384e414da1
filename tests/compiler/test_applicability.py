"""What governs: every question of the labelled set, and what the set cannot show."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from compiler.applicability import Applicability, Applied
from compiler.pipeline import compile_project
from compiler.project import open_project

LABELLED = Path(__file__).parents[1] / "fixtures" / "applicability"
QUESTIONS = [
    json.loads(line) for line in (LABELLED / "questions.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Applicability:
    """The decisions of the labelled set, outside of any repository."""
    folder = tmp_path_factory.mktemp("labelled")
    shutil.copytree(LABELLED / "adr", folder / "adr")
    compiled = compile_project(open_project("adr", cwd=folder))
    assert compiled.complete
    return Applicability(compiled.decisions)


def ids(applied: tuple[Applied, ...]) -> list[str]:
    return [one.decision.id for one in applied]


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["about"] for question in QUESTIONS])
def test_labelled_question(labelled: Applicability, question: dict[str, Any]) -> None:
    answer = labelled.answer(question["paths"], question["context"])
    overridden = [[one.decision.id, [*one.decision.overridden_by]] for one in answer.overridden]
    assert (ids(answer.governing), overridden) == (question["governing"], question["overridden"])
    reasons = {one.decision.id: [list(by) for by in one.matched_by] for one in answer.governing}
    expected = question.get("matched_by", {})
    assert {name: reasons[name] for name in expected} == expected


def test_labelled_set_is_large_enough_to_mean_something() -> None:
    records = list((LABELLED / "adr").iterdir())
    assert len(records) >= 40
    assert len(QUESTIONS) >= 60
    named = {name for question in QUESTIONS for name in question["governing"]}
    assert len(named) > 30
