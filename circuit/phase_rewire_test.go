package circuit_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/synapse"
)

// rewired returns a spec of a circuit of 6 inputs and 4 outputs that is rewired, of which a part of the synapses exists.
func rewired(probability float64, r circuit.Rewire) circuit.Spec {
	g := circuit.Graph{
		Populations: []circuit.PopulationSpec{{Name: "inputs", Input: true}, {Name: "outputs"}},
		Projections: []circuit.ProjectionSpec{{Name: r.Projection, From: "inputs", To: "outputs", Rule: synapse.Oja, Probability: probability}},
	}
	n := circuit.Network{
		Name: "rewired", Graph: g, Gains: circuit.FreeGains, Tau: 1, InitialScale: 1,
		Schedule: circuit.Schedule{
			circuit.Turn{Population: "outputs", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: r.Projection, Slot: neuron.Final})},
			circuit.Plasticity{}, r,
		},
	}
	return circuit.Spec{Network: n, Inputs: 6, Gains: circuit.LinearGains(4, 1, 1), Rate: circuit.ConstantRate(0.05), Seed: 7, Trial: 2}
}

// The phase in plain loops: the counts, what is pruned, and where as many grow, of a permutation of the places that were
// vacant before or by the correlation of the two neurons since the last pruning. What is frozen or lesioned stays.
func TestRewireIsALoop(t *testing.T) {
	for _, grow := range []circuit.Growth{circuit.GrowNone, circuit.GrowRandom, circuit.GrowCorrelated} {
		for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			rewireByLoops(t, grow, e)
		}
	}
}

