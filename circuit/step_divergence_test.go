package circuit_test

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// runAway steps a circuit until it fails, and returns the error.
func runAway(t *testing.T, c *circuit.Circuit, stimuli [][]float64) error {
	t.Helper()
	for range 100 {
		for _, x := range stimuli {
			if err := c.Step(x); err != nil {
				return err
			}
		}
	}
	t.Fatal("it does not diverge")
	return nil
}

// At α = 3 weights change sign and double with every step, until activity is
// out of range. (τ is so large that the scales stay positive.)
func TestDivergenceNamesStepAndSynapse(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			t.Run(network.Name+"/"+executor.String(), func(t *testing.T) {
				spec := paperSpec(network, 5, 3)
				spec.Rate, spec.Tau, spec.Executor = circuit.ConstantRate(3), 1e6, executor
				c := newCircuit(t, spec)
				err := runAway(t, c, normals("stimuli", 50, 5))
				var d *circuit.Divergence
				if !errors.As(err, &d) {
					t.Fatalf("not a Divergence: %v", err)
				}
				if d.Step != c.StepCount() || d.Step < 10 || d.Rate != 3 {
					t.Errorf("step %d of %d, rate %v", d.Step, c.StepCount(), d.Rate)
				}
				if y := d.Neuron.Provisional(); y-y == 0 {
					t.Errorf("%v has activity %v", d.Neuron, y)
				}
				if d.Synapse.Post() != d.Neuron || d.Weight != d.Synapse.Weight() {
					t.Errorf("%v = %v is named for %v", d.Synapse, d.Weight, d.Neuron)
				}
				for _, p := range c.Projections() {
					for s := range p.Onto(d.Neuron.Index()) {
						if math.Abs(s.Weight()) > math.Abs(d.Weight) {
							t.Errorf("%v = %v is named, %v = %v is larger", d.Synapse, d.Weight, s, s.Weight())
						}
					}
				}
				text := regexp.MustCompile(`^diverged at step \d+: the provisional activity of outputs\[\d\] is (NaN|[+-]Inf); the largest synapse onto outputs\[\d\] is (feedforward|lateral)\[\d,\d\] = \S+, and the learning rate α = 3: lower the rate, or scale the stimulus down$`)
				if !text.MatchString(err.Error()) {
					t.Errorf("text %q", err)
				}
			})
		}
	}
}

// A user's rule that gives what is not a number is found at the next step, at
// its synapse, whatever the sizes of the others.
func TestDivergenceNamesAWeightThatIsNotANumber(t *testing.T) {
	spec := paperSpec(circuit.IfPSP, 4, 1)
	spec.Initial = map[string][]float64{"feedforward": {1e9, 1e9, 1, 1e9}}
	spec.Network = withRule(spec.Network, "feedforward", synapse.Pairwise{
		Name: "logarithmic", Equation: "Δw = a log(x_j)",
		Change: func(_, a float64, _, pre neuron.Local) (hebbian, decay float64) { return a * math.Log(pre.Activity), 0 },
	})
	c := newCircuit(t, spec)
	x := []float64{1, 1, -1, 1}
	if err := c.Step(x); err != nil {
		t.Fatal(err)
	}
	err := c.Step(x)
	var d *circuit.Divergence
	if !errors.As(err, &d) || d.Synapse != c.Forward().Synapse(0, 2) || d.Step != 2 {
		t.Errorf("%v", err)
	}
}

// The rate in the report is that of the step that failed, not of the first.
func TestDivergenceReportsThePresentRate(t *testing.T) {
	spec := paperSpec(circuit.IfPSP, 4, 3)
	spec.Rate = parseRate(t, "1e-3 until 4, 1")
	err := runAway(t, newCircuit(t, spec), [][]float64{make([]float64, 4)})
	var d *circuit.Divergence
	if !errors.As(err, &d) || d.Step != 5 || d.Rate != 1 {
		t.Errorf("%v", err)
	}
}

// A silent neuron's scale decays: at α/τ·λ² ≥ 1 it is gone in one step.
func TestScaleThatIsNotPositiveIsNamed(t *testing.T) {
	spec := paperSpec(circuit.IfPSP, 4, 3)
	spec.Gains = []float64{0.6, 0.5, 0.4}
	spec.Rate, spec.Tau = circuit.ConstantRate(1), 0.25 // 1 − 4·0.36 < 0, 1 − 4·0.25 = 0
	for _, test := range []struct{ gain, want string }{
		{"0.6", "diverged at step 1: the scale of outputs[0] became -0.44, and it must stay positive; "},
		{"0.5", "diverged at step 1: the scale of outputs[0] became 0, and it must stay positive; "},
	} {
		c := newCircuit(t, spec)
		err := c.Step(make([]float64, 4))
		var d *circuit.Divergence
		if !errors.As(err, &d) || d.Step != 1 || d.Neuron.Index() != 0 || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("λ = %s: %v", test.gain, err)
		}
		spec.Gains = spec.Gains[1:]
	}
}

