# What people do with a checkout. `make help` lists it.

CARGO ?= cargo
PARALLAX = target/release/parallax

# Features of Parallax beyond the default for `make build`, such as boa.
FEATURES ?=
# What few need and takes long to build; the tests have it.
ALL = --features boa

.PHONY: help setup build demo test lint bench bench-isolate accept

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

build: ## the `parallax` command, in target/release
	$(CARGO) build --release --locked --package parallax --features "$(FEATURES)"

# Parallax as the tests build it, so that nothing is built twice.
TESTED = target/debug/parallax

setup: ## debuggers, engines, texts and compilers that the tests use, as far as they can be got
	$(CARGO) build --locked --package parallax --package parallax-testing $(ALL)
	target/debug/parallax-testing $(TESTED)

# Compiled quickly, see Cargo.toml.
DEMO = target/demo/parallax

demo: ## one minute of differential testing on Chromium, Firefox and Node, one of engines against the text if that is at hand, and their reports
	$(CARGO) build --profile demo --locked --package parallax
	$(DEMO) setup --debuggers chromium,firefox,node
	$(DEMO) --store .parallax/demo.sqlite diff corpus/js --debuggers chromium,firefox,node \
		--seeds 50 --time 60s || test $$? -eq 3
	$(DEMO) --store .parallax/demo.sqlite report -o out/demo
ifdef PARALLAX_SPEC_DIR
	$(DEMO) conform generate es2026 --time 45s -o .parallax/demo-suite
	$(DEMO) --store .parallax/demo-conform.sqlite conform run .parallax/demo-suite \
		--engines node,firefox,quickjs || test $$? -eq 3
	$(DEMO) --store .parallax/demo-conform.sqlite report -o out/demo-conform
else
	@echo "Engines are not held against the text of ECMA-262: PARALLAX_SPEC_DIR does not say where es2026.html is."
endif

test: setup ## every test, real debuggers included
	$(CARGO) test --workspace --locked $(ALL)

lint: ## format and clippy, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked $(ALL) -- -D warnings

bench: build ## how fast sessions and campaigns are on this machine
	$(PARALLAX) setup
	$(PARALLAX) bench

# BUGS is a list of known bugs, PROGRAMS the folder of GCC's test suite that its paths begin at.
bench-isolate: build ## how well known bugs of GCC are isolated; needs BUGS=list.csv PROGRAMS=testsuite
	$(PARALLAX) isolate build gcc-12.2
	$(PARALLAX) isolate bench $(BUGS) --programs $(PROGRAMS) --tests $(PROGRAMS)/gcc.c-torture/execute --seeds 5

accept: ## take over changed snapshots, to be reviewed in the diff
	INSTA_UPDATE=always $(CARGO) test --workspace --locked $(ALL)
