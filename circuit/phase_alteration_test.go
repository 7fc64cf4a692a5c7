package circuit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// altered returns the weights of a projection of a circuit before and after one
// step whose schedule ends with phase, and has no plasticity, the same by both executors.
// Synapse [1,0] is frozen, [1,2] lesioned.
func altered(t testing.TB, p int, w []float64, steps int, phase ...circuit.Phase) (before, after []float64) {
	t.Helper()
	before, after = alteredBy(t, circuit.Compiled, p, w, steps, phase...)
	_, literal := alteredBy(t, circuit.Literal, p, w, steps, phase...)
	if i, ok := sameBits(after, literal); !ok {
		t.Fatalf("after %v, weight %d is %v compiled, %v literal", phase, i, after[i], literal[i])
	}
	return before, after
}

func alteredBy(t testing.TB, e circuit.Executor, p int, w []float64, steps int, phase ...circuit.Phase) (before, after []float64) {
	t.Helper()
	network := circuit.IfPSP
	network.Schedule = append(circuit.Schedule{circuit.Feedforward, circuit.Lateral}, phase...)
	spec := paperSpec(network, 4, 4)
	spec.Executor = e
	c := newCircuit(t, spec)
	projection := c.Projections()[p]
	if err := projection.SetWeights(w); err != nil {
		t.Fatal(err)
	}
	projection.Synapse(1, 0).Freeze()
	projection.Synapse(1, 2).Lesion()
	before = projection.Weights()
	for range steps {
		if err := c.Step(make([]float64, 4)); err != nil {
			t.Fatal(err)
		}
	}
	return before, projection.Weights()
}

// Quantise and SignConstraint from their definitions, on a selection; what is
// frozen, lesioned, absent or not selected keeps its weight.
func TestQuantiseAndSignConstraint(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		which := rapid.IntRange(0, 1).Draw(rt, "projection")
		w := rapid.SliceOfN(rapid.Float64Range(-1, 1), 16, 16).Draw(rt, "w")
		kind := []string{"feedforward", "lateral"}[which]
		text := rapid.SampledFrom([]string{"weights", kind, kind + "[1,*]", kind + "[0-2,1-3]"}).Draw(rt, "where")
		where := selection.MustParse(text)
		selected := func(i, j int) bool {
			switch {
			case strings.HasSuffix(text, "[1,*]"):
				return i == 1
			case strings.HasSuffix(text, "]"):
				return i <= 2 && j >= 1
			}
			return true
		}
		step, positive := rapid.SampledFrom([]float64{0.25, 0.1, 1e-300}).Draw(rt, "step"), rapid.Bool().Draw(rt, "positive")
		for phase, want := range map[circuit.Phase]func(v float64) float64{
			circuit.Quantise{Where: where, Step: step}: func(v float64) float64 {
				if math.Abs(v/step) >= 1<<52 {
					return v // a multiple already, as far as numbers can tell
				}
				return step * math.RoundToEven(v/step)
			},
			circuit.SignConstraint{Where: where, Positive: positive}: func(v float64) float64 {
				if v > 0 == positive {
					return v
				}
				return 0
			},
		} {
			before, after := altered(t, which, w, 1, phase)
			for at, v := range before {
				i, j := at/4, at%4
				expected := v
				if selected(i, j) && !(i == 1 && (j == 0 || j == 2)) {
					expected = want(v)
				}
				if after[at] != expected {
					rt.Fatalf("%v: [%d,%d] went from %v to %v, want %v", phase.Signature().Equation, i, j, v, after[at], expected)
				}
			}
		}
	})
}

// Rows that phases rewrite learn once, and only once, as the others do.
func TestRewrittenRowsLearnOnce(t *testing.T) {
	const n, k = 1100, 4 // so large that rows are altered one by one
	for _, network := range []circuit.Network{circuit.IfPSP, circuit.PSW} {
		for _, rows := range [][]string{{"0,0"}, {"3,*"}, {"1-2,*"}, {"2,1-4", "0,*", "2,*"}, {"0-2,7", "3,*"}} {
			var circuits []*circuit.Circuit
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				spec := paperSpec(network, n, k)
				spec.Rate, spec.InitialScale, spec.Executor = circuit.ConstantRate(1e-3), 1, executor
				s := slices.Clone(network.Schedule)
				for _, row := range rows {
					where := selection.MustParse("feedforward[" + row + "]")
					s = append(s, circuit.SynapticNoise{Where: where, Size: 1e-3}, circuit.SignConstraint{Where: where})
				}
				spec.Network.Schedule = s
				c := newCircuit(t, spec)
				if len(rows) > 1 {
					c.Forward().Synapse(1, 3).Freeze()
				}
				circuits = append(circuits, c)
			}
			for step := range 6 {
				for _, c := range circuits {
					if err := c.Step(smallStimulus(n, step)); err != nil {
						t.Fatal(err)
					}
				}
				if step%3 == 2 {
					if i, ok := sameBits(numbers(circuits[0]), numbers(circuits[1])); !ok {
						t.Fatalf("%s, rows %v, step %d: number %d is %v, literally %v", network.Name, rows, step, i, numbers(circuits[0])[i], numbers(circuits[1])[i])
					}
				}
			}
		}
	}
}

