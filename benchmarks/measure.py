"""What one run of a command costs, and how to run several fairly.

The parent has to stay small: until a child has started its own program, the system counts the
parent's memory as the child's peak.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

# Linux counts kilobytes, macOS bytes.
_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


def _nothing() -> None:
    """What most commands need to have done before them."""


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments and the folder they run in; `before` is called before each run, uncounted."""

    arguments: tuple[str, ...]
    folder: Path
    before: Callable[[], None] = _nothing


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of CPU (user and system, children included) and of wall clock; megabytes at peak."""

    cpu: float
    wall: float
    memory: float


def run(command: Command) -> Usage:
    """Run a command once. Findings (1) are a fair outcome; raises `RuntimeError` for worse."""
    command.before()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    began = time.perf_counter()
    process = subprocess.Popen(
        command.arguments,
        cwd=command.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command.arguments)}: exit status {process.returncode}")
    return Usage(used.ru_utime + used.ru_stime, wall, used.ru_maxrss * _MEMORY_UNIT / 1e6)


def alternate(commands: Sequence[Command], runs: int, *, warm_up: bool = True) -> list[list[Usage]]:
    """Run the commands in turn, `runs` times each: what slows the machine slows all of them.

    The warm-up is not counted; it fills the system's file cache and Python's compiled modules.
    """
    if warm_up:
        for command in commands:
            run(command)
    rounds = [[run(command) for command in commands] for _ in range(runs)]
    return [list(usages) for usages in zip(*rounds, strict=True)]


def cpu(usages: Sequence[Usage]) -> float:
    """Median seconds of CPU."""
    return median(usage.cpu for usage in usages)


def wall(usages: Sequence[Usage]) -> float:
    """Median seconds of wall clock."""
    return median(usage.wall for usage in usages)


def memory(usages: Sequence[Usage]) -> float:
    """The highest peak in megabytes."""
    return max(usage.memory for usage in usages)


def cpu_ratio(usages: Sequence[Usage], baseline: Sequence[Usage]) -> float:
    """Median of the ratios within each round."""
    return median(one.cpu / other.cpu for one, other in zip(usages, baseline, strict=True))
