package intervention_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// apply applies an edit that must work.
func apply(t rapid.TB, c *circuit.Circuit, e intervention.Edit) []intervention.Change {
	t.Helper()
	if err := e.Validate(selection.SizeOf(c)); err != nil {
		t.Fatalf("%v: %v", e, err)
	}
	changes, err := e.Apply(c)
	if err != nil {
		t.Fatalf("%v: %v", e, err)
	}
	return changes
}

func words(changes []intervention.Change) (all []string) {
	for _, c := range changes {
		all = append(all, c.String())
	}
	return all
}

func all(k selection.Kind) selection.Selection { return selection.All(k) }

var at = selection.MustParse

func TestEditsSayWhatChanged(t *testing.T) {
	c := small(t, circuit.IfPSP)
	if err := c.Among().SetWeights([]float64{0, 1, 2, 3, 0, 4, 5, 6, 0}); err != nil {
		t.Fatal(err)
	}
	if err := c.Forward().SetWeights(make([]float64, 12)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		edit intervention.Edit
		want []string
	}{
		{intervention.Freeze{on("lateral[2,*]")}, []string{"lateral[2,0] plasticity plastic → frozen", "lateral[2,1] plasticity plastic → frozen"}},
		{intervention.Freeze{on("lateral[1-2,0]")}, []string{"lateral[1,0] plasticity plastic → frozen"}},
		{intervention.Lesion{on("lateral[*,0]")}, []string{"lateral[1,0] lesion 3 → 0", "lateral[2,0] lesion 5 → 0"}},
		{intervention.Lesion{on("lateral[2,*]")}, []string{"lateral[2,1] lesion 6 → 0"}},
		{intervention.Thaw{selection.Of(all(selection.Lateral))}, nil},
		{intervention.Set{on("lateral[0-1,*]"), 2}, []string{"lateral[0,1] weight 1 → 2", "lateral[1,2] weight 4 → 2"}},
		{intervention.Multiply{on("lateral"), -0.5}, []string{"lateral[0,1] weight 2 → -1", "lateral[0,2] weight 2 → -1", "lateral[1,2] weight 2 → -1"}},
		{intervention.Set{on("scale[1-2]"), 1}, nil},
		{intervention.Multiply{on("scale[1-2]"), 3}, []string{"scale[1] weight 1 → 3", "scale[2] weight 1 → 3"}},
		{intervention.Freeze{on("scale[0-1]")}, []string{"scale[0] plasticity plastic → frozen", "scale[1] plasticity plastic → frozen"}},
		{intervention.Thaw{on("scale[1-2]")}, []string{"scale[1] plasticity frozen → plastic"}},
		{intervention.Clamp{on("inputs[1]"), 0}, []string{"inputs[1] clamp free → 0"}},
		{intervention.Clamp{on("inputs[1-2]"), 0}, []string{"inputs[2] clamp free → 0"}},
		{intervention.Clamp{on("inputs[2]"), 1.5}, []string{"inputs[2] clamp 0 → 1.5"}},
		{intervention.Clamp{on("outputs[0]"), -1}, []string{"outputs[0] clamp free → -1"}},
		{intervention.Release{selection.Of(all(selection.Inputs))}, []string{"inputs[1] clamp 0 → free", "inputs[2] clamp 1.5 → free"}},
		{intervention.SetTau{0.5}, nil},
		{intervention.SetTau{0.25}, []string{"tau 0.5 → 0.25"}},
		{intervention.SetRate{circuit.DecayingRate(1, 50)}, nil},
		{intervention.SetRate{circuit.ConstantRate(0.01)}, []string{"rate 1/(50+t) → 0.01"}},
		{intervention.SetRateOf{"lateral", circuit.ConstantRate(0.01)}, nil},
		{intervention.MultiplyRate{"lateral", 0.5}, []string{"lateral rate 0.01 → 0.005"}},
		{intervention.SetRateOf{"feedforward", circuit.DecayingRate(1, 50)}, []string{"feedforward rate 0.01 → 1/(50+t)"}},
		{intervention.MultiplyRate{"feedforward", 1}, nil},
		{intervention.SetGains{[]float64{1, 0.75, 0.25}}, []string{"outputs[2] gain 0.5 → 0.25"}},
		{intervention.LesionNeuron{on("inputs[3]"), intervention.Outgoing}, []string{"feedforward[0,3] lesion 0 → 0", "feedforward[1,3] lesion 0 → 0", "feedforward[2,3] lesion 0 → 0"}},
		{intervention.LesionNeuron{on("outputs[1]"), intervention.Outgoing}, []string{"lateral[0,1] lesion 0.5 → 0"}},
		{intervention.LesionNeuron{on("outputs[2]"), intervention.Incoming}, []string{
			"feedforward[2,0] lesion 0 → 0", "feedforward[2,1] lesion 0 → 0", "feedforward[2,2] lesion 0 → 0", "scale[2] plasticity plastic → frozen",
		}},
		{intervention.LesionNeuron{on("outputs[2]"), intervention.Both}, []string{"lateral[0,2] lesion 0.5 → 0", "lateral[1,2] lesion 0.5 → 0"}},
		{intervention.Freeze{selection.Of(all(selection.Weights))}, []string{
			"feedforward plasticity plastic → frozen", "scale[1] plasticity plastic → frozen",
		}},
	} {
		if diff := cmp.Diff(test.want, words(apply(t, c, test.edit))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.edit, diff)
		}
		if again := apply(t, c, test.edit); again != nil && !strings.HasPrefix(test.edit.String(), "multiply") {
			t.Errorf("%v: done again, it changes %v", test.edit, words(again))
		}
	}
}

