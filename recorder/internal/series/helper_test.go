package series

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
)

// recorded is a circuit whose weights are recorded at every step.
type recorded struct {
	*circuit.Circuit
	trace *Trace
	plan  Plan
}

// record returns a two-phase circuit of n inputs and k outputs, with a trace of nothing yet.
func record(t testing.TB, n, k int, o Options) recorded {
	t.Helper()
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5), Rate: circuit.ConstantRate(0.01),
	})
	check(t, err)
	return recorded{Circuit: c}.on(o)
}

// on returns the circuit with a trace of nothing yet.
func (r recorded) on(o Options) recorded {
	all := []selection.Selection{selection.All(selection.Weights)}
	of := SourcesOf(selection.SizeOf(r.Circuit), r.Circuit)
	if o.Parts == "" {
		r.plan = of.PlanOf(all, nil, nil)
	} else {
		r.plan = of.PlanOf(all, nil, all)
	}
	of.SetProducts(r.plan)
	for _, k := range of.Keepers(r.plan) {
		k.KeepChanges(true)
	}
	r.trace = NewTrace(o, of)
	return r
}

// run steps the circuit and records it, until there is an error.
func (r recorded) run(steps int) error {
	x, stream := make([]float64, r.Inputs().Len()), random.New(1, 0, "stimulus")
	for range steps {
		stream.Normals(x, uint64(r.StepCount()))
		if err := r.Step(x); err != nil {
			return err
		}
		if err := r.trace.Record(r.Circuit, r.plan); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the files of a folder by name.
func contents(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	check(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(t, err)
		all[filepath.Base(path)] = string(text)
	}
	return all
}

func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
