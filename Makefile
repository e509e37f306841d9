# The commands of the project. Each first makes ready what it needs (tools/setup.py), which takes no time when it is there.
# Options go through: make serve OPTIONS="--port 9000", make test OPTIONS="tests/variants -x".
PYTHON ?= python3
OPTIONS =
# Three workers keep two cores busy, since tests wait for browsers and clocks. Each begins with tests of its own files, in
# which what a file starts once (a site) is started once; one that has no more takes some of another's.
WORKERS = $(shell echo $$(( $$(nproc) * 3 / 2 )))
PYTEST = .venv/bin/python -m pytest -q --numprocesses=$(WORKERS) --dist=worksteal

# Hundreds of processes are started: each module is compiled once, and not by every one of them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve cluster test test-slow test-all style views scripts typed tested check format bench locks

help:
	@echo "make serve   run the site (make serve OPTIONS='--port 9000')"
	@echo "make cluster run PostgreSQL, Redis, a proxy and three processes of the site on this machine"
	@echo "make test    look at formatting, style and types, and run the fast tests; make check is the same"
	@echo "make test-slow  run the slow tests, and search further: every few hours of work; make test-all runs both"
	@echo "make format  put every file into the form that make check asks for"
	@echo "make bench   measure, one JSON line a figure"
	@echo "make locks   pin the newest dependencies (needs uv and npm)"

serve:
	@$(PYTHON) tools/setup.py
	@exec .venv/bin/python -m server serve $(OPTIONS)

cluster:
	@$(PYTHON) tools/setup.py --tests
	@exec .venv/bin/python -m tools.cluster $(OPTIONS)

test: style
	@$(MAKE) --no-print-directory --jobs=2 typed tested

# Tests that search by random examples run again, with twenty times as many.
test-slow:
	@$(PYTHON) tools/setup.py --tests
	@$(PYTEST) -m "slow or hypothesis" --hypothesis-profile=far $(OPTIONS)

test-all: test test-slow

style:
	@$(PYTHON) tools/setup.py --tests
	@.venv/bin/ruff format --check --quiet .
	@.venv/bin/ruff check --quiet .
	@.venv/bin/lint-imports --no-cache > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(MAKE) --no-print-directory --jobs=2 views scripts

views:
	@.venv/bin/python -m pytest -q --no-header tests/server/game/test_view_types.py > .venv/views.log || { cat .venv/views.log; exit 1; }

scripts:
	@$(PYTHON) tools/setup.py --tests --run check > .venv/scripts.log || { cat .venv/scripts.log; exit 1; }

typed:
	@.venv/bin/mypy --no-error-summary

# In a new checkout each module of the tests is first rewritten and compiled once, and not by every worker at the same time.
tested:
	@-test -d tests/variants/__pycache__ || .venv/bin/python -m pytest --collect-only -qqq $(OPTIONS) > /dev/null
	@$(PYTEST) -m "not slow" $(OPTIONS)

check: test

format:
	@$(PYTHON) tools/setup.py --tests
	.venv/bin/ruff check --fix-only --quiet .
	.venv/bin/ruff format .
	.venv/bin/python -m tools.view_types
	@$(PYTHON) tools/setup.py --tests --run format

bench:
	@$(PYTHON) tools/setup.py --tests
	@.venv/bin/python -m bench $(OPTIONS)

# No address of a package index and no path of a machine goes into a lock.
UV = uv pip compile --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet
locks:
	$(UV) pyproject.toml -o requirements.lock
	$(UV) pyproject.toml --all-extras --group dev -c requirements.lock -o requirements-dev.lock
	$(UV) --group node -o requirements-node.lock
	npm install --package-lock-only --ignore-scripts
