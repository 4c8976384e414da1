"""A secret in any text that a command takes reaches no output and no file."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
TEXT = f"The token is {SECRET}, keep it."
SOUND: dict[str, Any] = {
    "title": "Use SQLite",
    "statement": "The index is one SQLite file.",
    "provenance": {"producer_name": "a", "producer_type": "agent", "source_reference": "r"},
}
OPTIONS = {
    "--title": "Use SQLite",
    "--statement": "The index is one SQLite file.",
    "--producer": "a",
    "--producer-type": "agent",
    "--source": "r",
}
PROVENANCE = (
    "producer_name",
    "producer_type",
    "source_reference",
    "external_source_id",
    "source_version",
    "repository_locator",
    "origin_classification",
)
IN_JSON = {
    "title": {**SOUND, "title": TEXT},
    "statement": {**SOUND, "statement": TEXT},
    "rationale": {**SOUND, "rationale": TEXT},
    "scope_hints": {**SOUND, "scope_hints": ["x", TEXT]},
    "related_decision_ids": {**SOUND, "related_decision_ids": [TEXT]},
    "architecture_context": {**SOUND, "architecture_context": {"x": TEXT}},
    "key of architecture_context": {**SOUND, "architecture_context": {TEXT: "x"}},
    "unknown key": {**SOUND, SECRET: "x"},
    "below an unknown key": {**SOUND, "x": [{"y": TEXT}]},
    "text of the wrong type": {**SOUND, "title": [TEXT]},
    "key that claims a state": {**SOUND, "status": TEXT},
    "second of a batch": {"candidates": [SOUND, {**SOUND, "title": TEXT}]},
    "shared provenance": {"candidates": [SOUND], "shared_provenance": {"producer_name": TEXT}},
    **{key: {**SOUND, "provenance": {**SOUND["provenance"], key: TEXT}} for key in PROVENANCE},
}


@pytest.fixture
def repository(git_repo: Path, git: Callable[..., str], write_files: Callable[..., Path]) -> Path:
    """A repository with a person and a record."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    record = "# 1. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
    write_files({"docs/adr/0001-use-x.md": record})
    return git_repo


@pytest.fixture
def refused(
    repository: Path,
    mneme: Run,
    environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., None]:
    """Run a command that must be refused, and look for the secret wherever it could be."""
    outside = tmp_path_factory.mktemp("outside")

    def run(*arguments: str, stdin: str = "", editor: str = "false") -> None:
        env = {"TMPDIR": str(outside), "MNEME_TRACEBACK": "1", "EDITOR": editor}
        done = mneme("decision", *arguments, env=env, stdin=stdin)
        assert done.returncode == 1, done.stderr
        assert "secret" in done.stdout + done.stderr
        assert SECRET not in done.stdout + done.stderr
        for place in (repository, Path(environment["HOME"]), outside):
            files = [
                path for path in place.rglob("*") if path.is_file() and path != sent(repository)
            ]
            assert [path for path in files if SECRET.encode() in path.read_bytes()] == []
            assert [path for path in place.rglob("*") if SECRET in path.name] == []

    return run


def sent(repository: Path) -> Path:
    """The file that a test submits: the one place that holds the secret."""
    return repository / "sent.json"


@pytest.mark.parametrize("field", IN_JSON)
def test_secret_in_json_is_refused(
    field: str, refused: Callable[..., None], repository: Path
) -> None:
    text = json.dumps(IN_JSON[field])
    refused("propose", "-", stdin=text)
    sent(repository).write_text(text, "utf-8")
    refused("propose", "sent.json", "--format", "json")


@pytest.mark.parametrize("escaped", [True, False])
def test_secret_is_found_however_json_spells_it(
    escaped: bool, refused: Callable[..., None]
) -> None:
    spelled = "".join(f"\\u{ord(letter):04x}" for letter in SECRET) if escaped else SECRET
    refused("propose", "-", stdin=json.dumps({**SOUND, "title": "@"}).replace("@", spelled))


@pytest.mark.parametrize("option", [*OPTIONS, "--rationale", "--scope-hint", "--related"])
def test_secret_in_an_option_is_refused(option: str, refused: Callable[..., None]) -> None:
    options = {**OPTIONS, option: TEXT}
    refused("propose", *(part for pair in options.items() for part in pair))


@pytest.mark.parametrize("command", ["reject", "reopen"])
def test_secret_in_a_reason_is_refused(
    command: str, refused: Callable[..., None], repository: Path, mneme: Run
) -> None:
    assert mneme("decision", "propose", "-", stdin=json.dumps(SOUND)).returncode == 0
    refused(command, "dprop-", "--reason", TEXT)


@pytest.mark.parametrize("option", ["--scope", "--topic", "--decider", "--path"])
def test_secret_in_a_term_of_acceptance_is_refused(
    option: str, refused: Callable[..., None], mneme: Run
) -> None:
    done = mneme("decision", "propose", "-", "--format", "json", stdin=json.dumps(SOUND))
    fingerprint = json.loads(done.stdout)["proposal"]["content_fingerprint"]
    refused("accept", "dprop-", "--yes", "--expect", fingerprint, option, SECRET)


def test_secret_typed_into_the_draft_is_refused(
    refused: Callable[..., None],
    mneme: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    done = mneme("decision", "propose", "-", "--format", "json", stdin=json.dumps(SOUND))
    fingerprint = json.loads(done.stdout)["proposal"]["content_fingerprint"]
    editor = tmp_path_factory.mktemp("bin") / "type-a-secret"
    editor.write_text(f"#!/bin/sh\nsed -i -e 's/one SQLite file/{SECRET}/' \"$1\"\n")
    editor.chmod(0o755)
    refused("accept", "dprop-", "--yes", "--expect", fingerprint, "--edit", editor=str(editor))
