package circuit_test

import (
	"math"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// covariance is a user's factored rule, with a factor in plain Go.
var covariance = synapse.Factored{
	Name: "covariance", Equation: "Δw = a((y − 0.1) x − y² w)",
	Post: synapse.Endpoint{
		Drive: neuron.Function{Symbol: "y − 0.1", F: func(n neuron.Local) float64 { return n.Activity - 0.1 }},
		Decay: neuron.Function{Symbol: "y²", F: func(n neuron.Local) float64 { return n.Activity * n.Activity }},
	},
	Pre: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
}

// bounded is a user's rule that does not factor.
var bounded = synapse.Pairwise{
	Name: "bounded", Equation: "Δw = a(y_i y_j − |w| w)",
	Change: func(w, a float64, post, pre neuron.Local) (hebbian, decay float64) {
		return a * (post.Activity * pre.Activity), -a * (math.Abs(w) * w)
	},
}

// drivenByGain and drivenToGain are rules of which one endpoint's activity has no
// part.
var (
	drivenByGain = synapse.Factored{
		Name: "driven by gain", Equation: "Δw = a(y λ − w)",
		Post: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
		Pre:  synapse.Endpoint{Drive: neuron.Gain, Decay: neuron.Constant(1)},
	}
	drivenToGain = synapse.Factored{
		Name: "driven to gain", Equation: "Δw = a(λ x − λ w)",
		Post: synapse.Endpoint{Drive: neuron.Gain, Decay: neuron.Gain},
		Pre:  synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
	}
)

// gated is a rule whose decay is not the same for all presynaptic neurons.
var gated = synapse.Factored{
	Name: "gated", Equation: "Δw = a y (x − |x| w)",
	Post: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Activity},
	Pre: synapse.Endpoint{
		Drive: neuron.Activity,
		Decay: neuron.Function{Symbol: "|x|", F: func(n neuron.Local) float64 { return math.Abs(n.Activity) }},
	},
}

// drawNetwork draws one of the paper's networks, perhaps settling, perhaps
// with a user's rules.
func drawNetwork(t *rapid.T) circuit.Network {
	network := rapid.SampledFrom(circuit.NetworksThat(circuit.Network.IsPair)).Draw(t, "network")
	if network.SolvesExactly() && rapid.Bool().Draw(t, "settles") {
		settle := circuit.Settle{
			Method: rapid.SampledFrom([]circuit.Method{circuit.Jacobi, circuit.GaussSeidel, circuit.Euler}).Draw(t, "method"),
			Sweeps: rapid.IntRange(1, 9).Draw(t, "sweeps"),
			Warm:   rapid.Bool().Draw(t, "warm"),
		}
		if settle.Method == circuit.Euler {
			settle.TimeStep = 0.3
		} else {
			settle.Damping = rapid.SampledFrom([]float64{0, 0.25}).Draw(t, "damping")
		}
		if rapid.Bool().Draw(t, "tolerant") {
			settle.Tolerance = 1e-3
		}
		var err error
		if network, err = network.Settling(settle); err != nil {
			t.Fatal(err)
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "user's feedforward rule") == 0 {
		network = withRule(network, "feedforward", rapid.SampledFrom([]synapse.Rule{covariance, bounded, drivenByGain, drivenToGain, gated}).Draw(t, "rule"))
	}
	if rapid.IntRange(0, 3).Draw(t, "user's scale rule") == 0 {
		factor := rapid.SampledFrom([]neuron.Factor{neuron.Activity, neuron.Gain, neuron.Constant(0.3)})
		scale := network.Population("outputs").Scale
		scale.Drive = factor.Draw(t, "drive")
		scale.Decay, scale.Drain = factor.Draw(t, "decay"), neuron.Constant(0)
		network = withScale(network, "outputs", scale)
	}
	if rapid.IntRange(0, 2).Draw(t, "user's lateral rule") == 0 {
		slow := synapse.AntiHebbianPSPDecaying(rapid.SampledFrom([]float64{0, 0.1, 2}).Draw(t, "ε"))
		network = withRule(network, "lateral", rapid.SampledFrom([]synapse.Rule{covariance, bounded, drivenByGain, drivenToGain, gated, slow}).Draw(t, "rule"))
	}
	return network
}

// checkActivities compares what can be seen without looking at a weight.
func checkActivities(t *rapid.T, step int, one, other *circuit.Circuit) {
	a, b := one.Outputs(), other.Outputs()
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
		if i, ok := sameBits(a.Signals(slot), b.Signals(slot)); !ok {
			t.Fatalf("step %d: %v activity %d is %v, and %v otherwise", step, slot, i, a.Signals(slot)[i], b.Signals(slot)[i])
		}
	}
	if i, ok := sameBits(a.Scales(), b.Scales()); !ok {
		t.Fatalf("step %d: scale %d is %v, and %v otherwise", step, i, a.Scales()[i], b.Scales()[i])
	}
}

