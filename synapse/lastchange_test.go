package synapse_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/neuron"
	"twophase/synapse"
)

const unit = 0x1p-53 // the relative error of one rounding

// cubic is a rule that does not factor.
var cubic = synapse.Pairwise{
	Name: "cubic", Equation: "Δw = a(y_i x_j − w³)",
	Change: func(w, a float64, post, pre neuron.Local) (hebbian, decay float64) {
		return a * (post.Activity * pre.Activity), -a * (w * w * w)
	},
}

// exactly returns a sum in real arithmetic.
func exactly(terms ...float64) *big.Float {
	sum := new(big.Float).SetPrec(2300)
	for _, v := range terms {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	return sum
}

// The parts add up to the change in real arithmetic, whatever the weight and the
// activities, as long as the rule does not turn the weight over; those of what is
// frozen or lesioned are 0; learning together and one by one notes the same.
func TestPartsOfAChangeAddUp(t *testing.T) {
	inexact := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // one in twenty is not exact
			rule := rapid.SampledFrom([]synapse.Rule{
				synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AntiHebbianPSW, oja, presynaptic, cubic,
			}).Draw(t, "rule")
			k := rapid.IntRange(2, 4).Draw(t, "K")
			number := rapid.OneOf(
				rapid.Float64Range(-3, 3), rapid.Just(0.0), rapid.Float64Range(-1e-300, 1e-300),
				rapid.Custom(func(t *rapid.T) float64 {
					return math.Ldexp(rapid.Float64Range(-2, 2).Draw(t, "digits"), -rapid.IntRange(0, 1074).Draw(t, "exponent"))
				}),
			)
			activity := rapid.SliceOfN(number, k, k).Draw(t, "y")
			weights := rapid.SliceOfN(number, k*k, k*k).Draw(t, "w")
			a := rapid.OneOf(rapid.Float64Range(0, 2), rapid.Float64Range(0, 1e-3)).Draw(t, "a")

			var pair []*synapse.Projection
			for range 2 {
				p := lateral(k, rule)
				copy(p.Pre().Signals(neuron.Stimulus), activity)
				if err := p.SetWeights(weights); err != nil {
					t.Fatal(err)
				}
				p.Synapse(0, 1).Freeze()
				p.Synapse(1, 0).Lesion()
				p.KeepChanges(true)
				pair = append(pair, p)
			}
			before := pair[0].Weights()
			learn["together"](pair[0], a)
			learn["one by one"](pair[1], a)
			for s := range pair[0].All() {
				other, c := pair[1].Synapse(s.Post().Index(), s.Pre().Index()), s.LastChange()
				if other.LastChange() != c || other.Weight() != s.Weight() {
					t.Fatalf("%v: %v %+v together, %v %+v alone", s, s.Weight(), c, other.Weight(), other.LastChange())
				}
				if c.Post != s.Post().Activity() || c.Pre != s.Pre().Activity() {
					t.Fatalf("%v learnt from %+v", s, c)
				}
				if (s.Frozen() || s.Lesioned()) && (c.Hebbian != 0 || c.Decay != 0 || c.Rounding != 0) {
					t.Fatalf("%v, frozen %v, lesioned %v, moved by %+v", s, s.Frozen(), s.Lesioned(), c)
				}
				w := before[s.Post().Index()*k+s.Pre().Index()]
				left, _ := exactly(s.Weight(), -w, -c.Hebbian, -c.Decay, -c.Rounding).Float64()
				switch _, factored := rule.(synapse.Factored); {
				case left == 0:
				case factored && math.Abs(c.Decay) <= 2*math.Abs(w) && !(c.Decay/w > 1):
					t.Fatalf("%v: %v → %v by %+v leaves %g", s, w, s.Weight(), c, left)
				case math.Abs(left) > unit*math.Abs(c.Rounding)*2:
					t.Fatalf("%v: %v → %v by %+v leaves %g, more than a last digit of the rounding", s, w, s.Weight(), c, left)
				default:
					inexact++
				}
			}
		}
	})
	if inexact == 0 {
		t.Error("no change was inexact")
	}
}

// The parts name their causes.
func TestPartsOfAChangeNameTheCause(t *testing.T) {
	p := feedforward(1, 2, synapse.Hebbian)
	p.KeepChanges(true)
	copy(p.Pre().Signals(neuron.Final), []float64{0, 2})
	s, driven := p.Synapse(0, 0), p.Synapse(0, 1)
	set(t, s, 4)
	p.Post().Output(0).SetSignal(neuron.Final, 3)
	p.Learn(0.25)
	if c := s.LastChange(); c != (neuron.Change{Decay: -1, Post: 3}) {
		t.Errorf("from a silent input: %+v", c)
	}
	if c := driven.LastChange(); c != (neuron.Change{Hebbian: 1.5, Pre: 2, Post: 3}) {
		t.Errorf("of a weight of zero: %+v", c)
	}
}

func TestPartsAreZeroUnlessKept(t *testing.T) {
	for way, learn := range learn {
		p := feedforward(1, 2, synapse.Hebbian)
		s := p.Synapse(0, 0)
		learn(p, 0.5)
		if c := s.LastChange(); c.Hebbian != 0 || c.Decay != 0 {
			t.Errorf("%s, not kept: %+v", way, c)
		}
		p.KeepChanges(true)
		learn(p, 0.5)
		p.KeepChanges(true) // says nothing new, loses nothing
		if c := s.LastChange(); c.Hebbian == 0 || c.Decay == 0 {
			t.Errorf("%s, kept: %+v", way, c)
		}
		p.Freeze()
		learn(p, 0.5)
		if c := s.LastChange(); c.Hebbian != 0 || c.Decay != 0 {
			t.Errorf("%s, frozen projection: %+v", way, c)
		}
		p.Thaw()
		learn(p, 0.5)
		p.KeepChanges(false)
		if c := s.LastChange(); c.Hebbian != 0 || c.Decay != 0 {
			t.Errorf("%s, no longer kept: %+v", way, c)
		}
	}
}

// Which changes are kept stays chosen while none are, in a state too.
func TestAStateKnowsWhichChangesToKeep(t *testing.T) {
	some := []synapse.Stretch{{Post: 1, First: 0, End: 2}}
	p, restored := feedforward(2, 3, synapse.Hebbian), feedforward(2, 3, synapse.Hebbian)
	p.KeepChangesOf(some)
	if err := restored.Restore(p.State()); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*synapse.Projection{"chosen": p, "restored": restored} {
		p.KeepChanges(true)
		if kept := p.State().Kept; !slices.Equal(kept, some) {
			t.Errorf("%s: the changes of %v are kept, want %v", name, kept, some)
		}
	}
}

// Stretches that are not in order, overlap or reach beyond are refused.
func TestKeepChangesOfRefuses(t *testing.T) {
	for _, of := range [][]synapse.Stretch{
		{{Post: 2, First: 0, End: 1}}, {{Post: 0, First: 0, End: 4}}, {{Post: 0, First: -1, End: 1}}, {{Post: -1, First: 0, End: 1}},
		{{Post: 0, First: 1, End: 1}}, {{Post: 1, First: 0, End: 1}, {Post: 0, First: 0, End: 1}}, {{Post: 0, First: 0, End: 2}, {Post: 0, First: 1, End: 3}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v are accepted", of)
				}
			}()
			feedforward(2, 3, synapse.Hebbian).KeepChangesOf(of)
		}()
	}
}
