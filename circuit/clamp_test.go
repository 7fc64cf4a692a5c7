package circuit_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
)

// clampable returns schedules of every neural phase.
func clampable() []circuit.Schedule {
	return []circuit.Schedule{
		{circuit.Feedforward, circuit.Lateral},
		{circuit.Feedforward, circuit.Solve},
		{circuit.Feedforward, circuit.Settle{Method: circuit.Jacobi, Sweeps: 400}},
		{circuit.Feedforward, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 200, Warm: true}},
		{circuit.Feedforward, circuit.Settle{Method: circuit.Euler, TimeStep: 0.5, Sweeps: 800}},
	}
}

// drawClamped draws a circuit with lateral weights, of which some neurons are
// clamped, and returns what each output is clamped to, NaN if it is not.
func drawClamped(t *rapid.T, schedule circuit.Schedule) (c *circuit.Circuit, clamps []float64) {
	const n, k = 6, 4
	network := circuit.IfPSP
	network.Schedule = schedule
	spec := paperSpec(network, n, k)
	spec.Seed, spec.Executor = rapid.Uint64().Draw(t, "seed"), circuit.Executor(rapid.IntRange(0, 1).Draw(t, "executor"))
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	small := rapid.Float64Range(-0.3, 0.3)
	if err := c.Among().SetWeights(rapid.SliceOfN(small, k*k, k*k).Draw(t, "M_o")); err != nil {
		t.Fatal(err)
	}
	for i := range k {
		clamps = append(clamps, math.NaN())
		if rapid.IntRange(0, 2).Draw(t, "clamp") == 0 {
			clamps[i] = rapid.Float64Range(-2, 2).Draw(t, "v")
			if err := c.Outputs().Neuron(i).Clamp(clamps[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c, clamps
}

// What the outputs do when some of them are clamped, from the equations: a clamped
// one carries v in both turns, the others obey theirs with that v on the axon.
func TestClampedOutputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schedules := clampable()
		which := rapid.IntRange(0, len(schedules)-1).Draw(t, "schedule")
		c, clamps := drawClamped(t, schedules[which])
		if err := c.Inputs().Input(2).Clamp(0.7); err != nil {
			t.Fatal(err)
		}
		n, k := c.Inputs().Len(), c.Outputs().Len()
		for step := range 2 {
			x := smallStimulus(n, step)
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			x[2] = 0.7
			w, m := c.Forward().Weights(), c.M()
			provisional, y := c.Outputs().Signals(neuron.Provisional), c.Outputs().Signals(neuron.Final)
			sent := y // what reaches the others while y comes about
			if which == 0 {
				sent = provisional
			}
			for i, v := range clamps {
				if v == v {
					if provisional[i] != v || y[i] != v {
						t.Fatalf("%v: output %d carries %v, %v, and is clamped to %v", schedules[which], i, provisional[i], y[i], v)
					}
					continue
				}
				var drive, received float64
				for j := range n {
					drive += w[i*n+j] * x[j]
				}
				for j := range k {
					if j != i {
						received += m[i*k+j] * sent[j]
					}
				}
				if !near(provisional[i], drive) || !near(y[i], drive-received) { // the scales are 1
					t.Fatalf("%v: output %d carries %v, %v, want %v, %v", schedules[which], i, provisional[i], y[i], drive, drive-received)
				}
			}
		}
	})
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(1, math.Abs(b)) }

// The filter of a circuit with clamps is what of its response comes from the
// stimulus: y(x) − y(0) = F x.
func TestFilterWithClamps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := drawClamped(t, rapid.SampledFrom(clampable()).Draw(t, "schedule"))
		n := c.Inputs().Len()
		if err := c.Inputs().Input(1).Clamp(-2); err != nil {
			t.Fatal(err)
		}
		f, err := c.Filter()
		if err != nil {
			t.Fatal(err)
		}
		respond := func(x []float64) []float64 {
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			return append([]float64(nil), c.Outputs().Signals(neuron.Final)...)
		}
		x := smallStimulus(n, 1)
		y, y0, want := respond(x), respond(make([]float64, n)), mulVec(f, x)
		for i := range y {
			if !near(y[i]-y0[i], want[i]) {
				t.Fatalf("output %d responds by %v, the filter says %v", i, y[i]-y0[i], want[i])
			}
			if v, clamped := c.Outputs().Clamped(i); clamped && (y[i] != v || want[i] != 0) {
				t.Fatalf("output %d is clamped to %v, carries %v, and its filter gives %v", i, v, y[i], want[i])
			}
		}
		if f.At(0, 1) != 0 {
			t.Fatalf("the filter listens to an input that is clamped: %v", f.At(0, 1))
		}
	})
}

