"""What is installed in these tests: a copy of the sources, its wheel, and what that needs."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def packages() -> list[str]:
    """The top-level packages of the distribution."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed: list[str] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return listed


@pytest.fixture(scope="session")
def sources(packages: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built and run: building in place would write into the checkout."""
    target = tmp_path_factory.mktemp("sources")
    for pattern in ("pyproject.toml", "README.md", "LICENSE*", ".gitignore", "action.yml"):
        for source in ROOT.glob(pattern):
            shutil.copy(source, target)
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in (*packages, ".ci"):
        shutil.copytree(ROOT / folder, target / folder, ignore=ignored)
    return target


@pytest.fixture(scope="session")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sources, built once."""
    built = tmp_path_factory.mktemp("built")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(built)]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", *options, str(sources)],
        cwd=built,
        env={**os.environ, "PIP_CONFIG_FILE": os.devnull},
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=True,
    )
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def wheels() -> Path:
    """The runtime and build dependencies as files."""
    folder = ROOT / ".wheels"
    if not folder.joinpath(".complete").is_file():
        pytest.fail("run: make wheels")
    return folder
