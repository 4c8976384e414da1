"""The server: its first answer, what a call takes, what a look at the files takes, and memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import IO, Any

from benchmarks.measure import run
from benchmarks.table import Row
from benchmarks.workplace import FOLDER, Workplace, mneme

_FEW, _SOME, _MANY = 200, 1_000, 10_000
_STARTS, _CALLS = 7, 200
_FIRST_ANSWER_SECONDS = 0.2
_MEMORY, _MEMORY_GROWTH = 250, 10
_LOOK_MILLISECONDS = {_SOME: 5, _MANY: 50}
_CALL_MILLISECONDS = {
    "decision.applicable_to": 1,
    "decision.search": 5,
    "decision.get": 0.1,
    "decision.trace": 1,
}
_GROWTH = 3

# A server that knows nothing, by the same interface of the SDK.
_BARE = """\
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import ListToolsResult
async def list_tools(_, __):
    return ListToolsResult(tools=[])
async def main():
    server = Server("bare", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
anyio.run(main)
"""
_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}


def first_answer(place: Workplace) -> Iterator[Row]:
    """From the start of the process to the answer to the handshake, in turn with a bare server."""
    folder = place.repository(_FEW)
    run(mneme(folder, "check", FOLDER))
    commands = [[sys.executable, "-c", _BARE], _command(folder)]
    rounds = [[_seconds_to_answer(c, folder) for c in commands] for _ in range(_STARTS)]
    bare, ours = zip(*rounds, strict=True)
    yield Row(f"server, {_FEW} records: first answer of a bare one", median(bare), "s")
    above = median(one - other for one, other in zip(ours, bare, strict=True))
    yield Row(f"server, {_FEW} records: above it", above, "s", _FIRST_ANSWER_SECONDS)


def server_calls(place: Workplace) -> Iterator[Row]:
    """What a call takes without the look at the files, and what the look takes."""
    growing = {}
    for count in (_SOME, _MANY):
        folder = place.repository(count)
        run(mneme(folder, "check", FOLDER))
        state = _state(folder)
        look = _median_milliseconds(state.records.now)
        yield Row(f"server, {count:,} records: look", look, "ms", _LOOK_MILLISECONDS[count])
        for what, call in _calls(state, count).items():
            milliseconds = _median_milliseconds(call)
            target = _CALL_MILLISECONDS.get(what) if count == _MANY else None
            yield Row(f"server, {count:,} records: {what}", milliseconds, "ms", target)
            if what == "decision.applicable_to":
                growing[count] = milliseconds
    growth = growing[_MANY] / growing[_SOME]
    yield Row(f"server: growth of applicable_to to {_MANY:,}", growth, "x", _GROWTH)


def server_memory(place: Workplace) -> Iterator[Row]:
    """Memory of the process under calls of all kinds: of many records, and over many calls."""
    for count, calls, most in ((_MANY, _SOME, _MEMORY), (_SOME, _MANY, None)):
        folder = place.repository(count)
        run(mneme(folder, "check", FOLDER))
        with _server(_command(folder), folder) as (process, ask):
            ask("initialize", _HELLO)
            for number in range(calls // 10):
                ask("tools/call", _mixed(number, count))
            before = _megabytes(process.pid)
            began = time.perf_counter()
            for number in range(calls):
                ask("tools/call", _mixed(number, count))
            seconds = time.perf_counter() - began
            after = _megabytes(process.pid)
        name = f"server, {count:,} records, {calls:,} calls"
        yield Row(f"{name}: each, with look and pipe", seconds / calls * 1000, "ms")
        yield Row(f"{name}: memory", after, "MB", most)
        growth = None if before is None or after is None else after - before
        yield Row(f"{name}: growth", growth, "MB", _MEMORY_GROWTH)


def _state(folder: Path) -> Any:
    from mcp_server.state import open_state

    state = open_state(str(folder / FOLDER), "")
    _tools()["decision.propose"].call(state, {"candidate": _candidate(1)})
    return state


def _calls(state: Any, count: int) -> dict[str, Callable[[], object]]:
    """Calls of each tool that reads, with the records taken as read, each about another record
    than the one before; and a search by words that nearly every record has."""
    known, tools = state.records.now(), _tools()
    state.records.now = lambda: known
    asked: dict[str, Callable[[Any], Mapping[str, Any]]] = {
        "decision.applicable_to": lambda one: {"paths": [f"{one.scope.replace('.', '/')}/x.py"]},
        "decision.search": lambda one: {"query": " ".join(one.title.split()[:4])},
        "decision.search, by id and scope": lambda one: {"query": f"{one.id} {one.scope}"},
        "decision.search, all found": lambda _: {"query": "message broker"},
        "decision.get": lambda one: {"record_id": one.id},
        "decision.trace": lambda one: {"record_id": one.id},
    }
    return {
        what: _calling(tools[what.partition(",")[0]], state, list(map(given, _some(known, count))))
        for what, given in asked.items()
    }


def _some(decisions: Any, count: int) -> list[Any]:
    """As many records as calls are measured, from all over."""
    step = max(1, count // _CALLS)
    return [decisions.named(f"ADR-{number}").record for number in range(1, count + 1, step)]


def _calling(tool: Any, state: Any, given: Sequence[Mapping[str, Any]]) -> Callable[[], object]:
    turns = cycle(given)
    return lambda: tool.call(state, next(turns))


def _tools() -> dict[str, Any]:
    from mcp_server.tools import TOOLS

    return {tool.name: tool for tool in TOOLS}


def _median_milliseconds(call: Callable[[], object]) -> float:
    call()
    times = []
    for _ in range(_CALLS):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return median(times) * 1000


def _mixed(number: int, count: int) -> dict[str, Any]:
    """A call of each tool in turn, about another record each time."""
    identifier = {"record_id": f"ADR-{number % count + 1}"}
    # As many different ones as a project may have; then they are known.
    candidate = _candidate(number % 300)
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("decision.get", identifier),
        ("decision.applicable_to", {"paths": [f"storage/ledger/part-{number}/x.py"]}),
        ("decision.trace", identifier),
        ("decision.search", {"query": f"broker {number % 100}", "limit": 3}),
        ("decision.propose", {"candidate": candidate}),
        ("decision.propose_batch", {"candidates": [candidate]}),
    ]
    name, arguments = kinds[number % len(kinds)]
    return {"name": name, "arguments": arguments}


def _candidate(number: int) -> dict[str, Any]:
    source = {"producer_name": "a", "producer_type": "agent", "source_reference": "load"}
    statement = f"Question {number} is settled in the way that the page {number} tells."
    return {"title": f"Settle {number}", "statement": statement, "provenance": source}


def _command(folder: Path) -> list[str]:
    options = ("decision-mcp", "--adr-dir", FOLDER, "--proposals", "")
    return list(mneme(folder, *options).arguments)


def _seconds_to_answer(command: list[str], folder: Path) -> float:
    began = time.perf_counter()
    with _server(command, folder) as (_, ask):
        ask("initialize", _HELLO)
        return time.perf_counter() - began


@contextmanager
def _server(
    command: list[str], folder: Path
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[str, Any], Any]]]:
    """A server, and a function that asks it and waits for the answer."""
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert process.stdin
    assert process.stdout
    questions, answers = process.stdin, os.fdopen(os.dup(process.stdout.fileno()), "rb")
    try:
        yield process, lambda method, params: _ask(questions, answers, method, params)
    finally:
        questions.close()
        process.wait()
        answers.close()
        process.stdout.close()


def _ask(questions: IO[bytes], answers: IO[bytes], method: str, params: Any) -> Any:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    questions.write(json.dumps(request).encode() + b"\n")
    answer = json.loads(answers.readline())
    if "error" in answer or answer["result"].get("isError"):
        raise RuntimeError(f"{method}: {answer}")
    if method == "initialize":
        questions.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return answer["result"]


def _megabytes(pid: int) -> float | None:
    """The memory that a process has now; None where the system does not say so in a file."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii")
    except OSError:
        return None
    kilobytes = next(line.split()[1] for line in status.split("\n") if line.startswith("VmRSS"))
    return int(kilobytes) * 1024 / 1e6
