"""The repository's configuration: `[tool.mneme]` in pyproject.toml, or `.mneme/config.toml`."""

import itertools
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adr_schema.vocabulary import DeclaredStatus, Status
from compiler.deciders import Decider, fingerprint_of
from compiler.errors import ConfigError
from compiler.options import Options

PYPROJECT = "pyproject.toml"
# What the tool keeps in the repository lies here.
OWN_FOLDER = ".mneme"
OWN_FILE = f"{OWN_FOLDER}/config.toml"
DEFAULT_INDEX = "docs/adr/index.json"


@dataclass(frozen=True, slots=True)
class CorpusConfig:
    """One configured corpus; `path` is relative to the repository root."""

    name: str | None
    path: str
    dialect: str | None = None
    status_when_absent: Status | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """What the repository's owner configured; `source` is the file it stands in, if any."""

    source: str | None = None
    corpora: tuple[CorpusConfig, ...] = ()
    statuses: dict[str, Status] = field(default_factory=dict)
    status_when_absent: Status | None = None
    dialect: str | None = None
    rules: dict[str, str] = field(default_factory=dict)
    index: str = DEFAULT_INDEX
    deciders: tuple[Decider, ...] = ()
    trailers: tuple[str, ...] = ()
    suggest_trailers: bool = False

    def options(self, corpus: CorpusConfig | None = None) -> Options:
        """Reading options of one corpus."""
        absent = (corpus and corpus.status_when_absent) or self.status_when_absent
        dialect = (corpus and corpus.dialect) or self.dialect
        words: dict[str, DeclaredStatus] = {
            word.casefold(): status for word, status in self.statuses.items()
        }
        return Options(words, absent, dialect)


def read_config(read: Callable[[str], bytes | None]) -> Config:
    """Read the configuration of a repository.

    `read` gives the bytes of a file relative to the root, None where there is none. Raises
    `ConfigError` where both places hold one, where TOML is broken, and where a key is unknown or
    has a wrong value.
    """
    own, shared = read(OWN_FILE), read(PYPROJECT)
    own_table = _parse(own, OWN_FILE) if own is not None else None
    shared_table = _tool_table(shared) if shared is not None else None
    if own_table is not None and shared_table is not None:
        raise ConfigError(
            f"configuration stands in both {OWN_FILE} and {PYPROJECT}",
            f"keep one: move the keys of [tool.mneme] to {OWN_FILE}, or delete that file",
        )
    if own_table is not None:
        return _build(own_table, OWN_FILE)
    return _build(shared_table, PYPROJECT) if shared_table is not None else Config()


def _tool_table(data: bytes) -> dict[str, Any] | None:
    # Most pyproject.toml files do not mention us; parsing TOML costs more than looking.
    if b"mneme" not in data:
        return None
    tools = _parse(data, PYPROJECT).get("tool", {})
    table = tools.get("mneme") if isinstance(tools, dict) else tools
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{PYPROJECT}: tool.mneme is no table", "write `[tool.mneme]`")
    return table


def _parse(data: bytes, name: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # a number or a nesting can be too much, too
        raise ConfigError(f"{name}: {error}", "mend the TOML; nothing was checked") from None


def _build(table: dict[str, Any], source: str) -> Config:
    _validate(table, source)
    corpora = tuple(
        CorpusConfig(
            item.get("name"),
            _folder(item["path"]),
            item.get("dialect"),
            item.get("status_when_absent"),
        )
        for item in table.get("corpus", [])
    )
    if "adr_dir" in table:
        corpora = (CorpusConfig(None, _folder(table["adr_dir"])),)
    return Config(
        source=source,
        corpora=corpora,
        statuses=table.get("statuses", {}),
        status_when_absent=table.get("status_when_absent"),
        dialect=table.get("dialect"),
        rules=table.get("rules", {}),
        index=table.get("index", DEFAULT_INDEX),
        deciders=tuple(_decider(item, source) for item in table.get("deciders", [])),
        trailers=tuple(table.get("trailers", [])),
        suggest_trailers=table.get("suggest_trailers", False),
    )


def _decider(item: dict[str, Any], source: str) -> Decider:
    key = item.get("key")
    fingerprint = None if key is None else fingerprint_of(key)
    if key is not None and fingerprint is None:
        raise ConfigError(
            f"{source}: deciders: the key of {item['name']} is none that can be verified",
            "a public key of ssh, `SHA256:` and 43 characters, or a whole fingerprint of GnuPG",
        )
    return Decider(item["name"], item.get("email"), fingerprint, tuple(item.get("scopes", ())))


def _folder(written: str) -> str:
    return written.rstrip("/") or "/"


def _validate(table: dict[str, Any], source: str) -> None:
    from compiler.validation import violations

    found = violations("config", table)
    if found:
        first = found[0]
        raise ConfigError(f"{source}: {first.where or 'tool.mneme'}: {first.message}", first.hint)
    if "adr_dir" in table and "corpus" in table:
        raise ConfigError(f"{source}: `adr_dir` and `corpus` are both set", "keep one of them")
    names = [item.get("name") for item in table.get("corpus", [])]
    folded = {str(name).casefold() for name in names}
    if len(names) > 1 and (None in names or len(folded) < len(names)):
        raise ConfigError(f"{source}: each corpus needs a name of its own", 'add `name = "..."`')
    _validate_folders([_folder(item["path"]) for item in table.get("corpus", [])], source)
    index = posixpath.normpath(table.get("index", DEFAULT_INDEX))
    if posixpath.isabs(index) or index.startswith("../"):
        raise ConfigError(f"{source}: index: {index!r} lies outside the repository", None)
    _validate_rules(table.get("rules", {}), source)


def _validate_folders(folders: list[str], source: str) -> None:
    """Each folder once: a file belongs to one corpus."""
    normal = sorted(posixpath.normpath(folder) for folder in folders)
    for first, second in itertools.pairwise(normal):
        if first == second:
            message = f"{source}: two corpora are in the folder {first!r}"
            raise ConfigError(message, "give each a folder of its own")


def _validate_rules(rules: dict[str, str], source: str) -> None:
    from adr_schema.catalogue import CATALOGUE

    for code, severity in rules.items():
        if code not in CATALOGUE:
            raise ConfigError(f"{source}: rules: {code} is no rule", "see `mneme explain`")
        if CATALOGUE[code].class_ == "integrity" and severity != "error":
            raise ConfigError(
                f"{source}: rules: {code} is an integrity rule and stays an error",
                "mend the records; an index that does not hold together serves nobody",
            )
