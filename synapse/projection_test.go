package synapse_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// outputsOf returns k active outputs with gains that differ.
func outputsOf(k int) *neuron.Population {
	gains := make([]float64, k)
	for i := range gains {
		gains[i] = 1 / float64(i+1)
	}
	p := neuron.NewOutputs(gains, 1, neuron.ScalePSP)
	for i := range k {
		p.Signals(neuron.Final)[i] = float64(i+1) / 4
		p.Signals(neuron.Provisional)[i] = -float64(i + 2)
	}
	return p
}

func inputsOf(n int) *neuron.Population {
	p := neuron.NewInputs(n)
	for j := range n {
		p.Signals(neuron.Final)[j] = float64(j) - 0.5
	}
	return p
}

func feedforward(k, n int, rule synapse.Rule) *synapse.Projection {
	return synapse.New("feedforward", inputsOf(n), outputsOf(k), rule)
}

func lateral(k int, rule synapse.Rule) *synapse.Projection {
	outputs := outputsOf(k)
	return synapse.New("lateral", outputs, outputs, rule)
}

// The four ways to ask which synapses there are agree, and a neuron has none to
// itself.
func TestLenHasAllAndOntoAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(1, 6).Draw(t, "K"), rapid.IntRange(1, 20).Draw(t, "N")
		for _, p := range []*synapse.Projection{feedforward(k, n, synapse.Hebbian), lateral(k, synapse.AntiHebbianPSP)} {
			self := p.Pre() == p.Post()
			var all, onto, has []synapse.Synapse
			for s := range p.All() {
				all = append(all, s)
			}
			for post := -1; post <= p.Post().Len(); post++ {
				if post >= 0 && post < p.Post().Len() {
					for s := range p.Onto(post) {
						onto = append(onto, s)
					}
				}
				for pre := -1; pre <= p.Pre().Len(); pre++ {
					inside := post >= 0 && post < p.Post().Len() && pre >= 0 && pre < p.Pre().Len()
					if p.Has(post, pre) != (inside && !(self && post == pre)) {
						t.Fatalf("%s has [%d,%d]: %v", p.Name(), post, pre, p.Has(post, pre))
					}
					if p.Has(post, pre) {
						has = append(has, p.Synapse(post, pre))
					}
				}
			}
			if len(all) != p.Len() || !slices.Equal(all, onto) || !slices.Equal(all, has) {
				t.Fatalf("Len %d; All %v, Onto %v, Has %v", p.Len(), all, onto, has)
			}
			for _, s := range all {
				if s.Projection() != p || s.String() != fmt.Sprintf("%s[%d,%d]", p.Name(), s.Post().Index(), s.Pre().Index()) {
					t.Fatalf("%v from %v to %v", s, s.Pre(), s.Post())
				}
			}
		}
	})
}

func TestWalkingStops(t *testing.T) {
	p, seen := lateral(4, synapse.AntiHebbianPSP), 0
	for s := range p.All() {
		if seen++; s.Post().Index() == 1 {
			break
		}
	}
	for range p.Onto(0) {
		seen += 10
		break
	}
	if seen != 3+1+10 {
		t.Errorf("walked %d", seen)
	}
}

func TestNoSuchSynapsePanicsWithItsName(t *testing.T) {
	for _, test := range []struct {
		p         *synapse.Projection
		post, pre int
		want      string
	}{
		{lateral(3, synapse.AntiHebbianPSP), 1, 1, "synapse: no lateral[1,1] in a projection of 3×3"},
		{feedforward(2, 5, synapse.Hebbian), 2, 0, "synapse: no feedforward[2,0] in a projection of 2×5"},
		{feedforward(2, 5, synapse.Hebbian), 0, 5, "synapse: no feedforward[0,5] in a projection of 2×5"},
		{feedforward(2, 5, synapse.Hebbian), 0, -1, "synapse: no feedforward[0,-1] in a projection of 2×5"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != test.want {
					t.Errorf("panic %q, want %q", got, test.want)
				}
			}()
			test.p.Synapse(test.post, test.pre)
		}()
	}
}

// Rows are padded to whole cache lines and cannot be grown into their padding;
// Weights is unpadded, a copy, and goes back through SetWeights bit for bit.
func TestRowsArePaddedAndWeightsAreNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(1, 5).Draw(t, "K"), rapid.IntRange(1, 20).Draw(t, "N")
		for _, p := range []*synapse.Projection{feedforward(k, n, synapse.Hebbian), lateral(k, synapse.AntiHebbianPSP)} {
			columns := p.Pre().Len()
			w := rapid.SliceOfN(rapid.Float64(), k*columns, k*columns).Draw(t, "w")
			if err := p.SetWeights(w); err != nil {
				t.Fatal(err)
			}
			if p.Pre() == p.Post() {
				for i := range k {
					w[i*columns+i] = 0 // no synapse: passed over
				}
			}
			var rows []float64
			for i := range k {
				row := p.Row(i)
				if len(row) != columns || cap(row) != columns {
					t.Fatalf("row of length %d, capacity %d, for %d presynaptic neurons", len(row), cap(row), columns)
				}
				if uintptr(unsafe.Pointer(&row[0]))%64 != 0 {
					t.Fatalf("row %d does not begin a cache line", i)
				}
				rows = append(rows, row...)
			}
			got := p.Weights()
			if diff := cmp.Diff(w, got); diff != "" || !slices.Equal(rows, got) {
				t.Fatalf("%s: %s", p.Name(), diff)
			}
			got[0]++
			if p.Has(0, 0) && p.Synapse(0, 0).Weight() != w[0] {
				t.Fatal("Weights is not a copy")
			}
		}
	})
}

