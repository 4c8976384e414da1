"""The store on real files: whole or not at all, and only what was meant (faults 36 and 37)."""

import json
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from proposals.document import changed
from proposals.entries import new_proposal
from proposals.locking import locked
from proposals.model import Candidate, Proposal, Provenance
from proposals.refusals import StoreError
from proposals.store import PROPOSALS_FILE, FileStore, MemoryStore, Store, open_store

posix = pytest.mark.skipif(os.name == "nt", reason="modes and links are POSIX's")
no_root = pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is read-only for root"
)
FIXTURE = Path(__file__).parents[1] / "fixtures" / "proposals" / "as-0.9-writes.json"


def proposal(number: int) -> Proposal:
    source = Provenance("agent-a", "agent", "pr-1")
    candidate = Candidate(f"Use {number}", f"We use the number {number}.", source)
    return new_proposal(candidate, f"2026-01-01T00:00:{number:02}Z")


@pytest.fixture(params=["file", "memory"])
def either(request: pytest.FixtureRequest, file: Path) -> Store:
    return open_store(file if request.param == "file" else None, PROPOSALS_FILE)


def test_adding_again_gives_the_first_one_and_changes_nothing(either: Store) -> None:
    first = proposal(1)
    later = new_proposal(first.candidate, "2030-01-01T00:00:00Z")
    assert either.proposals == ()
    assert either.add(first) == (first, True)
    assert either.add(later) == (first, False)
    assert either.proposals == (first,)
    assert either.get(first.proposal_id[:10]) == first


def test_proposals_stay_in_the_order_of_submission(either: Store) -> None:
    added = [either.add(proposal(number))[0] for number in (5, 3, 9, 1)]
    assert either.proposals == tuple(added)


def test_a_step_that_raises_changes_nothing(either: Store) -> None:
    either.add(proposal(1))

    def fail(document: Any) -> Any:
        changed(document, proposal(1).proposal_id, {"status": "rejected"})
        raise RuntimeError

    with pytest.raises(RuntimeError):
        either.update(fail)
    assert either.proposals == (proposal(1),)
    either.add(proposal(2))


