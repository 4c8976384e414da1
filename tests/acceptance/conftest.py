"""Corpora of every dialect to accept a proposal into, and the commands that do it."""

import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project
from compiler.proof import by_path
from proposals.acceptance import state

Run = Callable[..., subprocess.CompletedProcess[str]]
Files = dict[str, bytes]

STORE = ".mneme/decision_proposals.json"
CONFIG = ".mneme/config.toml"
PERSON = "Ada Example <ada@example.com>"
_ORCHARD = b"[[corpus]]\nname = 'orchard'\npath = 'docs/adr'\n"
_CELLAR = b"[[corpus]]\nname = 'cellar'\npath = 'cellar/adr'\n"
_NAMES = ("pick-apples", "pick-pears", "pick-plums")
_SECTIONS = "## Context\n\nThey are ripe.\n\n## Decision\n\nYes.\n\n## Consequences\n\nMore work.\n"
_TEXTS = {
    "native": (
        "---\nid: ADR-000{n}\ntitle: {title}\nstatus: accepted\ndate: 2024-01-0{n}\n"
        f"scope: fruit.{{n}}\n---\n# {{title}}\n\n{_SECTIONS}"
    ),
    "madr": (
        "---\nparent: Decisions\nstatus: accepted\ndate: 2024-01-0{n}\ndecision-makers: [Ada]\n"
        "---\n# {title}\n\n## Context and Problem Statement\n\nThey are ripe.\n\n"
        "## Considered Options\n\n* Yes\n* No\n\n## Decision Outcome\n\nYes.\n"
    ),
    "bullets": (
        "# {title}\n\n* Status: accepted\n* Deciders: Ada\n* Date: 2024-01-0{n}\n\n"
        "## Context and Problem Statement\n\nThey are ripe.\n\n## Decision Outcome\n\nYes.\n"
    ),
    "nygard": f"# {{n}}. {{title}}\n\nDate: 2024-01-0{{n}}\n\n## Status\n\nAccepted\n\n{_SECTIONS}",
    "lines": (
        "# ADR-000{n}: {title}\n\n**Status:** Accepted\n**Date:** 2024/01/0{n}\n"
        f"**Owner:** Ada\n\n{_SECTIONS}"
    ),
    "table": (
        "# {n}. {title}\n\n| Status | Accepted |\n|---|---|\n| Owner | Ada |\n"
        f"| Date | 2024-01-0{{n}} |\n\n{_SECTIONS}"
    ),
    "crosswise": (
        "# {title}\n\n| Status | Owner | Date |\n|---|---|---|\n"
        f"| Accepted | Ada | 2024-01-0{{n}} |\n\n{_SECTIONS}"
    ),
    "plain": f"# {{title}}\n\n{_SECTIONS}",
    "german": (
        "# {n}. {title}\n\nDatum: 0{n}.01.2024\n\n## Status\n\nAkzeptiert\n\n## Kontext\n\n"
        "Sie sind reif.\n\n## Entscheidung\n\nJa.\n"
    ),
    "underlined": (
        "{n}. {title}\n===\n\nDate: 2024-01-0{n}\n\nStatus\n------\n\nAccepted\n\n"
        "Context\n-------\n\nThey are ripe.\n\nDecision\n--------\n\nYes.\n"
    ),
    "no context": (
        "# {n}. {title}\n\nDate: 2024-01-0{n}\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
    ),
    "no decision": (
        "# {n}. {title}\n\nDate: 2024-01-0{n}\n\n## Status\n\nAccepted\n\n## Context\n\nRipe.\n"
    ),
    "no section": "# {title}\n\n* Status: accepted\n* Date: 2024-01-0{n}\n\nWe do it.\n",
    "status last": (
        "# {n}. {title}\n\nDate: 2024-01-0{n}\n\n## Context\n\nThey are ripe.\n\n"
        "## Decision\n\nYes.\n\n## Status\n\nAccepted\n"
    ),
}
# One of each way in which records say what they say.
DIALECTS = ("native", "madr", "bullets", "nygard", "lines", "table", "plain")


def _three(text: str, folder: str = "docs/adr") -> Files:
    records = {}
    for n, name in enumerate(_NAMES, 1):
        title = name.replace("-", " ").capitalize()
        records[f"{folder}/000{n}-{name}.md"] = text.format(n=n, title=title).encode()
    return records