// A clamped neuron goes on learning, from what it is clamped to, and is itself
// again when it is released.
func TestAClampedNeuronLearns(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 5, 2))
	out, x := c.Outputs().Output(1), smallStimulus(5, 3)
	if err := out.Clamp(1.5); err != nil {
		t.Fatal(err)
	}
	before, m := c.Forward().Weights(), out.Scale()
	if err := c.Step(x); err != nil {
		t.Fatal(err)
	}
	alpha := c.Rate().At(1)
	for j, xj := range x {
		want := before[5+j] + alpha*(1.5*xj-before[5+j])
		if got := c.Forward().Synapse(1, j).Weight(); !near(got, want) {
			t.Errorf("synapse %d learnt to %v, want %v", j, got, want)
		}
	}
	if want := m + alpha/c.Tau()*(1.5*1.5-out.Gain()*out.Gain()*m); !near(out.Scale(), want) {
		t.Errorf("the scale learnt to %v, want %v", out.Scale(), want)
	}
	out.Release()
	if err := c.Step(x); err != nil || out.Activity() == 1.5 || out.Provisional() == 1.5 {
		t.Errorf("after the release: %v, y = %v", err, out.Activity())
	}
}

// A neuron that nothing reaches any more loses its scale, unless that is frozen:
// then it is left alone, even where a single change would take it below 0.
func TestADeadNeuronsScaleCanBeHeld(t *testing.T) {
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		for _, frozen := range []bool{false, true} {
			spec := paperSpec(circuit.IfPSW, 5, 3)
			spec.Executor, spec.Rate, spec.InitialScale = executor, circuit.ConstantRate(0.4), 1
			c := newCircuit(t, spec)
			out := c.Outputs().Output(0)
			if err := out.SetScale(0.3); err != nil {
				t.Fatal(err)
			}
			for _, p := range c.Projections() {
				for s := range p.Onto(0) {
					s.Lesion()
				}
			}
			if frozen {
				out.OwnScale().Freeze()
			}
			err := c.Step(smallStimulus(5, 0))
			switch change := out.LastScaleChange(); {
			case !frozen && err == nil:
				t.Errorf("%v: the scale has become %v, without an error", executor, out.Scale())
			case frozen && (err != nil || out.Scale() != 0.3 || change != neuron.Change{}):
				t.Errorf("%v: %v; the frozen scale has become %v by %+v", executor, err, out.Scale(), change)
			}
		}
	}
}

// A lesioned synapse neither transmits nor learns; a frozen one transmits and does
// not learn. Input 2 alone speaks, through a synapse of which output 1 has no other.
func TestLesionedAndFrozenSynapsesInACircuit(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			for _, lesion := range []bool{false, true} {
				spec := slowSpec(network)
				spec.Executor = executor
				c := newCircuit(t, spec)
				s := c.Forward().Synapse(1, 2)
				if err := s.Set(0.5); err != nil {
					t.Fatal(err)
				}
				want := 0.5
				if s.Freeze(); lesion {
					s.Lesion()
					want = 0
				}
				for step := range 20 {
					m := c.Outputs().Output(1).Scale()
					if err := c.Step([]float64{0, 0, 3, 0, 0, 0, 0, 0}); err != nil {
						t.Fatal(err)
					}
					if got := c.Outputs().Output(1).Provisional(); got != want*3/m || s.Weight() != want {
						t.Fatalf("%s, %v, step %d: the weight is %v and brings %v, want %v and %v", network.Name, executor, step, s.Weight(), got, want, want*3/m)
					}
				}
				if other := c.Forward().Synapse(0, 2).Weight(); other == newCircuit(t, spec).Forward().Synapse(0, 2).Weight() {
					t.Errorf("%s, %v: its neighbour has not learnt", network.Name, executor)
				}
			}
		}
	}
}
