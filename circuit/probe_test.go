package circuit_test

import (
	"math"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/stimulus"
	"twophase/synapse"
)

// The neurons of a probe answer as those of the circuit do at its next step, before and after the outputs, and leave no
// trace in its state.
func TestProbeAnswersAsTheNextStep(t *testing.T) {
	for _, network := range append(circuit.Networks(), downstream()) {
		t.Run(network.Name, func(t *testing.T) {
			c, source := graphCircuit(t, network, circuit.Compiled)
			x, y := make([]float64, source.Inputs()), make([]float64, c.Outputs().Len())
			for range 20 {
				if err := source.Next(x); err != nil {
					t.Fatal(err)
				}
				before := stateOf(t, c)
				p := c.Probe()
				if err := p.Respond(x, y); err != nil {
					t.Fatal(err)
				}
				probed := map[string][]float64{c.Outputs().Name(): y}
				for _, of := range c.Populations() {
					if of != c.Outputs() {
						probed[of.Name()] = slices.Clone(of.Signals(neuron.Final))
					}
				}
				p.End()
				if stateOf(t, c).Hash() != before.Hash() {
					t.Fatal("the probe changes the circuit's state")
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				for _, of := range c.Populations() {
					for i, v := range of.Signals(neuron.Final) {
						if there := probed[of.Name()][i]; math.Float64bits(v) != math.Float64bits(there) {
							t.Fatalf("%s[%d] is %v, and %v in the probe", of.Name(), i, v, there)
						}
					}
				}
			}
		})
	}
}

// downstream is a network whose output population sends to another one.
func downstream() circuit.Network {
	n := circuit.IfPSP
	n.Name = "downstream"
	n.Graph.Populations = append(slices.Clone(n.Graph.Populations), circuit.PopulationSpec{Name: "z", Size: "2"})
	n.Graph.Projections = append(slices.Clone(n.Graph.Projections), circuit.ProjectionSpec{Name: "V", From: "outputs", To: "z", Rule: synapse.Hebbian})
	turn := circuit.Turn{Population: "z", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "V", Slot: neuron.Final})}
	n.Schedule = slices.Insert(slices.Clone(n.Schedule), len(n.Schedule)-1, circuit.Phase(turn))
	return n
}

// The filter of a linear circuit with a graph is its response, by superposition.
func TestGraphFilterIsTheResponse(t *testing.T) {
	linear := 0
	for _, network := range circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }) {
		c, source := graphCircuit(t, network, circuit.Compiled)
		x, y := make([]float64, source.Inputs()), make([]float64, c.Outputs().Len())
		for range 30 {
			if err := source.Next(x); err != nil {
				t.Fatal(err)
			}
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
		}
		filter, err := c.Filter()
		if err != nil {
			continue
		}
		linear++
		if err := source.Next(x); err != nil {
			t.Fatal(err)
		}
		p := c.Probe()
		if err := p.Respond(x, y); err != nil {
			t.Fatal(err)
		}
		p.End()
		for i := range y {
			want := 0.0
			for j, v := range x {
				want += filter.At(i, j) * v
			}
			if math.Abs(want-y[i]) > 1e-10*(1+math.Abs(y[i])) {
				t.Errorf("%s: output %d is %v, and %v by the filter", network.Name, i, y[i], want)
			}
		}
	}
	if linear != 6 {
		t.Errorf("%d circuits have a filter, want bio-cca, bio-sfa and whitening and equalized ones, each in its forms: 6", linear)
	}
}

// graphCircuit returns a circuit of a network, small, and stimuli that are not negative
// where its outputs are rectified.
func graphCircuit(t testing.TB, network circuit.Network, executor circuit.Executor) (*circuit.Circuit, stimulus.Source) {
	t.Helper()
	spec := circuit.Spec{
		Network: network, Inputs: 6, Gains: network.DefaultGains(3), Rate: network.Rate, Seed: 3, Executor: executor,
	}
	if spec.Rate.Validate() != nil {
		spec.Rate = circuit.DecayingRate(10, 250)
	}
	switch {
	case network.MostOutputs == 1:
		spec.Gains = spec.Gains[:1]
	case network.Name == "adaptive-whitening":
		spec.Gains = network.DefaultGains(6)
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	source, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.2}, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	return c, source
}
