# The gate before every merge, and what it is made of.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: check format vet staticcheck test race long slurm readers wheel browser netlib assembly bench jobs peers peers-reproduce reproduction simulator simulator-check explore-docs networks-docs cascade-docs turns-docs drift-docs settling-docs claims golden fuzz image gate-image release

check: format vet staticcheck test race

format:
	@list=$$(gofmt -l .) && test -z "$$list" || { echo "$$list"; echo "run gofmt -w on these files"; exit 1; }

vet:
	go vet ./...

staticcheck:
	go run $(STATICCHECK) ./...

test:
	go test ./...

# The race detector, in the packages that start goroutines, and where experiments are run in all ways. Circuits share the
# goroutines of internal/numerics/dense.
RACING = $(sort $(dir $(shell grep -rlE '^[[:space:]]+go [a-z.]|\.Go\>' --include=*.go --exclude=*_test.go internal neuron recorder stimulus synapse)))
race:
	go test -race -short -timeout 40m $(RACING:%/=./%) ./internal/testkit/metamorphic ./internal/files/durable
	go test -race -short -run 'Thread|Turns|LateralStates' ./circuit ./circuit/theory
	go test -race -short -run 'Scripts|Signals|KilledRun' ./cmd/twophase

# Every test with all that it can do, real images among it: internal/testkit/long. Of the scripts of cmd/twophase those that
# do no more than in make test are left out. With AGAIN= packages that passed before and do no more are not run again.
AGAIN = -count=1
long:
	TWOPHASE_LONG=1 go test $(AGAIN) -timeout 60m ./...

# A sweep on a real Slurm of one node, which is installed if it is missing (Debian).
slurm:
	TWOPHASE_SLURM=1 go test ./cmd/twophase -count=1 -run '^TestSlurm$$' -v -timeout 10m

# The snippets of docs/reading-results.md, by NumPy and DuckDB, and the package of python/ with its wheel, its notebook and
# its pages (python3-numpy, nodejs, npm, and what .ci/install has beside them).
readers:
	TWOPHASE_READERS=1 go test ./cmd/twophase -count=1 -run '^TestReadingResults$$|^TestPython$$' -v
	TWOPHASE_READERS=1 TWOPHASE_LONG=1 go test ./cmd/twophase -count=1 -run '^TestLongWheel$$|^TestDocs$$/(python|oracle)' -v

# A wheel of the Python package that carries the binary, in dist. What it needs is in docs/python.md.
wheel:
	mkdir -p dist
	python/build-wheel dist

# The inspector's page and that of twophase explore in real browsers, which must be there (Debian packages chromium and
# firefox-esr; with TWOPHASE_BROWSER=chromium the first alone). Some of it is in make test too, and all of it in make long,
# where the machine has them.
browser:
	TWOPHASE_BROWSER=$${TWOPHASE_BROWSER:-1} TWOPHASE_LONG=1 go test ./internal/web/page ./internal/web/explore -count=1 -v -timeout 90m

# The build whose matrix-matrix algebra runs on OpenBLAS (libopenblas-dev), in the packages that
# use it.
LINEAR = $(sort $(dir $(shell grep -rl 'gonum/mat\|gonum/blas\|gonum/lapack' --include=*.go --exclude=*_test.go circuit cmd internal neuron recorder stimulus synapse)))
netlib:
	CGO_LDFLAGS=-lopenblas go test -tags netlib $(LINEAR:%/=./%)
	CGO_LDFLAGS=-lopenblas go test -tags netlib -run '^TestMeasuresAgreeWithNumpy$$' ./internal/run/engine
	CGO_LDFLAGS=-lopenblas go build -tags netlib -o /dev/null ./cmd/twophase

# Build the simulator of twophase explore again, as WebAssembly. The same sources and release of Go give the same bytes.
# Calls are not inlined but where the arithmetic is: that is an eighth of the file.
SIMULATOR = internal/web/explore
SMALL = -gcflags=all=-l -gcflags=twophase/internal/numerics/kernel= -gcflags=twophase/internal/numerics/random= -gcflags=math=
simulator:
	GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags='-s -w' $(SMALL) -o $(SIMULATOR)/program.wasm ./internal/web/simulator/program
	gzip -9 -n -f $(SIMULATOR)/program.wasm
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(SIMULATOR)
	go env GOVERSION > $(SIMULATOR)/program.txt
	go test ./$(SIMULATOR) -count=1 -run '^TestProgramAnswersAsTheseSources$$' -update

# Whether the committed simulator is as these sources, as a release demands: that it knows all networks and keys, too.
simulator-check:
	TWOPHASE_RELEASE=1 TWOPHASE_BROWSER=1 go test ./$(SIMULATOR) -count=1 -run '^TestProgramAnswersAsTheseSources$$'

