# The targets are small on purpose: everything is a go command that also works alone. "make help" lists them.

GO ?= go
TIME ?= 1m
TARGET ?=
SEED ?= 1
COUNT ?= 2000

# The packages with goroutines of their own or locks, and those that many goroutines use at once. A test holds this list
# against the sources.
CONCURRENT = ./spec/jsvalue ./spec/protocol ./reference/chatrecord/replay ./reference/sessionraw ./fuzz/targets ./tools/certify ./tools/command \
	./tools/judge ./tools/mutate ./tools/process/... ./tools/sessiondir ./tools/sessionrpc ./tools/transcript

# The packages whose tests of all fixtures take minutes: "go test" alone runs these too.
LONG = ./tools/certify ./tools/process/cmd/hostile

.DEFAULT_GOAL := help

# Prints -race, or why the race detector cannot run: it needs cgo and a C compiler that works.
define race_flag
	if [ "$$($(GO) env CGO_ENABLED)" != 1 ]; then echo "cgo is off (CGO_ENABLED=0, or no C compiler found)"; \
	elif ! probe=$$(mktemp); then echo "no temporary file"; \
	elif printf '#include <stdlib.h>\nint main(void) { return 0; }\n' | $$($(GO) env CC) -x c - -o "$$probe" 2>/dev/null; \
	then echo -race; rm -f "$$probe"; \
	else echo "no working C compiler"; rm -f "$$probe"; fi
endef

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

.PHONY: test
test: ## run all tests, then those of packages with goroutines under the race detector, and node where it is there; 5 to 9 minutes
	@race=$$($(race_flag)); \
	if [ "$$race" != -race ]; then echo "race detector off: $$race"; race=; fi; \
	command -v node >/dev/null 2>&1 || echo "no node: the comparison with JavaScript is left out"; \
	echo "$(GO) test ./... (-short for $(LONG))"; \
	$(GO) test -short $(LONG) & long=$$!; failed=; \
	$(GO) test -timeout 30m $$($(GO) list ./... | grep -vE '/tools/certify$$|/tools/process/cmd/hostile$$') || failed=1; \
	wait $$long || failed=1; \
	test -z "$$failed" || exit 1; \
	test -z "$$race" || { echo "again under the race detector: what has goroutines"; $(GO) test -race -timeout 30m $(CONCURRENT); }

.PHONY: golden
golden: ## rewrite the expected projections; read the difference before you keep it
	$(GO) test ./golden -run 'Fixtures$$' -update
	$(GO) test ./golden

.PHONY: bench
bench: ## run the benchmarks and print the table of the README, which takes minutes; ARGS=-hostile measures hostile inputs instead
	$(if $(ARGS),,$(GO) test -run '^$$' -bench . -benchmem ./...)
	$(GO) run ./tools/bench $(ARGS)

.PHONY: lint
lint: ## formatting, vet and static analysis
	@unformatted=$$($(GO) tool gofumpt -l .); \
	if [ -n "$$unformatted" ]; then echo "gofumpt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

.PHONY: fuzz
fuzz: ## fuzz one target: make fuzz TARGET=FuzzDecode TIME=10m
	@test -n "$(TARGET)" || { echo "usage: make fuzz TARGET=NAME [TIME=1m]; the targets:"; \
		grep -rhoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sed 's/^func /  /' | sort; exit 2; }
	@package=$$(grep -rlE --include='*_test.go' '^func $(TARGET)\(' . | head -n 1 | xargs -r dirname); \
	test -n "$$package" || { echo "no fuzz target $(TARGET)"; exit 2; }; \
	$(GO) test "./$${package#./}" -run '^$$' -fuzz '^$(TARGET)$$' -fuzztime $(TIME) -fuzzminimizetime 1x

.PHONY: fuzz-all
fuzz-all: ## fuzz every target in turn and print executions, new inputs and coverage: make fuzz-all TIME=60s
	$(GO) run ./tools/fuzzall -time $(TIME)

# An engine for 20 s on the target, beginning with its seeds, in a directory that is removed.
ENGINE_TIME ?= 20
ENGINE_TARGET := $(or $(TARGET),FuzzProject)
CAPSULES := TRANSCRIPT_CAPSULES="$(CURDIR)/fuzz/testdata/capsules"