// A stimulus that is not finite is an error of its own, not a divergence.
func TestBadStimulusIsBlamedOnTheStimulus(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		for value, name := range map[float64]string{math.NaN(): "NaN", math.Inf(1): "+Inf", math.Inf(-1): "-Inf"} {
			c := newCircuit(t, paperSpec(network, 5, 3))
			if err := c.Step(make([]float64, 5)); err != nil {
				t.Fatal(err)
			}
			err := c.Step([]float64{1, 2, 3, value, math.NaN()})
			wantError(t, err, "step 2: the stimulus of inputs[3] is "+name+", not a finite number")
			if d := (*circuit.Divergence)(nil); errors.As(err, &d) {
				t.Errorf("%s: a Divergence: %v", network.Name, err)
			}
		}
	}
}

func TestSingularSystemIsNamed(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.PSP, 4, 2))
	if err := c.Among().SetWeights([]float64{0, 1, 1, 0}); err != nil { // M is all ones
		t.Fatal(err)
	}
	const want = "the equations of outputs have no solution: what couples them is singular"
	_, err := c.Filter()
	wantError(t, err, "filter: "+want)
	wantError(t, c.Step(make([]float64, 4)), "step 1, Solve: "+want)
}

func TestStimulusOfAnotherLengthPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "circuit: a stimulus of 3 numbers for 4 inputs and 0 signals" {
			t.Errorf("panic %v", got)
		}
	}()
	_ = newCircuit(t, paperSpec(circuit.IfPSP, 4, 2)).Step(make([]float64, 3))
}

// witness notes what it sees at each step.
type witness struct {
	name  string
	log   *[]string
	steps []int
	w     [][]float64
	y     [][]float64
	fails error
}

func (w *witness) Observe(c *circuit.Circuit) error {
	*w.log = append(*w.log, w.name)
	w.steps = append(w.steps, c.StepCount())
	w.w = append(w.w, c.Forward().Weights())
	w.y = append(w.y, append([]float64(nil), c.Outputs().Signals(neuron.Final)...))
	return w.fails
}

// Observers run once a step, in the order of attachment, after plasticity
// and with the activity that it learnt from; not of a step that failed.
func TestObserversSeeEveryStepAfterPlasticity(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 5, 2))
	stimuli := normals("stimuli", 4, 5)
	if err := c.Step(stimuli[0]); err != nil {
		t.Fatal(err)
	}
	var log []string
	first, second := &witness{name: "first", log: &log}, &witness{name: "second", log: &log}
	c.Attach(first)
	c.Attach(second)
	before := c.Forward().Weights()
	for i, x := range stimuli[1:] {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		after, alpha := c.Forward().Weights(), c.Spec().Rate.At(i+2)
		if len(first.steps) != i+1 || first.steps[i] != i+2 {
			t.Fatalf("steps seen: %v", first.steps)
		}
		compare(t, "W as seen", first.w[i], after)
		for out, y := range first.y[i] { // W′ = W + α(y xᵀ − W), with the y that was seen
			for j := range x {
				w := before[out*5+j]
				if want := w + alpha*(y*x[j]-w); !close(after[out*5+j], want) {
					t.Errorf("W[%d,%d] = %v, want %v", out, j, after[out*5+j], want)
				}
			}
		}
		before = after
	}
	if got := strings.Join(log, " "); got != strings.TrimSpace(strings.Repeat("first second ", 3)) {
		t.Errorf("observed in the order %s", got)
	}
	if err := c.Step([]float64{math.NaN(), 0, 0, 0, 0}); err == nil || len(first.steps) != 3 {
		t.Errorf("observers ran after a step that failed (%v)", err)
	}
}

func TestObserversErrorStopsTheCircuit(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 5, 2))
	var log []string
	full := errors.New("disk full")
	c.Attach(&witness{name: "first", log: &log, fails: full})
	c.Attach(&witness{name: "second", log: &log})
	if err := c.Step(make([]float64, 5)); !errors.Is(err, full) || len(log) != 1 {
		t.Errorf("error %v, observed %v", err, log)
	}
}

// A neuron whose divisor is small beside that of another, whose synapses have grown, has not decayed; one whose
// divisor is 0 has.
func TestSmallDivisorIsCalledSo(t *testing.T) {
	for _, test := range []struct {
		network circuit.Network
		weights []float64 // P [K×J]
		want    string
		decayed bool
	}{
		{circuit.EI, []float64{1e8, 0, 0, 1}, "the divisor of outputs[1] in a settling sweep, 1.05, is next to nothing beside that of another neuron, 1e+16, whose synapses have grown", false},
		{circuit.BioNICAIndirect, []float64{1, 0, 0, 1e-9}, "the divisor of outputs[1] in a settling sweep became 1e-18, which counts as 0: its scale and the synapses that inhibit it have decayed", true},
	} {
		c, err := circuit.New(circuit.Spec{Network: test.network, Inputs: 2, Gains: test.network.DefaultGains(2), Rate: circuit.ConstantRate(0.01)})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Projection("P").SetWeights(test.weights); err != nil {
			t.Fatal(err)
		}
		var d *circuit.Divergence
		if err := c.Step([]float64{1, 1}); !errors.As(err, &d) || !strings.Contains(d.What, test.want) || d.Decayed != test.decayed {
			t.Errorf("%s: %v", test.network.Name, err)
		}
	}
}
