package circuit_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// TestPinnedNetworks compares every network, and every way of settling and number of turns, with what it did before:
// weights, scales and outputs to the bit, the filter, the cost and what describe prints. With neither executor, and with
// no clamp or lesion, may anything change. A new network is pinned by -update, which make long demands.
func TestPinnedNetworks(t *testing.T) {
	var bits, texts []string
	for _, v := range pinnedVariants(t) {
		learnt := map[string]string{} // by what was done
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			for _, change := range []string{"untouched", "clamped", "lesioned"} {
				c := newCircuit(t, pinnedSpec(v.network, executor))
				switch change {
				case "clamped":
					if err := c.Outputs().Output(0).Clamp(1.1); err != nil {
						t.Fatal(err)
					}
				case "lesioned":
					c.Projections()[0].Synapse(0, 0).Lesion()
				}
				got := learnPinned(t, c)
				if before, other := learnt[change]; other && before != got {
					t.Errorf("%s, %s: the executors leave other bits", v.name, change)
				}
				learnt[change] = got
				bits = append(bits, fmt.Sprintf("%-36s %-8v %-9s %s\n", v.name, executor, change, got))
			}
		}
		c := newCircuit(t, pinnedSpec(v.network, circuit.Compiled))
		var text strings.Builder
		fmt.Fprintf(&text, "\n%s: cost %v; %v signals in 3 sweeps; local: %v\n", v.name, v.network.Cost(), c.Spec().Operations(3), v.network.Local())
		if err := c.Describe(&text); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text.String())
	}
	testfiles.Sections(t, "testdata/pinned.txt", bits, long.Asked())
	testfiles.Sections(t, "testdata/described.txt", texts, long.Asked())
}

type pinnedVariant struct {
	name    string
	network circuit.Network
}

// pinnedVariants returns all networks and their variants.
func pinnedVariants(t *testing.T) (all []pinnedVariant) {
	add := func(name string, n circuit.Network, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, pinnedVariant{name, n})
	}
	settles := []circuit.Settle{
		{Method: circuit.Jacobi, Sweeps: 5},
		{Method: circuit.Jacobi, Sweeps: 50, Damping: 0.3, Tolerance: 1e-3},
		{Method: circuit.GaussSeidel, Sweeps: 4},
		{Method: circuit.GaussSeidel, Sweeps: 40, Tolerance: 1e-2, Warm: true},
		{Method: circuit.Euler, Sweeps: 30, TimeStep: 0.1, Tolerance: 1e-2},
	}
	for _, n := range circuit.Networks() {
		add(n.Name, n, nil)
		if flow, err := n.Offline(); err == nil {
			add(n.Name+" offline", flow, nil)
		}
		switch n.Name {
		case "PSP", "PSW", "foldiak":
			for _, s := range settles {
				v, err := n.Settling(s)
				add(fmt.Sprintf("%s %v %d sweeps", n.Name, s.Method, s.Sweeps), v, err)
			}
		case "similarity-matching", "linsker":
			v, err := n.Exactly()
			add(n.Name+" exactly", v, err)
		case "ifPSP", "ifPSW":
			for _, turns := range []int{3, 5} {
				v, err := n.Turning(turns)
				add(fmt.Sprintf("%s %d turns", n.Name, turns), v, err)
			}
			late := n
			late.Schedule = slices.Clone(n.Schedule)
			late.Schedule[1] = circuit.StaleLateral
			add(n.Name+" late", late, nil)
		}
	}
	return all
}

func pinnedSpec(n circuit.Network, e circuit.Executor) circuit.Spec {
	k := 3
	if n.OutputsAreInputs() {
		k = 8
	}
	spec := paperSpec(n, 8, k)
	spec.Seed, spec.Executor, spec.Rate = 7, e, rateOf(n, circuit.DecayingRate(10, 2000))
	return spec
}

// learnPinned runs a circuit for 400 stimuli and returns hashes of what it has learnt.
func learnPinned(t *testing.T, c *circuit.Circuit) string {
	n := c.Inputs().Len()
	if c.Spec().Network.IsOffline() {
		moments := make([]float64, n*n)
		for i := range n {
			moments[i*n+i] = 1 / float64(1+i)
		}
		if err := c.SetMoments(moments); err != nil {
			t.Fatal(err)
		}
	}
	for s := range 400 {
		if err := c.Step(smallStimulus(c.Spec().Inputs, s)); err != nil {
			return err.Error()
		}
	}
	learnt := sha256.New()
	for _, p := range c.Projections() {
		hashNumbers(learnt, p.Weights())
	}
	for _, p := range c.Populations() {
		hashNumbers(learnt, p.Scales())
		hashNumbers(learnt, p.Signals(1))
	}
	filter := "none"
	if f, err := c.Filter(); err == nil {
		h := sha256.New()
		hashNumbers(h, f.RawMatrix().Data)
		filter = fmt.Sprintf("%x", h.Sum(nil)[:6])
	}
	return fmt.Sprintf("weights %x filter %s", learnt.Sum(nil)[:6], filter)
}

func hashNumbers(h hash.Hash, all []float64) {
	for _, v := range all {
		_ = binary.Write(h, binary.LittleEndian, math.Float64bits(v))
	}
}
