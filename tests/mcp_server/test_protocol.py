"""The process: what it says first, what it does with nonsense, and how it ends."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND

from mneme_cli._version import __version__

NAMES = [
    "decision.propose",
    "decision.propose_batch",
    "decision.get",
    "decision.search",
    "decision.applicable_to",
    "decision.trace",
]


def objects(schema: Any) -> Any:
    """Every schema of an object within a schema."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type"):
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


def test_server_says_what_it_is(wire: Any) -> None:
    said = wire("--adr-dir", "adr").greet()
    assert said["serverInfo"]["name"] == "mneme-decision-index"
    assert said["serverInfo"]["version"] == __version__
    assert said["capabilities"] == {"tools": {"listChanged": False}}
    lines = said["instructions"].split("\n")
    assert len(lines) == 5
    assert "No tool can accept" in lines[4]


def test_there_are_these_six_tools(either: Any) -> None:
    assert list(either.tools) == NAMES
    for tool in either.tools.values():
        assert tool.title
        assert "Use it" in tool.description or "Submit" in tool.description
        assert tool.annotations.open_world_hint is False
        reads = tool.name not in NAMES[:2]
        assert tool.annotations.read_only_hint is reads
        if not reads:
            assert tool.annotations.destructive_hint is False
            assert tool.annotations.idempotent_hint is True


def test_schemas_are_closed_and_described(session: Any) -> None:
    for tool in session.tools.values():
        for schema in [*objects(tool.input_schema), *objects(tool.output_schema)]:
            assert schema["additionalProperties"] is False, (tool.name, schema)
        for schema in objects(tool.input_schema):
            undescribed = [k for k, v in schema["properties"].items() if not v.get("description")]
            assert undescribed == [], tool.name
        assert "$ref" not in json.dumps([tool.input_schema, tool.output_schema])


def test_no_other_name_is_a_tool(either: Any) -> None:
    for name in ("decision.accept", "decision_propose", "", "decision.GET"):
        with pytest.raises(MCPError, match=r"no such tool; there are decision\.propose, "):
            either.raw(name, {})


def test_unknown_methods_get_the_error_of_the_protocol(wire: Any) -> None:
    server = wire()
    server.greet()
    for method in ("resources/list", "prompts/list", "decision.accept", "tools/delete"):
        assert server.ask(1, method)["error"]["code"] == METHOD_NOT_FOUND


DEEP = b"[" * 100_000 + b"]" * 100_000
LINES = {
    "nonsense": b"this is no JSON",
    "empty": b"",
    "blank": b"   \t ",
    "half": b'{"jsonrpc": "2.0", "id": 1, "met',
    "two megabytes": b"x" * 2_000_000,
    "two megabytes of JSON": b'{"jsonrpc":"2.0","method":"x","params":{"a":"%s"}}'
    % (b"y" * 2_000_000),
    "no UTF-8": b'{"jsonrpc":"2.0","method":"\xff\xfe"}',
    "NUL": b"\0" * 100,
    "deep": DEEP,
    "deep within": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":%s}' % DEEP,
    "list": b"[1, 2]",
    "batch": b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    "number": b"1" * 10_000,
    "no number": b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
    "half a character": b'{"jsonrpc":"2.0","method":"\\ud800"}',
    "answer to nothing": b'{"jsonrpc":"2.0","id":77,"result":{}}',
    "cancels nothing": b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":'
    b'{"requestId":9}}',
    "wrong version": b'{"jsonrpc":"1.0","method":"ping"}',
}


def test_malformed_lines_do_not_end_the_server(wire: Any) -> None:
    server = wire("--adr-dir", "adr")
    server.greet()
    for name, line in LINES.items():
        server.send(line)
        assert server.ask(f"after {name}", "ping")["result"] == {}
    found = server.call("last", "decision.get", record_id="ADR-3")
    assert found["result"]["structuredContent"]["record_type"] == "canonical_decision"
    assert server.end() == 0
    assert server.process.stderr.read() == b""


