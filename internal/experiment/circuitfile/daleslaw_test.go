package circuitfile

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
)

// crossing is a circuit in which the rule of M goes across 0, in the two turns that run fused.
const crossing = `name: crossing
populations: {x: {input: true}, y: {scale: PSP}}
projections:
  W: {from: x, to: y, rule: Oja}
  M: {from: y, to: y, sign: inhibitory, rate: alpha/tau, rule: {post: {drive: y}, pre: {drive: y}}}
schedule: [{turn: y, receives: [W], slot: provisional}, {turn: y, receives: [{through: M, slot: provisional}], base: provisional}, plasticity]
`

// replaced returns a text in which one part has another form.
func replaced(text, from, to string) string { return strings.Replace(text, from, to, 1) }

// run takes steps of a circuit, and returns it with the largest number of negative weights of M.
func run(t *testing.T, text string, x circuit.Executor) (*circuit.Circuit, int) {
	t.Helper()
	_, own := parse(t, text)
	n, err := own.Network()
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: 5, Gains: []float64{1, 1, 1}, Rate: circuit.ConstantRate(0.02), Executor: x, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	most, r, stimulus := 0, rand.New(rand.NewPCG(1, 2)), make([]float64, 5)
	for range 300 {
		for i := range stimulus {
			stimulus[i] = r.NormFloat64() / float64(i+1)
		}
		if err := c.Step(stimulus); err != nil {
			t.Fatal(err)
		}
		most = max(most, circuit.CountNegative(c.Projection("M")))
	}
	return c, most
}

// A projection that enforces its sign has no negative weight after any step, and both executors give the
// same bits. Without the key the same rule breaks the sign. The step allocates nothing.
func TestEnforcedSign(t *testing.T) {
	const kept = "sign: inhibitory, enforce: clip,"
	if _, most := run(t, crossing, circuit.Compiled); most == 0 {
		t.Fatal("the rule does not go across 0: this tests nothing")
	}
	enforced := replaced(crossing, "sign: inhibitory,", kept)
	compiled, most := run(t, enforced, circuit.Compiled)
	literal, also := run(t, enforced, circuit.Literal)
	if most != 0 || also != 0 {
		t.Errorf("%d and %d weights of M are negative", most, also)
	}
	for i, p := range compiled.Projections() {
		if !slices.Equal(p.Weights(), literal.Projections()[i].Weights()) {
			t.Errorf("the executors give %s other weights", p.Name())
		}
	}
	if w := compiled.Projection("M").Weights(); !slices.Contains(w, 0) || slices.Max(w) == 0 {
		t.Errorf("M is %v: want weights that were clipped, and others", w)
	}
	x := []float64{1, 0.5, -0.2, 0.1, 0.3}
	if n := testing.AllocsPerRun(50, func() { compiled.Step(x) }); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}

// The parts of a change add up to it without a tolerance also where a weight was clipped, and are the same
// for both executors.
func TestPartsOfAClippedChange(t *testing.T) {
	enforced := replaced(crossing, "sign: inhibitory,", "sign: inhibitory, enforce: clip,")
	for _, decay := range []string{"0", "1", "5"} {
		t.Run("decay "+decay, func(t *testing.T) {
			partsAddUp(t, replaced(replaced(enforced, "{drive: y}", "{drive: y, decay: "+decay+"}"), "{drive: y}", "{drive: y, decay: 1}"))
		})
	}
}

