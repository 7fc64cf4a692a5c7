package circuit

import (
	"testing"

	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// Two phases in one piece are found among others, where they stand together.
func TestWhereTheOnePieceIs(t *testing.T) {
	noise := SynapticNoise{Where: selection.All(selection.Lateral), Size: 0.1}
	fails := TransmissionFailure{Projection: "lateral", Probability: 0.1}
	for _, test := range []struct {
		schedule Schedule
		from     int // −1: nowhere
	}{
		{Schedule{Feedforward, Lateral, Plasticity{}}, 0},
		{Schedule{Feedforward, Lateral, Plasticity{}, noise}, 0},
		{Schedule{fails, Feedforward, Lateral, Plasticity{}, noise}, 1},
		{Schedule{Feedforward, fails, Lateral, Plasticity{}}, -1},
		{Schedule{Feedforward, Lateral}, -1},
		{Schedule{Feedforward, Settle{Sweeps: 1}, Feedforward, Lateral, Plasticity{}}, 2},
	} {
		network := IfPSP
		network.Schedule = test.schedule
		c, err := New(Spec{Network: network, Inputs: 5, Gains: LinearGains(3, 1, 0.7), Rate: ConstantRate(0.01)})
		if err != nil {
			t.Fatal(err)
		}
		for at, s := range c.segments {
			if _, is := s.(*fused); is != (at == test.from) {
				t.Errorf("%v: from phase %d on %+v, want it from %d on", test.schedule, at, s, test.from)
			}
		}
		if whole := c.whole() != nil; whole != (test.from == 0 && len(test.schedule) == 3) {
			t.Errorf("%v: all of it %v", test.schedule, whole)
		}
	}
}

// What runs in one piece is the paper's two-phase circuits; that it gives the
// same bits is TestExecutionDoesNotMatter.
func TestWhatRunsInOnePiece(t *testing.T) {
	oja, slow := synapse.Hebbian, IfPSP
	oja.Post.Decay = neuron.Function{Symbol: "y²", F: func(n neuron.Local) float64 { return n.Activity * n.Activity }}
	slow = slow.WithProjection("feedforward", func(p *ProjectionSpec) { p.Rule = oja })
	lateral, scale := IfPSP, IfPSP
	lateral = lateral.WithProjection("lateral", func(p *ProjectionSpec) { p.Rule = oja })
	drained := neuron.ScalePSP
	drained.Drain = neuron.Activity
	scale = scale.WithPopulation("outputs", func(p *PopulationSpec) { p.Scale = drained })
	twice, alsoTwice := IfPSP, IfPSP
	products := synapse.Hebbian
	products.Also[0] = synapse.Product{Post: neuron.Activity, Pre: neuron.Activity}
	twice, alsoTwice = twice.WithProjection("feedforward", func(p *ProjectionSpec) { p.Rule = products }), alsoTwice.WithProjection("lateral", func(p *ProjectionSpec) { p.Rule = products })
	build := func(n Network, e Executor) *Circuit {
		c, err := New(Spec{Network: n, Inputs: 5, Gains: LinearGains(3, 1, 0.7), Rate: ConstantRate(0.01), Executor: e})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, test := range []struct {
		name                    string
		circuit                 *Circuit
		fused, learnsW, learnsM bool
	}{
		{"ifPSP", build(IfPSP, Compiled), true, true, true},
		{"ifPSW", build(IfPSW, Compiled), true, true, true},
		{"ifPSP, literal", build(IfPSP, Literal), false, false, false},
		{"PSP", build(PSP, Compiled), false, false, false},
		{"a user's feedforward rule", build(slow, Compiled), true, false, true},
		{"a user's lateral rule", build(lateral, Compiled), true, true, false},
		{"a user's scale rule", build(scale, Compiled), true, true, false},
		{"a feedforward rule of two products", build(twice, Compiled), true, false, true},
		{"a lateral rule of two products", build(alsoTwice, Compiled), true, true, false},
	} {
		f := test.circuit.whole()
		if f == nil && test.fused || f != nil && (f.feedforward != test.learnsW || f.lateral != test.learnsM) {
			t.Errorf("%s: %+v", test.name, f)
		}
		if f != nil && !test.fused {
			t.Errorf("%s runs in one piece", test.name)
		}
	}
}

// A phase that is written down is found again by the name in its signature.
func TestKnownPhasesHaveTheNamesOfTheirTypes(t *testing.T) {
	for _, phase := range knownPhases {
		if name := phase.Signature().Name; name != nameOf(phase) {
			t.Errorf("%T is written as %s, and its signature says %s", phase, nameOf(phase), name)
		}
	}
}
