package circuit_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// eyeCell is a network of inputs eye and outputs cell with a projection up, and side among the cells, that runs a schedule.
func eyeCell(phases ...circuit.Phase) circuit.Network {
	return circuit.Network{Name: "own", Tau: 0.5, InitialScale: 2, Gains: circuit.NoGains, Schedule: phases, Graph: circuit.Graph{
		Populations: []circuit.PopulationSpec{{Name: "eye", Input: true}, {Name: "cell", Scale: neuron.ScalePSP}},
		Projections: []circuit.ProjectionSpec{
			{Name: "up", From: "eye", To: "cell", Rule: synapse.Hebbian},
			{Name: "side", From: "cell", To: "cell", Sign: circuit.Subtracts, Rule: synapse.AntiHebbianPSP, Pace: circuit.Pace{OverTau: true}},
		},
		Output: "cell",
	}}
}

func turnOf(slot neuron.Slot, receives ...circuit.Reception) circuit.Turn {
	return circuit.Turn{Population: "cell", Slot: slot, Receives: circuit.ReceptionsOf(receives...)}
}

var up = circuit.Reception{Through: "up", Slot: neuron.Stimulus}

// A pair whose y does not come from ỹ has a filter too: of a single turn, of equations alone, and where a second turn
// receives the stimulus again.
func TestFilterOfOwnPairs(t *testing.T) {
	first := turnOf(neuron.Provisional, up)
	for name, schedule := range map[string]circuit.Schedule{
		"single turn": {turnOf(neuron.Final, up), circuit.Plasticity{}},
		"equations":   {circuit.Equilibrate{Populations: "cell", Slot: neuron.Final}, circuit.Plasticity{}},
		"again":       {first, turnOf(neuron.Final, up, circuit.Reception{Through: "side", Slot: neuron.Provisional}), circuit.Plasticity{}},
	} {
		c := newCircuit(t, paperSpec(eyeCell(schedule...), 6, 2))
		for s := range 20 {
			if err := c.Step(smallStimulus(6, s)); err != nil {
				t.Fatal(err)
			}
		}
		filter, err := c.Filter()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		x := smallStimulus(6, 99)
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		for i, y := range c.Outputs().Signals(neuron.Final) {
			sum := 0.0
			for j, v := range x {
				sum += filter.At(i, j) * v
			}
			if d := y - sum; d*d > 1e-24 {
				t.Errorf("%s: output %d is %v, by the filter %v", name, i, y, sum)
			}
		}
	}
}

// What late signals bring is of another stimulus, so that there is no filter, unless the circuit is probed by ỹ.
func TestNoFilterOfLateSignals(t *testing.T) {
	late := turnOf(neuron.Final, up, circuit.Reception{Through: "side", Slot: neuron.Late})
	c := newCircuit(t, paperSpec(eyeCell(turnOf(neuron.Provisional, up), late, circuit.Plasticity{}), 6, 2))
	if _, err := c.Filter(); err == nil || !strings.Contains(err.Error(), "for the stimulus before") {
		t.Errorf("error %v", err)
	}
}

// A turn that is repeated or in order is refused where it has no one meaning.
func TestTurnsAmongAreChecked(t *testing.T) {
	base := turnOf(neuron.Final, circuit.Reception{Through: "side", Slot: neuron.Final})
	base.Base = circuit.SlotOf(neuron.Provisional)
	in := base
	in.InOrder = true
	with := func(of circuit.Turn, more ...circuit.Reception) circuit.Turn {
		of.Receives = circuit.ReceptionsOf(append(of.Receives.List(), more...)...)
		return of
	}
	none := in
	none.Receives = circuit.ReceptionsOf(up)
	settle := func(of circuit.Turn) circuit.Phase {
		return circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 3, Turn: of}
	}
	for name, c := range map[string]struct {
		phase  circuit.Phase
		change func(*circuit.Graph)
		want   string
	}{
		"in order":         {phase: in},
		"settles":          {phase: settle(base)},
		"none":             {phase: none, want: "does so 0 times"},
		"twice":            {phase: with(in, circuit.Reception{Through: "side", Slot: neuron.Final}), want: "does so 2 times"},
		"settles twice":    {phase: settle(with(base, circuit.Reception{Through: "side", Slot: neuron.Final})), want: "does so 2 times"},
		"settles in order": {phase: settle(in), want: "choose the method gauss-seidel"},
		"again": {phase: settle(with(base, circuit.Reception{Through: "up", Again: true})),
			change: func(g *circuit.Graph) { g.Projections[0].Current = true }, want: "cannot be used again"},
		"current": {phase: in, change: func(g *circuit.Graph) { g.Projections[1].Current = true }, want: "cannot be kept"},
		"tied": {phase: with(none, circuit.Reception{Through: "back", Slot: neuron.Final}), change: func(g *circuit.Graph) {
			g.Projections = append(g.Projections, circuit.ProjectionSpec{Name: "back", From: "cell", To: "cell", Tied: "side"})
		}, want: "is tied"},
	} {
		n := eyeCell(turnOf(neuron.Provisional, up), c.phase, circuit.Plasticity{})
		if c.change != nil {
			c.change(&n.Graph)
		}
		if _, err := circuit.New(paperSpec(n, 6, 2)); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// Receptions come back as they were, whatever is named, and a name that does not exist is an error.
func TestReceptionsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Custom(func(t *rapid.T) circuit.Reception {
			return circuit.Reception{Through: rapid.String().Draw(t, "through"), Slot: neuron.Slot(rapid.IntRange(0, 1).Draw(t, "slot")), Again: rapid.Bool().Draw(t, "again")}
		})).Draw(t, "list")
		if got := circuit.ReceptionsOf(list...).List(); fmt.Sprint(got) != fmt.Sprint(list) {
			t.Errorf("%v came back as %v", list, got)
		}
	})
	for _, receives := range []circuit.Receptions{circuit.ReceptionsOf(circuit.Reception{Through: "u p"}), circuit.ReceptionsOf(circuit.Reception{Through: "a:b"}), "up"} {
		n := eyeCell(circuit.Turn{Population: "cell", Receives: receives, Slot: neuron.Final}, circuit.Plasticity{})
		if _, err := circuit.New(paperSpec(n, 6, 2)); receives != "up" && (err == nil || !strings.Contains(err.Error(), "does not exist")) {
			t.Errorf("%s: error %v", receives, err)
		}
	}
}

// Fixed scales of an own circuit are 1, wherever those that learn start.
func TestOwnFixedScalesAreOne(t *testing.T) {
	n := withScale(eyeCell(turnOf(neuron.Final, up), circuit.Plasticity{}), "cell", neuron.NoScale)
	if m := newCircuit(t, paperSpec(n, 6, 2)).Outputs().Scales(); m[0] != 1 || m[1] != 1 {
		t.Errorf("scales %v", m)
	}
}

// The hash of a state sees all that it keeps, of circuits with the paper's names too.
func TestHashSeesWhatInputsKeep(t *testing.T) {
	n := circuit.IfPSP.WithPopulation("inputs", func(p *circuit.PopulationSpec) { p.Previous = true })
	c := newCircuit(t, paperSpec(n, 6, 2))
	if err := c.Step(smallStimulus(6, 1)); err != nil {
		t.Fatal(err)
	}
	s, err := c.State()
	if err != nil {
		t.Fatal(err)
	}
	before := s.Hash()
	s.Population("inputs").Previous[1] += 3
	if s.Hash() == before {
		t.Error("another previous activity has the same hash")
	}
}
