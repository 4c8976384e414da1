"""Which folders are read: the repository, its configuration, and its ADR folders."""

import os
from dataclasses import dataclass
from pathlib import Path

from compiler import git
from compiler.config import Config, CorpusConfig, load_config
from compiler.errors import ConfigError, UsageError

USUAL_FOLDERS = (
    "docs/adr",
    "doc/adr",
    "docs/adrs",
    "docs/ADR",
    "docs/decisions",
    "docs/architecture/decisions",
    "doc/architecture/decisions",
    "docs/architecture-decisions",
    "architecture/decisions",
    "decisions",
    "adr",
    ".adr",
)


@dataclass(frozen=True, slots=True)
class Project:
    """What a command works on.

    `base` is the absolute folder that printed paths are relative to: the repository root, else
    the current folder. `corpora` are relative to it. `note` says how the folders were found,
    where that is worth saying.
    """

    base: Path
    root: Path | None
    config: Config
    corpora: tuple[CorpusConfig, ...]
    found_by: str
    note: str | None = None


def open_project(directory: str | None, cwd: Path | None = None) -> Project:
    """Find repository, configuration and ADR folders.

    `directory` is an ADR folder as typed, relative to the current folder. Raises `UsageError`
    where it is missing or none is found, `ConfigError` for a broken configuration.
    """
    here = Path(os.path.abspath(cwd or Path.cwd()))
    if directory is not None:
        return _named(directory, here)
    root = git.find_root(here)
    base = root or here
    config = load_config(base)
    if config.corpora:
        return _configured(base, root, config)
    return _discovered(base, root, config)


def _named(directory: str, here: Path) -> Project:
    folder = here / directory
    if not directory or not folder.is_dir():
        raise UsageError(
            f"there is no folder {directory!r}", "name the folder that holds the records"
        )
    folder = Path(os.path.abspath(folder))
    root = git.find_root(folder)
    base = root or here
    config = load_config(root or here)
    relative = os.path.relpath(folder, base).replace(os.sep, "/")
    return Project(base, root, config, (CorpusConfig(None, relative),), "the command line")


def _configured(base: Path, root: Path | None, config: Config) -> Project:
    for corpus in config.corpora:
        _check_inside(base, corpus.path, str(config.source))
    return Project(base, root, config, config.corpora, str(config.source))


def _check_inside(base: Path, path: str, source: str) -> None:
    folder = os.path.normpath(base / path)
    if os.path.commonpath([str(base), folder]) != str(base):
        raise ConfigError(
            f"{source}: {path!r} lies outside the repository", "name a folder below its root"
        )
    if not os.path.isdir(folder):
        raise ConfigError(
            f"{source}: there is no folder {path!r}", "create it, or mend the configuration"
        )


def _discovered(base: Path, root: Path | None, config: Config) -> Project:
    for finder in (_adr_tools_folder, _log4brains_folders):
        named = finder(base)
        if named:
            corpora = tuple(_corpus(path, config) for path in named[1])
            return Project(base, root, config, corpora, named[0])
    usual = _usual_folders(base)
    if not usual:
        raise UsageError(
            "no ADR folder found", f"name one, or create the usual one: mkdir -p {USUAL_FOLDERS[0]}"
        )
    note = f"several ADR folders: {', '.join(usual)}" if len(usual) > 1 else None
    corpora = tuple(_corpus(path, config) for path in usual)
    return Project(base, root, config, corpora, "the usual folder names", note)


def _corpus(path: str, config: Config) -> CorpusConfig:
    return CorpusConfig(None, path, config.dialect, config.status_when_absent)


def _usual_folders(base: Path) -> list[str]:
    """Each usual folder that exists, once where the file system folds case."""
    found: dict[tuple[int, int], str] = {}
    for name in USUAL_FOLDERS:
        folder = base / name
        if folder.is_dir():
            stat = folder.stat()
            found.setdefault((stat.st_dev, stat.st_ino) if stat.st_ino else (0, hash(name)), name)
    return list(found.values())


def _adr_tools_folder(base: Path) -> tuple[str, list[str]] | None:
    pointer = base / ".adr-dir"
    if not pointer.is_file():
        return None
    written = pointer.read_text("utf-8", "replace").strip()
    if not written:
        raise ConfigError(
            ".adr-dir is empty", "write the folder of the records in it, or delete it"
        )
    _check_inside(base, written, ".adr-dir")
    return ".adr-dir", [os.path.normpath(written).replace(os.sep, "/")]


def _log4brains_folders(base: Path) -> tuple[str, list[str]] | None:
    pointer = base / ".log4brains.yml"
    if not pointer.is_file():
        return None
    folders = []
    for line in pointer.read_text("utf-8", "replace").split("\n"):
        key, _, value = line.strip().removeprefix("- ").partition(":")
        if key.strip() == "adrFolder":
            folders.append(os.path.normpath(value.strip().strip("'\"")).replace(os.sep, "/"))
    named = list(dict.fromkeys(folders))
    for folder in named:
        _check_inside(base, folder, ".log4brains.yml")
    return (".log4brains.yml", named) if named else None
