package circuit_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// rates is an intervener that notes which steps it acted at, and sets the rate.
type rates struct {
	next []int
	acts []int
	err  error
}

func (r *rates) Intervene(c *circuit.Circuit) error {
	r.acts = append(r.acts, c.StepCount())
	r.next = r.next[1:]
	if r.err != nil {
		return r.err
	}
	return c.SetRate(circuit.ConstantRate(1 / float64(c.StepCount()+10)))
}

func (r *rates) Next() int {
	if len(r.next) == 0 {
		return math.MaxInt
	}
	return r.next[0]
}

// An intervener acts after the observers of its step and before the next stimulus,
// at once if its step is the present one, and a step that is past is the next one.
func TestWhenAnIntervenerActs(t *testing.T) {
	for _, test := range []struct{ next, want []int }{
		{nil, nil},
		{[]int{0}, []int{0}},
		{[]int{0, 0, 3}, []int{0, 1, 3}},
		{[]int{-1, 5}, []int{1, 5}},
		{[]int{2, 99}, []int{2}},
	} {
		c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
		r := &rates{next: test.next}
		if err := c.Intervene(r); err != nil {
			t.Fatal(err)
		}
		var seen []float64
		c.Attach(observing(func(c *circuit.Circuit) { seen = append(seen, c.Rate().At(1)) }))
		for step := range 6 {
			if err := c.Step(smallStimulus(4, step)); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(r.acts, test.want) {
			t.Errorf("%v: acted at %v, want %v", test.next, r.acts, test.want)
		}
		for step := 1; step <= 6; step++ { // the rate as an observer sees it is that of the last act before
			want := c.Spec().Rate.At(1)
			for _, act := range test.want {
				if act < step {
					want = 1 / float64(act+10)
				}
			}
			if seen[step-1] != want {
				t.Errorf("%v: at step %d an observer sees a rate of %v, want %v", test.next, step, seen[step-1], want)
			}
		}
	}
}

// An intervener acts again and again without observers.
func TestAnIntervenerActsUnobserved(t *testing.T) {
	c, r := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2)), &rates{next: []int{2, 4, 5}}
	if err := c.Intervene(r); err != nil {
		t.Fatal(err)
	}
	for step := range 6 {
		if err := c.Step(smallStimulus(4, step)); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int{2, 4, 5}; !slices.Equal(r.acts, want) {
		t.Errorf("acted at %v, want %v", r.acts, want)
	}
}

