package intervention_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// outcome is what a circuit has become, and the events on the way.
type outcome struct {
	Step   int
	Bits   []string
	Events []intervention.Event
	Failed string
}

// follow presents stimuli until a step, or an error.
func follow(c *circuit.Circuit, until int) error {
	x := make([]float64, c.Inputs().Len())
	for c.StepCount() < until {
		stimulus(x, c.StepCount()+1)
		if err := c.Step(x); err != nil {
			return err
		}
	}
	return nil
}

func outcomeOf(c *circuit.Circuit, events []intervention.Event, err error) outcome {
	o := outcome{c.StepCount(), bits(c), events, fmt.Sprint(err)}
	if err != nil {
		o.Bits = nil // of no further use
	}
	return o
}

const planSteps = 40

func TestLiteralIsCompiled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		list := drawList(t, s, planSteps)
		var outcomes []outcome
		for _, s.Executor = range []circuit.Executor{circuit.Literal, circuit.Compiled} {
			c := newCircuit(t, s)
			_, events := start(t, c, list...)
			err := follow(c, planSteps)
			outcomes = append(outcomes, outcomeOf(c, *events, err))
		}
		if diff := cmp.Diff(outcomes[0], outcomes[1]); diff != "" {
			t.Fatalf("%v: literal and compiled (-literal +compiled):\n%s", list, diff)
		}
	})
}

// Circuits with plans of their own that step together end as they do alone.
func TestAloneIsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		n := rapid.IntRange(1, 9).Draw(t, "circuits")
		var lists [][]intervention.Intervention
		for range n {
			var list []intervention.Intervention
			if rapid.Bool().Draw(t, "with interventions") {
				list = drawList(t, s, planSteps)
			}
			lists = append(lists, list)
		}
		build := func() (circuits []*circuit.Circuit, events []*[]intervention.Event) {
			for i, list := range lists {
				s.Trial = uint64(i)
				c := newCircuit(t, s)
				_, e := start(t, c, list...)
				circuits, events = append(circuits, c), append(events, e)
			}
			return circuits, events
		}
		circuits, events := build()
		ensemble := circuit.NewEnsemble(circuits...)
		asked := make([]int, n)
		errs := make([]error, n)
		for _, steps := range []int{planSteps / 3, planSteps - planSteps/3} {
			failures := ensemble.Run(steps, func(i int, x []float64) (int, error) {
				for rest := x; len(rest) > 0; rest = rest[s.Inputs:] {
					asked[i]++
					stimulus(rest[:s.Inputs], asked[i])
				}
				return len(x) / s.Inputs, nil
			})
			for i, err := range failures {
				if err != nil {
					errs[i] = err
				}
			}
		}
		for i, c := range circuits {
			alone, e := build()
			err := follow(alone[i], planSteps)
			if diff := cmp.Diff(outcomeOf(alone[i], *e[i], err), outcomeOf(c, *events[i], errs[i])); diff != "" {
				t.Fatalf("circuit %d of %d, %v (-alone +together):\n%s", i, n, lists[i], diff)
			}
		}
	})
}

// Interventions that do not fire leave no trace.
func TestTwinsWithoutFiredInterventions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		s.Executor = rapid.SampledFrom([]circuit.Executor{circuit.Literal, circuit.Compiled}).Draw(t, "executor")
		list := drawList(t, s, planSteps)
		for i := range list {
			switch list[i].When.(type) {
			case intervention.When:
				list[i].When = when(t, "weights > 1e300", rapid.IntRange(1, 9).Draw(t, "check"))
			default:
				list[i].When = intervention.At(planSteps + 1)
			}
		}
		left, right := newCircuit(t, s), newCircuit(t, s)
		_, events := start(t, left, list...)
		a, b := follow(left, planSteps), follow(right, planSteps)
		if diff := cmp.Diff(outcomeOf(right, nil, b), outcomeOf(left, *events, a)); diff != "" {
			t.Fatalf("%v (-without +with):\n%s", list, diff)
		}
	})
}

func TestMultiplyByOneChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		left, right := newCircuit(t, s), newCircuit(t, s)
		z := selection.SizeOf(left)
		_, events := start(t, left, intervention.Intervention{intervention.Every{Steps: 3}, intervention.Multiply{drawChoice(t, z, weighted...), 1}})
		a, b := follow(left, planSteps), follow(right, planSteps)
		for i, e := range *events {
			if len(e.Changes) != 0 || e.Step != 3*(i+1) {
				t.Fatalf("event %+v", e)
			}
		}
		if diff := cmp.Diff(outcomeOf(right, nil, b), outcomeOf(left, nil, a)); diff != "" {
			t.Fatalf("(-without +with):\n%s", diff)
		}
	})
}
