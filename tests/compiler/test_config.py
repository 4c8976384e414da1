"""Configuration: where it may stand, what it may say, and how it is refused."""

from pathlib import Path

import pytest

from compiler.config import DEFAULT_INDEX, Config
from compiler.errors import ConfigError
from compiler.project import config_of
from compiler.sources import WorkingTree


def load_config(base: Path) -> Config:
    return config_of(WorkingTree(base, None))


def write(base: Path, shared: str | None = None, own: str | None = None) -> Path:
    if shared is not None:
        (base / "pyproject.toml").write_text(shared, encoding="utf-8")
    if own is not None:
        (base / ".mneme").mkdir()
        (base / ".mneme" / "config.toml").write_text(own, encoding="utf-8")
    return base


def refusal(base: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load_config(base)
    return caught.value


def test_no_file_is_the_default(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config()
    assert Config().index == DEFAULT_INDEX == "docs/adr/index.json"


@pytest.mark.parametrize("shared", ["", "[tool.other]\nx = 1\n", '[project]\nname = "mneme"\n'])
def test_pyproject_without_our_table_is_the_default(tmp_path: Path, shared: str) -> None:
    assert load_config(write(tmp_path, shared)).source is None


def test_both_places_take_the_same_keys(tmp_path: Path) -> None:
    keys = 'adr_dir = "docs/x/"\nindex = "x.json"\n[{}statuses]\n"In Force" = "accepted"\n'
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    shared = load_config(write(first, "[tool.mneme]\n" + keys.format("tool.mneme.")))
    own = load_config(write(second, own=keys.format("")))
    assert (shared.source, own.source) == ("pyproject.toml", ".mneme/config.toml")
    assert shared.corpora == own.corpora
    assert [corpus.path for corpus in own.corpora] == ["docs/x"]
    assert own.index == "x.json"
    assert own.options().status_words == {"in force": "accepted"}


def test_both_at_once_are_refused(tmp_path: Path) -> None:
    error = refusal(write(tmp_path, "[tool.mneme]\n", ""))
    assert ".mneme/config.toml" in error.message
    assert "pyproject.toml" in error.message


def test_own_file_beside_a_foreign_pyproject_holds(tmp_path: Path) -> None:
    assert load_config(write(tmp_path, "[tool.other]\n", "")).source == ".mneme/config.toml"


@pytest.mark.parametrize(
    ("own", "named"),
    [
        ("adr_dir = ", "config.toml"),
        ("adr_dir = 3", "adr_dir"),
        ('adr_dir = ""', "adr_dir"),
        ('adr_dirr = "x"', "adr_dirr"),
        ('dialect = "nygard"', "dialect"),
        ('status_when_absent = "fine"', "status_when_absent"),
        ('[statuses]\nx = "y"', "statuses"),
        ('[rules]\nADR999 = "error"', "ADR999"),
        ('[rules]\nADR206 = "loud"', "ADR206"),
        ('[rules]\nADR303 = "warning"', "ADR303"),
        ('[rules]\nADR401 = "off"', "ADR401"),
        ('adr_dir = "x"\n[[corpus]]\npath = "y"', "corpus"),
        ('[[corpus]]\nname = "x"', "path"),
        ('[[corpus]]\npath = "x"\n[[corpus]]\npath = "y"', "name"),
        ('[[corpus]]\nname = "a"\npath = "x"\n[[corpus]]\nname = "a"\npath = "y"', "name"),
        ('[[corpus]]\nname = "a/b"\npath = "x"', "name"),
        ("corpus = []", "corpus"),
        ('[[deciders]]\nemail = "x"', "deciders"),
        ('[[deciders]]\nname = " "', "deciders"),
        ('[[deciders]]\nname = "A"\nemail = "A <a@example.com>"', "email"),
        ('[[deciders]]\nname = "A"\nscopes = []', "scopes"),
        ('[[deciders]]\nname = "A"\nscopes = ["storage."]', "scopes"),
        ('[[deciders]]\nname = "A"\nkey = "DEADBEEF"', "the key of A"),
        ('[[deciders]]\nname = "A"\nkey = "ssh-ed25519 AAA"', "the key of A"),
        ('[[deciders]]\nname = "A"\nkey = "SHA256:abc"', "the key of A"),
    ],
)
def test_wrong_configuration_is_refused_with_its_key(tmp_path: Path, own: str, named: str) -> None:
    error = refusal(write(tmp_path, own=own))
    assert named in error.message
    assert error.code == "config"


def test_misspelt_key_gets_the_right_one(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, own='adr_dirr = "x"')).hint == "did you mean `adr_dir`?"


def test_table_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "no table" in refusal(write(tmp_path, "[tool]\nmneme = 3\n")).message


def test_tool_that_is_no_table_is_refused_not_raised(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        load_config(write(tmp_path, 'tool = "mneme"\n'))


def test_bytes_that_are_no_utf_8_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.mneme]\n# \xff\n")
    assert refusal(tmp_path).code == "config"


def test_byte_order_mark_is_refused_or_read(tmp_path: Path) -> None:
    """Editors on Windows write one; what must not happen is that the table is overlooked."""
    (tmp_path / "pyproject.toml").write_bytes(b'\xef\xbb\xbf[tool.mneme]\nadr_dir = "x"\n')
    try:
        config = load_config(tmp_path)
    except ConfigError:
        return
    assert config.corpora


def test_integrity_rule_may_be_named_as_the_error_that_it_is(tmp_path: Path) -> None:
    assert load_config(write(tmp_path, own='[rules]\nADR303 = "error"')).rules == {
        "ADR303": "error"
    }


def test_corpus_overrides_what_holds_for_all(tmp_path: Path) -> None:
    own = (
        'status_when_absent = "accepted"\n'
        '[[corpus]]\nname = "a"\npath = "x"\n'
        '[[corpus]]\nname = "b"\npath = "y"\nstatus_when_absent = "proposed"\ndialect = "native"\n'
    )
    config = load_config(write(tmp_path, own=own))
    first, second = (config.options(corpus) for corpus in config.corpora)
    assert (first.status_when_absent, first.dialect) == ("accepted", None)
    assert (second.status_when_absent, second.dialect) == ("proposed", "native")


def test_keys_of_deciders_become_fingerprints(tmp_path: Path) -> None:
    public = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKlfCe8rrr9uPNxrzvMGWoEfTqXyJZDSTbYmZqZqZqZq a@b"
    digits = "0123 4567 89ab cdef 0123  4567 89ab cdef 0123 4567"
    keys = "".join(f'[[deciders]]\nname = "A"\nkey = "{key}"\n' for key in (public, digits))
    first, second = load_config(write(tmp_path, own=keys)).deciders
    assert str(first.fingerprint).startswith("SHA256:")
    assert len(str(first.fingerprint)) == len("SHA256:") + 43
    assert second.fingerprint == digits.replace(" ", "").upper()
