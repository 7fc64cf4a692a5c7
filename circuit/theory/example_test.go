package theory_test

import (
	"fmt"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// How fast does the circuit of the paper's small problem find its components, and
// how large may τ be?
func ExampleFixedPoint_Linearise() {
	p := theory.FixedPoint{
		Network:  circuit.IfPSP,
		Spectrum: []float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2},
		Gains:    []float64{1, 0.85, 0.7},
	}
	l, err := p.Linearise(circuit.IfPSP.Tau)
	if err != nil {
		panic(err)
	}
	for _, pair := range l.Pairs {
		fmt.Printf("%d and %d: %v, slowest rate %.8f\n", pair.I, pair.J, pair.Stability(), real(pair.Slowest()))
	}
	tau, err := p.LargestStableTau()
	fmt.Printf("stable for τ < %.6f %v\n", tau, err)
	// Output:
	// 0 and 1: stable, slowest rate -0.04563862
	// 0 and 2: stable, slowest rate -0.22164782
	// 1 and 2: stable, slowest rate -0.07711295
	// stable for τ < 3.273383 <nil>
}

// A fixed point with the components in another order than the gains is one, but
// not a stable one.
func ExampleFixedPoint_Misordered() {
	p := theory.FixedPoint{
		Network: circuit.PSW, Spectrum: []float64{1, 0.5, 0.1}, Gains: []float64{1, 0.8}, Components: []int{1, 0},
	}
	l, err := p.Linearise(0.1)
	fmt.Println(p.Misordered(), l.Stability(), err)
	// Output: [[0 1]] unstable <nil>
}

// The offline algorithm on a problem of two components among four.
func ExampleFlow() {
	f, err := theory.NewFlow(theory.FlowSpec{
		Network:  circuit.IfPSP,
		Spectrum: []float64{1, 0.5, 0.1, 0.1},
		Gains:    []float64{1, 0.7},
		InitialWeights: []float64{
			0.3, -0.2, 0.4, 0.1,
			-0.5, 0.3, 0.2, -0.1,
		},
	})
	if err != nil {
		panic(err)
	}
	for range 4 {
		if err := f.Run(250); err != nil {
			panic(err)
		}
		fmt.Printf("%d: E_Pro %.0e\n", f.StepCount(), f.Error())
	}
	// Output:
	// 250: E_Pro 2e-09
	// 500: E_Pro 2e-14
	// 750: E_Pro 3e-19
	// 1000: E_Pro 4e-24
}
