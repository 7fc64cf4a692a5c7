package circuit_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// drawSpec draws a circuit of one to five populations beside the inputs, in one or two
// views. Each population receives from one before it, so that every schedule is valid:
// a turn, or a settling with interneurons.
func drawSpec(t *rapid.T) circuit.Spec {
	draw := drawing{t: t}
	inputs := []string{"inputs"}
	if rapid.Bool().Draw(t, "two views") {
		inputs = []string{"left", "right"}
	}
	for _, name := range inputs {
		draw.g.Populations = append(draw.g.Populations, circuit.PopulationSpec{
			Name: name, Input: true, Previous: rapid.Bool().Draw(t, "previous"), Mean: draw.window(),
		})
	}
	layers := rapid.IntRange(1, 3).Draw(t, "layers")
	from := inputs
	for i := range layers {
		name := fmt.Sprintf("layer%d", i)
		if i == layers-1 {
			name = "outputs"
		}
		draw.layer(name, from)
		from = []string{name}
	}
	if rapid.Bool().Draw(t, "average") {
		draw.schedule = append(draw.schedule, circuit.Average{})
	}
	if rapid.Bool().Draw(t, "learn in order") && len(draw.learning) > 0 {
		draw.schedule = append(draw.schedule, circuit.Learn{Of: circuit.NamesOf(draw.learning...)})
	} else {
		draw.schedule = append(draw.schedule, circuit.Plasticity{})
	}
	k := rapid.IntRange(1, 4).Draw(t, "K")
	network := circuit.Network{
		Name: "drawn", Graph: draw.g, Schedule: draw.schedule, Gains: circuit.FreeGains,
		Tau: rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "tau"), InitialScale: 1,
	}
	return circuit.Spec{
		Network: network, Inputs: rapid.IntRange(2, 7).Draw(t, "N"), Gains: circuit.LinearGains(k, 1, 0.7),
		Rate: circuit.ConstantRate(0.02), Seed: rapid.Uint64Range(0, 99).Draw(t, "seed"), Trial: 1,
	}
}

type drawing struct {
	t        *rapid.T
	g        circuit.Graph
	schedule circuit.Schedule
	learning []string
}

func (d *drawing) window() *neuron.Window {
	if !rapid.Bool().Draw(d.t, "mean") {
		return nil
	}
	return &neuron.Window{Steps: rapid.SampledFrom([]int{0, 3, 100}).Draw(d.t, "window"), Grows: rapid.Bool().Draw(d.t, "grows")}
}

// factor draws what an endpoint may use.
func (d *drawing) factor(name string) neuron.Factor {
	return rapid.SampledFrom([]neuron.Factor{
		neuron.Activity, neuron.Activity, neuron.Gain, neuron.Constant(0.5), neuron.SquaredActivity,
		neuron.Function{Symbol: "all", F: func(n neuron.Local) float64 {
			return n.Activity - 0.5*n.Current + 0.25*n.Mean - 0.125*n.MeanCurrent + 0.5*n.Previous - 0.25*n.Trace + 0.1*n.Scale
		}},
	}).Draw(d.t, name)
}

func (d *drawing) rule() synapse.Rule {
	if rapid.Bool().Draw(d.t, "known rule") { // layers learn by these
		return rapid.SampledFrom([]synapse.Rule{synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AntiHebbianPSW}).Draw(d.t, "rule")
	}
	decay := rapid.SampledFrom([]neuron.Factor{neuron.Constant(0), neuron.Constant(1), neuron.Gain})
	r := synapse.Factored{
		Name: "drawn", Equation: "drawn",
		Post: synapse.Endpoint{Drive: d.factor("post"), Decay: decay.Draw(d.t, "post decay")},
		Pre:  synapse.Endpoint{Drive: d.factor("pre"), Decay: decay.Draw(d.t, "pre decay")},
	}
	for i := range rapid.IntRange(0, 2).Draw(d.t, "also") {
		r.Also[i] = synapse.Product{Post: d.factor("also post"), Pre: d.factor("also pre")}
	}
	return r
}

