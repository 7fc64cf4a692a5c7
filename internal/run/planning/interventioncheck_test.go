package planning

import (
	"context"
	"errors"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// What is wrong with an intervention shows before anything runs, at the key that is
// to blame.
func TestInterventionsAreChecked(t *testing.T) {
	golden := "{file: ../../../testdata/golden/n10k3/stimulus.csv, epochs: 4}"
	for _, test := range []struct {
		more string // other lines of the file
		line string
		at   string // what stands at the caret
		why  string
	}{
		{"reference: false", `{when: error < 0.1, freeze: lateral}`, `error`, "leave out reference: false"},
		{"network: nsm", `{when: error < 0.1, freeze: lateral}`, `error`, "of nsm, which does not find principal components: choose another"},
		{"network: ei", `{when: drift < 0.1, freeze: P}`, `drift`, "there is no drift of ei, whose outputs are not known to be a linear"},
		{"network: ei", `{when: lateral_ratio < 0.1, freeze: P}`, `lateral_ratio`, "outputs without lateral synapses"},
		{"network: ei", `{when: lateral < 0.1, freeze: P}`, `lateral`, "choose feedforward, P, weights; or error or drift, if the circuit has it"},
		{"", `{at: 5, lesion: "lateral[5,*]"}`, `"lateral[5,*]"`, "intervention 1: lateral[5,*] does not exist"},
		{"", `{at: 5, lesion: "lateral[1,1]"}`, `"lateral[1,1]"`, "does not exist"},
		{"", `{at: 5, lesion: "outputs[3]"}`, `"outputs[3]"`, "does not exist"},
		{"", `{at: 5, lesion: "inputs[10]"}`, `"inputs[10]"`, "does not exist"},
		{"", `{at: 5, lesion: scale}`, `scale`, "interventions[0].lesion"},
		{"", `{at: 5, lesion: lateral, side: incoming}`, `lateral`, "side is for neurons"},
		{"", `{at: 5, lesion: "inputs[1]", side: incoming}`, `"inputs[1]"`, "nothing comes in at"},
		{"", `{at: 5, lesion: outputs, side: left}`, `left`, "choose incoming, outgoing or both"},
		{"", `{at: 5, side: both, freeze: lateral}`, `side`, "has a meaning only together with lesion"},
		{"", `{at: 5, freeze: "scale[3]"}`, `"scale[3]"`, "does not exist"},
		{"", `{at: 5, clamp: lateral, to: 1}`, `lateral`, "inputs"},
		{"", `{at: 5, clamp: "inputs[1]"}`, `clamp`, "also needs the key \"to\""},
		{"network: stack", `{at: 5, set: "layer1.scale[0]", to: -1}`, `"layer1.scale[0]"`, "a scale must stay positive"},
		{"network: stack", `{when: W1 > 1, multiply: weights, by: 0}`, `weights`, "a scale must stay positive"},
		{"", `{at: 5, set: scale, to: -1}`, `scale`, "a scale must stay positive"},
		{"", `{at: 5, multiply: weights, by: 0}`, `weights`, "a scale must stay positive"},
		{"", `{at: 5, lambda: [1, 0.5]}`, `[1`, "2 gains for 3 outputs"},
		{"", `{at: 5, lambda: [1, 0.5, 0.7]}`, `[1`, "gains"},
		{"", `{at: 5, lambda: 1:0}`, `1:0`, "gains"},
		{"", `{at: 5, rate: fast}`, `fast`, "interventions[0].rate"},
		{"", `{at: 5, rate: 1e-3, of: latral}`, `latral`, "did you mean lateral?"},
		{"", `{at: 5, rate: 1e-3, of: "lateral[0,1]"}`, `"lateral[0,1]"`, "choose feedforward or lateral"},
		{"", `{at: 5, rule: Oja}`, `rule`, "also needs the key \"of\""},
		{"", `{at: 5, rule: Oia, of: feedforward}`, `Oia`, "did you mean Oja?"},
		{"", `{at: 5, rule: Oja, of: M}`, `M`, "choose feedforward"},
		{"", `{at: 5, rule: {post: {drive: "y", decay: "z"}, pre: {drive: "x"}}, of: feedforward}`, `"z"`, "z"},
		{"", `{at: 5, rule: {post: {drive: "x"}, pre: {drive: "x"}}, of: feedforward}`, `"x"`, "x cannot be seen here: it is another neuron's"},
		{"", `{at: 5, rule: {post: {drive: ["y", "1"]}, pre: {drive: ["x", "1"]}}, of: feedforward}`, `feedforward`, "both must have the same number"},
		{"", `{at: 5, rule: {post: {drive: "a"}, pre: {drive: "x"}}, of: feedforward}`, `rule`, "does not keep"},
		{"network: sanger", `{at: 5, rule: Oja, of: feedforward}`, `feedforward`, "phase Residual changes weights too"},
		{"", `{at: 5, rate_factor: 2}`, `rate_factor`, "also needs the key \"of\""},
		{"", `{at: 5, rate_factor: 0, of: lateral}`, `0,`, "positive number"},
		{"", `{at: 5, tau: 1, of: lateral}`, `of`, "has a meaning only together with rate, rate_factor or rule"},
		{"network: similarity-matching", `{at: 5, rate_factor: 2, of: lateral}`, `lateral`, "leave the learning rate at 1"},
		{"offline: true", `{at: 5, rate_factor: 2, of: lateral}`, `lateral`, "MeanField changes weights too, at the rate of the circuit"},
		{"", `{at: 5, tau: 0}`, `0`, "positive number"},
		{"", `{at: 5, noise: scale, size: 1}`, `scale`, "interventions[0].noise"},
		{"", `{at: 5, noise: lateral, size: -1}`, `-1`, "interventions[0].size"},
		{"", `{at: 5, failure: weights, probability: 0.1}`, `weights`, "choose feedforward, lateral"},
		{"", `{at: 5, failure: lateral, probability: 1.1}`, `1.1`, "from 0 to 1"},
		{"", `{at: 5, dale: lateral, sign: plus}`, `plus`, "choose positive, negative or free"},
		{"", `{at: 5, settle: {method: two-phase, sweeps: 3}}`, `settle`, "two-phase has no sweeps"},
		{"", `{at: 5, settle: {method: jacobi, sweeps: 3, time_step: 0.5}}`, `settle`, "only Euler settling"},
		{"", `{at: 5, settle: {method: jakobi}}`, `jakobi`, "did you mean jacobi?"},
		{"", `{at: 5, freeze: lateral, thaw: lateral}`, `thaw`, "exclude one another"},
		{"", `{at: 5, every: 5, freeze: lateral}`, `every`, "exclude one another"},
		{"", `{at: 5}`, `{at`, "one key is missing in interventions[0]"},
		{"", `{freeze: lateral}`, `{freeze`, "one key is missing in interventions[0]"},
		{"", `{at: 5, from: 3, freeze: lateral}`, `from`, "has a meaning only together with every"},
		{"", `{at: 5, freeze: lateral, lesoin: lateral}`, `lesoin`, "did you mean lesion?"},
		{"", `{at: -1, freeze: lateral}`, `-1`, "interventions[0].at"},
		{"", `{at: 2.5, freeze: lateral}`, `2.5`, "is not a whole number"},
		{"", `{at: 1001, freeze: lateral}`, `1001`, "after step 1001, but the run has 1000 steps"},
		{"", `{every: 1001, freeze: lateral}`, `1001`, "after step 1001"},
		{"", `{every: 5, from: 1001, freeze: lateral}`, `1001`, "after step 1001"},
		{"", `{every: 5, from: 20, until: 10, freeze: lateral}`, `10`, "until step 10: the first step is 20"},
		{"", `{when: error < 0.1, check: 1001, freeze: lateral}`, `1001`, "tested every 1001 steps"},
		{"", `{when: "|lateral[1,5]| > 0.3", freeze: lateral}`, `"|lateral`, "does not exist"},
		{"", `{when: "|lateral[1,1]| > 0.3", freeze: lateral}`, `"|lateral`, "does not exist"},
		{"", `{when: outputs > 1, freeze: lateral}`, `outputs`, "interventions[0].when"},
		{"", `{when: error < 0, freeze: lateral}`, `error`, "it never holds"},
		{"", `{when: error, freeze: lateral}`, `error`, "neither < nor >"},
		{"reference: false", `{when: error < 0.1, freeze: lateral}`, `error`, "there is no error without a reference"},
		{"outputs: 1", `{at: 5, freeze: lateral}`, `lateral`, "does not exist"},
		{"outputs: 1", `{at: 5, failure: lateral, probability: 0.5}`, `lateral`, "does not exist"},
		{"outputs: 1", `{at: 5, lesion: outputs, side: outgoing}`, `outputs`, "nothing goes out"},

		{"network: ei", `{at: 900, turns: 3}`, `3}`, "the schedule Equilibrate → Plasticity has not one phase among"},
		{"network: stack-2phase", `{at: 900, settle: {method: exact}}`, `settle`, "has not one phase among"},
		{"network: stack", `{every: 7, settle: {method: cascade}}`, `settle`, "has not one phase among"},
		{"network: nsm", `{when: weights > 0.5, settle: {method: jacobi, sweeps: 3}}`, `settle`, "has not one phase among"},

		{"", `{at: 5, stimulus: {}}`, `stimulus`, "one key is missing"},
		{"", `{at: 5, stimulus: {rotate: 91}}`, `91`, "from 0 to 90"},
		{"", `{at: 5, stimulus: {rotate: 5, noise: 1}}`, `noise`, "exclude one another"},
		{"", `{at: 5, stimulus: {correlate: 1}}`, `1`, "below 1"},
		{"", `{at: 5, stimulus: {spectrum: [1, 2]}}`, `[1`, "intervention 1"},
		{"", `{at: 5, stimulus: {spectrum: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0.5, 0.2]}}`, `[9`, "11 eigenvalues for stimuli of 10 inputs"},
		{"", `{at: 5, stimulus: {spectrum: [1, 0.5, 0.2]}}`, `[1`, "reference: false measures without them"},
		{"stimulus: {spectrum: [3, 2, 1, 1], inputs: 6}\nreference: false", `{at: 5, stimulus: {rotate: 5}}`, `5}`, "there is no subspace to turn"},
		{"stimulus: {spectrum: [3, 2, 1]}\nreference: false", `{at: 5, stimulus: {drift: 5}}`, `5}`, "span the whole space"},
		{"stimulus: " + golden, `{at: 5, stimulus: {spectrum: [1, 0.5]}}`, `[1`, "have no spectrum"},
		{"outputs: 10\nreference: false\nstimulus: " + golden, `{at: 5, stimulus: {rotate: 5}}`, `5}`, "span the whole space"},
	} {
		more := test.more
		if !strings.Contains(more, "outputs:") {
			more += "\noutputs: 3"
		}
		text := more + "\nsteps: 1000\ninterventions:\n- " + test.line + "\n"
		doc, err := experiment.Parse("x.yaml", []byte(text))
		if err == nil {
			var plan *Plan
			if plan, err = Resolve(context.Background(), doc.Experiment); err == nil {
				err = plan.Check(t.Context(), RunOptions{})
				plan.Close()
			}
			err = doc.Locate(err)
		}
		var failed *document.FileError
		if !errors.As(err, &failed) {
			t.Errorf("%s: %v", text, err)
			continue
		}
		rest := string([]rune(failed.Source)[failed.Column-1:])
		if !strings.HasPrefix(rest, test.at) || !strings.Contains(failed.Source, test.line) || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s\nat %q, want %q because of %q\n%v", test.line, rest, test.at, test.why, err)
		}
	}
}

