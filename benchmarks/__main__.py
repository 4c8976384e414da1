"""`make bench`: measure everything and print one table.

A missed target is printed, and is no failure: numbers differ between machines. Names of measures
as arguments measure only these.
"""

import sys

from benchmarks.measures import MEASURES
from benchmarks.table import HEADER
from benchmarks.workplace import workplace


def main(names: list[str]) -> None:
    """Print each row as soon as it is known."""
    known = {measure.__name__: measure for measure in MEASURES}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no such measure: {', '.join(unknown)}; there are {', '.join(known)}")
    over = 0
    print(HEADER, flush=True)
    with workplace() as place:
        for name in names or known:
            for row in known[name](place):
                print(row, flush=True)
                over += row.over
    print(f"{over} over target" if over else "every target is met")


if __name__ == "__main__":
    main(sys.argv[1:])
