# What people do with a checkout. `make help` lists it.

CARGO ?= cargo
PARALLAX = target/release/parallax

# Features of Parallax beyond the default for `make build`, such as boa.
FEATURES ?=
# What few need and takes long to build; the tests have it.
ALL = --features boa

.PHONY: help setup build demo demo-conform test examples lint deny package fuzz fuzz-all soak bench bench-isolate accept

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

build: ## the `parallax` command, in target/release
	$(CARGO) build --release --locked --package parallax --features "$(FEATURES)"

# All that is tested, built once; then what the tests need is got with the `parallax` that they test.
setup: ## debuggers, engines, texts and compilers that the tests use, as far as they can be got
	$(CARGO) build --workspace --all-targets --locked $(ALL)
	target/debug/parallax-testing target/debug/parallax

# Compiled quickly, see Cargo.toml.
DEMO = target/demo/parallax

DEMO_TEXT = "$${PARALLAX_SPEC_DIR:-.parallax/spec}/es2026.html"
DEMO_DIFF = $(DEMO) --store .parallax/demo.sqlite
DEMO_CONFORM = $(DEMO) --store .parallax/demo-conform.sqlite
# How long debuggers and the generation of tests run.
DEMO_TIME ?= 60s
DEMO_GENERATION ?= 45s

demo: ## one minute of differential testing on Chromium, Firefox and Node, one of engines against the text if that can be got, and their reports
	$(CARGO) build --profile demo --locked --package parallax
	$(DEMO) setup --debuggers chromium,firefox,node
	@test -f $(DEMO_TEXT) || problem=$$(timeout 120 $(DEMO) spec get es2026 2>&1) || \
		echo "Nothing is held against the text of ECMA-262: $$(echo "$$problem" | tail -1)"
	$(DEMO_DIFF) diff corpus/js --debuggers chromium,firefox,node --seeds 50 --time $(DEMO_TIME) || test $$? -eq 3
	$(DEMO_DIFF) report -o out/demo
	@if test -f $(DEMO_TEXT); then $(MAKE) --no-print-directory demo-conform; fi
	@echo
	@$(DEMO_DIFF) findings --brief
	@echo "Report: out/demo/index.html. One finding: $(DEMO_DIFF) findings show ID"
	@if test -f $(DEMO_TEXT); then \
		$(DEMO_CONFORM) findings --brief; \
		echo "Report: out/demo-conform/index.html. One finding: $(DEMO_CONFORM) findings show ID"; \
	fi

demo-conform:
	$(DEMO) conform generate es2026 --time $(DEMO_GENERATION) -o .parallax/demo-suite
	$(DEMO_CONFORM) conform run .parallax/demo-suite --engines node,firefox,quickjs || test $$? -eq 3
	$(DEMO_CONFORM) report -o out/demo-conform

# `cargo nextest` runs the tests of all files at once; it is used where it is installed.
NEXTEST := $(shell $(CARGO) nextest --version 2>/dev/null)
RUN_TESTS = $(if $(NEXTEST),nextest run,test)

test: setup examples ## every test, real debuggers included
	$(CARGO) $(RUN_TESTS) --workspace --locked $(ALL)
ifdef NEXTEST # which leaves out the examples in comments
	$(CARGO) test --doc --workspace --locked $(ALL)
endif

