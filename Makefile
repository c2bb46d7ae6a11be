# What one does with Stockroom, one word each. `make help` lists it.

SHELL := /bin/bash
SWIFT ?= swift
BUILD_FLAGS := --explicit-target-dependency-import-check error
# What is shipped is linked so that it starts in little memory: a short list of what the loader must put in place, and no
# names of what nobody but ourselves calls. That is a quarter less memory (docs/decisions/0012).
RELEASE_FLAGS := -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
  -Xlinker -z -Xlinker pack-relative-relocs
SOURCES := Sources Plugins Tests Package.swift

.DEFAULT_GOAL := help
.PHONY: help setup command demo scenario build test test-thorough lint format golden docs site release release-tests builds bench bench-quick bench-large instructions pages check check-docs check-tour check-text

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: command ## Make a shop of the samples in demo-shop/, count it, and print the path of its report
	@scripts/demo.sh "$$($(SWIFT) build --show-bin-path)/stockroom" demo-shop

scenario: command ## Make a year of one shop's trade and counts in .build/year-of-trade, and print the path of its statement
	$(SWIFT) build $(BUILD_FLAGS) --product shop-scenario
	@scripts/scenario.sh "$$($(SWIFT) build --show-bin-path)" .build/year-of-trade

command: setup
	for program in stockroom-serve stockroom; do $(SWIFT) build $(BUILD_FLAGS) --product $$program || exit 1; done

build: setup ## Build everything, the `stockroom` command included
	$(SWIFT) build $(BUILD_FLAGS) --build-tests

test: setup ## Run all tests
	$(SWIFT) test $(BUILD_FLAGS)

test-thorough: setup ## Run all tests with every seed of the randomised tests; takes half an hour longer
	STOCKROOM_THOROUGH=1 $(SWIFT) test $(BUILD_FLAGS)

lint: ## Check style with swift-format
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: ## Format all sources
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

golden: setup ## Record the expected texts of the golden cases again; read the difference before you commit it
	RECORD_GOLDEN=1 $(SWIFT) test $(BUILD_FLAGS)

docs: command ## Regenerate the generated pages of docs/reference
	"$$($(SWIFT) build --show-bin-path)/stockroom" docs docs/reference

site: setup ## Build the documentation of FormatKit as a website in .build/site
	$(SWIFT) package $(BUILD_FLAGS) --allow-writing-to-directory .build/site generate-documentation --target FormatKit \
	  --output-path .build/site --transform-for-static-hosting

release: setup ## Build the `stockroom` command as it is shipped: optimised, with the standard library linked in
	icu=$$(scripts/icu-data.py .build/icu-data.o) && for program in stockroom-serve stockroom; do \
	  $(SWIFT) build $(RELEASE_FLAGS) $$icu $(BUILD_FLAGS) --product $$program || exit 1; done

release-tests: setup ## Build the tests and the command as the release is built; what `make check` runs
	icu=$$(scripts/icu-data.py .build/icu-data.o) && library=$$(scripts/test-library.sh .build/test-library) && \
	  $(SWIFT) build $(RELEASE_FLAGS) $$icu $$library -Xswiftc -enable-testing $(BUILD_FLAGS) --build-tests

builds: release command ## Compare what a debug build and the release read from every fixture and sample
	@scripts/compare-builds.py "$$($(SWIFT) build --show-bin-path)/stockroom" .build/release/stockroom

bench: release ## Compare the speed with other tools at several sizes, in about an hour; writes Benchmarks/RESULTS.md
	@scripts/bench.sh --rows 10000,100000,1000000 --slow-rows 1000000

bench-large: release ## The same with two and ten million rows for imports and counts: hours, and 40 GB of disk
	@scripts/bench.sh --rows 10000,100000,1000000,2000000,10000000 --slow-rows 10000000 --times 3

bench-quick: release ## The same at small sizes, in a few minutes; writes to .build/benchmarks
	@scripts/bench.sh --rows 10000,100000 --slow-rows 10000 --times 3 --out .build/benchmarks/RESULTS.md

instructions: release ## Compare the instruction counts of small conversions with the recorded ones
	@scripts/check-instructions.sh

pages: command ## Walk through the pages of `stockroom serve` in Chromium, where it is installed
	@scripts/check-pages.sh "$$($(SWIFT) build --show-bin-path)/stockroom"

check: ## Run every check that must pass before a change is merged: style, build, tests, documentation, the tour
	@scripts/check.sh

setup:
	@scripts/setup.sh
