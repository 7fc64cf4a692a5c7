package synapse_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/neuron"
	"twophase/synapse"
)

// What AlterPart makes of weights is what Alter does, kept or not; of the synapses whose
// changes are kept, and of no others, it is noted, and with what is learnt next it adds up
// to the change in real arithmetic, unless the weight was next to nothing compared with it. Those that are held have no part.
func TestAlterPartIsAlterAndNotesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(1, 3).Draw(t, "K"), rapid.IntRange(2, 6).Draw(t, "N")
		number := rapid.Float64Range(-2, 2)
		weights, by := rapid.SliceOfN(number, k*n, k*n).Draw(t, "w"), rapid.SliceOfN(number, n, n).Draw(t, "by")
		kept, plain := feedforward(k, n, synapse.Hebb), feedforward(k, n, synapse.Hebb)
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		end := rapid.IntRange(from+1, n).Draw(t, "end")
		for _, p := range []*synapse.Projection{kept, plain} {
			if err := p.SetWeights(weights); err != nil {
				t.Fatal(err)
			}
			p.Synapse(0, 0).Lesion()
			p.Synapse(k-1, 1).Freeze()
			for i := range p.Pre().Len() {
				p.Pre().Neuron(i).SetSignal(neuron.Final, by[n-1-i])
			}
			p.Post().Neuron(0).SetSignal(neuron.Final, 0.7)
		}
		kept.KeepChangesOf([]synapse.Stretch{{Post: 0, First: from, End: end}})
		kept.KeepChanges(true)
		together := rapid.Bool().Draw(t, "together")
		for range rapid.IntRange(1, 3).Draw(t, "steps") {
			before := kept.Weights()
			kept.BeginChanges()
			add := func(w []float64) {
				for j := range w {
					w[j] += by[j]
				}
			}
			for i := range k {
				kept.AlterPart(neuron.Nonlocal, i, add)
				plain.Alter(i, 0, n, add)
				kept.AlterPart(neuron.Unlearning, i, func(w []float64) { w[0] /= 3 })
				plain.Alter(i, 0, 1, func(w []float64) { w[0] /= 3 })
			}
			way := map[bool]string{true: "together", false: "one by one"}[together]
			learn[way](kept, 0.1)
			learn[way](plain, 0.1)
			if !slices.Equal(kept.Weights(), plain.Weights()) {
				t.Fatalf("the weights are %v, want %v", kept.Weights(), plain.Weights())
			}
			for s := range kept.All() {
				i, j, c := s.Post().Index(), s.Pre().Index(), s.LastChange()
				if i > 0 || j < from || j >= end {
					if c != (neuron.Change{}) {
						t.Fatalf("%v is not kept, and has %+v", s, c)
					}
					continue
				}
				w := before[i*n+j]
				left, _ := exactly(w, c.Nonlocal, c.Unlearning, c.Decay, c.Hebbian, c.Rounding, -s.Weight()).Float64()
				switch tiny := math.Abs(w) < 0x1p-48*max(math.Abs(c.Nonlocal), math.Abs(c.Unlearning), math.Abs(c.Hebbian)); {
				case left == 0:
				case !tiny:
					t.Fatalf("%v moved from %v to %v by %+v, which leaves %v", s, w, s.Weight(), c, left)
				case math.Abs(left) > 2*unit*math.Abs(c.Rounding):
					t.Fatalf("%v moved from %v to %v by %+v, which leaves %v, more than a last digit of the rounding", s, w, s.Weight(), c, left)
				}
				if held := s.Frozen() || s.Lesioned(); held && (c.Nonlocal != 0 || c.Unlearning != 0) || j > 0 && c.Unlearning != 0 {
					t.Fatalf("%v, held %v: %+v", s, held, c)
				}
			}
		}
	})
}
