package planning

import (
	"context"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/recorder"
	"twophase/synapse"
)

// The weights of a circuit too large for the default budget are recorded at
// the first and the last step at least, those of a small one more often.
func TestDefaultRecording(t *testing.T) {
	for _, test := range []struct {
		inputs, outputs, steps int
		want                   string
	}{{10, 3, 1000, "weights"}, {10, 3, 1_000_000, "weights@50"}, {3000, 400, 1000, "weights@1000"}} {
		p := &Plan{Experiment: experiment.Experiment{Outputs: test.outputs, Steps: test.steps, Trials: 4}, Spec: circuit.Spec{Network: circuit.IfPSP, Inputs: test.inputs, Gains: circuit.PaperGains(test.outputs)}, size: selection.PairSize(test.inputs, test.outputs, synapse.AllToAll)}
		if err := p.RecordAll(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Experiment.Record, " "); got != test.want {
			t.Errorf("%d×%d over %d steps: %s, want %s", test.inputs, test.outputs, test.steps, got, test.want)
		}
	}
}

// No request of a new run records around a step that the run does not have. How many steps a pipe has
// is not known. A run that is repeated, without a budget, records what it recorded.
func TestRecordingAroundIsWithinTheRun(t *testing.T) {
	r, err := recorder.ParseRequest("lateral around 40 81")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file   string
		steps  int
		budget recorder.Budget
		want   string
	}{
		{"", 81, 1e9, ""},
		{"", 80, 1e9, "recording around step 81, but the run has 80 steps: choose an earlier step, or more steps"},
		{"", 80, 0, ""},
		{experiment.Pipe, 0, 1e9, ""},
		{experiment.Pipe, 80, 1e9, "recording around step 81, but the run has 80 steps"},
	} {
		p := &Plan{Experiment: experiment.Experiment{Outputs: 3, Steps: test.steps, Trials: 1, Stimulus: experiment.Stimulus{File: test.file}}, Spec: circuit.Spec{Network: circuit.IfPSP, Inputs: 10, Gains: circuit.PaperGains(3)}, Records: []recorder.Request{r}, size: selection.PairSize(10, 3, synapse.AllToAll)}
		if err := p.CheckCost(RunOptions{Budget: test.budget}); err != nil && test.want == "" || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q, %d steps, budget %v: %v, want %q", test.file, test.steps, test.budget, err, test.want)
		}
	}
}

// A run whose traces take too much memory is advised to record less.
func TestMemoryOfTraces(t *testing.T) {
	t.Setenv(memory.Variable, "60MB")
	for request, want := range map[string]string{"weights": "take fewer records;", "scale": ""} {
		p, err := Resolve(t.Context(), experiment.Experiment{Steps: 20000, Outputs: 10, Stimulus: experiment.Stimulus{Spectrum: []float64{1, 0.5}, Inputs: 100}, Record: []string{request}})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.checkMemory(RunOptions{Workers: 1}); err != nil && want == "" || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", request, err, want)
		}
	}
}

// The executor is the one that was asked for: it leaves no trace in the results.
func TestExecutorIsTheOneAskedFor(t *testing.T) {
	for text, want := range map[string]circuit.Executor{"": circuit.Compiled, "compiled": circuit.Compiled, "literal": circuit.Literal} {
		plan, err := Resolve(context.Background(), experiment.Experiment{Executor: text})
		if err != nil {
			t.Fatal(err)
		}
		defer plan.Close()
		if plan.Spec.Executor != want {
			t.Errorf("%q is the %v executor", text, plan.Spec.Executor)
		}
	}
}
