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
from pathlib import Path

import pytest

from proposals.store import FileStore

WRITERS, EACH = 8, 100

# Adds proposals numbered from where it is told, and says each number once it is stored.
_WRITER = """\
import sys
from pathlib import Path
from proposals.intake import propose
from proposals.store import FileStore
path, name, first, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = FileStore(path, seconds=120)
source = {"producer_name": name, "producer_type": "agent", "source_reference": "load"}
for number in range(first, count):
    statement = f"{name} decides the question number {number} in its own way."
    propose(store, [{"title": f"{name} {number}", "statement": statement, "provenance": source}])
    print(number, flush=True)
"""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def begin(file: Path, name: str, first: int, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(file), name, str(first), str(EACH)],
        env=environment,
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
        process = begin(file, "killed", acknowledged[-1] + 1, environment)
        started.append(process)
        timer = threading.Timer(chance.uniform(0.3, 1.5), process.kill)
        timer.start()
        assert process.stdout is not None
        acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]
        timer.cancel()
        process.wait()
        process.stdout.close()
    return acknowledged[1:]


def test_eight_writers_a_reader_and_a_killer(
    file: Path, environment: dict[str, str], processes: list[subprocess.Popen[str]]
) -> None:
    file.parent.mkdir()
    done = threading.Event()
    seen: list[int] = []

    def poll() -> None:
        while not done.is_set():
            if file.exists():
                seen.append(len(json.loads(file.read_bytes())["proposals"]))
            time.sleep(0.002)

    reader = threading.Thread(target=poll)
    reader.start()
    try:
        writers = [begin(file, f"writer{n}", 0, environment) for n in range(WRITERS - 1)]
        processes += writers
        assert kill_and_restart(file, environment, processes) == list(range(EACH))
        said = [writer.communicate(timeout=240)[0] for writer in writers]
    finally:
        done.set()
        reader.join()
    assert [len(lines.split()) for lines in said] == [EACH] * (WRITERS - 1)
    document = FileStore(file).read()
    assert document.damaged == ()
    titles = [proposal.candidate.title for proposal in document.proposals]
    assert len(titles) == len(set(titles)) == WRITERS * EACH
    assert seen == sorted(seen)
    assert len(set(seen)) > WRITERS
    assert os.listdir(file.parent) == [file.name]
    # In the order of each writer, as acknowledged.
    for name in {title.split()[0] for title in titles}:
        numbers = [int(title.split()[1]) for title in titles if title.startswith(f"{name} ")]
        assert numbers == list(range(EACH))
