"""The baseline: findings that stood when the rules were adopted, and that block nothing (ADR-0018).

`.mneme/baseline.json` holds one finding a line, so that its history and its conflicts are readable.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from adr_schema.diagnostics import Diagnostic
from adr_schema.vocabulary import BASELINE_SCHEMA
from compiler.errors import ConfigError, UsageError
from compiler.fingerprints import fingerprints
from compiler.lines import Lines
from compiler.writing import require_inside, write_atomically

BASELINE_FILE = ".mneme/baseline.json"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finding as recorded. The fingerprint decides; the rest says to the reader what it is."""

    path: str
    code: str
    fingerprint: str
    message: str

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """The order in the file; it does not depend on words, which may get better."""
        return (self.path, self.code, self.fingerprint)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The recorded findings, sorted."""

    recorded: tuple[Recorded, ...] = ()


def read_baseline(read: Callable[[str], bytes | None]) -> Baseline:
    """The baseline of a repository, empty where it has none.

    `read` gives the bytes of a file relative to the root, None where there is none. Raises
    `ConfigError` for anything but a baseline of a version that we know: to go on without it
    would judge by other rules than the repository's.
    """
    written = read(BASELINE_FILE)
    if written is None:
        return Baseline()
    try:
        data = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise _unusable(str(error)) from None
    return _build(data)


def _build(data: Any) -> Baseline:
    from compiler.validation import violations

    found = violations("baseline", data)
    if found:
        where = f"{found[0].where}: " if found[0].where else ""
        raise _unusable(f"{where}{found[0].message}")
    return Baseline(tuple(Recorded(**item) for item in data["findings"]))


def _unusable(why: str) -> ConfigError:
    hint = "take it back from git, or delete it and run mneme check --write-baseline"
    return ConfigError(f"{BASELINE_FILE} is no baseline that can be used: {why}", hint)


def is_coverable(finding: Diagnostic) -> bool:
    """Whether a baseline may cover it: with an integrity fault the records mean nothing certain."""
    return finding.class_ != "integrity"


def cover(
    findings: Sequence[Diagnostic], baseline: Baseline, lines: Lines, sees: Callable[[str], bool]
) -> tuple[tuple[Diagnostic, ...], tuple[Recorded, ...]]:
    """Mark the findings that the baseline covers, and name the entries that cover none.

    `sees` says whether the run looks for findings about a path:
    only then is an entry without a finding stale.
    """
    if not baseline.recorded:
        return tuple(findings), ()
    known = {entry.fingerprint for entry in baseline.recorded}
    met = set()
    marked = []
    for finding, fingerprint in zip(findings, fingerprints(findings, lines), strict=True):
        covered = fingerprint in known and is_coverable(finding)
        if covered:
            met.add(fingerprint)
        marked.append(replace(finding, baselined=True) if covered else finding)
    stale = (e for e in baseline.recorded if e.fingerprint not in met and sees(e.path))
    return tuple(marked), tuple(stale)


def renewed(
    findings: Sequence[Diagnostic], baseline: Baseline, lines: Lines, sees: Callable[[str], bool]
) -> Baseline:
    """The baseline of these findings; entries about paths that the run does not see are kept."""
    prints = zip(findings, fingerprints(findings, lines), strict=True)
    current = [Recorded(f.path, f.code, mark, f.message) for f, mark in prints if is_coverable(f)]
    kept = [entry for entry in baseline.recorded if not sees(entry.path)]
    return Baseline(tuple(sorted({*current, *kept}, key=lambda entry: entry.sort_key)))


def serialize(baseline: Baseline) -> str:
    """The one text form of a baseline: UTF-8, an entry a line, a final newline."""
    entries = [json.dumps(asdict(entry), ensure_ascii=False) for entry in baseline.recorded]
    listed = "".join(f"\n    {entry}," for entry in entries).removesuffix(",")
    findings = f"[{listed}\n  ]" if listed else "[]"
    return f'{{\n  "schema": "{BASELINE_SCHEMA}",\n  "findings": {findings}\n}}\n'


def write_baseline(base: Path, baseline: Baseline) -> None:
    """Write the baseline below the folder `base`. Raises `UsageError` where that is refused."""
    path = base / BASELINE_FILE
    require_inside(str(base), str(path), BASELINE_FILE)
    try:
        path.parent.mkdir(exist_ok=True)
        write_atomically(str(path), serialize(baseline).encode())
    except OSError as error:
        message = f"{BASELINE_FILE} cannot be written: {error.strerror}"
        raise UsageError(message, "look at the permissions of the folder") from None
