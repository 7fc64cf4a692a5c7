package circuit_test

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"twophase/circuit"
	"twophase/stimulus"
)

// TestGoldenBits pins the bits of whole runs, stimuli included. They must not
// change: not on another machine, not with another version of Go.
func TestGoldenBits(t *testing.T) {
	gaussSeidel, err := circuit.PSP.Settling(circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 50, Tolerance: 1e-9, Damping: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	euler, err := circuit.PSW.Settling(circuit.Settle{Method: circuit.Euler, Sweeps: 20, TimeStep: 0.5, Warm: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		network circuit.Network
		want    uint64
	}{
		"ifPSP":            {circuit.IfPSP, 0x9218fdc908b71fc1},
		"PSP":              {circuit.PSP, 0x0707bc277acaed1a},
		"ifPSW":            {circuit.IfPSW, 0x8f6fa32e8dd2afbe},
		"PSW":              {circuit.PSW, 0x99ed851585daf2ed},
		"PSP Gauss-Seidel": {gaussSeidel, 0xd8a48754ba4a7135},
		"PSW Euler":        {euler, 0x5c82647bc2160b33},
	} {
		t.Run(name, func(t *testing.T) {
			source, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, 11, 3)
			if err != nil {
				t.Fatal(err)
			}
			spec := paperSpec(test.network, 11, 3)
			spec.Seed, spec.Trial = 11, 3
			c := newCircuit(t, spec)
			x := make([]float64, 11)
			for range 1000 {
				if err := source.Next(x); err != nil {
					t.Fatal(err)
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
			}
			h := fnv.New64a()
			for _, weights := range [][]float64{c.Feedforward().Weights(), c.M()} {
				if err := binary.Write(h, binary.LittleEndian, weights); err != nil {
					t.Fatal(err)
				}
			}
			if got := h.Sum64(); got != test.want {
				t.Errorf("the weights hash to %#016x, want %#016x", got, test.want)
			}
		})
	}
}
