"""Proposals: false alarms of the scan for secrets, and what a submission costs."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row
from benchmarks.workplace import REPOSITORY, Workplace

_WRITERS, _EACH = 4, 100
_ALARMS = 1.0

# Submits as many proposals as it is told, under a name of its own.
_WRITER = """\
import sys
from pathlib import Path
from proposals.intake import propose
from proposals.store import FileStore
store, name = FileStore(Path(sys.argv[1]), seconds=300), sys.argv[2]
source = {"producer_name": name, "producer_type": "agent", "source_reference": "load"}
for number in range(int(sys.argv[3])):
    statement = f"{name} decides the question number {number} in its own way."
    propose(store, [{"title": f"{name} {number}", "statement": statement, "provenance": source}])
"""


def secret_alarms(place: Workplace) -> Iterator[Row]:
    """The scan over records that people wrote: whatever it finds counts as a false alarm."""
    from proposals.hygiene import secret_in

    folder = place.real_records()
    if folder is None:
        yield Row("secrets: alarms in 10,000 real lines", None, "", _ALARMS)
        return
    texts = [path.read_text("utf-8", "replace") for path in folder.rglob("*.md")]
    began = time.process_time()
    suspects = [text for text in texts if secret_in(text)]
    seconds = time.process_time() - began
    lines = sum(text.count("\n") + 1 for text in texts)
    alarms = sum(secret_in(line) is not None for text in suspects for line in text.split("\n"))
    yield Row("secrets: real lines scanned", lines, "")
    yield Row("secrets: alarms", alarms, "")
    yield Row("secrets: alarms in 10,000 real lines", alarms / lines * 10_000, "", _ALARMS)
    yield Row("secrets: CPU for 1 MB", seconds / (sum(map(len, texts)) / 1e6), "s")


def proposal_store(place: Workplace) -> Iterator[Row]:
    """Several programs at once on one file: how many proposals are lost, and the time for each."""
    from proposals.store import PROPOSALS_FILE, FileStore

    file = place.base / PROPOSALS_FILE
    began = time.perf_counter()
    writers = [_begin(file, f"writer{number}") for number in range(_WRITERS)]
    statuses = [writer.wait() for writer in writers]
    if any(statuses):
        raise RuntimeError("a writer of proposals failed")
    seconds = time.perf_counter() - began
    count = _WRITERS * _EACH
    name = f"proposals: {_WRITERS} writers x {_EACH}"
    yield Row(f"{name}, lost", count - len(FileStore(file).proposals), "", 0)
    yield Row(f"{name}, wall for each", seconds / count * 1000, "ms")


def _begin(file: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _WRITER, str(file), name, str(_EACH)]
    return subprocess.Popen(command, cwd=REPOSITORY)
