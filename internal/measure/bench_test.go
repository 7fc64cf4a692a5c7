package measure_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/stimulus"
)

// BenchmarkGlance is one look of a recorded run of the paper's problems, early and late.
func BenchmarkGlance(b *testing.B) {
	for _, problem := range stimulus.Problems() {
		for _, steps := range []int{16, 4000} {
			b.Run(fmt.Sprintf("%s/%d", problem.Name, steps), func(b *testing.B) {
				r, c := learnt(b, problem, steps)
				look := &measure.Look{Health: true, Cosines: true}
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := r.Glance(c, look); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// learnt returns a circuit that has learnt a problem for some steps, and its reference.
func learnt(t testing.TB, p stimulus.Problem, steps int) (*measure.Reference, *circuit.Circuit) {
	t.Helper()
	gains := make([]float64, p.Outputs)
	for i := range gains {
		gains[i] = 1 - 0.3*float64(i)/float64(p.Outputs)
	}
	source, err := stimulus.NewGaussian(p.Spectrum, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure.PopulationReference(source, p.Outputs)
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{Network: circuit.IfPSP, Inputs: p.Inputs, Gains: gains, InitialScale: 1, Rate: circuit.DecayingRate(10, 1000)})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, p.Inputs)
	for range steps {
		if err := source.Next(x); err != nil {
			t.Fatal(err)
		}
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	return r, c
}