func (d *drawing) projection(p circuit.ProjectionSpec) {
	if rapid.IntRange(0, 3).Draw(d.t, "fixed") > 0 {
		p.Rule = d.rule()
		d.learning = append(d.learning, p.Name)
	}
	p.Start = rapid.SampledFrom([]circuit.Start{circuit.StartRandom, circuit.StartPositive}).Draw(d.t, "start")
	p.Pace.OverTau = rapid.Bool().Draw(d.t, "over τ")
	if p.Current = rapid.Bool().Draw(d.t, "current") || p.Current; p.Current {
		p.MeanCurrent = d.window()
	}
	switch rapid.IntRange(0, 3).Draw(d.t, "wiring") {
	case 0:
		p.Probability = 0.6
	case 1:
		if p.From == p.To {
			p.Wiring = synapse.Ordered
		} else {
			p.Pairs = []circuit.Pair{{Weight: 0.25}}
			if rapid.Bool().Draw(d.t, "weighted") {
				p.Start = circuit.StartListed
			}
		}
	}
	d.g.Projections = append(d.g.Projections, p)
}

// layer draws a population that receives from others, with what settles or fires there.
func (d *drawing) layer(name string, from []string) {
	rectified := rapid.Bool().Draw(d.t, "rectified")
	p := circuit.PopulationSpec{Name: name, Mean: d.window(), Previous: rapid.Bool().Draw(d.t, "previous"), InitialScale: 2}
	if rectified {
		p.Activation = neuron.Rectified
	}
	learns := rapid.Bool().Draw(d.t, "scale")
	if learns {
		p.Scale = neuron.ScaleRule{Name: "drawn", Equation: "drawn", Drive: neuron.Activity, Decay: neuron.Constant(0.1), Drain: neuron.Constant(0)}
	}
	d.g.Populations = append(d.g.Populations, p)
	turns, lateral := rapid.Bool().Draw(d.t, "turns"), rapid.Bool().Draw(d.t, "lateral")
	again := turns && lateral && rapid.Bool().Draw(d.t, "again")
	var receives []circuit.Reception
	for _, before := range from {
		one := circuit.ProjectionSpec{Name: "into_" + name + "_from_" + before, From: before, To: name, Current: again}
		d.projection(one)
		receives = append(receives, circuit.Reception{Through: one.Name, Slot: neuron.Final})
	}
	if turns {
		if !lateral {
			d.schedule = append(d.schedule, circuit.Turn{Population: name, Slot: neuron.Final, Receives: circuit.ReceptionsOf(receives...)})
		} else {
			d.projection(circuit.ProjectionSpec{Name: "among_" + name, From: name, To: name, Sign: circuit.Subtracts})
			d.schedule = append(d.schedule, circuit.Turn{Population: name, Slot: neuron.Provisional, Receives: circuit.ReceptionsOf(receives...)})
			second := circuit.Turn{Population: name, Slot: neuron.Final, Base: circuit.SlotOf(neuron.Provisional)}
			var later []circuit.Reception
			if again {
				later, second.Base = append(later, receives...), circuit.Base{}
				for i := range later {
					later[i].Again = true
				}
			}
			second.Receives = circuit.ReceptionsOf(append(later, circuit.Reception{Through: "among_" + name, Slot: neuron.Provisional})...)
			d.schedule = append(d.schedule, second)
		}
	} else {
		set := []string{name}
		if lateral {
			d.projection(circuit.ProjectionSpec{Name: "among_" + name, From: name, To: name, Sign: circuit.Subtracts})
		}
		if rapid.Bool().Draw(d.t, "interneurons") {
			n := circuit.PopulationSpec{Name: "inter_" + name, Size: fmt.Sprint(rapid.IntRange(1, 4).Draw(d.t, "interneurons of them"))}
			if rapid.Bool().Draw(d.t, "multiplies") {
				n.Scale = neuron.ScaleRule{Name: "gain", Equation: "gain", Drive: neuron.Activity, Decay: neuron.Constant(0), Drain: neuron.Gain, Multiplies: true}
			}
			d.g.Populations = append(d.g.Populations, n)
			d.projection(circuit.ProjectionSpec{Name: "from_inter_" + name, From: n.Name, To: name, Sign: circuit.Inhibitory})
			d.g.Projections = append(d.g.Projections, circuit.ProjectionSpec{Name: "to_inter_" + name, From: name, To: n.Name, Tied: "from_inter_" + name})
			set = append(set, n.Name)
		}
		e := circuit.Equilibrate{Populations: circuit.NamesOf(set...), Slot: neuron.Final, Method: circuit.InOrder, Sweeps: 50, Tolerance: 1e-12}
		switch rapid.IntRange(0, 2).Draw(d.t, "method") {
		case 0:
			if !rectified {
				e.Method, e.Sweeps, e.Tolerance = circuit.Exact, 0, 0
			}
		case 1:
			e.Method, e.Damping, e.Sweeps = circuit.AtOnce, 0.5, 7
		}
		d.schedule = append(d.schedule, e)
	}
	if rapid.IntRange(0, 3).Draw(d.t, "noise") == 0 {
		d.schedule = append(d.schedule, circuit.Noise{Population: name, Slot: neuron.Final, Spread: 0.01, Shared: 0.5})
	}
	if p.Previous {
		d.schedule = append(d.schedule, circuit.Trace{Populations: circuit.NamesOf(name)})
	}
	if learns {
		d.learning = append(d.learning, name+".scale")
	}
}

