package training

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/stimulus"
)

// In turns, in whatever portions, circuits learn what each learns alone; one that diverges
// ends where it does alone, and the others go on.
func TestTurnsAreAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(rt, "inputs")
		portions := rapid.SliceOfN(rapid.IntRange(0, 300), 1, 4).Draw(rt, "portions")
		seed := rapid.Uint64().Draw(rt, "seed")
		source := func() stimulus.Source {
			spectrum := make([]float64, n)
			for i := range spectrum {
				spectrum[i] = 1 / float64(i+1)
			}
			s, err := stimulus.NewGaussian(spectrum, seed, 0)
			if err != nil {
				rt.Fatal(err)
			}
			return s
		}
		circuits := func() (all []*circuit.Circuit) {
			for _, spec := range []circuit.Spec{
				{Network: circuit.IfPSP, Rate: circuit.DecayingRate(10, 250)},
				{Network: circuit.IfPSW, Rate: circuit.ConstantRate(0.1)}, // which diverges, sooner or later
				{Network: circuit.PSP, Rate: circuit.DecayingRate(10, 250)},
			} {
				spec.Inputs, spec.Gains, spec.Seed = n, circuit.LinearGains(2, 1, 0.7), seed
				c, err := circuit.New(spec)
				if err != nil {
					rt.Fatal(err)
				}
				all = append(all, c)
			}
			return all
		}
		var drawn []float64
		turns := NewTurns(source(), circuits()...)
		steps := 0
		for _, portion := range portions {
			err := turns.Run(t.Context(), portion, func(stimuli []float64) error {
				drawn = append(drawn, stimuli...)
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
			steps += portion
		}
		if len(drawn) != steps*n {
			rt.Fatalf("%d numbers were drawn for %d steps of %d inputs", len(drawn), steps, n)
		}
		for i, c := range circuits() {
			alone, x, done := source(), make([]float64, n), 0
			var failure error
			for ; done < steps && failure == nil; done++ {
				if err := alone.Next(x); err != nil {
					rt.Fatal(err)
				}
				if !slices.Equal(x, drawn[done*n:(done+1)*n]) {
					rt.Fatalf("stimulus %d is another", done)
				}
				failure = c.Step(x)
			}
			if failure != nil {
				done--
			}
			l := turns.Learners[i]
			if (failure == nil) != (l.Err == nil) || failure != nil && failure.Error() != l.Err.Error() || l.Steps != done {
				rt.Fatalf("circuit %d took %d steps (%v), and alone %d (%v)", i, l.Steps, l.Err, done, failure)
			}
			if !slices.Equal(l.Forward().Weights(), c.Forward().Weights()) || !slices.Equal(l.M(), c.M()) {
				if failure == nil { // whose weights may not be numbers
					rt.Fatalf("circuit %d has other weights than alone", i)
				}
			}
		}
	})
}

// What ends a run ends it before the next block.
func TestTurnsEnd(t *testing.T) {
	source, err := stimulus.NewGaussian([]float64{1, 0.5}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{Network: circuit.IfPSP, Inputs: 2, Gains: []float64{1}, Rate: circuit.ConstantRate(1e-3)})
	if err != nil {
		t.Fatal(err)
	}
	turns := NewTurns(source, c)
	enough := errors.New("enough")
	if err := turns.Run(t.Context(), 3*BlockSteps, func([]float64) error { return enough }); err != enough || c.StepCount() != BlockSteps {
		t.Errorf("error %v after %d steps", err, c.StepCount())
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := turns.Run(ctx, 3*BlockSteps, func([]float64) error { cancel(); return nil }); !errors.Is(err, context.Canceled) || c.StepCount() != 2*BlockSteps {
		t.Errorf("error %v after %d steps", err, c.StepCount())
	}
}