def _corpora() -> dict[str, Files]:
    found = {name: _three(text) for name, text in _TEXTS.items()}
    for name in ("native", "nygard", "madr"):
        ends = {path: data.replace(b"\n", b"\r\n") for path, data in found[name].items()}
        found[f"{name} with CRLF"] = ends
    found["empty"] = {"docs/adr/README.md": b"# Decisions\n\nThey stand here.\n"}
    found["named"] = {CONFIG: _ORCHARD, **_three(_TEXTS["nygard"])}
    several = _three(_TEXTS["native"].replace("fruit", "cellar"), "cellar/adr")
    found["several"] = {**found["named"], CONFIG: _ORCHARD + _CELLAR, **several}
    return found


CORPORA = _corpora()


@dataclass(frozen=True)
class Project:
    """A repository with a corpus, and what a person does in it."""

    base: Path
    run: Run
    start: Run

    def done(self, *arguments: str) -> str:
        """What a command prints that must succeed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def propose(self, **keys: Any) -> dict[str, Any]:
        """Propose, and return the stored proposal."""
        candidate = {
            "title": "Use SQLite",
            "statement": "The local index is one SQLite file below the cache folder.",
            "rationale": "It needs no server.",
            "provenance": {
                "producer_name": "agent-a",
                "producer_type": "agent",
                "source_reference": "pr-1",
            },
            **keys,
        }
        sent = self.base.parent / "proposal.json"
        sent.write_text(json.dumps(candidate))
        proposal: dict[str, Any] = json.loads(
            self.done("decision", "propose", str(sent), "--format", "json")
        )["proposal"]
        return proposal

    def accept(
        self, proposal: Mapping[str, Any], *options: str
    ) -> subprocess.CompletedProcess[str]:
        """Accept what was reviewed, without a terminal."""
        return self.run(*self.acceptance(proposal), *options)

    def acceptance(self, proposal: Mapping[str, Any]) -> tuple[str, ...]:
        """The arguments that accept what was reviewed."""
        expect = ("--yes", "--expect", proposal["content_fingerprint"])
        corpus = ("--corpus", "orchard") if (self.base / "cellar").exists() else ()
        return ("decision", "accept", proposal["proposal_id"], *expect, *corpus)

    def entry(self, proposal: Mapping[str, Any]) -> dict[str, Any]:
        """What the file says of a proposal now."""
        entries = json.loads((self.base / STORE).read_text("utf-8"))["proposals"]
        found: dict[str, Any] = next(
            e for e in entries if e["proposal_id"] == proposal["proposal_id"]
        )
        return found

    def compiled(self) -> Compiled:
        """The records as they are compiled now."""
        return compile_project(open_project(None, cwd=self.base))

    def decisions(self) -> dict[str, Decision]:
        """The decisions as they are compiled now, by the paths of their records."""
        return by_path(self.compiled())

    def lifecycles(self) -> dict[str, str]:
        """The state of every decision, by the path of its record."""
        return {path: state(decision) for path, decision in self.decisions().items()}

    def errors(self) -> list[str]:
        """The codes of the errors that `check` finds."""
        found = json.loads(self.run("check", "--format", "json").stdout)["diagnostics"]
        return [finding["code"] for finding in found if finding["severity"] == "error"]

    def files(self) -> Files:
        """Every file of the working tree, without the object store of git."""
        found = (path for path in self.base.rglob("*") if path.is_file())
        named = {path.relative_to(self.base).as_posix(): path.read_bytes() for path in found}
        return {name: data for name, data in named.items() if not name.startswith(".git/")}


@pytest.fixture
def make(
    tmp_path: Path, run: Run, start: Run, git: Callable[..., str], write_files: Callable[..., Path]
) -> Callable[..., Project]:
    """`make("madr")`: a repository with the records of that corpus, or of `make(files)`."""

    def build(corpus: str | Files) -> Project:
        base = tmp_path / "repository"
        base.mkdir()
        git("init", "--quiet", "--initial-branch=main", "--template=", cwd=base)
        with (base / ".git/config").open("a") as config:
            config.write("[user]\n\tname = Ada Example\n\temail = ada@example.com\n")
        write_files(CORPORA[corpus] if isinstance(corpus, str) else corpus, below=base)

        def here(*arguments: str) -> subprocess.CompletedProcess[str]:
            return run(*arguments, cwd=base)

        return Project(base, here, start)

    return build


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`corpus` is every corpus there is, `dialect` one of each kind."""
    for name, values in (("corpus", tuple(CORPORA)), ("dialect", DIALECTS)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values)