func TestImpossibleEditsAreRefused(t *testing.T) {
	z := selection.PairSize(4, 3, synapse.AllToAll)
	for _, test := range []struct {
		edit intervention.Edit
		want string
	}{
		{intervention.Lesion{on("lateral[3,0]")}, "lateral has synapses [0-2, 0-2]"},
		{intervention.Lesion{on("scale")}, "choose feedforward, lateral"},
		{intervention.Lesion{on("inputs[1]")}, "use LesionNeuron"},
		{intervention.LesionNeuron{on("inputs[4]"), intervention.Both}, "inputs has neurons [0-3]"},
		{intervention.LesionNeuron{on("inputs"), intervention.Incoming}, "choose outgoing"},
		{intervention.LesionNeuron{on("lateral"), intervention.Both}, "choose outputs, inputs"},
		{intervention.LesionNeuron{on("outputs"), 7}, "choose both, incoming, outgoing"},
		{intervention.Freeze{on("outputs")}, "choose feedforward, lateral, scale, weights"},
		{intervention.Thaw{on("feedforward[0,4]")}, "does not exist"},
		{intervention.Set{on("scale"), -1}, "must stay positive"},
		{intervention.Set{on("weights"), 0}, "must stay positive"},
		{intervention.Set{on("lateral"), math.NaN()}, "finite"},
		{intervention.Multiply{on("scale[0]"), 0}, "must stay positive"},
		{intervention.Multiply{on("outputs"), 1}, "choose feedforward"},
		{intervention.Clamp{on("lateral[1,0]"), 0}, "choose outputs, inputs"},
		{intervention.Clamp{on("inputs[0]"), math.Inf(1)}, "finite"},
		{intervention.Release{on("outputs[3]")}, "outputs has neurons [0-2]"},
		{intervention.SetTau{0}, "positive"},
		{intervention.SetTau{math.NaN()}, "positive"},
		{intervention.SetRate{}, "learning rate is missing"},
		{intervention.SetRateOf{"lateral", circuit.Rate{}}, "learning rate is missing"},
		{intervention.SetRateOf{"latral", circuit.ConstantRate(1)}, "did you mean lateral?"},
		{intervention.MultiplyRate{"weights", 2}, "choose feedforward or lateral"},
		{intervention.MultiplyRate{"lateral", 0}, "or freeze the projection"},
		{intervention.SetGains{[]float64{1}}, "1 gain for 3 outputs"},
		{intervention.SetGains{[]float64{1, 0, 0.5}}, "give a positive number"},
	} {
		if err := test.edit.Validate(z); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.edit, err, test.want)
		}
	}
	one := selection.PairSize(4, 1, synapse.AllToAll)
	if err := (intervention.LesionNeuron{on("outputs[0]"), intervention.Outgoing}).Validate(one); err == nil {
		t.Error("the only output has synapses that go out")
	}
	one.Graph.Projections = append(one.Graph.Projections, selection.Projection{Name: "V", Post: 2, Pre: 1, To: "n", From: "outputs"})
	if err := (intervention.LesionNeuron{on("outputs[0]"), intervention.Outgoing}).Validate(one); err != nil {
		t.Errorf("the only output has synapses onto other neurons: %v", err)
	}
}

