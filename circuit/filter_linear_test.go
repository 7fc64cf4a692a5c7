package circuit_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// own is a user's phase.
type own struct {
	signature circuit.Signature
	run       func(c *circuit.Circuit)
}

func (p own) Signature() circuit.Signature { return p.signature }
func (p own) Run(c *circuit.Circuit) error { p.run(c); return nil }

// saturating runs Lateral, and then lets the outputs saturate. It says of itself what
// Lateral says.
type saturating struct{ circuit.Turn }

func (s saturating) Run(c *circuit.Circuit) error {
	err := s.Turn.Run(c)
	y := c.Outputs().Signals(neuron.Final)
	for i := range y {
		y[i] = y[i] / (1 + math.Abs(y[i]))
	}
	return err
}

// of returns a user's phase that says nothing but its name and what it reads and writes.
func of(name string, reads, writes []circuit.Variable, run func(c *circuit.Circuit)) own {
	return own{circuit.Signature{Name: name, Reads: reads, Writes: writes}, run}
}

type variables = []circuit.Variable

// usersSchedules are schedules with phases of a user's own, none of which is linear.
func usersSchedules() map[string]circuit.Schedule {
	outputs := func(c *circuit.Circuit, slot neuron.Slot) []float64 { return c.Outputs().Signals(slot) }
	winner := of("WinnerTakesAll", variables{circuit.Y}, variables{circuit.Y}, func(c *circuit.Circuit) {
		y := outputs(c, neuron.Final)
		best := 0
		for i := range y {
			if y[i] > y[best] {
				best = i
			}
		}
		for i := range y {
			if i != best {
				y[i] = 0
			}
		}
	})
	threshold := of("Threshold", variables{circuit.Provisional}, variables{circuit.Provisional}, func(c *circuit.Circuit) {
		for i, v := range outputs(c, neuron.Provisional) {
			outputs(c, neuron.Provisional)[i] = max(v-0.1, 0)
		}
	})
	normalise := of("NormaliseInputs", variables{circuit.X}, variables{circuit.X}, func(c *circuit.Circuit) {
		x, sum := c.Inputs().Signals(neuron.Stimulus), 0.0
		for _, v := range x {
			sum = math.FMA(v, v, sum)
		}
		for j := range x {
			x[j] /= math.Sqrt(1 + sum)
		}
	})
	adapt := of("AdaptScales", variables{circuit.Provisional, circuit.Md}, variables{circuit.Md}, func(c *circuit.Circuit) {
		for i, v := range outputs(c, neuron.Provisional) {
			if err := c.Outputs().Output(i).SetScale(1 + v*v); err != nil {
				panic(err)
			}
		}
	})
	silent := of("Silent", variables{circuit.Y}, nil, func(c *circuit.Circuit) { outputs(c, neuron.Final)[0] = 0 })
	denied := own{circuit.Signature{Name: "Squared", Reads: variables{circuit.Y}, Writes: variables{circuit.Y}, Linear: circuit.No}, func(c *circuit.Circuit) {
		for i, v := range outputs(c, neuron.Final) {
			outputs(c, neuron.Final)[i] = v * v
		}
	}}
	linear := circuit.Signature{Linear: circuit.Yes, Local: circuit.Yes, Signals: circuit.Signals{Known: true}}
	scaled := own{linear, func(c *circuit.Circuit) {
		for i := range outputs(c, neuron.Provisional) {
			outputs(c, neuron.Provisional)[i] *= 2
		}
	}}
	scaled.signature.Name, scaled.signature.Writes = "TwiceFirst", variables{circuit.Provisional}
	first, second, learn := circuit.Feedforward, circuit.Lateral, circuit.Plasticity{}
	return map[string]circuit.Schedule{
		"rectify":                         {first, second, rectify{}, learn},
		"a pointer to rectify":            {first, second, &rectify{}, learn},
		"rectify after plasticity":        {first, second, learn, rectify{}},
		"settling, then rectify":          {first, circuit.Settle{Sweeps: 3}, rectify{}, learn},
		"winner takes all":                {first, circuit.Solve, winner, learn},
		"ỹ above a threshold":             {first, threshold, second, learn},
		"inputs normalised":               {normalise, first, second, learn},
		"scales that adapt to ỹ":          {first, adapt, second, learn},
		"a phase that hides what it does": {first, second, silent, circuit.Cascade, learn},
		"one that says that it is not":    {first, second, denied, learn},
		"embedding Lateral":               {first, saturating{circuit.Lateral}, learn},
		"a pointer embedding Lateral":     {first, &saturating{circuit.Lateral}, learn},
		"learning before y is final":      {first, circuit.Fire, learn, second},
		"ỹ(t−1) as another phase left it": {first, circuit.StaleLateral, learn, scaled},
		"weights quantised before y":      {circuit.Quantise{Where: selection.All(selection.Weights), Step: 0.25}, first, second, learn},
	}
}