// changes returns the parts of every last change.
func changes(c *circuit.Circuit) (all []float64) {
	for _, p := range c.Projections() {
		for s := range p.All() {
			all = append(all, parts(s.LastChange())...)
		}
	}
	for o := range c.Outputs().Outputs() {
		all = append(all, parts(o.LastScaleChange())...)
	}
	return all
}

// parts returns the numbers of a change.
func parts(c neuron.Change) []float64 {
	return []float64{c.Hebbian, c.Decay, c.Rounding, c.Nonlocal, c.Unlearning, c.Pre, c.Post}
}

// drawOperation draws something to do to a synapse or a projection.
func drawOperation(t *rapid.T, c *circuit.Circuit) func(*circuit.Circuit) {
	which := rapid.IntRange(0, 1).Draw(t, "projection")
	p := c.Projections()[which]
	if p.Len() == 0 {
		return func(*circuit.Circuit) {}
	}
	post := rapid.IntRange(0, p.Post().Len()-1).Draw(t, "post")
	pre := rapid.IntRange(0, p.Pre().Len()-1).Filter(func(pre int) bool { return p.Has(post, pre) }).Draw(t, "pre")
	operations := []func(*synapse.Projection, synapse.Synapse){
		func(*synapse.Projection, synapse.Synapse) {},
		func(_ *synapse.Projection, s synapse.Synapse) { s.Freeze() },
		func(_ *synapse.Projection, s synapse.Synapse) { s.Thaw() },
		func(_ *synapse.Projection, s synapse.Synapse) { s.Lesion() },
		func(_ *synapse.Projection, s synapse.Synapse) { s.Prune() },
		func(_ *synapse.Projection, s synapse.Synapse) { s.Grow(0.25) },
		func(_ *synapse.Projection, s synapse.Synapse) { _ = s.Set(0.125) },
		func(p *synapse.Projection, _ synapse.Synapse) { p.Freeze() },
		func(p *synapse.Projection, _ synapse.Synapse) { p.Thaw() },
		func(p *synapse.Projection, _ synapse.Synapse) { p.KeepChanges(true); p.Post().KeepChanges(true) },
		func(p *synapse.Projection, _ synapse.Synapse) { p.KeepChanges(false); p.Post().KeepChanges(false) },
	}
	if rapid.Bool().Draw(t, "of the circuit") {
		return drawCircuitOperation(t, c)
	}
	do := operations[rapid.IntRange(0, len(operations)-1).Draw(t, "operation")]
	return func(c *circuit.Circuit) {
		p := c.Projections()[which]
		do(p, p.Synapse(post, pre))
	}
}

