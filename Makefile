# Two commands matter: `make play` and `make test`. Both set up what they need on first use.
PYTHON ?= python3
BIN := .venv/bin
MAKEFLAGS += -j2  # checking, compiling and looking for a browser side by side
# One worker more than cores, since some tests wait; a file stays with one worker, which then sets up its things once
PYTEST := $(BIN)/python -m pytest --dist loadfile --no-loadscope-reorder -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.PHONY: play test test-long lint playthroughs messages screenshots bench clean

play: .venv/play.done
	@$(BIN)/digsite serve --port 0 --log quiet --open

test: lint .venv/compiled.done .venv/browser.done
	$(PYTEST)

test-long: .venv/test.done .venv/browser.done
	$(PYTEST) -m long --timeout 3600

lint: .venv/test.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

playthroughs: .venv/test.done
	$(BIN)/python -m tests.playthroughs

# Every text of the pages, for those who translate
messages: .venv/test.done
	$(BIN)/python -m tools.messages

# Every page, at desks and on phones, light and dark, into build/screenshots
screenshots: .venv/test.done .venv/browser.done
	$(BIN)/python -m tools.screenshots

bench: .venv/test.done
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Digsite needs Python 3.11 or newer; try: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing (Debian: apt-get install python3-venv)"; exit 1; }

.venv/play.done: .venv/bin/python pyproject.toml
	@echo "Setting up Digsite, once; this takes about half a minute ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-compile -e .
	@touch $@

.venv/test.done: .venv/bin/python pyproject.toml
	@echo "Setting up the tests, once ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@ .venv/play.done

# Compiled once, before the test workers start side by side
.PHONY: .venv/compiled.done
.venv/compiled.done: .venv/test.done
	$(BIN)/digsite compile

.PHONY: .venv/browser.done
.venv/browser.done: .venv/test.done
	@$(BIN)/python tools/find_browser.py