// The gains of interneurons that multiply what these send may have either sign.
func TestGainsMayBeNegative(t *testing.T) {
	doc, err := experiment.Parse("x.yaml", []byte(`network: adaptive-whitening
interventions: [{at: 5, set: "interneurons.scale[0]", to: -0.5}, {at: 6, multiply: interneurons.scale, by: -1}]`))
	if err != nil {
		t.Fatal(err)
	}
	resolved(t, doc.Experiment)
}

// Changes of the stimuli are tried in the order in which they come, not in that of the
// file.
func TestChangesAreRehearsedInOrder(t *testing.T) {
	resolve := func(text string) error {
		doc, err := experiment.Parse("x.yaml", []byte("outputs: 3\nreference: false\ninterventions:\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Resolve(context.Background(), doc.Experiment)
		if err == nil {
			plan.Close()
		}
		return doc.Locate(err)
	}
	flat := "- {at: 50, stimulus: {spectrum: [1, 0.5, 0.2]}}\n"
	if err := resolve(flat + "- {at: 20, stimulus: {rotate: 5}}\n"); err != nil {
		t.Error(err)
	}
	if err := resolve(flat + "- {every: 20, from: 60, stimulus: {rotate: 5}}\n"); err == nil || !strings.Contains(err.Error(), "intervention 2: there is no subspace to turn") {
		t.Error(err)
	}
	if err := resolve(flat + "- {when: lateral_ratio < 0.1, stimulus: {rotate: 5}}\n"); err != nil {
		t.Error(err)
	}
	const (
		good      = "- {at: 70, stimulus: {spectrum: [4, 3, 2, 1]}}\n"
		flatAgain = "- {every: 20, from: 10, stimulus: {spectrum: [1, 0.5, 0.2]}}\n" // at 10, 30, 50, …
		goodAgain = "- {every: 20, stimulus: {spectrum: [4, 3, 2, 1]}}\n"            // at 20, 40, 60, …
	)
	for text, want := range map[string]string{
		// A repeated change comes after those that come later than it for the first time.
		flat + "- {every: 20, stimulus: {rotate: 5}}\n":                                            "intervention 2: there is no subspace to turn",
		flat + "- {every: 20, until: 40, stimulus: {rotate: 5}}\n":                                 "",
		flat + good + "- {every: 40, stimulus: {rotate: 5}}\n":                                     "",
		flat + good + "- {every: 30, stimulus: {rotate: 5}}\n":                                     "intervention 3: there is no subspace to turn",
		flatAgain + goodAgain + "- {every: 20, stimulus: {rotate: 5}}\n":                           "",
		flatAgain + goodAgain + "- {every: 20, from: 40, stimulus: {rotate: 5}}\n":                 "",
		flatAgain + goodAgain + "- {every: 21, from: 40, stimulus: {rotate: 5}}\n":                 "intervention 3: there is no subspace to turn",
		flatAgain + goodAgain + "- {at: 90, stimulus: {drift: 5}}\n":                               "intervention 3: there is no subspace to turn",
		flatAgain + goodAgain + "- {at: 100, stimulus: {drift: 5}}\n":                              "intervention 1: the subspace that drifts is lost",
		"- {every: 1, stimulus: {noise: 1}}\n" + flat:                                              "",
		"- {at: 5, stimulus: {drift: 1}}\n" + flat:                                                 "intervention 2: the subspace that drifts is lost",
		"- {at: 5, stimulus: {drift: 1}}\n- {at: 49, stimulus: {drift: 0}}\n" + flat:               "",
		"- {at: 50, stimulus: {drift: 1}}\n" + flat:                                                "intervention 2: the subspace that drifts is lost",
		"- {at: 5, stimulus: {drift: 1}}\n- {at: 20, stimulus: {spectrum: [4, 3, 2, 1]}}\n" + flat: "intervention 3: the subspace that drifts is lost",
		"- {at: 5, stimulus: {rotate: 1}}\n" + flat:                                                "",
	} {
		switch err := resolve(text); {
		case want == "" && err != nil:
			t.Errorf("%s%v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%serror %v, want one with %q", text, err, want)
		}
	}
}