// drawCircuitOperation draws something to do to a circuit or a neuron.
func drawCircuitOperation(t *rapid.T, c *circuit.Circuit) func(*circuit.Circuit) {
	k := c.Outputs().Len()
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	population := c.Outputs()
	if rapid.Bool().Draw(t, "input") {
		population = c.Inputs()
	}
	i, input := rapid.IntRange(0, population.Len()-1).Draw(t, "neuron"), population == c.Inputs()
	of := func(c *circuit.Circuit) neuron.Neuron {
		if input {
			return c.Inputs().Neuron(i)
		}
		return c.Outputs().Neuron(i)
	}
	output := i % k
	switch rapid.IntRange(0, 9).Draw(t, "operation") {
	case 9:
		m := rapid.Float64Range(0.5, 2).Draw(t, "m")
		return func(c *circuit.Circuit) { must(c.Outputs().Output(output).SetScale(m)) }
	case 8:
		return func(c *circuit.Circuit) {
			w := c.Forward().Weights()
			for i := range w {
				w[i] *= 0.5
			}
			_ = c.Forward().SetWeights(w) // refused where a weight has left the range of numbers
		}
	case 7:
		v := rapid.Float64Range(-1, 1).Draw(t, "v")
		return func(c *circuit.Circuit) { must(of(c).Clamp(v)) }
	case 6:
		return func(c *circuit.Circuit) { of(c).Release() }
	case 5:
		return func(c *circuit.Circuit) { c.Outputs().Output(output).OwnScale().Freeze() }
	case 4:
		return func(c *circuit.Circuit) { c.Outputs().Output(output).OwnScale().Thaw() }
	case 0:
		rate := rateOf(c.Spec().Network, circuit.DecayingRate(rapid.Float64Range(0.1, 10).Draw(t, "a"), 100))
		return func(c *circuit.Circuit) { must(c.SetRate(rate)) }
	case 1:
		tau := rapid.Float64Range(0.2, 2).Draw(t, "τ")
		if c.Spec().Network.SetsOwnRate() {
			tau = 1
		}
		return func(c *circuit.Circuit) { must(c.SetTau(tau)) }
	case 2:
		gains := circuit.LinearGains(k, rapid.Float64Range(0.8, 1.2).Draw(t, "λ_1"), 0.7)
		if network := c.Spec().Network; network.Gains == circuit.NoGains {
			gains = network.DefaultGains(k)
		}
		return func(c *circuit.Circuit) { must(c.SetGains(gains)) }
	}
	s := drawSchedule(t, selection.SizeOf(c))
	return func(c *circuit.Circuit) { must(c.SetSchedule(s)) }
}

// drawSchedule draws a schedule for a circuit of that size: often the two-phase one,
// perhaps among other phases.
func drawSchedule(t *rapid.T, z selection.Size) (s circuit.Schedule) {
	if rapid.Bool().Draw(t, "two-phase") {
		return circuit.IfPSP.Schedule
	}
	maybe := func(label string, phases ...circuit.Phase) {
		if i := rapid.IntRange(-len(phases), len(phases)-1).Draw(t, label); i >= 0 {
			s = append(s, phases[i])
		}
	}
	sizes := rapid.SampledFrom([]float64{0, 1e-3, 0.1})
	where := []selection.Selection{selection.All(selection.Feedforward), selection.All(selection.Weights), selection.MustParse("feedforward[0,0]")}
	if wiring, _ := z.Within(selection.Lateral); wiring.Len(z.Outputs) > 0 {
		where = append(where, selection.All(selection.Lateral), selection.MustParse("lateral[1,*]"))
	}
	at := func() selection.Selection { return rapid.SampledFrom(where).Draw(t, "where") }
	maybe("failure", circuit.TransmissionFailure{Projection: "feedforward", Probability: 0.3}, circuit.TransmissionFailure{Projection: "feedforward"})
	maybe("lateral failure", circuit.TransmissionFailure{Projection: "lateral", Probability: 0.3}, circuit.TransmissionFailure{Projection: "lateral"})
	s = append(s, circuit.Feedforward, rapid.SampledFrom([]circuit.Phase{
		circuit.Lateral, circuit.Lateral, circuit.Lateral, circuit.StaleLateral, circuit.Solve, circuit.Cascade, circuit.Fire,
		circuit.Settle{Sweeps: 2}, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 2, Warm: true},
	}).Draw(t, "neural phase"))
	maybe("noise of y", circuit.Noise{Population: "outputs", Slot: neuron.Final, Spread: 0.1, Shared: 0.3}, circuit.Noise{Population: "outputs", Spread: 0.1, Shared: 1})
	maybe("unlearning", circuit.Unlearn{Variance: 0.1})
	maybe("residual", circuit.Residual{Of: circuit.Backprojection(rapid.IntRange(0, 4).Draw(t, "of"))})
	if rapid.IntRange(0, 4).Draw(t, "plasticity") > 0 {
		s = append(s, circuit.Plasticity{})
	}
	maybe("noise", circuit.SynapticNoise{Where: at(), Size: sizes.Draw(t, "size")})
	maybe("quantised", circuit.Quantise{Where: at(), Step: 1e-3})
	maybe("sign", circuit.SignConstraint{Where: at(), Positive: rapid.Bool().Draw(t, "positive")})
	return s
}

// sameBits reports whether two vectors have the same bits, and if not where.
// All that is not a number counts as the same.
func sameBits(a, b []float64) (int, bool) {
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return i, false
		}
	}
	return 0, len(a) == len(b)
}
