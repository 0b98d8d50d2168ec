# Everything runs in a virtual environment of its own; `make help` says what there is.

VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && { echo $$p; break; }; done)
# Extra arguments for pytest, for example: make pytest T="tests/island -k robber"
T ?=
# Parts and slices of the campaign, for example: make campaign PART="mutations:island strength" JOBS=1
PART ?=
JOBS ?= 2
# What `make changed` compares with.
SINCE ?= main
# The rooms of `make bench` and `make bench-bots`, for example: make bench ROOM=NAME
ROOM ?=
# How long `make fuzz` looks at each of its targets.
SECONDS ?= 600

BIN := $(VENV)/bin
# The folders of browser tests.
BROWSER = $(sort $(shell find tests -type d -name browser))
CHROMIUM = BASTIDE_CHROMIUM="$$($(BIN)/python tools/ensure_chromium.py)"
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BUILD := pyproject.toml package.json package-lock.json $(wildcard build_backend/*.py)
VENDOR := src/bastide/web/static/vendor/.complete
# Without the fonts and the morphing library an installed package is not usable, whatever the stamps say.
MISSING := $(if $(wildcard $(VENDOR)),,missing)

# Tests are collected, and servers started, three times as fast from byte code that is kept.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test check check-rest times changed campaign lint types imports javascript pytest tests-quick tests-slow tests-browser fuzz faults
.PHONY: compiled engine tests-compiled differential bench bench-server bench-browser bench-bots rules docs wheel release clean missing

help: ## show this list
	@echo "Bastide. What matters: make play, make test, and make check before a change lands."
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.bastide-play ## start a table and open it in the browser
	$(BIN)/bastide play

test: $(VENV)/.bastide-test build/node/.complete ## style, types, imports, the page's modules and the quick tests
	@$(BIN)/python -m tools.checks test

check: $(VENV)/.bastide-test build/node/.complete ## all that must hold: test, slow tests, browsers, faults, compiled engine
	@$(BIN)/python -m tools.checks check

check-rest: $(VENV)/.bastide-test build/node/.complete ## what check has and test has not
	@$(BIN)/python -m tools.checks rest

changed: $(VENV)/.bastide-test build/node/.complete ## lint, types and the quick tests of what differs from main, or SINCE=REVISION
	@$(CHROMIUM) $(BIN)/python -m tools.changed $(SINCE) -- $(T)

times: $(VENV)/.bastide-test ## write the times of the last whole check into CONTRIBUTING.md
	@$(BIN)/python -m tools.checks times

campaign: $(VENV)/.bastide-test build/node/.complete ## many more games of everything, in slices, into docs/campaign.md; PART="--list" lists them
	@$(CHROMIUM) $(BIN)/python -m tools.campaign --jobs $(JOBS) $(PART)

lint: $(VENV)/.bastide-test ## ruff: style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Workers that a busy machine starts too late are an internal error (2) of mypy.
types: $(VENV)/.bastide-test ## mypy, strict
	$(BIN)/mypy --num-workers 2 || { test $$? -eq 2 && $(BIN)/mypy; }

imports: $(VENV)/.bastide-test ## import-linter: who may know whom
	$(BIN)/lint-imports --no-logo

javascript: build/node/.complete ## tsc, strict, over the page's modules
	$(BIN)/python tools/front_end.py check

pytest: $(VENV)/.bastide-test build/node/.complete ## the tests alone, quick and slow; T="..." passes arguments on
	$(CHROMIUM) $(BIN)/python -m pytest -n 2 $(T)

tests-quick: $(VENV)/.bastide-test build/node/.complete ## the tests of `make test`: those not slow, and a browser game of one family
	$(CHROMIUM) $(BIN)/python -m pytest -n 3 --dist worksteal -m "(quick or not slow) and not campaign and not compiled" --durations=20 --tally=build/checks/$@.json $(T)

tests-slow: $(VENV)/.bastide-test build/node/.complete ## the other tests that need no browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "slow and not quick and not browser and not campaign and not compiled" --durations=20 --tally=build/checks/$@.json $(T)

# A browser leaves a core idle half of the time. Only the folders of its tests are collected.
tests-browser: $(VENV)/.bastide-test build/node/.complete ## the other tests in a browser
	$(CHROMIUM) $(BIN)/python -m pytest -n 3 --dist worksteal $(BROWSER) -m "browser and not quick and not campaign" --durations=20 --tally=build/checks/$@.json $(T)

fuzz: $(VENV)/.bastide-test ## look long for input that breaks whatever reads it; SECONDS=600 for each target
	BASTIDE_FUZZ_SECONDS=$(SECONDS) $(BIN)/python -m pytest -n 2 tests/fuzz

engine: $(VENV)/.bastide-test ## compile the engine for the tests, unless nothing has changed
	$(BIN)/python tools/compiled.py engine

tests-compiled: $(VENV)/.bastide-test ## the engine's tests on the compiled engine
	$(BIN)/python tools/compiled.py tests-compiled

differential: $(VENV)/.bastide-test ## the same games on the interpreted and on the compiled engine
	$(BIN)/python tools/compiled.py differential

compiled: engine tests-compiled differential ## these three

faults: $(VENV)/.bastide-test ## kill servers, disks and lines while games are played; BASTIDE_TEST_FAULTS=20 for more
	$(BIN)/python -m pytest -n 2 tests/faults $(T)

bench: $(VENV)/.bastide-play ## measure the engine beside others, into docs/performance.md and the rooms' READMEs; ROOM="NAME" measures one expansion
	$(BIN)/python -m benchmarks $(addprefix --room ,$(ROOM))

bench-server: $(VENV)/.bastide-test ## measure the server under load, into docs/performance-server.md
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.server --stages --tables 40 --seconds 20 --warm 8
	$(BIN)/python -m benchmarks.server.overload --docs
	$(BIN)/python -m benchmarks.server.bots --times 3 --docs
	$(BIN)/python -m benchmarks.server.restart --docs

bench-browser: $(VENV)/.bastide-test ## measure what a whole game of Carcassonne costs a browser, into docs/carcassonne.md
	$(BIN)/python -m benchmarks.browser

bench-bots: $(VENV)/.bastide-test ## measure the strength of the bots, into docs/bots.md and the rooms' READMEs; ROOM="NAME" measures one part
	$(BIN)/python -m benchmarks.strength --jobs $(JOBS) $(addprefix --room ,$(ROOM))

rules: $(VENV)/.bastide-test ## how many rules there are and how many have a test
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only -q --rule-map build/rules.json > build/rules.log || { cat build/rules.log; exit 1; }
	$(BIN)/bastide rules --coverage --map build/rules.json

docs: $(VENV)/.bastide-docs ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel: $(VENV)/.bastide-play ## build a release wheel into dist/, with the engine compiled, and check it
	$(BIN)/python tools/compiled.py wheel

release: $(VENV)/.bastide-play ## build the source archive and the wheels of a release into dist/, and check them; nothing is uploaded
	$(BIN)/python -m tools.release

clean: ## remove what was built; the environment stays, and is completed again when needed
	rm -rf build dist site src/bastide.egg-info src/bastide/web/static/vendor
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -f $(VENV)/.bastide-*

# The environment. Each stamp is touched last, so an interrupted install is taken up again.

$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "Bastide needs Python 3.11 or later, and found none on the PATH."; exit 1; }
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.bastide-play: $(BUILD) $(MISSING) | $(BIN)/pip
	@echo "Installing Bastide into $(VENV)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.bastide-test $(VENV)/.bastide-docs: $(VENV)/.bastide-%: $(BUILD) $(MISSING) | $(BIN)/pip
	@echo "Installing Bastide into $(VENV), with what 'make $*' needs"
	@$(PIP) install --editable '.[$*]'
	@touch $(VENV)/.bastide-play $@

build/node/.complete: package.json package-lock.json | $(VENV)/.bastide-test
	$(BIN)/python tools/front_end.py install
	@touch $@
