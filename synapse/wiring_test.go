package synapse_test

import (
	"testing"

	"pgregory.net/rapid"

	"twophase/neuron"
	"twophase/synapse"
)

// A wiring joins, counts and ranges over the same pairs; what it does not join is no
// synapse of the projection, and stays 0 whatever is learnt.
func TestWirings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		wiring := rapid.SampledFrom([]synapse.Wiring{synapse.AllToAll, synapse.Ordered, synapse.Unconnected}).Draw(t, "wiring")
		gains := make([]float64, n)
		for i := range gains {
			gains[i] = 1
		}
		outputs := neuron.NewOutputs(gains, 1, neuron.ScalePSP)
		p := synapse.NewRecurrent("lateral", outputs, synapse.AntiHebbianPSP, wiring)
		for i := range n {
			outputs.Output(i).SetSignal(neuron.Final, float64(i+1))
		}
		fill := make([]float64, n*n)
		for i := range fill {
			fill[i] = 0.5
		}
		if err := p.SetWeights(fill); err != nil {
			t.Fatal(err)
		}
		p.Learn(0.1)
		joined := 0
		for post := range n {
			from, end := wiring.Row(post, n)
			for pre := range n {
				has := map[synapse.Wiring]bool{synapse.AllToAll: post != pre, synapse.Ordered: pre < post}[wiring]
				if wiring.Joins(post, pre) != has || p.Has(post, pre) != has {
					t.Fatalf("%v: [%d,%d]: joins %v, has %v", wiring, post, pre, wiring.Joins(post, pre), p.Has(post, pre))
				}
				if has && (pre < from || pre >= end) {
					t.Fatalf("%v: [%d,%d] is not in the row from %d to %d", wiring, post, pre, from, end)
				}
				w := p.Weights()[post*n+pre]
				if want := 0.5 + 0.1*(float64((post+1)*(pre+1))-0.5); has && (w-want > 1e-12 || want-w > 1e-12) {
					t.Fatalf("%v: [%d,%d] learnt to be %v, want %v", wiring, post, pre, w, want)
				}
				if !has && w != 0 {
					t.Fatalf("%v: [%d,%d] does not exist and is %v", wiring, post, pre, w)
				}
				if has {
					joined++
				}
			}
		}
		seen := 0
		for s := range p.All() {
			if seen++; !wiring.Joins(s.Post().Index(), s.Pre().Index()) {
				t.Fatalf("%v ranges over %v", wiring, s)
			}
		}
		if p.Len() != joined || wiring.Len(n) != joined || seen != joined {
			t.Fatalf("%v of %d neurons: %d synapses, counted %d and %d, seen %d", wiring, n, joined, p.Len(), wiring.Len(n), seen)
		}
	})
}
