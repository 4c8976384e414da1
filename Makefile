# Needs Python 3.11 or newer, git and make; everything else is installed into .venv.
# On Windows run it from a POSIX shell (Git Bash).

# The first interpreter that is new enough and can make virtual environments.
# Override with: make PYTHON=/path/to/python
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3 python \
	"$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.1[1-9]*/bin/python; do \
	"$$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && { echo "$$python"; break; }; done)

ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

export PIP_DISABLE_PIP_VERSION_CHECK := 1

VENV := .venv/pyvenv.cfg
INSTALLED := .venv/.installed
WHEELS := .wheels/.complete

.DEFAULT_GOAL := help
# A target left by a failed recipe would count as done the next time.
.DELETE_ON_ERROR:
.PHONY: help setup run test lint unit self-check bench wheels format lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

setup: $(INSTALLED)  ## create .venv with the pinned dependencies and this checkout

run: $(INSTALLED)  ## check, compile (compared, not written) and list this project's own decisions
	$(BIN)/mneme check
	$(BIN)/mneme compile --check
	$(BIN)/mneme list

# Run one after another, cheapest first, also under `make -j`.
test: $(INSTALLED) $(WHEELS)  ## everything that must pass; no network once set up
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory self-check

lint: $(INSTALLED)  ## style, types and the order of the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# loadgroup: tests marked with one xdist_group share their expensive fixtures.
unit: $(INSTALLED) $(WHEELS)  ## the tests alone
	$(BIN)/python -m pytest -n auto --dist loadgroup

self-check: $(INSTALLED)  ## this project's own decisions against its own rules
	$(BIN)/mneme check docs/adr
	$(BIN)/mneme compile --check
	$(BIN)/check-jsonschema --schemafile adr_schema/schemas/index.schema.json docs/adr/index.json

bench: $(INSTALLED)  ## measure the numbers the project promises to hold
	$(BIN)/python -m benchmarks

wheels: $(WHEELS)  ## runtime dependencies as files, for installing without a network

format: $(INSTALLED)  ## rewrite the sources in the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The only target that needs uv. --universal: one file for every platform and Python.
# The --no-emit options keep this machine's registry addresses out of the files.
UV ?= uv
COMPILE := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links
lock:  ## pin the newest dependencies (needs uv)
	$(COMPILE) --upgrade --extra mcp --group dev -o requirements/dev.txt
	$(COMPILE) --upgrade --group build -c requirements/dev.txt --no-annotate \
		-o requirements/runtime.txt

clean:  ## remove everything that make and the tools created
	rm -rf .venv .wheels build dist .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV):
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or newer (with venv and ensurepip)" \
		"was found; name one: make PYTHON=/path/to/python" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "error: $(PYTHON) cannot be used: Python 3.11 or newer is needed" >&2; exit 1; }
	"$(PYTHON)" -m venv --clear .venv

# The version is part of the installed metadata, hence the dependency on its file.
$(INSTALLED): $(VENV) pyproject.toml requirements/dev.txt mneme_cli/_version.py
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Depends on the environment too: the files fit one Python and one platform.
# --no-deps: the list is complete as it is.
$(WHEELS): $(VENV) requirements/runtime.txt
	rm -rf .wheels
	$(BIN)/python -m pip wheel --quiet --require-hashes --no-deps \
		-r requirements/runtime.txt -w .wheels
	@touch $@
