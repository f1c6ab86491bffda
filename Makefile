# make play    sets up what is missing and serves the site on http://localhost:8000/ (HOST, PORT)
# make test    runs everything: packages, format, lint, types, import rules, tests
# make full    also runs tests in quarantine and the cases that test leaves out, bad lines, and short forms of chaos, attack and load
# make quick   runs a sample while you work: rules, services and views on SQLite, scripts
# make check   runs ruff, mypy, tsc, the scripts' tests and the house rules, but no other tests
# make test-languages   tests the words of every language whose Debian package is installed, and plays in some
# make bench   measures the engine, the rules, the dictionaries and pairing
# make jitter  runs the browser tests on a slow line, then on one that is cut about once a minute
#              (ARGS='-k chat', JITTER=cut chooses one)
# make load    measures live play: updates to many spectators, moves a second, a round of an event, a duplicate turn
# make scale   measures what a web process carries, and where the database and Redis end;
#              ARGS='--games 1000000' measures every page beside so many old games
# make chaos   breaks the parts of a site at random during games, and counts what is lost
# make attack  sends ten thousand odd inputs to every address and socket, as every kind of viewer
# make screenshots   saves every page at three sizes, light and dark, in test-results/shots/pages
#              (ARGS='--languages de ar --sizes phone tablet lying --pages lobby room')
# make tidy    formats the code

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help
.PHONY: help play test full quick jitter engine test-languages test-sites lint check bench load chaos scale attack screenshots tidy venv venv-dev provision

PYTHON3 ?= python3
PYTHON := .venv/bin/python
## Test servers and benchmarks share two cores with the tests: numeric threads would only queue.
export PYTHONUNBUFFERED := 1

help:
	@sed -n 's/^# //p' Makefile

## Ctrl+C is the usual way to stop it, so that is no error.
play:
	@.ci/venv requirements.txt && exec $(PYTHON) manage.py serve --prepare || [ $$? -eq 130 ]

## Installing waits for the network and compiling uses one core: what can goes on beside them.
test:
	@$(MAKE) --no-print-directory -j2 provision venv-dev
	@$(MAKE) --no-print-directory -j2 engine test-sites
	@.ci/test-all $(ARGS)

full:
	@$(MAKE) --no-print-directory -j2 provision venv-dev
	@$(MAKE) --no-print-directory -j2 engine test-sites
	@.ci/test-full

quick: venv-dev
	@.ci/test-quick $(ARGS)

engine: venv-dev
	$(PYTHON) manage.py warm_engine

## The tests check the types of scripts and the rules of the code as well: `test` needs no `check`.
lint: venv-dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy

## Prepares what the tests' sites are copied from. If this fails, the tests that need it say why.
## It ends once this make has ended: see tests/interruption.py.
test-sites: lint
	@TEST_RUN_PIDS=$$PPID env -u PYTHONDONTWRITEBYTECODE $(PYTHON) -m tests.site_processes || true

check: lint
	@.ci/check-js
	@.ci/test-js
	$(PYTHON) -m pytest -q tests/test_code_rules.py tests/test_names.py tests/test_markup.py

test-languages: engine
	LANGUAGES=all $(PYTHON) -m pytest --every-case tests/lexicon/test_real_languages.py tests/browser/test_own_language.py

bench: venv
	$(PYTHON) manage.py prepare
	$(PYTHON) manage.py bench $(ARGS)

jitter: engine
	@.ci/test-jitter $(ARGS)

load: venv-dev
	$(PYTHON) -m tests.load $(ARGS)

scale: venv-dev
	$(PYTHON) -m tests.load.scale $(ARGS)

chaos: venv-dev
	$(PYTHON) -m tests.chaos $(ARGS)

attack: venv-dev
	HYPOTHESIS_PROFILE=long ATTACK_INPUTS=10000 ATTACK_DEAF=500 $(PYTHON) -m pytest tests/attack --timeout 3600

screenshots: engine
	$(PYTHON) -m pytest -q -p no:cacheprovider tests/browser/page_shots.py $(ARGS)

tidy: venv-dev
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

provision:
	@.ci/provision

venv:
	@.ci/venv requirements.txt

venv-dev:
	@.ci/venv requirements-dev.txt
