"""Many real processes on one file: nothing that was acknowledged is lost, nothing half is seen."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proposals import transitions
from proposals.document import Document
from proposals.model import Decided, Proposal
from proposals.store import FileStore

WRITERS, EACH, DECIDE = 8, 100, 30
# Whose first proposals are decided while the others still come in.
DECIDED = {"writer0": "reject", "writer1": "accept"}

# Adds proposals numbered from where it is told, a few at a time, and says each number once it is
# stored.
_WRITER = """\
import sys
from pathlib import Path
from proposals.intake import propose
from proposals.store import FileStore
path, name, first, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = FileStore(path, seconds=120)
source = {"producer_name": name, "producer_type": "agent", "source_reference": "load"}
def candidate(number):
    statement = f"{name} decides the question number {number} in its own way."
    return {"title": f"{name} {number}", "statement": statement}
for start in range(first, count, 5):
    numbers = range(start, min(start + 5, count))
    propose(store, [candidate(number) for number in numbers], source)
    print(*numbers, sep="\\n", flush=True)
"""
# Decides each proposal of one writer as it comes in, and says what it did once it is stored.
_DECIDER = """\
import sys, time
from pathlib import Path
from proposals import transitions
from proposals.model import Decided
from proposals.store import FileStore
path, name, count, what = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
store = FileStore(path, seconds=120)
who = Decided("Ada Example <ada@example.com>", "2026-03-01T09:30:00Z", "load")
def step(change, *arguments):
    store.update(lambda document: (change(document, *arguments), None))
done = set()
while len(done) < count:
    for proposal in store.proposals:
        identifier, (producer, number) = proposal.proposal_id, proposal.candidate.title.split()
        if producer != name or int(number) >= count or identifier in done:
            continue
        if what == "accept":
            step(transitions.begin_accepting, identifier, "0" * 64)
            step(transitions.accept, identifier, f"ADR-{number}", who)
        else:
            step(transitions.reject, identifier, who)
            if int(number) % 2:
                step(transitions.reopen, identifier, who)
        done.add(identifier)
        print(number, flush=True)
    time.sleep(0.2)
"""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def begin(script: str, *arguments: object, env: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env=env,
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def kill_and_restart(
    file: Path, environment: dict[str, str], started: list[subprocess.Popen[str]]
) -> list[int]:
    """One writer that is killed at random moments and goes on behind what it acknowledged."""
    chance, acknowledged = random.Random(7), [-1]
    while acknowledged[-1] < EACH - 1:
        process = begin(_WRITER, file, "killed", acknowledged[-1] + 1, EACH, env=environment)
        started.append(process)
        timer = threading.Timer(chance.uniform(0.3, 1.5), process.kill)
        timer.start()
        assert process.stdout is not None
        acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]
        timer.cancel()
        process.wait()
        process.stdout.close()
    return acknowledged[1:]


@contextmanager
def polled(file: Path) -> Iterator[list[int]]:
    """Read the file all the time, and give how many proposals each state held that was seen."""
    done, seen, failures = threading.Event(), [], []

    def poll() -> None:
        while not done.is_set():
            if file.exists():
                json.loads(file.read_bytes())
                document = FileStore(file).read()
                assert document.damaged == ()
                seen.append(len(document.proposals))
            time.sleep(0.05)

    def poll_and_tell() -> None:
        try:
            poll()
        except BaseException as error:
            failures.append(error)

    reader = threading.Thread(target=poll_and_tell)
    reader.start()
    try:
        yield seen
    finally:
        done.set()
        reader.join()
    assert failures == []


def test_eight_writers_two_deciders_a_reader_and_a_killer(
    file: Path, environment: dict[str, str], processes: list[subprocess.Popen[str]]
) -> None:
    file.parent.mkdir()
    with polled(file) as seen:
        writers = [
            begin(_WRITER, file, f"writer{n}", 0, EACH, env=environment) for n in range(WRITERS - 1)
        ]
        deciders = [
            begin(_DECIDER, file, name, DECIDE, what, env=environment)
            for name, what in DECIDED.items()
        ]
        processes += [*writers, *deciders]
        assert kill_and_restart(file, environment, processes) == list(range(EACH))
        said = [process.communicate(timeout=240)[0] for process in (*writers, *deciders)]
    wanted = [EACH] * len(writers) + [DECIDE] * len(deciders)
    assert [len(lines.split()) for lines in said] == wanted
    assert seen == sorted(seen)
    assert len(set(seen)) > WRITERS
    document = FileStore(file).read()
    assert document.damaged == ()
    assert sorted(map(kept, document.proposals)) == sorted(map(expected, every_title()))
    # In the order of each writer, as acknowledged.
    for name in {title.split()[0] for title in every_title()}:
        titles = [proposal.candidate.title for proposal in document.proposals]
        numbers = [int(title.split()[1]) for title in titles if title.startswith(f"{name} ")]
        assert numbers == list(range(EACH))
    assert os.listdir(file.parent) == [file.name]
    # Nothing is locked: who waits for nobody writes at once.
    FileStore(file, seconds=0).update(lambda document: (reopened(document), None))
    assert os.listdir(file.parent) == [file.name]


def every_title() -> list[str]:
    names = [*(f"writer{n}" for n in range(WRITERS - 1)), "killed"]
    return [f"{name} {number}" for name in names for number in range(EACH)]


def expected(title: str) -> tuple[str, str, str | None]:
    """What must have become of a proposal: title, status, and the decision that it is."""
    name, number = title.split()
    what = DECIDED.get(name) if int(number) < DECIDE else None
    if what == "accept":
        return title, "accepted", f"ADR-{number}"
    rejected = what == "reject" and int(number) % 2 == 0
    return title, "rejected" if rejected else "proposed", None


def kept(proposal: Proposal) -> tuple[str, str, str | None]:
    return proposal.candidate.title, proposal.status, proposal.accepted_decision_id


def reopened(document: Document) -> Document:
    rejected = next(p.proposal_id for p in document.proposals if p.status == "rejected")
    return transitions.reopen(document, rejected, Decided("Ada", "2026-03-01T09:30:00Z", "later"))
