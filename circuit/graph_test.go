package circuit_test

import (
	"math"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

// What every network costs, by hand from its equations: in a sweep, a signal travels once
// along every synapse, and the same synapse seen from its other end carries another one.
func TestCostOfGraphs(t *testing.T) {
	for name, want := range map[string]struct {
		text string
		cost float64 // of 6 inputs and 2 outputs in 10 sweeps
	}{
		"nsm":                  {"NK + K(K−1) a sweep", 12 + 2*10},
		"psp-rectified":        {"NK + K(K−1) a sweep", 12 + 2*10},
		"psp-rectified-2phase": {"NK + K(K−1)", 12 + 2},
		"bio-cca":              {"|x|K + |y|K", 3*2 + 3*2},
		"bio-cca-interneurons": {"|x|K + |y|K", 3*2 + 3*2},
		"bio-sfa":              {"2NK", 24},
		"bio-sfa-trace":        {"NK", 12},
		"bio-nica-direct":      {"NK + K(K−1) a sweep", 12 + 2*10},
		"bio-nica-indirect":    {"NK + 2K² a sweep", 12 + 2*4*10},
		"stack":                {"NK + K(K−1) + K² + K(K−1) a sweep", 12 + 2 + 4 + 2*10},
		"stack-2phase":         {"NK + 2K(K−1) + K²", 12 + 4 + 4},
		"ei":                   {"NK + 2K² a sweep", 12 + 2*4*10},
		"ei-equalized":         {"NK", 12},
	} {
		n, err := circuit.LookupNetwork(name)
		if err != nil {
			t.Fatal(err)
		}
		spec := circuit.Spec{Network: n, Inputs: 6, Gains: []float64{1, 1}}
		if c, signals := n.Cost(), spec.Operations(10); c.String() != want.text || signals != want.cost {
			t.Errorf("%s costs %v, %v signals; want %v, %v", name, c, signals, want.text, want.cost)
		}
	}
	whitening, _ := circuit.LookupNetwork("adaptive-whitening")
	if c, signals := whitening.Cost(), (circuit.Spec{Network: whitening, Inputs: 3, Gains: make([]float64, 3)}).Operations(0); c.String() != "N" || signals != 3 {
		t.Errorf("adaptive-whitening costs %v, %v signals", c, signals)
	}
	// 4 inputs onto 3 neurons in the first layer, 2 in the second, as Spec.Sizes says.
	sized := circuit.Spec{Network: circuit.StackTwoPhase, Inputs: 4, Gains: []float64{1, 1}, Sizes: map[string]int{"layer1": 3}}
	if got := sized.Operations(0); got != 4*3+3*2+3*2+2*1 {
		t.Errorf("a stack of 3 and 2 neurons carries %v signals", got)
	}
	sized.Sizes = map[string]int{"layer": 3}
	if got := sized.Operations(0); !math.IsNaN(got) {
		t.Errorf("a stack of sizes that do not fit carries %v signals", got)
	}
	for _, n := range circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }) {
		if !n.Cost().Known {
			t.Errorf("the cost of %s is not known", n.Name)
		}
	}
}

// Two populations settle one after another: the report is of both. The first, in two sweeps
// at most, does not settle; the second, which nothing couples, does in its second sweep.
func TestTwoSettlingsInOneReport(t *testing.T) {
	n := circuit.RectifiedPSP
	g := n.Graph
	g.Populations = append(g.Populations[:len(g.Populations):len(g.Populations)], circuit.PopulationSpec{Name: "last", Activation: neuron.Rectified, InitialScale: 1})
	g.Projections = append(g.Projections[:len(g.Projections):len(g.Projections)], circuit.ProjectionSpec{Name: "on", From: g.Output, To: "last"})
	if g.Output == "" {
		g.Projections[len(g.Projections)-1].From = "outputs"
	}
	n.Graph = g
	first := circuit.Equilibrate{Populations: circuit.NamesOf(g.Projections[len(g.Projections)-1].From), Slot: neuron.Final, Method: circuit.InOrder, Sweeps: 1, Tolerance: 1e-14}
	second := circuit.Equilibrate{Populations: circuit.NamesOf("last"), Slot: neuron.Final, Method: circuit.InOrder, Sweeps: 9, Tolerance: 1e-14}
	for _, executor := range []circuit.Executor{circuit.Literal, circuit.Compiled} {
		var reports []circuit.Settling
		for _, schedule := range []circuit.Schedule{{first}, {first, second}} {
			n.Schedule = schedule
			c, err := circuit.New(circuit.Spec{Network: n, Inputs: 3, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(0.01), InitialSpread: 1, InitialScale: 1, Seed: 4, Executor: executor})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second step begins anew
				if err := c.Step([]float64{1, -2, 0.5}); err != nil {
					t.Fatal(err)
				}
			}
			reports = append(reports, c.Settling())
		}
		alone, both := reports[0], reports[1]
		if alone.Settled || alone.Sweeps != 1 || alone.Residual == 0 {
			t.Fatalf("the first alone: %+v", alone)
		}
		if both.Settled || both.Sweeps != 2 || both.Residual != alone.Residual {
			t.Errorf("both: %+v; the first alone: %+v", both, alone)
		}
	}
}

// The trace of a clamped neuron is the sum of what its axon carried for two stimuli, whether
// it is computed from activities (Trace) or from the traces of inputs (Equilibrate).
func TestTraceOfClampedNeurons(t *testing.T) {
	for _, n := range []circuit.Network{circuit.BioSFA, circuit.BioSFATrace} {
		c, _ := graphCircuit(t, n, circuit.Compiled)
		x := make([]float64, c.Spec().Inputs)
		x[1] = 9
		in, out := c.Populations()[0], c.Outputs()
		if err := in.Neuron(1).Clamp(0.5); err != nil {
			t.Fatal(err)
		}
		if err := out.Neuron(0).Clamp(-2); err != nil {
			t.Fatal(err)
		}
		for step := range 3 {
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			if step == 0 {
				continue
			}
			if x, y := in.Neuron(1).Local().Trace, out.Neuron(0).Local().Trace; x != 1 || y != -4 {
				t.Errorf("%s, step %d: traces %v and %v of neurons clamped to 0.5 and -2", n.Name, step+1, x, y)
			}
		}
	}
}

// An input knows x_j in both turns, in a graph as in the circuits of the paper.
func TestProvisionalOfInputs(t *testing.T) {
	c, _ := graphCircuit(t, circuit.BioCCA, circuit.Compiled)
	if err := c.Step([]float64{1, 2, 3, 4, 5, 6}); err != nil {
		t.Fatal(err)
	}
	if l := c.Populations()[1].Local(2); l.Activity != 6 || l.Provisional != 6 {
		t.Errorf("input 5 knows %+v", l)
	}
}
