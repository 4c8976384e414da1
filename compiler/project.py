"""Which folders are read: the repository, its configuration, and its ADR folders."""

import os
import posixpath
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.baseline import Baseline, read_baseline
from compiler.config import OWN_FILE, Config, CorpusConfig, read_config
from compiler.errors import ConfigError, ElsewhereError, NoFolderError, UsageError
from compiler.git.places import find_bare, find_root, is_bare
from compiler.git.repository import Repository
from compiler.identity import name_of, number_in_name
from compiler.sources import READ_SUFFIXES, Source, WorkingTree, read_optional

if TYPE_CHECKING:
    from compiler.strict_yaml import Value

_COMMAND_LINE = "the command line"
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
# Chapters of a manual are numbered too, with fewer digits.
_RECORD_DIGITS = 3


@dataclass(frozen=True, slots=True)
class State:
    """Which state of the repository is asked for: the working tree, what is staged, or a
    revision."""

    staged: bool = False
    revision: str | None = None

    @property
    def in_git(self) -> bool:
        """Whether git holds the state, not the file system."""
        return self.staged or self.revision is not None


WORKING_TREE = State()


@dataclass(frozen=True, slots=True)
class Project:
    """What a command works on.

    `base` is the absolute folder that printed paths are relative to: the repository root, else
    the current folder. `corpora` are relative to it, and `source` gives their files. `note` says
    how the folders were found, where that is worth saying.
    """

    base: Path
    root: Path | None
    config: Config
    corpora: tuple[CorpusConfig, ...]
    found_by: str
    source: Source
    note: str | None = None
    baseline: Baseline = field(default_factory=Baseline)

    def sees(self, path: str) -> bool:
        """Whether findings about a path are looked for: about all, unless a folder was named."""
        return self.found_by != _COMMAND_LINE or any(
            corpus.path in (".", path) or path.startswith(f"{corpus.path}/")
            for corpus in self.corpora
        )


def open_project(
    directory: str | None, cwd: Path | None = None, state: State = WORKING_TREE
) -> Project:
    """Find repository, configuration and ADR folders.

    `directory` is an ADR folder as typed, relative to the current folder. Configuration and
    baseline come from the same state as the records. Raises `UsageError` where a folder or
    revision is missing or none is found, `ConfigError` for a broken configuration or baseline.
    """
    place = locate(directory, cwd)
    source = _source(place, state)
    project = project_of(place, source, config_of(source))
    return replace(project, baseline=baseline_of(source))


@dataclass(frozen=True, slots=True)
class Location:
    """Where a command works, before any state of the repository is chosen.

    `directory` and `here` are the argument and the current folder, `root` is the repository's top
    folder, and `base` the folder that printed paths are relative to.
    """

    directory: str | None
    here: Path
    base: Path
    root: Path | None


def locate(directory: str | None, cwd: Path | None = None) -> Location:
    """Find the repository that the argument, or else the current folder, lies in."""
    here = Path(os.path.abspath(cwd)) if cwd else _current_folder()
    start = here if directory is None else _existing_parent(here / directory)
    root = find_root(start) or find_bare(start)
    return Location(directory, here, root or here, root)


def repository_of(place: Location) -> Repository:
    """The repository of a location. Raises `UsageError` outside of one."""
    if place.root is None:
        raise UsageError("this is no git repository", "run the command inside one")
    return Repository(place.root)


def config_of(source: Source) -> Config:
    """The configuration that a state of the repository holds. Raises `ConfigError`."""
    return read_config(lambda name: read_optional(source, name))


def baseline_of(source: Source) -> Baseline:
    """The baseline that a state of the repository holds. Raises `ConfigError`."""
    return read_baseline(lambda name: read_optional(source, name))


def project_of(place: Location, source: Source, config: Config) -> Project:
    """The ADR folders of one state of the repository, under a configuration.

    Raises `NoFolderError` where a folder is missing or none is found, `ConfigError` where the
    configuration names a wrong one.
    """
    base, root = place.base, place.root
    if place.directory is not None:
        return _named(place.directory, place.here, base, root, config, source)
    if config.corpora:
        corpora = tuple(replace(c, path=_relative(c.path, base)) for c in config.corpora)
        for corpus in corpora:
            _check_inside(corpus.path, str(config.source), source)
        return Project(base, root, config, corpora, str(config.source), source)
    return _discovered(base, root, config, source)


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder is gone", "change to one that exists") from None


def _source(place: Location, state: State) -> Source:
    if not state.in_git:
        if place.root and is_bare(place.root):
            raise UsageError("a bare repository has no working tree", "name a state: --rev HEAD")
        return WorkingTree(place.base, place.root)
    from compiler.snapshots import Snapshot

    repository = repository_of(place)
    if state.revision is None:
        return Snapshot(repository, repository.index())
    return Snapshot(repository, repository.tree(repository.resolve(state.revision)))


def _existing_parent(folder: Path) -> Path:
    """The nearest folder above that exists: one that is gone may stand in an older revision."""
    folder = Path(os.path.abspath(folder))
    return next((f for f in (folder, *folder.parents) if f.is_dir()), folder)


