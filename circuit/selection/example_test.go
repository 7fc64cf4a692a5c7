package selection_test

import (
	"fmt"
	"log"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// smallCircuit returns a circuit of 4 inputs and 3 outputs whose weights W all
// start at 0.5.
func smallCircuit() *circuit.Circuit {
	w := make([]float64, 3*4)
	for i := range w {
		w[i] = 0.5
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 4, Gains: circuit.LinearGains(3, 1, 0.5),
		Rate: circuit.ConstantRate(0.01), InitialWeights: w,
	})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// A selection stands by itself: here it names the synapses to be lesioned.
func ExampleSelection_Synapses() {
	c := smallCircuit()
	s, err := selection.Parse("lateral[2,*]")
	if err != nil {
		log.Fatal(err)
	}
	synapses, err := s.Synapses(c)
	if err != nil {
		log.Fatal(err)
	}
	for s := range synapses {
		s.Lesion()
		fmt.Println(s, s.Lesioned())
	}
	// Output:
	// lateral[2,0] true
	// lateral[2,1] true
}

func ExampleSelection_Scales() {
	s, err := selection.Parse("scale[1-2]")
	if err != nil {
		log.Fatal(err)
	}
	neurons, err := s.Scales(smallCircuit())
	fmt.Println(neurons, err)
	// Output: [outputs[1] outputs[2]] <nil>
}

func ExampleParse_errors() {
	_, err := selection.Parse("laterl[2,0]")
	fmt.Println(err)

	s, err := selection.Parse("lateral[2,2]")
	fmt.Println(s, err)
	_, err = s.Synapses(smallCircuit())
	fmt.Println(err)
	// Output:
	// selection "laterl[2,0]": there is no "laterl" to select (did you mean lateral?): choose feedforward, lateral, scale, outputs, weights, inputs
	// lateral[2,2] <nil>
	// lateral[2,2] does not exist: lateral has synapses [0-2, 0-2] without the diagonal (indices count from 0)
}
