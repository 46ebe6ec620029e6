# Every target sets up all it needs: a virtual environment, the libraries, the compiled rules and search.
# Needed beforehand: Python 3.11 or newer, a C compiler, and access to a Python package index.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
LOG := $(VENV)/setup.log
QUIETLY := @bash scripts/quietly.sh $(LOG)
PIP := $(RUN) -m pip install --disable-pip-version-check

HEADERS := $(shell find src -name '*.pxd')
SOURCES := $(HEADERS) $(wildcard $(HEADERS:.pxd=.py)) $(shell find src -name '*.h')
INSTALLED := $(VENV)/.installed
COMPILED := $(VENV)/.compiled
TOUR := castle locm
TOURED := $(VENV)/.compiled-tour
STUBS := $(VENV)/.stubs
WITH_TOOLS := $(VENV)/.installed-dev
WITH_DOCS := $(VENV)/.installed-docs
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || sysctl -n hw.ncpu) * 3 / 2)))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test thorough servers bench lint format docs build all clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(if $(wildcard $(COMPILED)),build,$(TOURED))  ## a short tour: a match, its result, a replay (under two minutes with the set-up)
	@bash scripts/demo.sh $(VENV)/bin

test: $(INSTALLED)  ## run all tests on all cores, with database servers of their own
	@$(MAKE) --no-print-directory -j 3 build $(WITH_TOOLS) servers
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal

thorough:  ## run the same tests with several times as many random games (an hour or so)
	@CARDLAB_THOROUGH=1 $(MAKE) --no-print-directory test

servers:
	@bash scripts/servers.sh

bench: build $(WITH_TOOLS)  ## measure speed
	$(RUN) -m benchmarks

lint: build $(WITH_TOOLS)  ## check style, types, and which room imports which
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(WITH_TOOLS)  ## put the sources into the common format
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

docs: build $(WITH_DOCS)  ## write the documentation to site/
	$(VENV)/bin/mkdocs build --strict

build: $(COMPILED) $(STUBS)  ## compile what has changed

all: build $(WITH_TOOLS)  ## bring everything: data, models, databases, plots, and the tools for tests

clean:  ## remove everything that was made here, the environment too
	rm -rf $(VENV) build dist site .ruff.toml src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src -name '*.so' -delete -o -name '*.pyi' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN):
	@bash scripts/venv.sh "$(PYTHON)" $(VENV)

# The installation brings what is needed to play; what tests, training and databases need is brought when they are asked for.
# Sources are compiled where they stand, so that what was compiled for the tour is not compiled again for the rest.
$(INSTALLED): pyproject.toml setup.py | $(RUN)
	@$(RUN) scripts/requirements.py build > $(VENV)/build.txt
	$(QUIETLY) 'fetching the compiler of the rules' $(PIP) --requirement $(VENV)/build.txt
	$(QUIETLY) 'installing' env CARDLAB_GAMES=none $(PIP) --no-build-isolation --editable '.[play]'
	@touch $@

$(COMPILED): $(SOURCES) setup.py | $(INSTALLED)
	$(QUIETLY) 'compiling rules and search' $(RUN) setup.py --quiet build_ext --inplace
	@touch $@

# The tour shows a few games; where nothing is compiled yet, only they are. `make build` and `make test` compile the others.
$(TOURED): $(SOURCES) setup.py | $(INSTALLED)
	$(QUIETLY) 'compiling what the tour needs' env CARDLAB_GAMES='$(TOUR)' $(RUN) setup.py --quiet build_ext --inplace
	@touch $@

# Compiling writes the stubs too; but they also name classes of modules that are not compiled, and those may move.
$(STUBS): $(shell find src -name '*.py') | $(COMPILED)
	@$(RUN) -m cardlab.core.stubs src
	@touch $@

$(WITH_TOOLS): pyproject.toml | $(INSTALLED)
	$(QUIETLY) 'fetching the tools for tests and training' $(PIP) 'cardlab[dev]'
	@touch $@

$(WITH_DOCS): pyproject.toml | $(INSTALLED)
	@$(RUN) scripts/requirements.py docs > $(VENV)/docs.txt
	$(QUIETLY) 'fetching the tools for the documentation' $(PIP) --requirement $(VENV)/docs.txt
	@touch $@
