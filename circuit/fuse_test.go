package circuit

import (
	"testing"

	"twophase/neuron"
	"twophase/synapse"
)

// What runs in one piece is the paper's two-phase circuits, as long as all their
// synapses learn; that it gives the same bits is TestLiteralEqualsCompiled.
func TestWhatRunsInOnePiece(t *testing.T) {
	oja, slow := synapse.Hebbian, IfPSP
	oja.Post.Decay = neuron.Function{Symbol: "y²", F: func(n neuron.Local) float64 { return n.Activity * n.Activity }}
	slow.Feedforward = oja
	lateral, scale := IfPSP, IfPSP
	lateral.Lateral = oja
	scale.Scale.Drain = neuron.Activity
	build := func(n Network, e Executor) *Circuit {
		c, err := New(Spec{Network: n, Inputs: 5, Gains: LinearGains(3, 1, 0.7), Rate: ConstantRate(0.01), Executor: e})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, test := range []struct {
		name    string
		circuit *Circuit
		want    bool
	}{
		{"ifPSP", build(IfPSP, Compiled), true},
		{"ifPSW", build(IfPSW, Compiled), true},
		{"ifPSP, literal", build(IfPSP, Literal), false},
		{"PSP", build(PSP, Compiled), false},
		{"a user's feedforward rule", build(slow, Compiled), false},
		{"a user's lateral rule", build(lateral, Compiled), false},
		{"a user's scale rule", build(scale, Compiled), false},
	} {
		if got := test.circuit.runsFused(); got != test.want {
			t.Errorf("%s: in one piece %t, want %t", test.name, got, test.want)
		}
	}

	c := build(IfPSP, Compiled)
	for _, p := range c.Projections() {
		s := p.Synapse(1, 0)
		for _, change := range []struct {
			name     string
			do, undo func()
		}{
			{"a frozen synapse", s.Freeze, s.Thaw},
			{"a frozen projection", p.Freeze, p.Thaw},
			{"changes that are kept", func() { p.KeepChanges(true) }, func() { p.KeepChanges(false) }},
		} {
			change.do()
			if c.runsFused() {
				t.Errorf("%s: %s, and yet in one piece", p.Name(), change.name)
			}
			change.undo()
			if !c.runsFused() {
				t.Errorf("%s: %s no more, and yet not in one piece", p.Name(), change.name)
			}
		}
	}
	c.Lateral().Synapse(1, 0).Lesion()
	if c.runsFused() {
		t.Error("a lesion, and yet in one piece")
	}
}
