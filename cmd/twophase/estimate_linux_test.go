// The race detector takes several times the memory that is measured here.

//go:build !race

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"twophase/internal/experiment/memory"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
)

// estimated are experiments, and other commands, whose memory is foreseen.
var estimated = []struct {
	name, text string // of an experiment file; of another command, its arguments
	workers    int
	takesLong  bool
}{
	{"wide", "{stimulus: {spectrum: [1, 0.5], inputs: 20000}, outputs: 100, reference: false, record: [scale]}", 1, false},
	{"wide, side by side", "{stimulus: {spectrum: [1, 0.5], inputs: 20000}, outputs: 100, reference: false, record: [scale], trials: 3}", 3, true},
	{"wide, one after another", "{stimulus: {spectrum: [1, 0.5], inputs: 20000}, outputs: 100, reference: false, record: [weights], trials: 3}", 1, true},
	{"lateral", "{stimulus: {spectrum: [1, 0.5], inputs: 600}, outputs: 400, reference: false, record: [scale]}", 1, true},
	{"reference", "{stimulus: {spectrum: [SPECTRUM], inputs: 10000}, outputs: 60, record: [scale]}", 1, true},
	{"covariance", "{stimulus: {spectrum: [SPECTRUM], inputs: 2000}, outputs: 60, record: [scale], trials: 2}", 2, true},
	{"file", "{stimulus: {file: wide.npy}, outputs: 3}", 1, true},
	{"scaled file", "{stimulus: {file: wide.npy, scale: eigen, center: true}, outputs: 3, reference: false}", 1, false},
	{"clusters", "{stimulus: {clusters: 800, inputs: 4000}, outputs: 10, reference: false, record: [scale]}", 1, true},
	{"mixture", "{stimulus: {sources: 200, inputs: 700}, outputs: 10, record: [scale]}", 1, true},
	{"slow features", "{stimulus: {autocorrelations: [0.9, 0.5], inputs: 250}, outputs: 10, record: [scale], trials: 2}", 2, true},
	{"large", "{stimulus: {spectrum: [1, 0.5], inputs: 30000}, outputs: 300, reference: false, record: [scale]}", 1, true},
	{"large lateral", "{stimulus: {spectrum: [1, 0.5], inputs: 800}, outputs: 700, reference: false, record: [scale]}", 1, true},
	{"many trials", "{steps: 20, trials: 600, record: [scale@20]}", 2, true},
	{"dense traces", "{stimulus: {spectrum: [1, 0.5], inputs: 100}, outputs: 10, reference: false, steps: 2000, trials: 2, record: [weights@1]}", 2, false},
	{"dense traces with parts", "{stimulus: {spectrum: [1, 0.5], inputs: 100}, outputs: 10, reference: false, steps: 600, trials: 2, record: [weights@1], parts: [weights]}", 1, true},
	{"hidden", hiddenCircuit("size: 200000", "", "record: [W]"), 1, true},
	{"hidden, recorded", hiddenCircuit("size: 40000", "", "record: [weights@1]"), 1, true},
	{"hidden, side by side", hiddenCircuit("size: 100000", "", "record: [W], trials: 6"), 2, true},
	{"hidden, all defaults", hiddenCircuit("size: 100000", "", "trials: 2"), 1, true},
	{"hidden, dense", hiddenCircuit("size: 3000", "all", "record: [W]"), 1, true},
	{"hidden, sparse", hiddenCircuit("size: 1500", "{random: 0.02}", "record: [W]"), 1, true},
	{"hidden, half, recorded", hiddenCircuit("size: 1500", "{random: 0.5}", "record: [weights]"), 1, true},
	{"hidden, settles", hiddenCircuit("size: 1000, activation: linear", "settles", "record: [W]"), 1, true},
	{"describe wide", "describe --inputs 10000 --outputs 1000 --spectrum 1,0.5", 1, true},
	{"describe lateral", "describe --inputs 3000 --outputs 2000 --spectrum 1,0.5", 1, true},
	{"stability", "stability --inputs 800 --outputs 700 --spectrum 1,0.5", 1, true},
	{"stability, JSON", "stability --inputs 800 --outputs 700 --spectrum 1,0.5 --json", 1, true},
	{"large stability", "stability --inputs 1800 --outputs 1500 --spectrum 1,0.5", 1, true},
}