func partsAddUp(t *testing.T, enforced string) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var circuits []*circuit.Circuit
	for _, x := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		c, _ := run(t, enforced, x)
		c.Projection("M").KeepChanges(true)
		circuits = append(circuits, c)
	}
	clipped, stimulus := 0, make([]float64, 5)
	for range 400 {
		for i := range stimulus {
			stimulus[i] = r.NormFloat64()
		}
		before := slices.Clone(circuits[0].Projection("M").Weights())
		for _, c := range circuits {
			if err := c.Step(stimulus); err != nil {
				t.Fatal(err)
			}
		}
		for s := range circuits[0].Projection("M").All() {
			from, p := before[s.Post().Index()*3+s.Pre().Index()], s.LastChange()
			sum := new(big.Float).SetPrec(2000)
			for _, v := range []float64{from, p.Decay, p.Hebbian, p.Rounding} {
				sum.Add(sum, big.NewFloat(v))
			}
			if got, exact := sum.Float64(); got != s.Weight() || exact != big.Exact {
				t.Fatalf("%v: %v + %+v is %v, and the weight is %v", s, from, p, sum, s.Weight())
			}
			if from > 0 && s.Weight() == 0 {
				clipped++
			}
			for other := range circuits[1].Projection("M").All() {
				if other.Post().Index() == s.Post().Index() && other.Pre().Index() == s.Pre().Index() && other.LastChange() != p {
					t.Fatalf("%v: the executors give %+v and %+v", s, p, other.LastChange())
				}
			}
		}
	}
	if clipped < 20 {
		t.Errorf("only %d weights were clipped", clipped)
	}
}

// The constraint stands behind all that changes weights, but before what rounds them.
func TestEnforcedSignStandsLast(t *testing.T) {
	text := replaced(crossing, "sign: inhibitory,", "sign: inhibitory, enforce: clip,")
	_, own := parse(t, replaced(text, "plasticity]", "plasticity, {synaptic_noise: M, size: 0.1}, {quantise: M, step: 0.5}]"))
	n, err := own.Network()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range n.Schedule {
		names = append(names, p.Signature().Name)
	}
	if !slices.Equal(names, []string{"Turn", "Turn", "Plasticity", "SynapticNoise", "SignConstraint", "Quantise"}) {
		t.Errorf("the schedule is %v", names)
	}
}

// A projection that refuses a sign ends the run in the step in which the same circuit without the key gets its first
// negative weight, names that weight, and changes no bit before.
func TestRefusedSign(t *testing.T) {
	build := func(text string, x circuit.Executor) *circuit.Circuit {
		_, own := parse(t, text)
		n, err := own.Network()
		if err != nil {
			t.Fatal(err)
		}
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: 5, Gains: []float64{1, 1, 1}, Rate: circuit.ConstantRate(0.02), Executor: x, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	refusing := replaced(crossing, "sign: inhibitory,", "sign: inhibitory, enforce: refuse, start: positive,")
	for _, x := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		free, c := build(replaced(refusing, "enforce: refuse, ", ""), x), build(refusing, x)
		r, stimulus := rand.New(rand.NewPCG(1, 2)), make([]float64, 5)
		for free.StepCount() < 300 && circuit.CountNegative(free.Projection("M")) == 0 {
			for i := range stimulus {
				stimulus[i] = r.NormFloat64() / float64(i+1)
			}
			if err := free.Step(stimulus); err != nil {
				t.Fatal(err)
			}
			err := c.Step(stimulus)
			w := free.Projection("M").Weights()
			if !slices.Equal(c.Projection("M").Weights(), w) {
				t.Fatalf("step %d: the weights are others", c.StepCount())
			}
			wrong := slices.IndexFunc(w, func(w float64) bool { return w < 0 })
			var d *circuit.Divergence
			switch {
			case wrong < 0 && err != nil:
				t.Fatal(err)
			case wrong < 0:
			case !errors.As(err, &d) || d.Step != free.StepCount() || !strings.HasPrefix(d.Reason(), fmt.Sprintf("M[%d,%d] became -", wrong/3, wrong%3)):
				t.Errorf("%v: weight %d fell below 0 at step %d, and the error is %v", x, wrong, free.StepCount(), err)
			}
		}
		if free.StepCount() < 2 || free.StepCount() == 300 {
			t.Errorf("%v: the first negative weight came at step %d: this tests nothing", x, free.StepCount())
		}
	}
}
