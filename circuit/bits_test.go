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
			if got := goldenHash(t, test.network); got != test.want {
				t.Errorf("the weights hash to %#016x, want %#016x", got, test.want)
			}
		})
	}
}

// goldenHash returns the hash of the weights after a run of 1000 steps.
func goldenHash(t *testing.T, network circuit.Network) uint64 {
	t.Helper()
	source, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, 11, 3)
	if err != nil {
		t.Fatal(err)
	}
	spec := paperSpec(network, 11, 3)
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
	for _, weights := range [][]float64{c.Forward().Weights(), c.M()} {
		if err := binary.Write(h, binary.LittleEndian, weights); err != nil {
			t.Fatal(err)
		}
	}
	return h.Sum64()
}

// The same of the cascades and the related networks, with their own gains.
func TestGoldenBitsOfTheRelatives(t *testing.T) {
	want := map[string]uint64{
		"cascadePSP":                       0x86506cc073c29257,
		"cascadePSW":                       0xedd9c3781a01e856,
		"oja":                              0x0ad3da7442fd3c92,
		"apex":                             0x57d13cce829a8470,
		"rubner-tavan":                     0x251f79b209ca3135,
		"foldiak":                          0x18a4ec3e5089f4a1,
		"similarity-matching":              0xb6dd53a53e250deb,
		"similarity-matching-off-diagonal": 0xe373bd5662ff854a,
		"similarity-matching-psp":          0x11362fbef6e4695a,
		"similarity-matching-psw":          0x39c1aa38c554b1d6,
		"oja-subspace":                     0x9c1683de37d24ac3,
		"weighted-subspace":                0xd8908e00acb03d02,
		"stochastic-gradient-ascent":       0x4fd76e99669bb649,
		"sanger":                           0xf6925d44920d321a,
		"lmser":                            0x3b16fbeb0d89e1d5,
		"linsker":                          0x537e74c0da28be0e,
	}
	for name, want := range want {
		network, err := circuit.LookupNetwork(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := goldenHash(t, network); got != want {
			t.Errorf("%q: %#016x, want %#016x", name, got, want)
		}
	}
}