func TestTransmitIsInputOfEveryNeuron(t *testing.T) {
	p := lateral(3, synapse.AntiHebbianPSP)
	if err := p.SetWeights([]float64{9, 1, 2, 3, 9, 4, 5, 6, 9}); err != nil {
		t.Fatal(err)
	}
	for slot, want := range map[neuron.Slot][]float64{
		neuron.Final:       {0.5 + 2*0.75, 3*0.25 + 4*0.75, 5*0.25 + 6*0.5},
		neuron.Provisional: {-3 - 2*4, -3*2 - 4*4, -5*2 - 6*3},
	} {
		got := make([]float64, 3)
		p.Transmit(got, p.Pre().Signals(slot))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v:\n%s", slot, diff)
		}
		for i := range want {
			if p.Input(i, p.Pre().Signals(slot)) != want[i] {
				t.Errorf("%v: neuron %d receives %v, want %v", slot, i, p.Input(i, p.Pre().Signals(slot)), want[i])
			}
		}
	}
}

func TestWhatCannotBeAWeightIsRefused(t *testing.T) {
	p := feedforward(2, 3, synapse.Hebbian)
	before := []float64{1, 2, 3, 4, 5, 6}
	if err := p.SetWeights(before); err != nil {
		t.Fatal(err)
	}
	p.Synapse(0, 2).Lesion()
	before[2] = 0
	for _, test := range []struct {
		do   func() error
		want string
	}{
		{func() error { return p.SetWeights(make([]float64, 5)) }, "set the weights of feedforward: got 5, want 2×3"},
		{func() error { return p.SetWeights(make([]float64, 7)) }, "set the weights of feedforward: got 7, want 2×3"},
		{func() error { return p.SetWeights(nil) }, "set the weights of feedforward: got 0, want 2×3"},
		{func() error { return p.SetWeights([]float64{7, 7, 7, 7, math.NaN(), 7}) }, "set the weight of feedforward[1,1]: NaN is not a finite number"},
		{func() error { return p.SetWeights([]float64{7, 7, 7, math.Inf(-1), 7, 7}) }, "set the weight of feedforward[1,0]: -Inf is not a finite number"},
		{func() error { return p.Synapse(1, 2).Set(math.Inf(1)) }, "set the weight of feedforward[1,2]: +Inf is not a finite number"},
		{func() error { return p.Synapse(1, 2).Set(math.NaN()) }, "set the weight of feedforward[1,2]: NaN is not a finite number"},
		{func() error { return p.Synapse(0, 2).Set(1) }, "set the weight of feedforward[0,2]: the synapse is lesioned"},
	} {
		if err := test.do(); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
		if diff := cmp.Diff(before, p.Weights()); diff != "" {
			t.Fatalf("after %q the weights changed:\n%s", test.want, diff)
		}
	}
}

// The rules of the paper, against its formulas. Each factor carries two
// roundings, so a product of two has at most four, and no term passes through
// more than three others: γ_8 of each term is more than enough.
func TestRulesAreThePapers(t *testing.T) {
	const gamma8 = 8 * unit / (1 - 8*unit)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0, 1).Draw(t, "a")
		local := func(name string) neuron.Local {
			return neuron.Local{
				Activity: rapid.Float64Range(-5, 5).Draw(t, name), Provisional: 99, Scale: 99,
				Gain: rapid.Float64Range(0.01, 2).Draw(t, name+"'s λ"),
			}
		}
		w, post, pre := rapid.Float64Range(-5, 5).Draw(t, "w"), local("post"), local("pre")
		for _, test := range []struct {
			rule  synapse.Rule
			decay float64
		}{
			{synapse.Hebbian, w},
			{synapse.AntiHebbianPSP, post.Gain * pre.Gain * w},
			{synapse.AntiHebbianPSW, 0},
		} {
			hebbian := post.Activity * pre.Activity
			want := w + a*(hebbian-test.decay)
			bound := 2 * gamma8 * (math.Abs(w) + a*math.Abs(hebbian) + a*math.Abs(test.decay))
			if got := learnOne(test.rule, w, a, post, pre); math.Abs(got-want) > bound {
				t.Fatalf("%v: w = %v, want %v ± %g", test.rule, got, want, bound)
			}
		}
	})
}

// learnOne returns what becomes of w between two output neurons.
func learnOne(rule synapse.Rule, w, a float64, post, pre neuron.Local) float64 {
	outputs := neuron.NewOutputs([]float64{post.Gain, pre.Gain}, 1, neuron.ScalePSP)
	copy(outputs.Signals(neuron.Final), []float64{post.Activity, pre.Activity})
	s := synapse.New("lateral", outputs, outputs, rule).Synapse(0, 1)
	if err := s.Set(w); err != nil {
		panic(err)
	}
	s.Learn(a)
	return s.Weight()
}

// A factored rule is the canonical arithmetic of package kernel.
func TestFactoredLearnsCanonically(t *testing.T) {
	p := feedforward(2, 9, oja)
	if err := p.SetWeights(slices.Repeat([]float64{0.1, -0.2, 0.3}, 6)); err != nil {
		t.Fatal(err)
	}
	before, root := p.Weights(), math.Sqrt(0.01)
	p.Learn(0.01)
	for s := range p.All() {
		y, x := s.Post().Activity(), s.Pre().Activity()
		want := kernel.Changed(before[s.Post().Index()*9+s.Pre().Index()], kernel.Keep(root*(y*y), root*1), root*y, root*x)
		if s.Weight() != want {
			t.Errorf("%v = %x, want %x", s, s.Weight(), want)
		}
	}
}
