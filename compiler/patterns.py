"""Path patterns compared with each other, without asking which files there are."""

from collections.abc import Iterable


def covers(patterns: Iterable[str], pattern: str) -> bool:
    """Whether a pattern is among the others or lies below one of their folders."""
    return any(_covers(other, pattern) for other in patterns)


def _covers(other: str, pattern: str) -> bool:
    if pattern == other or other in ("**", "*", "/**", "**/*"):
        return True
    head = other.removesuffix("/**").removesuffix("/*").rstrip("/")
    return other.endswith(("/**", "/")) and pattern.startswith(f"{head}/")
