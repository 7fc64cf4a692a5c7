package weights_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"twophase/circuit"
	"twophase/circuit/weights"
)

func ExampleWrite() {
	folder, err := os.MkdirTemp("", "weights")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 4, Gains: circuit.LinearGains(3, 1, 0.5), Rate: circuit.ConstantRate(0.01),
	})
	if err != nil {
		log.Fatal(err)
	}
	trials := []weights.Final{weights.FinalOf(c), weights.FinalOf(c)}
	fmt.Println(weights.Write(filepath.Join(folder, "weights.npz"), trials...))
	fmt.Println(trials[0].M)
	// Output:
	// <nil>
	// [1 0 0 0 1 0 0 0 1]
}