// Weights that would be beyond the numbers stop the circuit, and none of them is changed.
func TestMultiplyBeyondTheNumbers(t *testing.T) {
	for _, test := range []struct {
		where  string
		by     float64
		change func(c *circuit.Circuit) error // what makes it impossible
		want   string
	}{
		{"feedforward", 1e300, func(c *circuit.Circuit) error { return c.Forward().Synapse(2, 3).Set(1e200) }, "set the weight of feedforward[2,3]: +Inf is not a finite number"},
		{"weights", 1e300, func(c *circuit.Circuit) error { return c.Among().Synapse(2, 1).Set(1e200) }, "set the weight of lateral[2,1]: +Inf is not a finite number"},
		{"weights", 0.25, func(c *circuit.Circuit) error { return c.Outputs().Output(1).SetScale(math.SmallestNonzeroFloat64) }, "set the scale of outputs[1]: 0 is not a positive number"},
		{"scale", 4, func(c *circuit.Circuit) error { return c.Outputs().Output(2).SetScale(math.MaxFloat64) }, "set the scale of outputs[2]: +Inf is not a positive number"},
	} {
		c := small(t, circuit.IfPSP)
		if err := test.change(c); err != nil {
			t.Fatal(err)
		}
		before := bits(c)
		changes, err := intervention.Multiply{on(test.where), test.by}.Apply(c)
		if err == nil || err.Error() != test.want || changes != nil {
			t.Errorf("error %v, want %q; changes %v", err, test.want, words(changes))
		}
		if diff := cmp.Diff(before, bits(c)); diff != "" {
			t.Errorf("multiply %s by %v changed the circuit (-before +after):\n%s", test.where, test.by, diff)
		}
	}
}

func TestLesionedNeuronsAreLesionedSynapseBySynapse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		whole, single := newCircuit(t, s), newCircuit(t, s)
		steps := rapid.IntRange(0, 6).Draw(t, "steps")
		run(t, whole, steps)
		run(t, single, steps)
		z := selection.SizeOf(whole)
		neuron := drawSelection(t, z, selection.Inputs, selection.Outputs)
		edit := intervention.LesionNeuron{selection.Of(neuron), intervention.Both}
		changes := apply(t, whole, edit)
		var one []intervention.Change
		for _, k := range []selection.Kind{selection.Feedforward, selection.Lateral} {
			for synapse := range k.Projection(single).All() {
				post, pre := synapse.Post(), synapse.Pre()
				_, onto := index(neuron, z, selection.Outputs, post.Index())
				_, from := index(neuron, z, map[selection.Kind]selection.Kind{selection.Feedforward: selection.Inputs, selection.Lateral: selection.Outputs}[k], pre.Index())
				if onto || from {
					one = append(one, apply(t, single, intervention.Lesion{selection.Of(selection.Synapse(k, post.Index(), pre.Index()))})...)
				}
			}
		}
		order := func(a, b intervention.Change) int { return strings.Compare(a.String(), b.String()) }
		slices.SortFunc(changes, order)
		slices.SortFunc(one, order)
		if diff := cmp.Diff(one, changes); diff != "" {
			t.Fatalf("%v: one by one and at once (-want +got):\n%s", edit, diff)
		}
		run(t, whole, steps+5)
		run(t, single, steps+5)
		if diff := cmp.Diff(bits(single), bits(whole)); diff != "" {
			t.Fatalf("%v: one by one and at once (-want +got):\n%s", edit, diff)
		}
	})
}