# Write docs/explore.html, a page to put on a static host. It is not committed: it is written in a second.
explore-docs:
	go run ./cmd/twophase explore --force --out docs/explore.html

# Write the assembly again, and the tables of the ziggurat, from their generator.
assembly:
	cd internal/numerics/generate && go run . -out ../random/normal_amd64.s -stubs ../random/normal_amd64.go -pkg random
	cd internal/numerics/generate && go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
	cd internal/numerics/generate && go run . -tables ../random/tables.go

bench:
	go test -run '^$$' -bench . ./circuit ./circuit/theory ./internal/numerics/random ./stimulus/... ./recorder/...

# What users would write instead of twophase, measured beside it.
peers:
	go run ./testdata/peers/compare

# Whole jobs, as processor time, time on the clock and memory, beside the same in C, numpy and numba: some two minutes.
jobs:
	go run ./testdata/peers/jobs

# The paper's tables, measured beside numpy.
peers-reproduce:
	go run ./testdata/peers/reproduce

# Write docs/evidence/reproduction.md and its figures again.
reproduction:
	rm -rf runs/for-docs
	go run ./cmd/twophase reproduce all --trials 100 --out runs/for-docs >/dev/null
	cp runs/for-docs/reproduction.md runs/for-docs/figure2.svg docs/evidence/
	rm -r runs/for-docs

# Write docs/evidence/networks.md and its figures again, below its introduction: about three quarters of an hour of one core.
TUNED = ./twophase compare --tune rate,tau,lambda --tuning-trials 2
networks-docs:
	rm -rf runs/for-docs && mkdir -p runs/for-docs
	go build -o runs/for-docs/twophase ./cmd/twophase
	cd runs/for-docs && $(TUNED) --networks all,algorithms --problem small --steps 50000 --trials 10 --out small >/dev/null
	cd runs/for-docs && $(TUNED) --networks all,algorithms --problem large --steps 50000 --trials 6 --out large >/dev/null
	{ sed '/^## /,$$d' docs/evidence/networks.md | sed '$${/^$$/d;}'; \
	  for p in small large; do echo; sed "s/networks\.svg/networks-$$p.svg/" runs/for-docs/$$p/networks.md; done; \
	  echo; ./runs/for-docs/twophase networks --markdown; } > runs/for-docs/page && mv runs/for-docs/page docs/evidence/networks.md
	for p in small large; do cp runs/for-docs/$$p/networks.svg docs/evidence/networks-$$p.svg; done
	rm -r runs/for-docs

