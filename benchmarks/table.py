"""The table: what, measured, target, and whether the target holds."""

from dataclasses import dataclass

HEADER = f"{'what':<58} {'measured':>12} {'target':>12}"


@dataclass(frozen=True, slots=True)
class Row:
    """One number. `target` is the most it may be, None where it is printed only.

    `measured` is None where this machine lacks what is measured.
    """

    what: str
    measured: float | None
    unit: str
    target: float | None = None

    def __str__(self) -> str:
        measured = "not here" if self.measured is None else _shown(self.measured, self.unit)
        target = "" if self.target is None else _shown(self.target, self.unit)
        return f"{self.what:<58} {measured:>12} {target:>12}  {self._verdict}".rstrip()

    @property
    def over(self) -> bool:
        """Whether the target is missed."""
        return None not in (self.measured, self.target) and self._excess > 0

    @property
    def _excess(self) -> float:
        return (self.measured or 0) - (self.target or 0)

    @property
    def _verdict(self) -> str:
        if self.measured is None or self.target is None:
            return ""
        return "** over **" if self.over else "ok"


def _shown(number: float, unit: str) -> str:
    digits = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{digits}f} {unit}"