// Phases of lateral weights that come to nothing leave the bits of the plain circuit.
func TestIdlePhasesChangeNothing(t *testing.T) {
	build := func(phases ...circuit.Phase) *circuit.Circuit {
		network := circuit.IfPSP
		network.Schedule = append(slices.Clone(network.Schedule), phases...)
		return newCircuit(t, paperSpec(network, 6, 3))
	}
	plain := build()
	other := build(circuit.SynapticNoise{Where: selection.All(selection.Lateral)}, circuit.Quantise{Where: selection.All(selection.Lateral), Step: 1e-300})
	for step := range 20 {
		for _, c := range []*circuit.Circuit{plain, other} {
			if err := c.Step(smallStimulus(6, step)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if i, ok := sameBits(numbers(plain), numbers(other)); !ok {
		t.Errorf("number %d differs", i)
	}
}

func TestPhasesWithFieldsAreChecked(t *testing.T) {
	lateral := selection.All(selection.Lateral)
	for want, phase := range map[string]circuit.Phase{
		"schedule: phase 3: transmission failure: projection \"outputs\" does not exist: choose feedforward, lateral":  circuit.TransmissionFailure{Projection: "outputs"},
		"schedule: phase 3: transmission failure with probability 1.5: give a number from 0 to 1":                      circuit.TransmissionFailure{Projection: "lateral", Probability: 1.5},
		"schedule: phase 3: transmission failure with probability NaN: give a number from 0 to 1":                      circuit.TransmissionFailure{Projection: "lateral", Probability: math.NaN()},
		"schedule: phase 3: noise of which population? give its name":                                                  circuit.Noise{Slot: neuron.Final},
		"schedule: phase 3: noise of outputs with spread -1: give 0 or a positive number":                              circuit.Noise{Population: "outputs", Spread: -1},
		"schedule: phase 3: noise of outputs with spread NaN: give 0 or a positive number":                             circuit.Noise{Population: "outputs", Spread: math.NaN()},
		"schedule: phase 3: noise of outputs of which 1.5 is shared: give a number from 0 to 1":                        circuit.Noise{Population: "outputs", Shared: 1.5},
		"schedule: phase 3: noise of outputs of which NaN is shared: give a number from 0 to 1":                        circuit.Noise{Population: "outputs", Shared: math.NaN()},
		"schedule: phase 3: noise of outputs in the slot late: choose provisional or final":                            circuit.Noise{Population: "outputs", Slot: neuron.Late},
		"schedule: phase 3: population inputs is one of inputs, which carry the stimulus":                              circuit.Noise{Population: "inputs", Slot: neuron.Final},
		"schedule: phase 3: population \"layer\" does not exist: choose inputs, outputs":                               circuit.Noise{Population: "layer", Slot: neuron.Final},
		"schedule: phase 3: synaptic noise of size -1: give 0 or a positive number":                                    circuit.SynapticNoise{Where: lateral, Size: -1},
		"schedule: phase 3: synaptic noise of size +Inf: give 0 or a positive number":                                  circuit.SynapticNoise{Where: lateral, Size: math.Inf(1)},
		"schedule: phase 3: quantisation to multiples of 0: give a positive number":                                    circuit.Quantise{Where: lateral},
		"schedule: phase 3: sign constraint of scale, which are not synapses: choose a projection, or weights for all": circuit.SignConstraint{Where: selection.All(selection.Scale)},
		"schedule: phase 3, Quantise: lateral[7,*] does not exist: lateral has synapses [0-1, 0-1] without the diagonal (indices count from 0)": circuit.Quantise{
			Where: selection.MustParse("lateral[7,*]"), Step: 1,
		},
	} {
		network := circuit.IfPSP
		network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, phase}
		_, err := circuit.New(paperSpec(network, 3, 2))
		wantError(t, err, want)
		c := newCircuit(t, paperSpec(circuit.IfPSP, 3, 2))
		wantError(t, c.SetSchedule(network.Schedule), want)
	}
}

// Late lateral signals, from the equations, beside a switch from the two phases.
func TestStaleLateral(t *testing.T) {
	const n, k = 6, 3
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		spec := paperSpec(circuit.IfPSP, n, k)
		spec.Executor = executor
		c := newCircuit(t, spec)
		if err := c.Among().SetWeights([]float64{0, 0.3, -0.1, 0.3, 0, 0.2, -0.1, 0.2, 0}); err != nil {
			t.Fatal(err)
		}
		late := make([]float64, k)
		for step := range 40 {
			stale := step >= 5
			if step == 5 {
				if err := c.SetSchedule(circuit.Schedule{circuit.Feedforward, circuit.StaleLateral, circuit.Plasticity{}}); err != nil {
					t.Fatal(err)
				}
			}
			w, m, x := c.Forward().Weights(), c.M(), smallStimulus(n, step)
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			provisional := make([]float64, k)
			for i := range k {
				for j := range n {
					provisional[i] += w[i*n+j] * x[j] / m[i*k+i]
				}
			}
			carried := provisional
			if stale {
				carried = late
			}
			for i := range k {
				want := provisional[i]
				for j := range k {
					if j != i {
						want -= m[i*k+j] * carried[j] / m[i*k+i]
					}
				}
				if y := c.Outputs().Signals(neuron.Final)[i]; !near(y, want) {
					t.Fatalf("%v, step %d: y_%d = %v, want %v", executor, step, i, y, want)
				}
			}
			late = provisional
		}
		kept := slices.Clone(c.Outputs().Signals(neuron.Late))
		filter, err := c.Filter() // that of a stimulus that lasts
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Outputs().Signals(neuron.Late); !slices.Equal(got, kept) {
			t.Errorf("%v: to ask for the filter has made the late signals %v, not %v", executor, got, kept)
		}
		if err := c.SetSchedule(circuit.Schedule{circuit.Feedforward, circuit.Lateral}); err != nil {
			t.Fatal(err)
		}
		prompt, err := c.Filter()
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "filter", filter.RawMatrix().Data, prompt.RawMatrix().Data)
	}
}
