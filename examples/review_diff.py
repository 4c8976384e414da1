"""Which decisions does a change have to look at? Asks the server, as an agent's host does.

    git diff main... | python examples/review_diff.py --adr-dir docs/adr
    python examples/review_diff.py --adr-dir docs/adr main HEAD

Run it in the repository, where `mneme-adr[mcp]` is installed.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

# The names of a file before and after, as `git diff` without special options writes them.
_NAMED = re.compile(
    r'^(?:(?:---|\+\+\+) "?[ab]/(?P<changed>.*?)"?\t?|rename (?:from|to) (?P<moved>.*))$',
    re.MULTILINE,
)


def main() -> None:
    """Read the change, ask, and print what governs it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--adr-dir", required=True, help="the folder of the records")
    parser.add_argument("revisions", nargs="*", help="what to give to git diff; else read a diff")
    options = parser.parse_args()
    diff = _diff(options.revisions) if options.revisions else sys.stdin.read()
    paths = sorted({match["changed"] or match["moved"] for match in _NAMED.finditer(diff)})
    if not paths:
        print("no file is changed")
        return
    for decision in anyio.run(_ask, options.adr_dir, paths):
        print(*_lines(decision), sep="\n", end="\n\n")


def _diff(revisions: list[str]) -> str:
    command = ["git", "-c", "core.quotePath=false", "diff", "--no-ext-diff", *revisions]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


async def _ask(folder: str, paths: list[str]) -> list[dict[str, Any]]:
    """The decisions that govern these paths, the strongest first."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "mneme_cli", "decision-mcp", "--adr-dir", folder]
    )
    async with Client(stdio_client(server)) as client:
        answer = await client.call_tool("decision.applicable_to", {"paths": paths})
    if answer.is_error:
        sys.exit(str(answer.content))
    governing: list[dict[str, Any]] = answer.structured_content["canonical_scope_matches"]
    return governing


def _lines(decision: dict[str, Any]) -> Iterator[str]:
    """A decision with where it stands, who decided it, and why it is named."""
    yield f"{decision['decision_id']}: {decision['title']}"
    yield f"  {decision['statement']}"
    decided = f", decided {decision['decided_at']}" if decision["decided_at"] else ""
    by = f" by {decision['owner']}" if decision["owner"] else ""
    yield f"  {decision['source_locator']}{decided}{by}"
    for match in decision["matched_by"]:
        why = f"{match['value']}, by {match['pattern']}" if match["value"] else "every file"
        yield f"  for {why}"


if __name__ == "__main__":
    main()
