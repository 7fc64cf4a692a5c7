package planning

import (
	"context"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
)

// The weights of a circuit too large for the default budget are recorded at
// the first and the last step at least, those of a small one more often.
func TestDefaultRecording(t *testing.T) {
	for _, test := range []struct {
		inputs, outputs, steps int
		want                   string
	}{{10, 3, 1000, "weights"}, {10, 3, 1_000_000, "weights@50"}, {3000, 400, 1000, "weights@1000"}} {
		p := &Plan{Experiment: experiment.Experiment{Outputs: test.outputs, Steps: test.steps, Trials: 4}, Spec: circuit.Spec{Inputs: test.inputs}}
		if err := p.resolveSize(); err != nil {
			t.Fatal(err)
		}
		if err := p.RecordAll(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Experiment.Record, " "); got != test.want {
			t.Errorf("%d×%d over %d steps: %s, want %s", test.inputs, test.outputs, test.steps, got, test.want)
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