// drawDisturbance draws lesions, freezes and clamps of parts of a circuit.
func drawDisturbance(t *rapid.T) func(c *circuit.Circuit) {
	type part struct{ kind, which, index int }
	parts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) part {
		return part{rapid.IntRange(0, 3).Draw(t, "kind"), rapid.IntRange(0, 9).Draw(t, "which"), rapid.IntRange(0, 99).Draw(t, "index")}
	}), 0, 5).Draw(t, "disturbances")
	return func(c *circuit.Circuit) {
		for _, part := range parts {
			p := c.Projections()[part.which%len(c.Projections())]
			populations := c.Populations()
			neurons := populations[part.which%len(populations)]
			post, pre := part.index%p.Post().Len(), part.index/3%p.Pre().Len()
			switch {
			case part.kind == 2:
				if err := neurons.Neuron(part.index % neurons.Len()).Clamp(0.5); err != nil {
					t.Fatal(err)
				}
			case part.kind == 3:
				p.Freeze()
			case !p.Has(post, pre):
			case part.kind == 0:
				p.Synapse(post, pre).Lesion()
			default:
				p.Synapse(post, pre).Freeze()
			}
		}
	}
}

// checkParts checks that the parts of the last changes are finite where they are kept. That
// they add up exactly, TestGraphPartsAddUp checks.
func checkParts(t *rapid.T, c *circuit.Circuit) {
	for _, p := range c.Projections() {
		for s := range p.All() {
			if change := s.LastChange(); change.Second != 0 && p.Rule().(synapse.Factored).Also[0].Post == nil {
				t.Fatalf("%v has a second part by a rule of one product", s)
			}
		}
	}
}

// The parts of every change add up to it in real arithmetic, those of each product of a rule
// among them, in every network with a graph.
func TestGraphPartsAddUp(t *testing.T) {
	for _, network := range circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }) {
		for executor := range circuit.Literal + 1 {
			c, source := graphCircuit(t, network, executor)
			for _, p := range c.Projections() {
				p.KeepChanges(true)
			}
			second := false
			x := make([]float64, source.Inputs())
			for step := range 40 {
				var before [][]float64
				for _, p := range c.Projections() {
					before = append(before, p.Weights())
				}
				if err := source.Next(x); err != nil {
					t.Fatal(err)
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				for i, p := range c.Projections() {
					for s := range p.All() {
						was, is, change := before[i][s.Post().Index()*p.Pre().Len()+s.Pre().Index()], s.Weight(), s.LastChange()
						if left := exactly(was, change.Decay, change.Hebbian, change.Second, change.Third, change.Rounding, -is); left.Sign() != 0 {
							t.Fatalf("%s, %v, step %d: %v moved from %v to %v by %+v, which leaves %v", network.Name, executor, step+1, s, was, is, change, left)
						}
						second = second || change.Second != 0
					}
				}
			}
			if want := network.Name == "bio-sfa" || network.Name == "bio-sfa-trace" || network.Name == "bio-nica-direct"; second != want {
				t.Errorf("%s: a second product %v, want %v", network.Name, second, want)
			}
		}
	}
}