# Where the specification's texts are not at hand, the examples that read them are left out; CI has them.
examples: setup ## every program under crates/*/examples
	@export PARALLAX_SPEC_DIR="$${PARALLAX_SPEC_DIR:-.parallax/spec}"; \
	for example in crates/*/examples/*.rs; do \
		if grep -q PARALLAX_SPEC_DIR $$example && ! test -f "$$PARALLAX_SPEC_DIR/es2026.html"; then \
			echo "$$example: left out, it needs es2026.html: run \`parallax spec get es2026\`"; \
		elif target/debug/examples/$$(basename $$example .rs) > target/example.log 2>&1; then \
			echo "$$example: runs"; \
		else \
			cat target/example.log; echo "$$example: fails"; exit 1; \
		fi; \
	done

lint: ## format, clippy and documentation, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked $(ALL) -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps --locked $(ALL)

# Not part of CI, since cargo-deny takes minutes to compile; a test in crates/testing holds licences and
# sources against deny.toml. The advisories are in a database that is cloned from GitHub.
deny: ## what dependencies bring along: licences, duplicates, sources, advisories; see deny.toml
	@$(CARGO) deny --version > /dev/null 2>&1 || \
		{ echo "cargo-deny is not installed: run \`cargo install --locked cargo-deny\`."; exit 1; }
	$(CARGO) deny --locked check --hide-inclusion-graph licenses bans sources
	@if problem=$$($(CARGO) deny --locked fetch db 2>&1); then \
		$(CARGO) deny --locked check advisories; \
	else \
		echo "Advisories are not checked, their database cannot be got: $$(echo "$$problem" | tail -1)"; \
	fi

# A test in crates/testing holds that no crate includes a file from outside.
package: ## the crates as they would be published, in target/package
	$(CARGO) package --workspace --locked --allow-dirty --no-verify --exclude parallax-testing --exclude parallax-fuzz
	$(CARGO) test --package parallax-testing --locked --test habits -- outside_its_crate

# Guided by coverage with libFuzzer, on a stable toolchain; see CONTRIBUTING.md.
TARGET ?= gcov
FUZZ_SECONDS ?= 3600
SANCOV = -C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=4 \
	-C llvm-args=-sanitizer-coverage-inline-8bit-counters -C llvm-args=-sanitizer-coverage-pc-table \
	-C llvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing
PLATFORM = x86_64-unknown-linux-gnu

fuzz: ## one fuzz target for an hour, TARGET=gcov, guided by coverage
	RUSTFLAGS="$(SANCOV)" $(CARGO) build --release --locked --manifest-path fuzz/Cargo.toml --target $(PLATFORM) --bin $(TARGET)
	mkdir -p target/fuzz/$(TARGET)
	fuzz/target/$(PLATFORM)/release/$(TARGET) -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=4096 \
		-artifact_prefix=target/fuzz/$(TARGET)- target/fuzz/$(TARGET) fuzz/corpus/$(TARGET)

# Processor time of each.
FUZZ_EACH ?= 60

fuzz-all: ## every fuzz target for a minute, not guided; for a run at night
	$(CARGO) build --workspace --bin parallax-fuzz --locked $(ALL)
	for target in $$(ls fuzz/corpus); do \
		nice -n 19 target/debug/parallax-fuzz $$target --seconds $(FUZZ_EACH) || exit 1; \
	done

# On a store in a file and on a PostgreSQL server of its own; docs/results/fortress.md has the figures.
SOAK = target/release/parallax
SOAK_SERVER = target/release/parallax-testing with-server $(SOAK) --store @

# Sessions on simulated debuggers, with faults of them and of workers.
# A tenth of the programs is unfit for those that think.
THINKING = --programs 1250 --seeds 9 --think 20 --workers 8 --faults 1
SIMULATED = --programs 1000 --seeds 10 --workers 4 --faults 1 --debuggers target/release/parallax-testing

soak: build ## many simulated workers on one store, with faults: nothing may be lost; and how fast leases are taken
	$(CARGO) build --release --locked --package parallax-testing
	rm -rf target/soak && mkdir -p target/soak
	for workers in 1 2 4 8 16; do \
		$(SOAK_SERVER) soak --programs 50 --seeds 40 --think 100 --workers $$workers || exit 1; \
	done
	$(SOAK_SERVER) soak --programs 100 --seeds 200 --leases --workers 16
	$(SOAK) --store target/soak/leases.sqlite soak --programs 100 --seeds 200 --leases --workers 16
	$(SOAK_SERVER) soak $(THINKING)
	$(SOAK) --store target/soak/faults.sqlite soak $(THINKING)
	$(SOAK_SERVER) soak $(SIMULATED)
	$(SOAK) --store target/soak/debuggers.sqlite soak $(SIMULATED)

bench: build ## how fast sessions and campaigns are on this machine
	$(PARALLAX) setup
	$(PARALLAX) bench

# SOURCES is the folder `gcc` of a later GCC's sources, with its changelogs and its test suite: Debian has them in
# packages such as gcc-16-source. Bugs with even numbers are not collected: nobody develops on them.
ISOLATE_BUGS = target/isolate-bugs.csv
ISOLATE_BENCH = $(PARALLAX) isolate bench $(ISOLATE_BUGS) --programs $(SOURCES)/testsuite $(ISOLATE_EFFORT)
ISOLATE_EFFORT ?= --time 120s

bench-isolate: build ## how well known bugs of GCC are isolated; needs SOURCES=gcc-16.2.0/gcc
	$(PARALLAX) isolate build gcc-12.2
	test -f $(ISOLATE_BUGS) || $(PARALLAX) isolate collect $(SOURCES) -o $(ISOLATE_BUGS)
	$(ISOLATE_BENCH) --half development --leave-one-out
	$(ISOLATE_BENCH) --half reported

accept: ## write the generated pages of docs anew, to be reviewed in the diff
	PARALLAX_ACCEPT=1 $(CARGO) $(RUN_TESTS) --workspace --locked $(ALL)