func rewireByLoops(t *testing.T, grow circuit.Growth, e circuit.Executor) {
	r := circuit.Rewire{Projection: "W", Every: 7, Below: 0.2, For: 5, Grow: grow}
	if grow != circuit.GrowNone {
		r.Start = 0.3
	}
	spec := rewired(0.6, r)
	spec.Executor = e
	c := newCircuit(t, spec)
	p := c.Projection("W")
	var held []int
	for s := range p.All() {
		if at := s.Post().Index()*6 + s.Pre().Index(); !s.Vacant() && len(held) < 2 {
			if held = append(held, at); len(held) == 1 {
				s.Lesion()
			} else {
				s.Freeze()
			}
		}
	}
	var done circuit.Rewired
	c.WatchRewiring(func(d circuit.Rewired) error { done = d; return nil })
	counts, vacant := make([]int, 24), make([]bool, 24)
	for s := range p.All() {
		vacant[s.Post().Index()*6+s.Pre().Index()] = s.Vacant()
	}
	pruned, grown := 0, 0
	var before [][2][]float64 // the activities since the last pruning
	for step := 1; step <= 200; step++ {
		done = circuit.Rewired{}
		x := smallStimulus(6, step)
		for i := range x {
			x[i] *= 6
		}
		var want []float64
		if err := c.StepPhases(x, func(phase circuit.Phase) error {
			if phase.Signature().Name == "Plasticity" {
				want = p.Weights()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		var open, lost []int
		for i, w := range want {
			switch {
			case vacant[i]:
				open = append(open, i)
			case slices.Contains(held, i) || math.Abs(w) >= 0.2:
				counts[i] = 0
			default:
				if counts[i]++; counts[i] >= 5 && step%7 == 0 {
					lost = append(lost, i)
				}
			}
		}
		for _, i := range lost {
			want[i], vacant[i], counts[i] = 0, true, 0
		}
		before = append(before, [2][]float64{slices.Clone(c.Outputs().Signals(neuron.Final)), slices.Clone(x)})
		if grow != circuit.GrowNone && len(lost) > 0 && len(open) > 0 {
			order := random.New(7, 2, "growth of W").Permutation(len(open), uint64(step))
			if grow == circuit.GrowCorrelated {
				slices.Sort(order)
				slices.SortStableFunc(order, func(a, b int) int {
					return cmp.Compare(correlation(before, open[b]/6, open[b]%6), correlation(before, open[a]/6, open[a]%6))
				})
			}
			for _, i := range order[:min(len(lost), len(open))] {
				want[open[i]], vacant[open[i]] = 0.3, false
				grown++
			}
		}
		if step%7 == 0 {
			before = nil
		}
		pruned += len(lost)
		bitsOf(t, fmt.Sprintf("%v, %v, step %d", grow, e, step), p.Weights(), want)
		for s := range p.All() {
			if i := s.Post().Index()*6 + s.Pre().Index(); s.Vacant() != vacant[i] {
				t.Fatalf("%v, %v, step %d: %v is vacant: %v", grow, e, step, s, s.Vacant())
			}
		}
		if len(done.Pruned) != len(lost) {
			t.Fatalf("%v, %v, step %d: %d synapses were pruned, and %d are told", grow, e, step, len(lost), len(done.Pruned))
		}
	}
	if !p.Synapse(held[0]/6, held[0]%6).Lesioned() || pruned < 5 || (grown > 0) != (grow != circuit.GrowNone) {
		t.Errorf("%v, %v: %d synapses were pruned and %d have grown: this tests nothing", grow, e, pruned, grown)
	}
}

// correlation returns Pearson's coefficient of an output and an input.
func correlation(of [][2][]float64, post, pre int) float64 {
	var y, x []float64
	for _, both := range of {
		y, x = append(y, both[0][post]), append(x, both[1][pre])
	}
	return stat.Correlation(y, x, nil)
}

// Neurons that are constant have the correlation 0, whatever their activity: those that vary, which correlate here, come
// before them.
func TestConstantNeuronsDoNotCorrelate(t *testing.T) {
	r := circuit.Rewire{Projection: "W", Every: 20, Below: 1e9, For: 1, Grow: circuit.GrowCorrelated, Start: 0.1}
	c := newCircuit(t, rewired(0.5, r))
	var grown []synapse.Synapse
	c.WatchRewiring(func(done circuit.Rewired) error {
		for _, g := range done.Grown {
			grown = append(grown, g.Synapse)
		}
		return nil
	})
	vacant := 0
	for s := range c.Projection("W").All() {
		if s.Vacant() && s.Pre().Index() >= 4 && s.Post().Index() > 0 {
			vacant++
		}
	}
	for step := range 20 {
		x := smallStimulus(6, step)
		for j := range 4 {
			x[j] = 0.3
		}
		if err := c.Outputs().Neuron(0).Clamp(0.7); err != nil {
			t.Fatal(err)
		}
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	if len(grown) < 3 || vacant < 1 {
		t.Fatalf("%d synapses have grown, and %d places are between neurons that vary: this tests nothing", len(grown), vacant)
	}
	varying := 0
	for _, s := range grown {
		if s.Pre().Index() >= 4 && s.Post().Index() > 0 {
			varying++
		}
	}
	if want := min(vacant, len(grown)); varying != want {
		t.Errorf("%d of %v are between neurons that vary, want %d", varying, grown, want)
	}
}

// A run that is cut anywhere and taken up again, by either executor, is the run that was never cut.
func TestRewiringResumes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := circuit.Rewire{
			Projection: "W", Every: rapid.IntRange(1, 9).Draw(rt, "every"), Below: rapid.SampledFrom([]float64{0.05, 0.3}).Draw(rt, "below"),
			For: rapid.IntRange(1, 9).Draw(rt, "for"), Grow: circuit.GrowRandom, Start: 0.1,
		}
		if r.Every > 2 && rapid.Bool().Draw(rt, "by correlation") {
			r.Grow = circuit.GrowCorrelated
		}
		spec := rewired(0.5, r)
		spec.Seed = rapid.Uint64Range(0, 99).Draw(rt, "seed")
		whole, err := circuit.New(spec)
		if err != nil {
			rt.Skip(err) // every synapse exists
		}
		cut := newCircuit(t, spec)
		for step := range 40 {
			for _, c := range []*circuit.Circuit{whole, cut} {
				if err := c.Step(smallStimulus(6, step)); err != nil {
					rt.Fatal(err)
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "cut") > 0 {
				continue
			}
			s := stateOf(t, cut)
			hash := s.Hash()
			if s = throughGob(t, s); rapid.Bool().Draw(rt, "JSON") {
				s = throughJSON(t, s)
			}
			spec.Executor = circuit.Executor(rapid.IntRange(0, 1).Draw(rt, "executor"))
			if cut, err = circuit.Restore(spec, s); err != nil {
				rt.Fatal(err)
			}
			if again := stateOf(t, cut); again.Hash() != hash {
				rt.Fatalf("step %d: the state of what was restored is another", step)
			}
		}
		a, b := stateOf(t, whole), stateOf(t, cut)
		if a.Hash() != b.Hash() {
			rt.Fatal("the states differ")
		}
		b.Rewiring[0].Faint[3]++
		if a.Hash() == b.Hash() {
			rt.Fatal("the hash does not see a count")
		}
		if r.Grow == circuit.GrowCorrelated {
			hash := b.Hash()
			if b.Rewiring[0].Sums[7][3]++; hash == b.Hash() {
				rt.Fatal("the hash does not see a sum of products")
			}
		}
	})
}

// The number of synapses stays, every vacant place is as likely to get one, and nothing happens in a frozen projection.
func TestGrowthIsUniform(t *testing.T) {
	r := circuit.Rewire{Projection: "W", Every: 1, Below: 1e9, For: 1, Grow: circuit.GrowRandom, Start: 1}
	c := newCircuit(t, rewired(0.25, r))
	p, x := c.Projection("W"), make([]float64, 6)
	const steps = 4000
	there, synapses := make([]float64, 24), p.Len()-p.Gone()
	for range steps {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		if p.Len()-p.Gone() != synapses {
			t.Fatalf("%d synapses, want %d", p.Len()-p.Gone(), synapses)
		}
		for i, w := range p.Weights() {
			there[i] += w / steps
		}
	}
	for i, share := range there {
		// All synapses move in every step, so that a place is taken with that probability; successive steps correlate by
		// less than 1, and five standard errors are below that.
		if want := float64(synapses) / 24; math.Abs(share-want) > 5*math.Sqrt(want*(1-want)/steps) {
			t.Errorf("place %d has a synapse for %v of the steps, want %v", i, share, want)
		}
	}
	p.Freeze()
	before := p.Weights()
	if err := c.Step(x); err != nil {
		t.Fatal(err)
	}
	bitsOf(t, "frozen", p.Weights(), before)
}

func TestImpossibleRewiringIsRefused(t *testing.T) {
	valid := circuit.Rewire{Projection: "W", Every: 10, Below: 0.1, For: 5, Grow: circuit.GrowRandom, Start: 0.1}
	for want, change := range map[string]func(*circuit.Rewire){
		"schedule: phase 3: rewiring of W every 0 steps: give at least 1":                                                            func(r *circuit.Rewire) { r.Every = 0 },
		"schedule: phase 3: rewiring of W below -1: give 0 or a positive number":                                                     func(r *circuit.Rewire) { r.Below = -1 },
		"schedule: phase 3: rewiring of W below NaN: give 0 or a positive number":                                                    func(r *circuit.Rewire) { r.Below = math.NaN() },
		"schedule: phase 3: rewiring of W after 0 steps below the bound (for): give a number from 1 to 2147483647":                   func(r *circuit.Rewire) { r.For = 0 },
		"schedule: phase 3: rewiring of W with the growth Growth(9): choose none, random, correlation":                               func(r *circuit.Rewire) { r.Grow = 9 },
		"schedule: phase 3: rewiring of W has a start, and nothing grows: leave it out, or choose grow: random or correlation":       func(r *circuit.Rewire) { r.Grow = circuit.GrowNone },
		"schedule: phase 3: rewiring of W every 2 steps by correlation: a correlation needs at least 3 steps; give every: 3 or more": func(r *circuit.Rewire) { r.Every, r.Grow = 2, circuit.GrowCorrelated },
		"schedule: phase 3: rewiring of W with the start +Inf: give a finite number":                                                 func(r *circuit.Rewire) { r.Start = math.Inf(1) },
		"schedule: phase 3: rewiring: projection \"V\" does not exist: choose W":                                                     func(r *circuit.Rewire) { r.Projection = "V" },
	} {
		r, spec := valid, rewired(0.5, valid)
		change(&r)
		spec.Network.Schedule[2] = r
		_, err := circuit.New(spec)
		wantError(t, err, want)
	}
	spec := rewired(0.5, valid)
	spec.Network.Schedule = append(spec.Network.Schedule, valid)
	_, err := circuit.New(spec)
	wantError(t, err, "schedule: phase 4: a phase before it rewires W already")
	spec = rewired(0, valid)
	_, err = circuit.New(spec)
	wantError(t, err, "schedule: phase 3: rewiring: projection W has a synapse at every place at the start, so that none can grow elsewhere: give it fewer (wiring: {random: 0.5}), or choose grow: none")
	spec = rewired(1, valid)
	if _, err = circuit.New(spec); err == nil {
		t.Error("synapses grow where there is no place")
	}
	spec = rewired(0.5, valid)
	spec.Network.Graph.Projections[0].Sign = circuit.Excitatory
	spec.Network.Schedule[2] = circuit.Rewire{Projection: "W", Every: 10, Below: 0.1, For: 5, Grow: circuit.GrowRandom, Start: -0.1}
	_, err = circuit.New(spec)
	wantError(t, err, "schedule: phase 3: rewiring: projection W is excitatory, and a start of -0.1 is below 0")
}
