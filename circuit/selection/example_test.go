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
		Rate: circuit.ConstantRate(0.01), Initial: map[string][]float64{"feedforward": w},
	})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// Parse reads the forms of the package documentation. A selection prints in its shortest
// form.
func ExampleParse() {
	for _, text := range []string{
		"feedforward", "lateral[2,*]", "lateral[*,0]", "feedforward[0-4,7]", "scale[1]", "outputs", "inputs[3]", "weights",
		"lateral[*,*]", " feedforward [ 0 - 2 , 1e1 ] ", "scale[3-3]",
	} {
		s, err := selection.Parse(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s)
	}
	// Output:
	// feedforward
	// lateral[2,*]
	// lateral[*,0]
	// feedforward[0-4,7]
	// scale[1]
	// outputs
	// inputs[3]
	// weights
	// lateral
	// feedforward[0-2,10]
	// scale[3]
}

// What the syntax does not allow.
func ExampleParse_syntax() {
	for _, text := range []string{"lateral[2]", "scale[0,1]", "weights[1]", "scale[4-3]", "outputs[0"} {
		if _, err := selection.Parse(text); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// selection "lateral[2]": lateral takes 2, not 1, indices: write lateral[2,0] or lateral[0-4,*], post before pre
	// selection "scale[0,1]": scale takes 1, not 2, indices: write scale[2] or scale[0-4]
	// selection "weights[1]": weights takes no indices: select from feedforward, lateral or scale
	// selection "scale[4-3]": the range 4-3 runs backwards: write 3-4
	// selection "outputs[0": the indices do not end with ]: write outputs[2] or outputs[0-4]
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

func ExampleSelection_Variables() {
	s, err := selection.Parse("scale[1-2]")
	if err != nil {
		log.Fatal(err)
	}
	scales, err := s.Variables(smallCircuit())
	fmt.Println(scales, err)
	// Output: [outputs.scale[1] outputs.scale[2]] <nil>
}

func ExampleParse_errors() {
	for _, text := range []string{"laterl[2,0]", "lateral[2,2]"} { // another circuit may have a projection laterl
		s, err := selection.Parse(text)
		fmt.Println(s, err)
		_, err = s.Synapses(smallCircuit())
		fmt.Println(err)
	}
	// Output:
	// laterl[2,0] <nil>
	// there is no "laterl" to select (did you mean lateral?): choose feedforward, lateral, scale, outputs, weights, inputs
	// lateral[2,2] <nil>
	// lateral[2,2] does not exist: lateral has synapses [0-2, 0-2] without the diagonal (indices count from 0)
}
