"""Rules about the files that a decision governs (ADR214)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from adr_schema.diagnostics import Diagnostic
from compiler.checks.facts import Facts
from compiler.findings import diagnostic
from compiler.patterns import is_exclusion, key, matching


def match_no_file(facts: Facts) -> Iterator[Diagnostic]:
    """ADR214: the paths of an active decision match no file of the repository."""
    limited = [d.record for d in facts.decisions if d.lifecycle == "active" and d.record.paths]
    if not limited or not facts.files:
        return
    files = sorted(facts.files)
    verdicts: dict[tuple[str, ...], bool] = {}
    for record in limited:
        if record.paths not in verdicts:
            verdicts[record.paths] = _matches_any(record.paths, files)
        if not verdicts[record.paths]:
            message = f"`paths` of {record.id} match no file: {', '.join(record.paths)}"
            hint = "patterns are gitignore syntax, relative to the repository root"
            yield diagnostic("ADR214", record.path, record.place_of("paths"), message, hint)


def _matches_any(patterns: Sequence[str], files: Sequence[str]) -> bool:
    """Whether any file matches. Only files below a pattern's fixed folders are looked at, so the
    cost does not grow with the number of decisions times the number of files."""
    folders = {key(pattern).folder for pattern in patterns if not is_exclusion(pattern)}
    prefixes = ["".join(f"{name}/" for name in folder) for folder in folders]
    return any(matching(patterns, file)[0] for prefix in prefixes for file in _below(prefix, files))


def _below(prefix: str, files: Sequence[str]) -> Iterator[str]:
    for index in range(bisect_left(files, prefix), len(files)):
        if not files[index].startswith(prefix):
            return
        yield files[index]


CHECKS = (match_no_file,)