// index reports whether a selection has neuron i of kind k.
func index(s selection.Selection, z selection.Size, k selection.Kind, i int) (int, bool) {
	from, end := s.Row(z, k, i)
	return from, from < end
}

func TestFreezingAWholeProjectionIsOneChange(t *testing.T) {
	c := small(t, circuit.IfPSP)
	for _, test := range []struct {
		edit intervention.Edit
		want []string
	}{
		{intervention.Freeze{on("weights")}, []string{
			"feedforward plasticity plastic → frozen", "lateral plasticity plastic → frozen",
			"scale[0] plasticity plastic → frozen", "scale[1] plasticity plastic → frozen", "scale[2] plasticity plastic → frozen",
		}},
		{intervention.Thaw{on("lateral[1,0]")}, []string{"lateral[1,0] plasticity frozen → plastic"}},
		{intervention.Freeze{on("lateral")}, []string{"lateral[1,0] plasticity plastic → frozen"}},
		{intervention.Thaw{on("lateral")}, []string{"lateral plasticity frozen → plastic"}},
		{intervention.Lesion{on("lateral[0,1]")}, []string{"lateral[0,1] lesion 0 → 0"}},
		{intervention.Freeze{on("lateral[1-2,*]")}, []string{
			"lateral[1,0] plasticity plastic → frozen", "lateral[1,2] plasticity plastic → frozen",
			"lateral[2,0] plasticity plastic → frozen", "lateral[2,1] plasticity plastic → frozen",
		}},
		{intervention.Freeze{on("lateral")}, []string{"lateral[0,2] plasticity plastic → frozen"}},
		{intervention.Thaw{on("lateral")}, []string{"lateral plasticity frozen → plastic"}},
		{intervention.Freeze{on("lateral")}, []string{"lateral plasticity plastic → frozen"}},
		{intervention.Lesion{on("lateral")}, []string{
			"lateral[0,2] lesion 0 → 0", "lateral[1,0] lesion 0 → 0", "lateral[1,2] lesion 0 → 0", "lateral[2,0] lesion 0 → 0", "lateral[2,1] lesion 0 → 0",
		}},
		{intervention.Thaw{on("lateral")}, nil},
	} {
		if diff := cmp.Diff(test.want, words(apply(t, c, test.edit))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.edit, diff)
		}
	}
}

func TestThawingAPartOfAFrozenProjection(t *testing.T) {
	c := small(t, circuit.IfPSP)
	run(t, c, 5)
	apply(t, c, intervention.Freeze{selection.Of(all(selection.Feedforward))})
	apply(t, c, intervention.Thaw{on("feedforward[1,*]")})
	before := c.Forward().Weights()
	run(t, c, 9)
	for i, w := range c.Forward().Weights() {
		if moved := w != before[i]; moved != (i/4 == 1) {
			t.Errorf("feedforward[%d,%d] moved: %v", i/4, i%4, moved)
		}
	}
}

func TestChangesAsJSON(t *testing.T) {
	want := []intervention.Change{
		{What: intervention.Weight, Projection: "lateral", Post: 2, Pre: 0, Before: intervention.Number(0.1), After: intervention.Number(math.Copysign(0, -1))},
		{What: intervention.RateOf, Post: -1, Pre: -1, Before: intervention.Text("0.1"), After: intervention.Text("10/(250+t)")},
		{What: intervention.Weight, Projection: "scale", Post: 0, Pre: -1, Before: intervention.Number(math.Inf(-1)), After: intervention.Number(math.MaxFloat64)},
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got []intervention.Change
	if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got, want) || !math.Signbit(got[0].After.Number) {
		t.Errorf("%s was read as %v, %v", text, got, err)
	}
}
