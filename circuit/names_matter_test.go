package circuit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// renamed is a network whose parts have other names.
func renamed(n circuit.Network) circuit.Network {
	name := strings.NewReplacer("inputs", "x", "outputs", "z", "feedforward", "W", "lateral", "M").Replace
	g := n.Graph
	g.Populations, g.Projections, g.Output = slices.Clone(g.Populations), slices.Clone(g.Projections), "z"
	for i := range g.Populations {
		g.Populations[i].Name = name(g.Populations[i].Name)
	}
	for i := range g.Projections {
		p := &g.Projections[i]
		p.Name, p.From, p.To = name(p.Name), name(p.From), name(p.To)
	}
	turn := func(t circuit.Turn) circuit.Turn {
		t.Population = name(t.Population)
		receives := t.Receives.List()
		for i := range receives {
			receives[i].Through = name(receives[i].Through)
		}
		t.Receives = circuit.ReceptionsOf(receives...)
		return t
	}
	n.Graph, n.Schedule = g, slices.Clone(n.Schedule)
	for i, p := range n.Schedule {
		switch p := p.(type) {
		case circuit.Turn:
			n.Schedule[i] = turn(p)
		case circuit.Settle:
			p.Turn = turn(circuit.LateralAgain)
			n.Schedule[i] = p
		case circuit.Equilibrate:
			p.Populations = circuit.Names(name(string(p.Populations)))
			n.Schedule[i] = p
		case circuit.Residual:
			p.Through = "W"
			n.Schedule[i] = p
		}
	}
	return n
}

// Under other names a network has the same bits and the same routines: parts are found by their roles.
func TestNamesDoNotMatter(t *testing.T) {
	for _, n := range circuit.NetworksThat(circuit.Network.IsPair) {
		for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			spec := paperSpec(n, 8, 3)
			if n.MostOutputs > 0 {
				spec.Gains = n.DefaultGains(1)
			}
			spec.Executor, spec.Rate = e, rateOf(n, circuit.ConstantRate(2e-3))
			a := newCircuit(t, spec)
			spec.Initial = map[string][]float64{"W": a.Forward().Weights()}
			spec.Network = renamed(n)
			b := newCircuit(t, spec)
			for s := range 200 {
				if err := a.Step(smallStimulus(8, s)); err != nil {
					t.Fatal(err)
				}
				if err := b.Step(smallStimulus(8, s)); err != nil {
					t.Fatal(err)
				}
			}
			fa, err := a.Filter()
			if err != nil {
				t.Fatal(n.Name, err)
			}
			fb, err := b.Filter()
			if err != nil {
				t.Fatal(n.Name, err)
			}
			if !slices.Equal(a.Forward().Weights(), b.Forward().Weights()) || !slices.Equal(a.M(), b.M()) || !slices.Equal(fa.RawMatrix().Data, fb.RawMatrix().Data) {
				t.Errorf("%s %v: other bits under other names", n.Name, e)
			}
			if back := spec.Network.InPaperNames(); !back.IsPair() || !slices.Equal(back.Schedule, n.Schedule) {
				t.Errorf("%s: in the names of the paper it is another network: %v", n.Name, back.Schedule)
			}
			if circuit.EnsembleSize(spec) != circuit.EnsembleSize(paperSpec(n, 8, len(spec.Gains))) && e == circuit.Compiled {
				t.Errorf("%s: shares no lanes", n.Name)
			}
		}
	}
}

// The cascade, sweeps and turns of rectified outputs run too, with the same bits by both executors.
func TestPhasesOfRectifiedOutputs(t *testing.T) {
	for _, phase := range []circuit.Phase{circuit.Cascade, circuit.Lateral, circuit.StaleLateral, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 50, Tolerance: 1e-9}} {
		n := circuit.IfPSP.WithPopulation("outputs", func(p *circuit.PopulationSpec) { p.Activation = neuron.Rectified })
		n = withRule(n, "feedforward", synapse.Hebbian)
		n.Schedule = circuit.Schedule{circuit.Feedforward, phase, circuit.Plasticity{}}
		var bits [2][]float64
		for e := range bits {
			spec := paperSpec(n, 8, 3)
			spec.Executor = circuit.Executor(e)
			c := newCircuit(t, spec)
			for s := range 200 {
				if err := c.Step(smallStimulus(8, s)); err != nil {
					t.Fatal(err)
				}
			}
			bits[e] = append(c.Forward().Weights(), c.M()...)
		}
		if !slices.Equal(bits[0], bits[1]) {
			t.Errorf("%v: executors differ", phase.Signature().Name)
		}
	}
}

// Turns that add W x afresh are the paper's turns: the same weights but for rounding, and the same theory.
func TestTurnsThatAddTheStimulusAfresh(t *testing.T) {
	stimulus := circuit.Reception{Through: "feedforward", Slot: neuron.Stimulus}
	afresh := func(from neuron.Slot) circuit.Turn {
		return circuit.Turn{Population: "outputs", Slot: neuron.Final, Receives: circuit.ReceptionsOf(stimulus, circuit.Reception{Through: "lateral", Slot: from})}
	}
	direct := circuit.Turn{Population: "outputs", Slot: neuron.Final, Receives: circuit.ReceptionsOf(stimulus)}
	learn := circuit.Plasticity{}
	for _, c := range []struct{ written, named circuit.Schedule }{
		{circuit.Schedule{direct, afresh(neuron.Final), learn}, circuit.Schedule{circuit.Feedforward, circuit.Lateral, learn}},
		{circuit.Schedule{circuit.Feedforward, afresh(neuron.Provisional), learn}, circuit.Schedule{circuit.Feedforward, circuit.Lateral, learn}},
		{circuit.Schedule{direct, afresh(neuron.Final), afresh(neuron.Final), learn}, circuit.Schedule{circuit.Feedforward, circuit.Lateral, circuit.LateralAgain, learn}},
	} {
		var weights [2][]float64
		for i, schedule := range []circuit.Schedule{c.written, c.named} {
			n := circuit.IfPSP
			n.Schedule = schedule
			if got := n.InPaperNames().Schedule; !slices.Equal(got, c.named) {
				t.Errorf("%v is %v in the names of the paper, want %v", schedule, got, c.named)
			}
			run := newCircuit(t, paperSpec(n, 8, 3))
			for s := range 200 {
				if err := run.Step(smallStimulus(8, s)); err != nil {
					t.Fatal(err)
				}
			}
			weights[i] = run.Forward().Weights()
		}
		for i, w := range weights[0] {
			if math.Abs(w-weights[1][i]) > 1e-12 {
				t.Fatalf("%v: weight %d is %v, that of the paper's turns %v", c.written, i, w, weights[1][i])
			}
		}
	}
}
