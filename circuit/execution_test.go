package circuit_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
)

// subject is a circuit of one experiment that is executed in a certain way.
type subject struct {
	*circuit.Circuit
	spec   circuit.Spec
	varies bool // steps phase by phase at times, and is saved and restored
}

// drawSubjects draws a circuit, to be executed in three ways, its stimuli, and what to do to it before each step: a pair,
// with a user's rules perhaps, or any graph.
func drawSubjects(t *rapid.T) (subjects []*subject, signal *rapid.Generator[float64], drawDeed func(step int) func(*circuit.Circuit)) {
	signal = rapid.Float64Range(-1, 1)
	var spec circuit.Spec
	pair := rapid.Bool().Draw(t, "pair")
	if !pair {
		spec = drawSpec(t)
	} else {
		if rapid.IntRange(0, 9).Draw(t, "any number") == 0 {
			signal = rapid.Float64() // up to the range of numbers, and out of it
		}
		n := rapid.IntRange(1, 20).Draw(t, "N")
		k := rapid.IntRange(1, min(n, 7)).Draw(t, "K")
		network := drawNetwork(t)
		spec = circuit.Spec{
			Network: network, Inputs: n, Gains: gainsOf(network, k),
			Rate: rateOf(network, circuit.DecayingRate(rapid.Float64Range(0.1, 10).Draw(t, "a"), 100)),
			Seed: rapid.Uint64().Draw(t, "seed"), InitialScale: 2,
		}
	}
	keeps := rapid.Bool().Draw(t, "keep changes")
	for _, s := range []subject{{}, {varies: true}, {}} {
		s.spec = spec
		if len(subjects) == 2 {
			s.spec.Executor = circuit.Literal
		}
		c, err := circuit.New(s.spec)
		if err != nil {
			t.Fatalf("%v\n%+v", err, spec.Network.Graph)
		}
		for _, p := range c.Projections() {
			p.KeepChanges(keeps)
		}
		s.Circuit = c
		subjects = append(subjects, &s)
	}
	if pair {
		return subjects, signal, func(int) func(*circuit.Circuit) { return drawOperation(t, subjects[0].Circuit) }
	}
	at := rapid.IntRange(0, 12).Draw(t, "disturb at")
	return subjects, signal, func(step int) func(*circuit.Circuit) {
		if step != at {
			return func(*circuit.Circuit) {}
		}
		return drawDisturbance(t)
	}
}

// step takes a step, in one piece or phase by phase.
func (s *subject) step(t *rapid.T, x []float64) error {
	if s.varies && rapid.Bool().Draw(t, "by phase") {
		return s.StepPhases(x, func(circuit.Phase) error { return nil })
	}
	return s.Step(x)
}

// cut writes the circuit down, reads it and takes it up again, by either executor.
func (s *subject) cut(t *rapid.T, saved circuit.State) {
	hash := saved.Hash()
	if rapid.Bool().Draw(t, "JSON") {
		saved = throughJSON(t, saved)
	} else {
		saved = throughGob(t, saved)
	}
	s.spec.Executor = circuit.Executor(rapid.IntRange(0, 1).Draw(t, "executor"))
	c, err := circuit.Restore(s.spec, saved)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.State(); err != nil || again.Hash() != hash || saved.Hash() != hash {
		t.Fatalf("the state of what was restored is another, %v", err)
	}
	s.Circuit = c
}

// However a circuit is executed, whatever is done to it leaves the same bits: by either executor, in one piece or phase by
// phase, and cut anywhere, written down, read and taken up again.
func TestExecutionDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		subjects, signal, drawDeed := drawSubjects(t)
		x := make([]float64, subjects[0].spec.Inputs)
		for step := range rapid.IntRange(1, 30).Draw(t, "steps") {
			deed := drawDeed(step)
			for j := range x {
				x[j] = signal.Draw(t, "x")
			}
			var failures [3]string
			for i, s := range subjects {
				deed(s.Circuit)
				failures[i] = fmt.Sprint(s.step(t, x))
			}
			if failures[0] != failures[1] || failures[0] != failures[2] {
				t.Fatalf("step %d: %q", step, failures)
			}
			failed := failures[0] != fmt.Sprint(error(nil))
			if !failed && rapid.IntRange(0, 2).Draw(t, "look") > 0 {
				// To look at a weight makes the change that is pending.
				checkActivities(t, step, subjects[0].Circuit, subjects[1].Circuit)
				checkActivities(t, step, subjects[0].Circuit, subjects[2].Circuit)
				continue
			}
			if saved, whole := checkSame(t, step, subjects, failed); failed || !whole {
				return
			} else if rapid.Bool().Draw(t, "cut") {
				subjects[1].cut(t, saved)
			}
			checkParts(t, subjects[0].Circuit)
		}
	})
}

// checkSame compares all that can be seen of circuits, and returns their state, if all weights are numbers. Of a step that
// failed the parts of the changes are not there.
func checkSame(t *rapid.T, step int, subjects []*subject, failed bool) (saved circuit.State, whole bool) {
	plain := subjects[0]
	saved, err := plain.State()
	for _, s := range subjects[1:] {
		a, b := visible(plain.Circuit), visible(s.Circuit)
		if !failed {
			a, b = append(a, changes(plain.Circuit)...), append(b, changes(s.Circuit)...)
		}
		if i, ok := sameBits(a, b); !ok {
			t.Fatalf("step %d: number %d is %v, and %v otherwise", step, i, a[i], b[i])
		}
		if a, b := plain.Settling(), s.Settling(); a != b || plain.StepCount() != s.StepCount() || plain.Complete() != s.Complete() {
			t.Fatalf("step %d: settling %+v, and %+v otherwise", step, a, b)
		}
		other, otherErr := s.State()
		if fmt.Sprint(err) != fmt.Sprint(otherErr) || err == nil && saved.Hash() != other.Hash() {
			t.Fatalf("step %d: the states differ (%v, %v)", step, err, otherErr)
		}
	}
	return saved, err == nil
}

// visible returns all final activities, scales and weights of a circuit.
func visible(c *circuit.Circuit) (all []float64) {
	for _, p := range c.Populations() {
		all = append(append(all, p.Signals(neuron.Final)...), p.Scales()...)
	}
	for _, p := range c.Projections() {
		all = append(all, p.Weights()...)
	}
	return all
}