// hiddenCircuit returns an experiment with a circuit that has a hidden population, wired within itself or not.
func hiddenCircuit(population, wiring, keys string) string {
	within, schedule := "", "{turn: h, receives: [V]}, {turn: y, receives: [W, U]}"
	switch wiring {
	case "":
	case "settles":
		within, schedule = ", L: {from: h, to: h, sign: subtracts, rule: Hebb}", "{equilibrate: [h]}, {turn: y, receives: [W, U]}"
	default:
		within = ", L: {from: h, to: h, rule: Hebb, wiring: " + wiring + "}"
		schedule = "{turn: h, slot: provisional, receives: [V]}, {turn: h, receives: [V, {through: L, slot: provisional}]}, {turn: y, receives: [W, U]}"
	}
	return "{outputs: 3, " + keys + ", circuit: {name: own, populations: {x: {input: true}, y: {}, h: {" + population + "}}, " +
		"projections: {W: {from: x, to: y, rule: Hebbian}, V: {from: x, to: h, rule: Hebbian}, U: {from: h, to: y, sign: subtracts, rule: Hebb}" + within + "}, " +
		"schedule: [" + schedule + ", plasticity]}}"
}

// TestMemoryEstimate: what a command says that it takes is enough, and about twice of what it takes at most. Garbage is
// collected before it takes more.
func TestMemoryEstimate(t *testing.T) {
	k := &killed{T: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(1, 1))}
	k.writeArray("wide.npy", 20, 800)
	for _, c := range estimated {
		t.Run(c.name, func(t *testing.T) {
			if c.takesLong {
				long.Only(t)
			}
			k.T = t
			var spectrum []string
			for i := range 61 {
				spectrum = append(spectrum, wording.Format(1-float64(i)/100))
			}
			asked, args := strings.Fields(c.text), strings.Fields(c.text)
			limit := "51MB"
			if strings.HasPrefix(c.text, "{") {
				text := strings.Replace(c.text, "SPECTRUM", strings.Join(spectrum, ", "), 1)
				if !strings.Contains(text, "steps") {
					text = "{steps: 2, " + text[1:]
				}
				if err := os.WriteFile(filepath.Join(k.folder, "e.yaml"), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				asked, args, limit = []string{"check", "e.yaml"}, []string{"run", "e.yaml", "--out", "r", "--force"}, "none"
			}
			environment := append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", c.workers))
			ask := k.command(asked...)
			ask.Env = append(environment, memory.Variable+"="+limit)
			said, _ := ask.CombinedOutput()
			found := regexp.MustCompile(`about ([0-9.]+) ([kMG]B) of memory`).FindSubmatch(said)
			if found == nil {
				t.Fatalf("no estimate: %s", said)
			}
			shown, err := strconv.ParseFloat(string(found[1]), 64)
			if err != nil {
				t.Fatal(err)
			}
			unit := map[string]float64{"kB": 1e3, "MB": 1e6, "GB": 1e9}[string(found[2])]
			estimate := (shown + 0.05) * unit // it is rounded to a tenth
			// On a busy machine workers take turns, which needs less, and garbage is collected late, which needs more.
			least, most := math.Inf(1), 0.
			for runs := 0; runs == 0 || runs < 3 && !(least <= estimate && estimate <= 2.2*most); runs++ {
				run := k.command(args...)
				run.Env = append(environment, fmt.Sprintf("%s=%.0f", memory.Variable, estimate))
				peak := peakOf(t, run)
				least, most = min(least, peak), max(most, peak)
			}
			t.Logf("estimate %.0f MB, peak %.0f to %.0f MB: %.2f", estimate/1e6, least/1e6, most/1e6, estimate/most)
			if estimate < least || estimate > 2.2*most {
				t.Errorf("the estimate is %.2f times the peak", estimate/most)
			}
		})
	}
}