def test_threads_of_one_process_lose_nothing(either: Store) -> None:
    threads = [
        threading.Thread(target=lambda n=n: [either.add(proposal(n * 10 + i)) for i in range(5)])
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(either.proposals) == 20


def test_the_file_is_made_with_the_first_proposal(store: FileStore, file: Path) -> None:
    assert store.proposals == ()
    assert not file.parent.exists()
    store.add(proposal(1))
    assert json.loads(file.read_bytes())["proposals"][0]["candidate"]["title"] == "Use 1"
    assert file.read_bytes().endswith(b"\n}\n")
    assert os.listdir(file.parent) == [file.name]


def test_adding_again_writes_nothing(store: FileStore, file: Path) -> None:
    store.add(proposal(1))
    before = file.stat()
    store.add(proposal(1))
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_adding_to_a_file_of_the_other_program_changes_its_end_alone(
    store: FileStore, file: Path
) -> None:
    file.parent.mkdir()
    written = FIXTURE.read_bytes()
    file.write_bytes(written)
    store.add(proposal(1))
    kept = written.removesuffix(b"\n  ]\n}\n")
    assert file.read_bytes().startswith(kept + b",\n    {\n")


def test_a_change_by_another_is_seen_at_once(store: FileStore, file: Path) -> None:
    store.add(proposal(1))
    seen = file.stat()
    other = FileStore(file)
    other.add(proposal(2))
    os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert len(store.proposals) == 2
    file.unlink()
    assert store.proposals == ()


@posix
def test_the_mode_is_kept_and_that_of_a_new_file_is_the_usual(store: FileStore, file: Path) -> None:
    store.add(proposal(1))
    umask = os.umask(0o022)
    os.umask(umask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~umask
    file.chmod(0o640)
    store.add(proposal(2))
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@posix
@pytest.mark.parametrize("target", ["elsewhere.json", "nowhere.json"])
def test_a_symbolic_link_is_refused_and_its_target_left_alone(
    store: FileStore, file: Path, target: str
) -> None:
    file.parent.mkdir()
    (file.parent / "elsewhere.json").write_bytes(FIXTURE.read_bytes())
    file.symlink_to(target)
    for act in (store.read, lambda: store.add(proposal(1))):
        with pytest.raises(StoreError, match=f"{PROPOSALS_FILE} is a symbolic link"):
            act()
    assert file.is_symlink()
    assert (file.parent / "elsewhere.json").read_bytes() == FIXTURE.read_bytes()
    assert not (file.parent / "nowhere.json").exists()


def test_a_folder_in_its_place_is_refused(store: FileStore, file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(StoreError, match="no regular file"):
        store.add(proposal(1))


@posix
@no_root
def test_a_read_only_folder_is_refused_by_name_and_can_be_read(
    store: FileStore, file: Path
) -> None:
    store.add(proposal(1))
    file.parent.chmod(0o555)
    try:
        with pytest.raises(StoreError, match=f"{PROPOSALS_FILE} cannot be locked: Permission"):
            store.add(proposal(2))
        assert store.add(proposal(1)) == (proposal(1), False)
    finally:
        file.parent.chmod(0o755)


@posix
def test_a_read_only_file_is_refused_without_its_absolute_path(
    store: FileStore, file: Path
) -> None:
    store.add(proposal(1))
    before = file.read_bytes()
    file.chmod(0o444)
    with pytest.raises(StoreError, match="it is read-only") as refused:
        store.add(proposal(2))
    assert refused.value.message.startswith(PROPOSALS_FILE)
    assert str(file.parent) not in refused.value.message
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.parametrize("data", [b"", b"{", b"\0" * 9, FIXTURE.read_bytes()[:-4], b"{}\n}"])
def test_a_file_that_cannot_be_used_is_never_written(
    store: FileStore, file: Path, data: bytes
) -> None:
    file.parent.mkdir()
    file.write_bytes(data)
    with pytest.raises(StoreError, match=PROPOSALS_FILE):
        store.add(proposal(1))
    assert file.read_bytes() == data


def test_an_id_whose_entry_is_damaged_is_not_added_beside_it(store: FileStore, file: Path) -> None:
    store.add(proposal(1))
    damaged = file.read_bytes().replace(b"the number 1", b"the number 7")
    file.write_bytes(damaged)
    with pytest.raises(StoreError, match="is damaged"):
        store.add(proposal(1))
    assert file.read_bytes() == damaged


def test_waiting_for_the_lock_ends_with_a_clear_error(file: Path) -> None:
    store = FileStore(file, PROPOSALS_FILE, seconds=0.05)
    file.parent.mkdir()
    with locked(f"{file}.lock"), pytest.raises(StoreError, match=r"by another process for 0\.05 s"):
        store.add(proposal(1))
    assert not file.exists()
    assert store.add(proposal(1))[1]


def test_a_lock_file_that_was_left_behind_locks_nothing(store: FileStore, file: Path) -> None:
    file.parent.mkdir()
    lock = Path(f"{file}.lock")
    lock.write_bytes(b"")
    assert store.add(proposal(1))[1]
    assert not lock.exists()


def test_what_a_killed_writer_left_is_removed_by_the_next(store: FileStore, file: Path) -> None:
    file.parent.mkdir()
    for name in (f".mneme-{file.name}-k1ll3d", ".mneme-baseline.json-0ther", "mine.json"):
        (file.parent / name).write_bytes(b"{")
    store.add(proposal(1))
    assert set(os.listdir(file.parent)) == {file.name, ".mneme-baseline.json-0ther", "mine.json"}


@posix
def test_a_link_in_place_of_the_lock_is_not_followed(store: FileStore, file: Path) -> None:
    file.parent.mkdir()
    Path(f"{file}.lock").symlink_to(file.parent / "made")
    with pytest.raises(StoreError, match="cannot be locked"):
        store.add(proposal(1))
    assert not (file.parent / "made").exists()


def test_what_another_writes_without_the_lock_is_not_written_over(
    store: FileStore, file: Path
) -> None:
    """A program that takes no lock, such as Mneme 0.9."""
    store.add(proposal(1))
    theirs = FIXTURE.read_bytes()
    calls: list[int] = []

    def late(document: Any) -> Any:
        calls.append(1)
        # After the first time it is made anew from that; after the second time it is too late.
        file.write_bytes(theirs if len(calls) == 2 else file.read_bytes() + b"\n")
        return changed(document, proposal(1).proposal_id, {"x-note": str(len(calls))}), None

    with pytest.raises(StoreError, match="has changed since it was read"):
        store.update(late)
    assert file.read_bytes() == theirs


def test_a_step_is_taken_once_where_nothing_comes_between(store: FileStore) -> None:
    store.add(proposal(1))
    calls: list[int] = []

    def step(document: Any) -> Any:
        calls.append(1)
        return changed(document, proposal(1).proposal_id, {"x-note": "seen"}), None

    store.update(step)
    assert calls == [1]


def test_what_was_written_is_what_another_store_reads(store: FileStore, file: Path) -> None:
    store.add(proposal(1))
    store.add(proposal(2))
    assert store.read() == FileStore(file).read()


def test_memory_ends_with_the_store() -> None:
    MemoryStore().add(proposal(1))
    assert MemoryStore().proposals == ()


def test_importing_the_store_imports_no_library(
    start: Callable[..., CompletedProcess[str]],
) -> None:
    code = (
        "import sys, proposals.intake; print(*{'jsonschema', 'pygit2', 'click'} & set(sys.modules))"
    )
    assert start(sys.executable, "-c", code).stdout == "\n"
