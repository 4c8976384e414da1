"""Rules about the files that a decision governs (ADR214)."""

from collections.abc import Iterator

from adr_schema.diagnostics import Diagnostic
from compiler.checks.facts import Facts
from compiler.findings import diagnostic


def match_no_file(facts: Facts) -> Iterator[Diagnostic]:
    """ADR214: the paths of an active decision match no file of the repository."""
    limited = [d.record for d in facts.decisions if d.lifecycle == "active" and d.record.paths]
    if not limited or not facts.files:
        return
    import pathspec

    for record in limited:
        spec = pathspec.PathSpec.from_lines("gitignore", record.paths)
        if not any(spec.match_file(path) for path in facts.files):
            message = f"`paths` of {record.id} matches no file: {', '.join(record.paths)}"
            hint = "patterns are gitignore syntax, relative to the repository root"
            yield diagnostic("ADR214", record.path, record.place_of("paths"), message, hint)


CHECKS = (match_no_file,)
