// Command external uses the packages of a clone of twophase: it builds the paper's circuit,
// steps it, and prints what its neurons and synapses have learnt.
package main

import (
	"fmt"
	"log"

	"twophase/circuit"
	"twophase/stimulus"
)

func main() {
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		log.Fatal(err)
	}
	source, err := stimulus.NewGaussian(problem.Spectrum, 1, 0) // seed 1, trial 0
	if err != nil {
		log.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP,
		Inputs:  problem.Inputs,
		Gains:   []float64{1, 0.85, 0.7},       // Λ
		Rate:    circuit.DecayingRate(10, 250), // α_t = 10/(250+t)
		Seed:    1,
	})
	if err != nil {
		log.Fatal(err)
	}
	x := make([]float64, problem.Inputs)
	for range 20_000 {
		if err := source.Next(x); err != nil {
			log.Fatal(err)
		}
		if err := c.Step(x); err != nil {
			log.Fatal(err)
		}
	}
	for output := range c.Outputs().Outputs() {
		fmt.Printf("%v: m = %.2f\n", output, output.Scale()) // the eigenvalue that it found
	}
	for s := range c.Among().Onto(2) {
		fmt.Printf("%v: %.3f\n", s, s.Weight())
	}
}