// A user's phase that does not say that it is linear has no filter: it is an error that
// names the phase, and never a matrix. What it does not say of its locality and its cost
// is not known either.
func TestWhatIsNotLinearHasNoFilter(t *testing.T) {
	for name, schedule := range usersSchedules() {
		t.Run(name, func(t *testing.T) {
			network := circuit.IfPSP
			network.Schedule = schedule
			c := run(t, paperSpec(network, 5, 3), normals("stimuli", 20, 5))
			f, err := c.Filter()
			if f != nil || !errors.Is(err, circuit.ErrNotLinear) || !strings.Contains(err.Error(), schedule.String()) {
				t.Errorf("filter %v, error %v", f, err)
			}
		})
	}
	for name, schedule := range map[string]circuit.Schedule{
		"undeclared": {circuit.Feedforward, circuit.Lateral, rectify{}, circuit.Plasticity{}},
		"embedding":  {circuit.Feedforward, saturating{circuit.Lateral}, circuit.Plasticity{}},
	} {
		network := circuit.IfPSP
		network.Schedule = schedule
		cost, signals := network.Cost(), circuit.Spec{Network: network, Inputs: 10, Gains: make([]float64, 3)}.Operations(0)
		if network.Local() != circuit.NotKnown || network.IsLocal() || cost.Known || cost.String() != "not known" || !math.IsNaN(signals) {
			t.Errorf("%s: local %v, %v; it costs %v, %v signals", name, network.Local(), network.IsLocal(), cost, signals)
		}
		var b strings.Builder
		if err := newCircuit(t, paperSpec(network, 4, 2)).Describe(&b); err != nil || !strings.Contains(b.String(), "(not known to be local)") {
			t.Errorf("%s, %v:\n%s", name, err, b.String())
		}
		network.Schedule = append(slices.Clone(network.Schedule), circuit.Residual{})
		if network.Local() != circuit.No {
			t.Errorf("%s with a phase that is not local: local %v", name, network.Local())
		}
	}
}

// Nor has any circuit of a general graph whose weights change before y is found.
func TestWeightsThatChangeBeforeHaveNoFilter(t *testing.T) {
	network := circuit.BioCCA
	network.Schedule = append(circuit.Schedule{circuit.Quantise{Where: selection.All(selection.Weights), Step: 0.25}}, network.Schedule...)
	if f, err := newCircuit(t, paperSpec(network, 6, 2)).Filter(); f != nil || !errors.Is(err, circuit.ErrNotLinear) {
		t.Errorf("filter %v, error %v", f, err)
	}
}

// A user's phase that says what it is has a filter, a locality and a cost.
func TestWhatSaysThatItIsLinearHasAFilter(t *testing.T) {
	inhibit := own{circuit.Signature{
		Name: "Inhibit", Reads: variables{circuit.Y}, Writes: variables{circuit.Y},
		Linear: circuit.Yes, Local: circuit.No, Signals: circuit.Signals{Known: true, Through: []circuit.Carried{{Projection: "lateral"}, {Projection: "lateral"}}},
	}, func(c *circuit.Circuit) {
		y, sum := c.Outputs().Signals(neuron.Final), 0.0
		for _, v := range y {
			sum += v
		}
		for i := range y {
			y[i] -= sum / 4
		}
	}}
	first, second, learn := circuit.Feedforward, circuit.Lateral, circuit.Plasticity{}
	for _, schedule := range []circuit.Schedule{{first, second, first, second, learn}, {&first, second, learn}} {
		network := circuit.IfPSP
		network.Schedule = schedule
		checkFilter(t, run(t, paperSpec(network, 5, 3), normals("stimuli", 20, 5)), normals("probe", 1, 5)[0], 1e-12)
	}
	watch := own{circuit.Signature{Name: "Watch", Reads: variables{circuit.Y}, Linear: circuit.Yes, Local: circuit.Yes, Signals: circuit.Signals{Known: true}}, func(*circuit.Circuit) {}}
	network := circuit.IfPSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, watch, inhibit, circuit.Plasticity{}}
	c := run(t, paperSpec(network, 5, 3), normals("stimuli", 20, 5))
	checkFilter(t, c, normals("probe", 1, 5)[0], 1e-12)
	if network.Local() != circuit.No || network.Cost().String() != "NK + 3K(K−1)" {
		t.Errorf("local %v, cost %v", network.Local(), network.Cost())
	}
}

// checkFilter compares F x with the y of a step on x, relative to the largest of them.
func checkFilter(t interface{ Fatalf(string, ...any) }, c *circuit.Circuit, x []float64, tolerance float64) {
	f, err := c.Filter()
	if err != nil {
		t.Fatalf("%v: %v", c.Schedule(), err)
	}
	want := mulVec(f, x)
	if err := c.Step(x); err != nil {
		t.Fatalf("%v: %v", c.Schedule(), err)
	}
	size := 0.0
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i, y := range c.Outputs().Signals(neuron.Final) {
		if !(math.Abs(y-want[i]) <= tolerance*size) {
			t.Fatalf("%v: y[%d] = %v, F x = %v", c.Schedule(), i, y, want[i])
		}
	}
}

