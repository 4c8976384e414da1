"""Where the time of `check` goes: the functions that cost most of their own, by the profiler.

    python -m benchmarks.profile_check [FOLDER]

FOLDER is checked from inside; without one, 1,000 generated records are. The profiler makes small
functions look dearer than they are: use it to find, and `make bench` to judge.
"""

import cProfile
import gc
import os
import pstats
import sys
from pathlib import Path

from benchmarks.workplace import workplace
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project
from mneme_cli.render.report import as_text

_SHOWN = 25
_COUNT = 1_000


def main(arguments: list[str]) -> None:
    """Profile the pipeline and the report over one folder."""
    gc.disable()  # as the command does
    if arguments:
        _profile(Path(arguments[0]))
        return
    with workplace() as place:
        _profile(place.records(_COUNT))


def _profile(folder: Path) -> None:
    before = Path.cwd()
    os.chdir(folder)
    profiler = cProfile.Profile()
    try:
        result = profiler.runcall(_check)
    finally:
        os.chdir(before)
    print(f"{result.accounting.found:,} files, {len(result.diagnostics):,} findings")
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(_SHOWN)


def _check() -> Compiled:
    result = compile_project(open_project(None))
    for _ in as_text(result, everything=False):
        pass
    return result


if __name__ == "__main__":
    main(sys.argv[1:])