.PHONY: gofuzz
gofuzz: ## build a target for go-fuzz and run it for 20 s: make gofuzz TARGET=FuzzReader
	@set -e; dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	$(GO) run ./tools/transcript corpus --seeds $(ENGINE_TARGET) --to raw --out "$$dir/corpus" >/dev/null; \
	$(GO) tool go-fuzz-build -func $(ENGINE_TARGET) -o "$$dir/fuzz.zip" ./fuzz/targets; \
	$(CAPSULES) timeout --preserve-status -s INT $(ENGINE_TIME) $(GO) tool go-fuzz -bin "$$dir/fuzz.zip" -workdir "$$dir" -procs 2 2>&1 | tee "$$dir/log"; \
	grep -q 'execs: [1-9]' "$$dir/log" || { echo "go-fuzz executed nothing"; exit 1; }; \
	if [ -n "$$(ls "$$dir/crashers" 2>/dev/null)" ]; then cat "$$dir"/crashers/*.output; exit 1; fi

.PHONY: libfuzzer
libfuzzer: ## build a target for libFuzzer and run it for 20 s; needs clang
	@set -e; clang=$$(command -v clang || command -v clang-14 || true); \
	if [ -z "$$clang" ]; then echo "skipped: no clang (on Debian: apt-get install clang libclang-rt-14-dev)"; exit 0; fi; \
	dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; mkdir "$$dir/new"; \
	$(GO) run ./tools/transcript corpus --seeds $(ENGINE_TARGET) --to raw --out "$$dir/seeds" >/dev/null; \
	$(GO) build -tags libfuzzer -gcflags=all=-d=libfuzzer -buildmode=c-archive -o "$$dir/fuzz.a" ./fuzz/libfuzzer; \
	"$$clang" -fsanitize=fuzzer "$$dir/fuzz.a" -o "$$dir/fuzz" -lresolv -lpthread; \
	status=0; $(CAPSULES) TRANSCRIPT_TARGET=$(ENGINE_TARGET) "$$dir/fuzz" -max_total_time=$(ENGINE_TIME) -timeout=10 -artifact_prefix="$$dir/" \
		-dict=tools/oss-fuzz/transcript.dict "$$dir/new" "$$dir/seeds" >"$$dir/log" 2>&1 || status=$$?; \
	if [ $$status = 0 ]; then tail -n 1 "$$dir/log"; else sed -n '/^panic: /,/^again: /p' "$$dir/log"; tail -n 3 "$$dir/log"; fi; exit $$status

.PHONY: power
power: ## measure the model: plant faults into the reference and count the cases until each is seen, which takes seconds
	$(GO) run ./tools/power -seed $(SEED)

.PHONY: hostile
hostile: ## certify implementations that hang, crash, flood, daemonise and so on, and see each end as it should; takes 2 minutes
	$(GO) run ./tools/process/cmd/hostile $(ARGS)

MUTANTS ?= 300

.PHONY: mutate
mutate: ## change the reference in one place at a time and see whether go test, certify and the model notice; takes hours, goes on where it ended: make mutate MUTANTS=30 ARGS="-dialect sessionraw -kit"
	$(GO) run ./tools/mutate -count $(MUTANTS) -seed $(SEED) $(ARGS)

.PHONY: certify-sdk
certify-sdk: ## certify the published SDK under its known failures: make certify-sdk SEED=4 COUNT=50000; 2 to 5 minutes with the default
	@test -d tools/adapters/qwen-sdk/node_modules || \
		npm ci --prefix tools/adapters/qwen-sdk --ignore-scripts --omit=peer --omit=optional --no-audit --no-fund
	TZ=UTC $(GO) run ./tools/transcript certify --target 'node tools/adapters/qwen-sdk/adapter.mjs' \
		--known-failures tools/adapters/qwen-sdk/known-failures.yaml --seed $(SEED) --cases $(COUNT) $(ARGS)

.PHONY: power-sdk
power-sdk: ## plant the same faults around the published SDK, and see certifying it under its known failures catch each; minutes
	@test -d tools/adapters/qwen-sdk/node_modules || \
		npm ci --prefix tools/adapters/qwen-sdk --ignore-scripts --omit=peer --omit=optional --no-audit --no-fund
	TZ=UTC $(GO) run ./tools/power -seed $(SEED) -target 'node tools/adapters/qwen-sdk/adapter.mjs' -known-failures tools/adapters/qwen-sdk/known-failures.yaml

.PHONY: histories
histories: ## run random histories of a client and a server of one chat, a million if COUNT is: make histories SEED=1 COUNT=1000000
	$(GO) run ./tools/histories -seed $(SEED) -count $(COUNT)

.PHONY: planted
planted: ## plant faults in a copy of the kernel, one at a time, and see certifying the published SDK by it, or the model, find each; takes half an hour
	@test -d tools/adapters/qwen-sdk/node_modules || \
		npm ci --prefix tools/adapters/qwen-sdk --ignore-scripts --omit=peer --omit=optional --no-audit --no-fund
	$(GO) run ./tools/planted $(ARGS)

.PHONY: spec
spec: ## regenerate the rule index at the end of SPEC.md
	$(GO) run ./spec/internal/ruletests

.PHONY: shrink-bench
shrink-bench: ## shrink failing sessions of planted faults and print how small and how alike they become; 3 to 5 minutes
	$(GO) run ./tools/shrink/cmd/shrinkbench $(ARGS)