// All networks known by name say whether they are local and what they cost, and their
// filter is what the next stimulus meets. The mean of y over stimuli plays no part.
func TestFilterIsWhatAStimulusMeets(t *testing.T) {
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		if network.Local() == circuit.NotKnown || !network.Cost().Known {
			t.Errorf("%s: local %v, cost %v", network.Name, network.Local(), network.Cost())
		}
		tolerance := 1e-12
		if network.Settles() {
			tolerance = 1e-4 // they settle to 1e-6 of ỹ
		}
		c := run(t, paperSpec(network, 8, 3), normals("stimuli", 50, 8))
		checkFilter(t, c, normals("probe", 1, 8)[0], tolerance)
	}
}

// Whatever the schedule: there is no filter, or it is what a stimulus meets, within the
// bound that Filter promises where the outputs settle to a tolerance.
func TestThereIsNoWrongFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "N")
		k := rapid.IntRange(1, min(n, 4)).Draw(t, "K")
		spec := paperSpec(circuit.IfPSP, n, k)
		spec.Seed = rapid.Uint64().Draw(t, "seed")
		c, err := circuit.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		m := make([]float64, k*k) // rows of M_d⁻¹M_o that sum to less than 1: sweeps contract
		for i := range m {
			m[i] = rapid.Float64Range(-0.9, 0.9).Draw(t, "M") / float64(k)
		}
		if err := c.Among().SetWeights(m); err != nil {
			t.Fatal(err)
		}
		settle := circuit.Settle{Sweeps: 1000, Tolerance: rapid.SampledFrom([]float64{1e-9, 1e-3, 0.1, 0.5}).Draw(t, "tolerance")}
		inOrder := settle
		inOrder.Method = circuit.GaussSeidel
		s := circuit.Schedule{circuit.Feedforward, rapid.SampledFrom([]circuit.Phase{
			circuit.Lateral, circuit.StaleLateral, circuit.Cascade, circuit.Solve, circuit.Fire, circuit.Settle{Sweeps: 3}, settle, inOrder,
		}).Draw(t, "neural phase"), circuit.Plasticity{}}
		others := []circuit.Phase{
			rectify{}, saturating{circuit.Lateral}, circuit.Plasticity{}, circuit.Quantise{Where: selection.All(selection.Weights), Step: 0.1}, circuit.Fire, circuit.Cascade,
			circuit.Unlearn{Variance: 0.1}, circuit.Residual{}, circuit.TransmissionFailure{Projection: "lateral"},
			circuit.Noise{Population: "outputs"}, circuit.Noise{Population: "outputs", Slot: neuron.Final},
		}
		for range rapid.IntRange(0, 2).Draw(t, "others") {
			other := rapid.SampledFrom(others).Draw(t, "other")
			s = slices.Insert(slices.Clone(s), rapid.IntRange(0, len(s)).Draw(t, "place"), other)
		}
		if c.SetSchedule(s) != nil {
			return // it reads what is not yet there
		}
		f, err := c.Filter()
		if err != nil {
			if !errors.Is(err, circuit.ErrNotLinear) {
				t.Fatal(err)
			}
			return
		}
		x := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "x")
		before := c.M()
		for range 2 { // of StaleLateral, a stimulus that lasts
			w, m := c.Forward().Weights(), c.M()
			if c.Step(x) != nil {
				return // it diverges
			}
			if err := c.Forward().SetWeights(w); err != nil {
				t.Fatal(err)
			}
			setM(t, c, m)
		}
		y, provisional, want := c.Outputs().Signals(neuron.Final), c.Outputs().Signals(neuron.Provisional), mulVec(f, x)
		size := 0.0
		for _, v := range provisional {
			size = max(size, math.Abs(v))
		}
		bound := 1e-11 * size
		off := make([]float64, k)
		for i := range off {
			off[i] = want[i] - y[i]
		}
		if settles := func(p circuit.Phase) bool { return p == circuit.Phase(settle) || p == circuit.Phase(inOrder) }; slices.ContainsFunc(s, settles) {
			bound += float64(k+1) * settle.Tolerance * size
			off = residualOf(before, off)
		}
		for i, v := range off {
			if math.Abs(v) > bound {
				t.Fatalf("%v: %v of F x − y[%d], bound %v", s, v, i, bound)
			}
		}
	})
}

// setM sets the lateral weights and scales.
func setM(t *rapid.T, c *circuit.Circuit, m []float64) {
	if err := c.Among().SetWeights(m); err != nil {
		t.Fatal(err)
	}
	for i := range c.Outputs().Len() {
		if err := c.Outputs().Output(i).SetScale(m[i*c.Outputs().Len()+i]); err != nil {
			t.Fatal(err)
		}
	}
}

// residualOf returns (I + M_d⁻¹M_o) v.
func residualOf(m, v []float64) []float64 {
	k := len(v)
	all := make([]float64, k)
	for i := range all {
		all[i] = mat.Dot(mat.NewVecDense(k, m[i*k:(i+1)*k]), mat.NewVecDense(k, v)) / m[i*k+i]
	}
	return all
}
