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

func TestMultiplyByOneChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		left, right := newCircuit(t, s), newCircuit(t, s)
		z := selection.SizeOf(left)
		_, events := start(t, left, intervention.Intervention{intervention.Every{Steps: 3}, intervention.Multiply{selection.Of(drawSelection(t, z, weighted...)), 1}})
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
