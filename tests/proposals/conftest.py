"""Submissions and stores of the tests about proposals."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from proposals.intake import propose
from proposals.model import Outcome
from proposals.store import PROPOSALS_FILE, FileStore

_AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.fixture
def submission() -> Callable[..., dict[str, Any]]:
    """A candidate as a producer sends it: `submission(title="Use Y", rationale=None)`."""

    def make(**keys: Any) -> dict[str, Any]:
        return {
            "title": "Use SQLite",
            "statement": "The local index is one SQLite file below the cache folder.",
            "provenance": {
                "producer_name": "agent-a",
                "producer_type": "agent",
                "source_reference": "pr-1",
            },
            **keys,
        }

    return make


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the file of proposals is, or will be."""
    return tmp_path / PROPOSALS_FILE


@pytest.fixture
def store(file: Path) -> FileStore:
    """The store in that file, which messages call by its name in the repository."""
    return FileStore(file, PROPOSALS_FILE)


@pytest.fixture
def submit() -> Callable[..., tuple[Outcome, ...]]:
    """`propose` with a pinned time of submission."""
    return partial(propose, at=_AT)