REFUSED = {
    "half a character": (
        b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":'
        b'{"name":"decision.get","arguments":{"record_id":"\\ud800"}}}',
        -32700,
    ),
    "too deep": (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":%s}' % DEEP, -32700),
    "deep at first": (b'{"id":7,"jsonrpc":"2.0","method":"tools/call","params":%s}' % DEEP, -32700),
    "params in a list": (b'{"jsonrpc":"2.0","id":7,"method":"x","params":[1]}', -32602),
    "no method": (b'{"jsonrpc":"2.0","id":7}', -32600),
    "no name of a method": (b'{"jsonrpc":"2.0","id":7,"method":5}', -32600),
    "wrong version": (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600),
    "batch": (b'[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0"}, 5]', -32600),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_an_id_is_answered(wire: Any, name: str) -> None:
    line, code = REFUSED[name]
    server = wire()
    server.greet()
    server.send(line)
    answer = server.answer()
    assert (answer["id"], answer["error"]["code"]) == (7, code)
    assert server.ask("after", "ping")["result"] == {}
    assert server.end() == 0
    assert server.process.stderr.read() == b""


def test_malformed_lines_before_the_handshake_do_not_end_the_server(wire: Any) -> None:
    server = wire("--adr-dir", "adr")
    for line in LINES.values():
        server.send(line)
    assert server.greet()["serverInfo"]
    assert server.end() == 0
    assert server.process.stderr.read() == b""


def test_arguments_that_are_no_object_are_invalid_params(wire: Any) -> None:
    server = wire()
    server.greet()
    for arguments in ([], "x", 5, True):
        answer = server.ask(1, "tools/call", {"name": "decision.get", "arguments": arguments})
        assert answer["error"]["code"] == -32602
        assert "x" not in answer["error"]["message"].split()


@pytest.mark.parametrize("greeted", [False, True], ids=["before", "after"])
def test_end_of_input_ends_the_process(wire: Any, greeted: bool) -> None:
    server = wire("--adr-dir", "adr")
    server.greet() if greeted else server.send(b"")
    time.sleep(0 if greeted else 3)
    began = time.monotonic()
    assert server.end(10) == 0
    assert time.monotonic() - began < 2
    assert server.process.stdout.read() == b""


def test_what_was_asked_before_the_end_of_input_is_answered(wire: Any, candidate: Any) -> None:
    server = wire("--adr-dir", "adr")
    server.greet()
    for number in range(5):
        title = f"Name table {number} in the plural"
        arguments = {"candidate": candidate(title=title)}
        server.request(number, "tools/call", {"name": "decision.propose", "arguments": arguments})
    server.process.stdin.close()
    answers = [server.answer() for _ in range(5)]
    assert {answer["id"] for answer in answers} == set(range(5))
    assert all(answer["result"]["structuredContent"]["created"] for answer in answers)
    assert server.process.wait(2) == 0


@contextmanager
def waiting_server(wire: Any, store_file: Path) -> Iterator[Any]:
    """A server whose proposals wait for a lock that somebody holds."""
    if sys.platform == "win32":
        pytest.skip("locks of another kind")
    import fcntl

    store_file.parent.mkdir()
    with open(f"{store_file}.lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        server = wire("--adr-dir", "adr")
        server.greet()
        yield server


def test_end_of_input_in_the_middle_of_a_call_ends_the_process(
    wire: Any, store_file: Path, candidate: Any
) -> None:
    """Nothing is written."""
    params = {"name": "decision.propose", "arguments": {"candidate": candidate()}}
    with waiting_server(wire, store_file) as server:
        server.request(1, "tools/call", params)
        server.request(2, "ping")
        assert server.answer()["id"] == 2
        began = time.monotonic()
        assert server.end(10) == 0
        assert time.monotonic() - began < 2
    assert not store_file.exists()


def test_calls_that_hang_keep_no_other_call_waiting(
    wire: Any, store_file: Path, candidate: Any
) -> None:
    params = {"name": "decision.propose", "arguments": {"candidate": candidate()}}
    with waiting_server(wire, store_file) as server:
        for number in range(5):
            server.request(number, "tools/call", params)
            server.send(
                b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}'
                % number
            )
        found = server.call("other", "decision.get", record_id="ADR-3")
        assert found["result"]["structuredContent"]["record_type"] == "canonical_decision"
    found = server.call("after", "decision.propose", candidate=candidate())
    assert found["result"]["structuredContent"]["proposal"]["proposal_status"] == "proposed"
    assert len(json.loads(store_file.read_bytes())["proposals"]) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_the_process_at_once(wire: Any, number: signal.Signals) -> None:
    server = wire("--adr-dir", "adr")
    server.greet()
    server.process.send_signal(number)
    assert server.process.wait(2) == -number
    assert server.process.stderr.read() == b""


def test_a_reader_that_left_is_no_failure(wire: Any) -> None:
    """The server ends, as there is nobody to answer, at the latest when input does."""
    server = wire("--adr-dir", "adr")
    server.greet()
    server.process.stdout.close()
    with suppress(BrokenPipeError):
        for number in range(3):
            server.request(number, "ping")
            time.sleep(0.1)
    with suppress(BrokenPipeError):
        server.process.stdin.close()
    assert server.process.wait(2) == 0
    assert server.process.stderr.read() == b""


@pytest.mark.parametrize("folder", [".", "src/orders"])
def test_server_runs_from_any_folder_of_the_repository(
    talk: Any, project: Path, store_file: Path, folder: str, candidate: Any
) -> None:
    with talk("--adr-dir", str(project / "adr"), cwd=project / folder) as session:
        assert session.call("decision.get", record_id="ADR-2")["record_type"] != "not_found"
        session.call("decision.propose", candidate=candidate())
        (governing, *_) = session.call("decision.applicable_to", paths=["src/orders/x.py"])[
            "canonical_scope_matches"
        ]
    assert governing["decision_id"] == "ADR-0002"
    assert store_file.is_file()


def test_repository_is_that_of_the_records_wherever_the_host_runs(
    talk: Any, project: Path, store_file: Path, candidate: Any, tmp_path_factory: Any
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with talk("--adr-dir", str(project / "adr"), cwd=elsewhere) as session:
        session.call("decision.propose", candidate=candidate())
        found = session.call("decision.applicable_to", paths=["src/orders/x.py"])
    assert found["canonical_scope_matches"]
    assert store_file.is_file()
    assert os.listdir(elsewhere) == []


def test_variables_of_git_lead_nowhere_else(
    talk: Any, environment: dict[str, str], git: Callable[..., str], tmp_path_factory: Any
) -> None:
    other = tmp_path_factory.mktemp("other")
    git("init", "--quiet", cwd=other)
    environment |= {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other)}
    with talk("--adr-dir", "adr") as session:
        assert session.call("decision.search")["total_canonical_decisions"] == 3


def test_fifty_calls_at_once(talk: Any, store_file: Path, candidate: Any) -> None:
    """Half of them write; each answer belongs to its question."""
    with talk("--adr-dir", "adr") as session:

        def ask(number: int) -> Any:
            if number % 2:
                return session.call("decision.get", record_id=f"ADR-{number % 3 + 1}")
            title = f"Settle question {number}"
            return session.call("decision.propose", candidate=candidate(title=title))

        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(ask, range(50)))
    for number, answer in enumerate(answers):
        if number % 2:
            assert answer["canonical_decision"]["decision_id"] == f"ADR-000{number % 3 + 1}"
        else:
            assert answer["proposal"]["title"] == f"Settle question {number}"
    assert len(json.loads(store_file.read_bytes())["proposals"]) == 25
