"""Trailers are read as git reads them: the two are asked about the same messages."""

import subprocess
from collections.abc import Callable

import pytest

from compiler.trailers import trailers

Run = Callable[..., subprocess.CompletedProcess[str]]
ADA = "Ada Example <ada@example.com>"


@pytest.mark.parametrize(
    "block",
    [
        f"Accepted-by: {ADA}",
        "Accepted-by: Ada Example\n <ada@example.com>",
        "Accepted-by: Ada\n\tExample  \n  <ada@example.com>",
        "Accepted-by:\n Ada Example <ada@example.com>",
        f"Accepted-by : {ADA}",
        f"Accepted-by \t:{ADA}",
        f"Accepted-by:{ADA}",
        f"ACCEPTED-BY: {ADA}",
        f"accepted-by: {ADA}\nAccepted-by: Eve Example <eve@example.com>",
        f"Accepted by: {ADA}",
        f" Accepted-by: {ADA}",
        f"x Accepted-by: {ADA}",
        f"Not-accepted-by: {ADA}",
        f"Accepted-by= {ADA}",
        f"Accepted-by: {ADA}\nas the rule says",
        f"as the rule says\nAccepted-by: {ADA}",
        f"as the rule says\nAccepted-by: {ADA}\nSigned-off-by: {ADA}",
        f"a\nb\nc\nd\ne\nf\ng\nAccepted-by: {ADA}\nSigned-off-by: {ADA}",
        f"Accepted-by: {ADA}\n(cherry picked from commit 0123abc)",
        f"Co-authored-by: Eve Example <eve@example.com>\n {ADA}\nAccepted-by: {ADA}",
        f"Co-authored-by: Eve Example <eve@example.com>\n Accepted-by: {ADA}",
        f"Accepted-by: {ADA}\n\nIt is there.",
        f"# a remark\nAccepted-by: {ADA}",
        f"Accepted-by: {ADA}\r",
        "Accepted-by:",
        f"1-by: {ADA}\nAccepted-by: {ADA}",
    ],
)
@pytest.mark.parametrize("before", ["Use Y\n\n", "Use Y\n\nIt is there.\n \t\n", ""])
def test_trailers_are_those_that_git_reads(before: str, block: str, start: Run) -> None:
    message = f"{before}{block}\n"
    # A line of dashes ends the message of a patch, not that of a commit.
    command = ("git", "interpret-trailers", "--parse", "--no-divider")
    done = start(*command, stdin=message)
    assert done.returncode == 0, done.stderr
    pairs = [line.partition(":") for line in done.stdout.split("\n")]
    expected = [v.strip() for k, _, v in pairs if k.strip().casefold() == "accepted-by"]
    assert trailers(message, "Accepted-by") == expected


def test_earlier_paragraph_of_trailers_counts_too() -> None:
    message = f"Use Y\n\nAccepted-by: {ADA}\n\nCo-authored-by: Eve <eve@example.com>\n"
    assert trailers(message, "Accepted-by") == [ADA]