// The report of a settling outlives its schedule only if the next settles alike.
func TestSetScheduleForgetsAnotherSettling(t *testing.T) {
	network, err := circuit.PSP.Settling(circuit.Settle{Sweeps: 3})
	if err != nil {
		t.Fatal(err)
	}
	noisy := append(network.Schedule, circuit.SynapticNoise{Where: selection.All(selection.Lateral), Size: 1e-3})
	other, err := network.Settling(circuit.Settle{Sweeps: 3, Warm: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		next  circuit.Schedule
		stays bool
	}{{network.Schedule, true}, {noisy, true}, {other.Schedule, false}, {circuit.IfPSP.Schedule, false}} {
		c := run(t, paperSpec(network, 4, 2), normals("stimuli", 3, 4))
		before, want := c.Settling(), circuit.Settling{}
		if test.stays {
			want = before
		}
		if err := c.SetSchedule(test.next); err != nil || before.Sweeps != 3 || c.Settling() != want {
			t.Errorf("%v: %v: %+v, then %+v", test.next, err, before, c.Settling())
		}
	}
}

// A circuit that an intervener has left half-way is not complete, at step 0 as later,
// alone as in an ensemble; one of which an observer failed is.
func TestACircuitLeftHalfWayIsNotComplete(t *testing.T) {
	failure := errors.New("no such neuron")
	check := func(c *circuit.Circuit, complete bool) {
		t.Helper()
		if _, err := c.State(); c.Complete() != complete || (err == nil) != complete {
			t.Errorf("step %d: complete %v, want %v; state %v", c.StepCount(), c.Complete(), complete, err)
		}
	}
	c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	check(c, true)
	wantError(t, c.Intervene(&rates{next: []int{0}, err: failure}), "step 0: no such neuron")
	check(c, false)

	c = newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	if err := c.Intervene(&rates{next: []int{1}, err: failure}); err != nil {
		t.Fatal(err)
	}
	wantError(t, c.Step(smallStimulus(4, 0)), "step 1: no such neuron")
	check(c, false)

	var circuits []*circuit.Circuit
	for i := range 4 {
		c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
		r := &rates{next: []int{40}}
		if i == 1 {
			r.err = failure
		}
		if err := c.Intervene(r); err != nil {
			t.Fatal(err)
		}
		circuits = append(circuits, c)
	}
	circuit.NewEnsemble(circuits...).Run(60, func(_ int, x []float64) (int, error) { return len(x) / 4, nil })
	for i, c := range circuits {
		check(c, i != 1)
	}

	c = newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	c.Attach(&diary{fails: 1})
	if err := c.Step(smallStimulus(4, 0)); err == nil {
		t.Fatal("the observer did not fail")
	}
	check(c, true)
}

// observing is an observer that does not fail.
type observing func(c *circuit.Circuit)

func (o observing) Observe(c *circuit.Circuit) error {
	o(c)
	return nil
}

func TestAnIntervenersErrorStopsTheCircuit(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	wantError(t, c.Intervene(&rates{next: []int{0}, err: errors.New("no such neuron")}), "step 0: no such neuron")
	if err := c.Intervene(&rates{next: []int{2}, err: errors.New("no such synapse")}); err != nil {
		t.Fatal(err)
	}
	for step, want := range []string{"", "step 2: no such synapse"} {
		wantError(t, c.Step(smallStimulus(4, step)), want)
	}
}

func TestSettersRefuse(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	before := describe(t, c)
	for want, set := range map[string]error{
		"the learning rate is missing":           c.SetRate(circuit.Rate{}),
		"τ = -1: give a positive number":         c.SetTau(-1),
		"3 gains for 2 outputs":                  c.SetGains([]float64{3, 2, 1}),
		"gain λ_2 = 2 is not below":              c.SetGains([]float64{1, 2}),
		"schedule: no phase writes y":            c.SetSchedule(nil),
		"settling budget of 0 sweeps: give at":   c.SetSchedule(circuit.Schedule{circuit.Feedforward, circuit.Settle{}}),
		"reads ỹ, which no phase before it writ": c.SetSchedule(circuit.Schedule{circuit.Lateral}),
	} {
		if set == nil || !strings.Contains(set.Error(), want) {
			t.Errorf("error %v, want %q", set, want)
		}
	}
	if after := describe(t, c); after != before {
		t.Errorf("a refused change changed the circuit:\n%s", after)
	}
}

// What is set shows, and is what the circuit would have been built with.
func TestSettersAreTheSpec(t *testing.T) {
	spec := paperSpec(circuit.IfPSW, 6, 3)
	c := newCircuit(t, spec)
	spec.Rate, spec.Tau, spec.Gains = circuit.ConstantRate(2e-5), 0.3, []float64{3, 2, 1}
	network, err := circuit.PSW.Settling(circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{c.SetRate(spec.Rate), c.SetTau(spec.Tau), c.SetGains(spec.Gains), c.SetSchedule(network.Schedule)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	network.Name, network.Summary = circuit.IfPSW.Name, circuit.IfPSW.Summary
	spec.Network = network
	built := newCircuit(t, spec)
	if got, want := describe(t, c), describe(t, built); got != want {
		t.Errorf("set:\n%s\nbuilt:\n%s", got, want)
	}
	if c.Tau() != 0.3 || c.Rate().String() != "2e-05" || c.Spec().Tau == 0.3 || len(c.Schedule()) != 3 {
		t.Errorf("τ %v, rate %v, spec %+v", c.Tau(), c.Rate(), c.Spec())
	}
	for step := range 50 {
		for _, c := range []*circuit.Circuit{c, built} {
			if err := c.Step(smallStimulus(6, step)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if i, ok := sameBits(numbers(c), numbers(built)); !ok {
		t.Errorf("number %d is %v, built %v", i, numbers(c)[i], numbers(built)[i])
	}
}

func describe(t *testing.T, c *circuit.Circuit) string {
	t.Helper()
	var b strings.Builder
	if err := c.Describe(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