def _named(
    directory: str, here: Path, base: Path, root: Path | None, config: Config, source: Source
) -> Project:
    folder = os.path.abspath(here / directory)
    relative = os.path.relpath(folder, base).replace(os.sep, "/")
    if not directory or not source.has_folder(relative):
        hint = "name the folder that holds the records"
        raise NoFolderError(f"there is no folder {directory!r}", hint)
    corpora = (CorpusConfig(None, relative),)
    return Project(base, root, config, corpora, _COMMAND_LINE, source)


def _relative(path: str, base: Path) -> str:
    """A path of the configuration, relative to the root; an absolute one inside is made so."""
    if os.path.isabs(path):
        path = os.path.relpath(path, base)
    return os.path.normpath(path).replace(os.sep, "/")


def _check_inside(path: str, named_in: str, source: Source) -> None:
    normal = os.path.normpath(path).replace(os.sep, "/")
    if os.path.isabs(path) or normal == ".." or normal.startswith("../"):
        hint = "name a folder below its root"
        raise ConfigError(f"{named_in}: {path!r} lies outside the repository", hint)
    if not source.has_folder(path):
        hint = "create it (a link out of the repository is none), or mend the configuration"
        raise ConfigError(f"{named_in}: there is no folder {path!r}", hint)


def _discovered(base: Path, root: Path | None, config: Config, source: Source) -> Project:
    for finder in (_adr_tools_folder, _log4brains_folders):
        named = finder(source)
        if named:
            corpora = tuple(_corpus(path, config) for path in named[1])
            return Project(base, root, config, corpora, named[0], source)
    usual = _usual_folders(source)
    if not usual:
        raise _nothing_found(source)
    note = f"several ADR folders: {', '.join(usual)}" if len(usual) > 1 else None
    corpora = tuple(_corpus(path, config) for path in usual)
    return Project(base, root, config, corpora, "the usual folder names", source, note)


def _nothing_found(source: Source) -> NoFolderError:
    """Why nothing is read; records in an unusual folder must not be overlooked in silence."""
    elsewhere = Counter(
        posixpath.dirname(path) or "." for path in source.all_paths() if _names_a_record(path)
    )
    (folder, number), *_ = elsewhere.most_common(1) or [("", 0)]
    if number < 2:
        hint = "records elsewhere? mneme check DIR. None yet? mneme init"
        return NoFolderError("no ADR folder found", hint)
    message = f"no ADR folder where one usually lies; {folder} holds {number} numbered files"
    hint = f'the records? say adr_dir = "{folder}" in {OWN_FILE}; else make {USUAL_FOLDERS[0]}'
    return ElsewhereError(message, hint)


def _names_a_record(path: str) -> bool:
    numbering = number_in_name(name_of(path)) if path.casefold().endswith(READ_SUFFIXES) else None
    return numbering is not None and bool(numbering.prefix or numbering.width >= _RECORD_DIGITS)


def _corpus(path: str, config: Config) -> CorpusConfig:
    return CorpusConfig(None, path, config.dialect, config.status_when_absent)


def _usual_folders(source: Source) -> list[str]:
    """Each usual folder that exists, once where case is folded or a link leads to it."""
    found: dict[str | None, str] = {}
    for name in USUAL_FOLDERS:
        if source.has_folder(name):
            found.setdefault(source.folder_key(name), name)
    return list(found.values())


def _adr_tools_folder(source: Source) -> tuple[str, list[str]] | None:
    pointer = read_optional(source, ".adr-dir")
    if pointer is None:
        return None
    written = pointer.decode("utf-8", "replace").strip()
    if not written:
        hint = "write the folder of the records in it, or delete it"
        raise ConfigError(".adr-dir is empty", hint)
    _check_inside(written, ".adr-dir", source)
    return ".adr-dir", [os.path.normpath(written).replace(os.sep, "/")]


def _log4brains_folders(source: Source) -> tuple[str, list[str]] | None:
    pointer = read_optional(source, ".log4brains.yml")
    if pointer is None:
        return None
    from compiler.strict_yaml import YamlError, load_yaml

    try:
        settings, _ = load_yaml(pointer.decode("utf-8", "replace"), 1)
    except YamlError as error:
        raise ConfigError(f".log4brains.yml: {error.problem.message}", error.problem.hint) from None
    folders = [os.path.normpath(f).replace(os.sep, "/") for f in _adr_folders(settings) if f]
    named = list(dict.fromkeys(folders))
    for folder in named:
        _check_inside(folder, ".log4brains.yml", source)
    return (".log4brains.yml", named) if named else None


def _adr_folders(settings: "Value") -> Iterator[str]:
    """The values of every key `adrFolder`, the project's before its packages'."""
    if isinstance(settings, dict):
        folder = settings.get("adrFolder")
        if isinstance(folder, str):
            yield folder
        for value in settings.values():
            yield from _adr_folders(value)
    elif isinstance(settings, list):
        for value in settings:
            yield from _adr_folders(value)
