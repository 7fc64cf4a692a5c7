package intervention_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/synapse"
)

// drawSpec draws a small circuit to build.
func drawSpec(t *rapid.T) circuit.Spec {
	n := rapid.IntRange(1, 9).Draw(t, "N")
	network := rapid.SampledFrom(slices.DeleteFunc(circuit.NetworksThat(circuit.Network.IsPair), func(n circuit.Network) bool {
		return n.Gains == circuit.NoGains // whose gains cannot be set
	})).Draw(t, "network")
	return circuit.Spec{
		Network: network, Inputs: n, Rules: otherRules(network),
		Gains: circuit.LinearGains(rapid.IntRange(1, min(n, 4)).Draw(t, "K"), 1, 0.5),
		Rate:  circuit.DecayingRate(1, 50), Seed: 1, Trial: rapid.Uint64Range(0, 99).Draw(t, "trial"),
	}
}

// otherRules returns a rule that each projection of a network can change to.
func otherRules(n circuit.Network) (all []circuit.RuleOf) {
	for _, r := range []circuit.RuleOf{{Projection: "feedforward", Rule: synapse.Oja}, {Projection: "lateral", Rule: synapse.AntiHebbianPSW}} {
		if n.CheckRule(r.Projection, r.Rule) == nil {
			all = append(all, r)
		}
	}
	return all
}

// sizeOf returns what a selection must know of a circuit to build.
func sizeOf(s circuit.Spec) selection.Size {
	return selection.PairSize(s.Inputs, len(s.Gains), s.Network.Among().Wiring)
}

func newCircuit(t rapid.TB, s circuit.Spec) *circuit.Circuit {
	t.Helper()
	c, err := circuit.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// small returns a circuit of 4 inputs and 3 outputs.
func small(t testing.TB, n circuit.Network) *circuit.Circuit {
	return newCircuit(t, circuit.Spec{
		Network: n, Inputs: 4, Gains: circuit.LinearGains(3, 1, 0.5), Rate: circuit.DecayingRate(1, 50), Seed: 1,
	})
}

// stimulus fills x with the stimulus of a step, whose j-th number has the standard
// deviation 1/j.
func stimulus(x []float64, step int) {
	random.New(1, 0, "stimulus").Normals(x, uint64(step))
	for j := range x {
		x[j] /= float64(j + 1)
	}
}

// run presents stimuli until the circuit has seen the given number.
func run(t rapid.TB, c *circuit.Circuit, until int) {
	t.Helper()
	x := make([]float64, c.Inputs().Len())
	for c.StepCount() < until {
		stimulus(x, c.StepCount()+1)
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
}

// start starts a plan that collects its events.
func start(t rapid.TB, c *circuit.Circuit, list ...intervention.Intervention) (*intervention.Plan, *[]intervention.Event) {
	t.Helper()
	events := new([]intervention.Event)
	p, err := intervention.Start(c, list, collect(events))
	if err != nil {
		t.Fatal(err)
	}
	return p, events
}

func collect(events *[]intervention.Event) intervention.Options {
	return intervention.Options{
		Error:  func(c *circuit.Circuit) (float64, error) { return c.Forward().Synapse(0, 0).Weight(), nil },
		Events: func(e intervention.Event) error { *events = append(*events, e); return nil },
	}
}

// bits returns all that goes on in a circuit: weights, scales, activities, as bits,
// and what of it is held.
func bits(c *circuit.Circuit) []string {
	var all []string
	note := func(vs ...float64) {
		for _, v := range vs {
			all = append(all, fmt.Sprintf("%x", math.Float64bits(v)))
		}
	}
	for _, p := range c.Projections() {
		for s := range p.All() {
			note(s.Weight())
			all = append(all, fmt.Sprint(s, s.Frozen(), s.Lesioned()))
		}
	}
	for o := range c.Outputs().Outputs() {
		note(o.Scale(), o.Provisional(), o.Activity(), o.Gain())
		v, clamped := o.Clamped()
		all = append(all, fmt.Sprint(o, o.OwnScale().Frozen(), v, clamped))
	}
	for i := range c.Inputs().Inputs() {
		v, clamped := i.Clamped()
		all = append(all, fmt.Sprint(i, v, clamped))
	}
	return append(all, fmt.Sprint(c.Rate(), c.Tau()), describe(c.Schedule()))
}

func describe(s circuit.Schedule) string {
	text := ""
	for _, p := range s {
		text += fmt.Sprintf("%#v;", p)
	}
	return text
}

// laterals returns the number of lateral synapses of a circuit of the paper.
func laterals(z selection.Size) int {
	wiring, _ := z.Within(selection.Lateral)
	return wiring.Len(z.Outputs)
}

// drawSelection draws a selection of one of some kinds that a circuit of that size
// has.
func drawSelection(t *rapid.T, z selection.Size, kinds ...selection.Kind) selection.Selection {
	if laterals(z) == 0 {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k selection.Kind) bool { return k == selection.Lateral })
	}
	k := rapid.SampledFrom(kinds).Draw(t, "kind")
	if k == selection.Weights || rapid.Bool().Draw(t, "all") {
		return selection.All(k)
	}
	span := func(n int) string {
		first := rapid.IntRange(0, n-1).Draw(t, "first")
		return rapid.SampledFrom([]string{"*", fmt.Sprint(first), fmt.Sprintf("%d-%d", first, n-1)}).Draw(t, "span")
	}
	text := fmt.Sprintf("%v[%s]", k, span(z.Neurons(k)))
	if k.Synaptic() {
		text = fmt.Sprintf("%v[%s,%s]", k, span(z.Neurons(k)), span(z.Width(k)))
	}
	s := selection.MustParse(text)
	if s.Check(z) != nil { // the diagonal, or beyond it
		return selection.All(k)
	}
	return s
}

// on returns the choice of a text.
func on(text string) selection.Choice { return selection.Of(selection.MustParse(text)) }