# Write docs/evidence/cascade-evidence.md and its figures again: the cascade beside the paper's networks and
# others that order components, each at the setting at which it aligns best, and batch PCA of as many
# samples, the floor. On images that is the reference itself. Two hours of one core, nearly all of
# them for the images.
IMAGES = /usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz
ORDERED = ifPSP,PSP,ifPSW,PSW,cascadePSP,cascadePSW,apex,sanger
ALIGNED = $(TUNED) --tune-by alignment --trials 32
EPOCH = --stimulus fashion-mnist-idx3-ubyte --center --scale eigen --shuffle --epochs 1 --rate '10/(5000+t)'
EVIDENCE = small large wide narrow equal edge images3 images5 images10 images20
cascade-docs:
	rm -rf runs/for-docs && mkdir -p runs/for-docs
	go build -o runs/for-docs/twophase ./cmd/twophase
	cd runs/for-docs && gunzip -c $(IMAGES) > fashion-mnist-idx3-ubyte
	cd runs/for-docs && $(ALIGNED) --networks $(ORDERED),batch --problem small --out small >/dev/null
	cd runs/for-docs && $(ALIGNED) --networks $(ORDERED),batch --problem large --out large >/dev/null
	set -e; cd runs/for-docs; for s in wide:1,0.5,0.25,0.05 narrow:1,0.9,0.8,0.2 equal:1,0.99,0.98,0.2 edge:1,0.75,0.5,0.45; do \
		$(ALIGNED) --networks $(ORDERED),batch --spectrum $${s#*:} --inputs 20 --outputs 3 --steps 50000 --out $${s%:*} >/dev/null; done
	set -e; cd runs/for-docs; for k in 3 5 10; do \
		$(ALIGNED) --networks $(ORDERED) $(EPOCH) --outputs $$k --out images$$k >/dev/null; done
	cd runs/for-docs && $(ALIGNED) --networks ifPSP,ifPSW,cascadePSP,cascadePSW,apex,sanger --tuning-trials 1 $(EPOCH) --outputs 20 --out images20 >/dev/null
	{ sed '/^## /,$$d' docs/evidence/cascade-evidence.md | sed '$${/^$$/d;}'; \
	  for p in $(EVIDENCE); do echo; sed "s/networks\.svg/cascade-$$p.svg/" runs/for-docs/$$p/networks.md; done; } > runs/for-docs/page && mv runs/for-docs/page docs/evidence/cascade-evidence.md
	for p in $(EVIDENCE); do cp runs/for-docs/$$p/networks.svg docs/evidence/cascade-$$p.svg; done
	rm -r runs/for-docs

# Write the evidence of docs again: grid files below testdata/studies/grids, run by sweeps or, beside the theory, by
# internal/study/evidence. Each page keeps what is above the line "## Evidence".
GRIDS = testdata/studies/grids
BEGIN_EVIDENCE = rm -rf runs/for-docs && mkdir -p runs/for-docs && go build -o runs/for-docs ./cmd/twophase ./internal/study/evidence \
	&& cp $(GRIDS)/*.yaml runs/for-docs
SHOWN = network settle e_pro_median e_pro_q25 e_pro_q75 settling_error_median mean_sweeps_median unsettled_median runs diverged

# How many turns a circuit needs. It wants the Debian packages dataset-fashion-mnist, mate-backgrounds and espeak-ng.
turns-docs:
	$(BEGIN_EVIDENCE)
	gunzip -c $(IMAGES) > runs/for-docs/images
	sed -i '/^## Evidence$$/q' docs/turns.md
	set -e; cd runs/for-docs; for g in phase fullrank states images gains; do \
		{ printf '\n### '; sed -n '1s/^# //p' turns-$$g.yaml; ./evidence turns turns-$$g.yaml; } >> ../../docs/turns.md; done
	cd runs/for-docs; { printf '\n### Eigenvalues k^−β: turns with which no start fails\n'; ./evidence powers; } >> ../../docs/turns.md
	cd runs/for-docs; i=0; for v in en-us+m3 en-gb+f2 en-us+f4 en-gb+m7; do \
		i=$$((i+1)); espeak-ng -v $$v -w voice$$i.wav -f ../../$(GRIDS)/spoken.txt; done
	cd runs/for-docs; ./evidence patches /usr/share/backgrounds/mate/nature/*.jpg > patches.csv; ./evidence frames voice*.wav > frames.csv
	set -e; cd runs/for-docs; for s in patches frames; do cp $$s.csv stimuli.csv; \
		{ printf '\n### %s\n' "Other real stimuli: $$s"; ./evidence turns turns-world.yaml; } >> ../../docs/turns.md; done
	rm -r runs/for-docs

# What noisy synapses do; what it says is in docs/drift.md.
drift-docs:
	sed -i '/^## Evidence$$/q' docs/evidence/drift-evidence.md
	go run ./internal/study/evidence drift 10 >> docs/evidence/drift-evidence.md

# Two phases beside recurrent networks with a budget of settling sweeps.
settling-docs:
	$(BEGIN_EVIDENCE)
	gunzip -c $(IMAGES) > runs/for-docs/images
	sed -i '/^## Evidence$$/q' docs/evidence/settling-evidence.md
	set -e; cd runs/for-docs; for s in small large correlated images; do \
		cp settling-$$s.yaml stimuli.yaml; ./twophase sweep plan settling.yaml --out $$s.plan; \
		./twophase sweep run $$s.plan; ./twophase sweep collect $$s.plan; \
		{ printf '\n### %s\n' "The stimuli of settling-$$s.yaml"; ./evidence table $$s.plan/groups.csv $(SHOWN); } >> ../../docs/evidence/settling-evidence.md; done
	rm -r runs/for-docs

# Test the published claims of testdata/claims, and write docs/evidence/claims.md and its pictures again: about ten minutes, less than two for
# each claim.
claims:
	sed -i '/^## Claims$$/q' docs/evidence/claims.md
	go run ./internal/study/claims -docs docs/evidence testdata/claims/*.yaml >> docs/evidence/claims.md

# Write the results of testdata/golden again, from the stimuli and starts in it, by programs that share nothing with the product:
# docs/oracle.md. It takes two seconds, and changes no byte.
golden:
	python3 testdata/golden/oracle

# Every fuzz target for a little while, and a table of what each did. As make fuzz
# FUZZTIME=3s FUZZ=Parse for some of them.
FUZZTIME = 30s
FUZZ =
fuzz:
	@.ci/fuzz '$(FUZZTIME)' '$(FUZZ)'

# All that a release has, in the folder dist; two clean clones give the same bytes.
release:
	.ci/release dist

# The users' image, of a static binary alone, and the one for .ci/run (CONTRIBUTING.md).
CONTAINERS = $(shell command -v podman || command -v buildah || echo podman)
image:
	CGO_ENABLED=0 go build -o twophase ./cmd/twophase
	$(CONTAINERS) build -t twophase .

gate-image:
	$(CONTAINERS) build -t twophase-gate -f .ci/Containerfile $(if $(BASE),--build-arg BASE=$(BASE)) .
