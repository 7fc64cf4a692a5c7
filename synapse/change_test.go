package synapse_test

import (
	"math"
	"math/big"
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

// gapBound bounds |(w′ − w) − (hebbian + decay)| for one change.
//
// Factored, with P the exact product of the decays and H that of the drives,
// all with their √a:
//
//	w′ = RN(RN(RN(1−P)·w) + H)    hebbian = RN(H)    decay = −RN(RN(P)·w)
//
// so the kept part errs by two roundings of (1−P)w, w′ by one of itself,
// hebbian by one and decay by two. Pairwise, w′ = RN(RN(w + decay) + hebbian)
// with parts that are what they are: fewer roundings. Underflow can add half of the
// smallest number to each rounded product.
func gapBound(w, changed, hebbian, decay float64) float64 {
	kept := math.Abs(w) + math.Abs(decay) // ≥ |(1−P)w| up to a rounding
	return unit*(2*kept+math.Abs(changed)+math.Abs(hebbian)+2*math.Abs(decay))*(1+8*unit) + 8*0x1p-1075
}

// gap returns (w′ − w) − (hebbian + decay), rounded once.
func gap(w, changed, hebbian, decay float64) float64 {
	sum := new(big.Float).SetPrec(2300)
	for _, v := range []float64{changed, -w, -hebbian, -decay} {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	rest, _ := sum.Float64()
	return math.Abs(rest)
}

// The parts add up to the change; those of what is frozen or lesioned are 0;
// learning together and one by one notes the same.
func TestPartsOfAChangeAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom([]synapse.Rule{
			synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AntiHebbianPSW, oja, presynaptic, cubic,
		}).Draw(t, "rule")
		k := rapid.IntRange(2, 4).Draw(t, "K")
		number := rapid.Float64Range(-3, 3)
		activity := rapid.SliceOfN(number, k, k).Draw(t, "y")
		weights := rapid.SliceOfN(number, k*k, k*k).Draw(t, "w")
		a := rapid.Float64Range(0, 2).Draw(t, "a")

		var pair []*synapse.Projection
		for range 2 {
			p := lateral(k, rule)
			copy(p.Pre().Signals(neuron.Final), activity)
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
			other := pair[1].Synapse(s.Post().Index(), s.Pre().Index())
			hebbian, decay := s.LastChange()
			if h, d := other.LastChange(); h != hebbian || d != decay || other.Weight() != s.Weight() {
				t.Fatalf("%v: %v %v %v together, %v %v %v alone", s, s.Weight(), hebbian, decay, other.Weight(), h, d)
			}
			if (s.Frozen() || s.Lesioned()) && (hebbian != 0 || decay != 0) {
				t.Fatalf("%v, frozen %v, lesioned %v, moved by %v and %v", s, s.Frozen(), s.Lesioned(), hebbian, decay)
			}
			w := before[s.Post().Index()*k+s.Pre().Index()]
			if g, bound := gap(w, s.Weight(), hebbian, decay), gapBound(w, s.Weight(), hebbian, decay); g > bound {
				t.Fatalf("%v: %v → %v, parts %v and %v: %g left over, bound %g", s, w, s.Weight(), hebbian, decay, g, bound)
			}
		}
	})
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
	if hebbian, decay := s.LastChange(); hebbian != 0 || decay != -1 {
		t.Errorf("from a silent input: %v and %v", hebbian, decay)
	}
	if hebbian, decay := driven.LastChange(); hebbian != 1.5 || decay != 0 {
		t.Errorf("of a weight of zero: %v and %v", hebbian, decay)
	}
}

func TestPartsAreZeroUnlessKept(t *testing.T) {
	for way, learn := range learn {
		p := feedforward(1, 2, synapse.Hebbian)
		s := p.Synapse(0, 0)
		learn(p, 0.5)
		if hebbian, decay := s.LastChange(); hebbian != 0 || decay != 0 {
			t.Errorf("%s, not kept: %v and %v", way, hebbian, decay)
		}
		p.KeepChanges(true)
		learn(p, 0.5)
		p.KeepChanges(true) // says nothing new, loses nothing
		if hebbian, decay := s.LastChange(); hebbian == 0 || decay == 0 {
			t.Errorf("%s, kept: %v and %v", way, hebbian, decay)
		}
		p.Freeze()
		learn(p, 0.5)
		if hebbian, decay := s.LastChange(); hebbian != 0 || decay != 0 {
			t.Errorf("%s, frozen projection: %v and %v", way, hebbian, decay)
		}
		p.Thaw()
		learn(p, 0.5)
		p.KeepChanges(false)
		if hebbian, decay := s.LastChange(); hebbian != 0 || decay != 0 {
			t.Errorf("%s, no longer kept: %v and %v", way, hebbian, decay)
		}
	}
}
