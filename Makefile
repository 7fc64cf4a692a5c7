# The gate before every merge, and what it is made of.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: check format vet staticcheck test race long slurm readers browser netlib assembly bench peers peers-reproduce reproduction fuzz

check: format vet staticcheck test race

format:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w on these files"; exit 1; }

vet:
	go vet ./...

staticcheck:
	go run $(STATICCHECK) ./...

test:
	go test ./...

race:
	go test -race -short ./...

# Real images and everything else that takes longer than a test should.
long:
	TWOPHASE_LONG=1 go test ./cmd/... -count=1 -run '^TestLong' -v -timeout 20m

# A sweep on a real Slurm of one node, which is installed if it is missing (Debian).
slurm:
	TWOPHASE_SLURM=1 go test ./cmd/twophase -count=1 -run '^TestSlurm$$' -v -timeout 10m

# The snippets of docs/reading-results.md, by NumPy and DuckDB (python3-numpy, nodejs, npm).
readers:
	TWOPHASE_READERS=1 go test ./cmd/twophase -count=1 -run '^TestReadingResults$$' -v

# The inspector's page in a real browser, which must be there (Debian package chromium). In
# make test too, where the machine has one.
browser:
	TWOPHASE_BROWSER=1 go test ./internal/view/page -count=1 -v -timeout 5m

# The build whose matrix-matrix algebra runs on OpenBLAS (libopenblas-dev).
netlib:
	CGO_LDFLAGS=-lopenblas go test -tags netlib ./...

# Write the assembly again, from its generators.
assembly:
	cd internal/random/avo && go run . -out ../normal_amd64.s -stubs ../normal_amd64.go -pkg random
	cd internal/kernel/avo && go run . -out ../kernel_amd64.s -stubs ../kernel_amd64.go -pkg kernel
	@! grep -nE '\b[XYZ](1[6-9]|2[0-9]|3[01])\b' internal/kernel/kernel_amd64.s internal/random/normal_amd64.s || { echo "a register that AVX2 does not have"; exit 1; }

bench:
	go test -run '^$$' -bench . ./circuit ./circuit/theory ./internal/random ./stimulus ./recorder

# What users would write instead of twophase, measured beside it.
peers:
	go run ./testdata/peers/compare

# The paper's tables, measured beside numpy.
peers-reproduce:
	go run ./testdata/peers/reproduce

# Write docs/reproduction.md and its figures again.
reproduction:
	rm -rf runs/for-docs
	go run ./cmd/twophase reproduce all --trials 100 --out runs/for-docs >/dev/null
	cp runs/for-docs/reproduction.md runs/for-docs/figure2.svg runs/for-docs/budget.svg docs/
	rm -r runs/for-docs

# Every fuzz target for a little while.
FUZZTIME = 10s
fuzz:
	@go list -f '{{.Dir}} {{.ImportPath}}' ./... | while read -r dir package; do \
		grep -ho '^func Fuzz[A-Za-z0-9]*' "$$dir"/*_test.go 2>/dev/null | sed 's/^func //' | while read -r target; do \
			echo "$$package $$target"; \
			go test "$$package" -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) || exit 1; \
		done || exit 1; \
	done
