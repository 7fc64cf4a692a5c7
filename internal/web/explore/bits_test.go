package explore

import (
	"fmt"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
)

// explored are experiments of many networks, stimuli and interventions.
var explored = []string{
	`{network: ifPSP, steps: 3000, interventions: [{at: 500, lesion: "lateral[1,0]"}, {at: 900, noise: weights, size: 1e-4}, {at: 1500, stimulus: {rotate: 40}}]}`,
	`{network: PSW, stimulus: {problem: large}, steps: 400, interventions: [{at: 100, freeze: lateral}, {at: 200, thaw: lateral}, {at: 250, quantise: weights, step: 1e-3}]}`,
	`{network: cascadePSP, outputs: 4, stimulus: {spectrum: [4, 3, 2, 1, 0.1], inputs: 12}, steps: 1000, interventions: [{at: 300, stimulus: {spectrum: [1, 0.9, 0.8, 0.7, 0.1]}}, {every: 100, multiply: lateral, by: 0.99}]}`,
	`{network: ifPSP, turns: 4, steps: 1000, interventions: [{at: 200, clamp: "inputs[3]", to: 0.3}, {at: 400, release: "inputs[3]"}, {at: 600, tau: 0.2}]}`,
	`{network: ifPSW, seed: 7, steps: 1000, interventions: [{at: 300, failure: feedforward, probability: 0.1}, {at: 500, rate: 1e-3}, {at: 700, failure: feedforward, probability: 0}]}`,
	`{network: PSP, settle: {method: gauss-seidel, sweeps: 3}, steps: 800, interventions: [{at: 300, settle: {method: stale}}, {at: 500, settle: {method: two-phase}}]}`,
	`{network: bio-cca, steps: 500}`,
	`{network: nsm, steps: 1000, seed: 3}`,
	`{network: foldiak, steps: 500}`,
	`{network: ifPSP, stimulus: {autocorrelations: [0.9, 0.5, 0.2], inputs: 6}, outputs: 2, steps: 1000, interventions: [{at: 200, stimulus: {noise: 0.1}}, {when: lateral_ratio < 0.5, check: 10, set: "lateral[1,0]", to: 0.2}, {at: 600, dale: lateral, sign: positive}]}`,
}

// The page ends with the bits of twophase run: SHA-256 of the weights after experiments with interventions.
func TestPageHasTheBitsOfARun(t *testing.T) {
	t.Parallel() // beside the other long one
	for _, text := range explored[:long.Or(1, len(explored))] {
		doc, err := experiment.Parse("experiment.yaml", []byte(text))
		check(t, err)
		page, err := Page("test", doc.Experiment)
		check(t, err)
		ctx := opened(t, page)
		got := evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
			while (!window.twophase) await new Promise((go) => setTimeout(go, 20));
			await window.twophase.run(%d);
			return window.twophase.hash();
		})()`, doc.Experiment.Steps))
		if want := enginetest.Weights(t, doc.Experiment); got != want {
			t.Errorf("the page ends with weights %s, and twophase run with %s:\n%s", got, want, text)
		}
	}
}

// The page is small enough to be mailed, and asks for nothing.
func TestPageIsSmall(t *testing.T) {
	const most = 5_000_000
	page, err := Page("test", experiment.New())
	check(t, err)
	if len(page) > most {
		t.Errorf("the page has %d bytes, and at most %d are wanted", len(page), most)
	}
}
