package synapse_test

import (
	"testing"

	"twophase/neuron"
	"twophase/synapse"
)

// learn is how a synapse can come to learn: with its projection or alone.
var learn = map[string]func(p *synapse.Projection, a float64){
	"together": func(p *synapse.Projection, a float64) { p.Learn(a) },
	"one by one": func(p *synapse.Projection, a float64) {
		for s := range p.All() {
			s.Learn(a)
		}
	},
}

func set(t *testing.T, s synapse.Synapse, w float64) {
	t.Helper()
	if err := s.Set(w); err != nil {
		t.Fatal(err)
	}
}

// In each case synapse [1,0] starts at ½ and is treated; the other three
// synapses onto neuron 1 and all onto the others must go on as in a twin.
func TestFreezeAndLesion(t *testing.T) {
	type state struct{ learns, transmits, frozen, lesioned bool }
	for name, test := range map[string]struct {
		treat  func(t *testing.T, s synapse.Synapse)
		want   state
		weight float64 // before learning
	}{
		"untouched": {func(*testing.T, synapse.Synapse) {}, state{learns: true, transmits: true}, 0.5},
		"frozen":    {func(_ *testing.T, s synapse.Synapse) { s.Freeze() }, state{transmits: true, frozen: true}, 0.5},
		"frozen twice and thawed": {func(_ *testing.T, s synapse.Synapse) {
			s.Freeze()
			s.Freeze()
			s.Thaw()
		}, state{learns: true, transmits: true}, 0.5},
		"lesioned": {func(_ *testing.T, s synapse.Synapse) { s.Lesion() }, state{lesioned: true}, 0},
		"frozen, then lesioned": {func(_ *testing.T, s synapse.Synapse) {
			s.Freeze()
			s.Lesion()
		}, state{lesioned: true}, 0},
		"lesioned, then frozen and thawed": {func(_ *testing.T, s synapse.Synapse) {
			s.Lesion()
			s.Freeze()
			s.Thaw()
		}, state{lesioned: true}, 0},
		"lesioned twice": {func(_ *testing.T, s synapse.Synapse) {
			s.Lesion()
			s.Lesion()
		}, state{lesioned: true}, 0},
		"set while frozen": {func(t *testing.T, s synapse.Synapse) {
			s.Freeze()
			set(t, s, 0.75)
		}, state{transmits: true, frozen: true}, 0.75},
		"set with all while frozen": {func(t *testing.T, s synapse.Synapse) {
			s.Freeze()
			w := s.Projection().Weights()
			w[1*4+0] = 0.75
			if err := s.Projection().SetWeights(w); err != nil {
				t.Fatal(err)
			}
		}, state{transmits: true, frozen: true}, 0.75},
		"set with all while lesioned": {func(t *testing.T, s synapse.Synapse) {
			w := s.Projection().Weights()
			s.Lesion()
			if err := s.Projection().SetWeights(w); err != nil {
				t.Fatal(err)
			}
		}, state{lesioned: true}, 0},
	} {
		for way, learn := range learn {
			t.Run(name+", learning "+way, func(t *testing.T) {
				start := []float64{0, 0.1, 0.2, 0.3, 0.5, 0, 0.4, 0.5, 0.6, 0.7, 0, 0.8, 0.9, 1, 1.1, 0}
				p, twin := lateral(4, synapse.AntiHebbianPSP), lateral(4, synapse.AntiHebbianPSP)
				for _, p := range []*synapse.Projection{p, twin} {
					if err := p.SetWeights(start); err != nil {
						t.Fatal(err)
					}
				}
				s := p.Synapse(1, 0)
				test.treat(t, s)
				if s.Weight() != test.weight || s.Frozen() != test.want.frozen || s.Lesioned() != test.want.lesioned {
					t.Errorf("weight %v, frozen %v, lesioned %v", s.Weight(), s.Frozen(), s.Lesioned())
				}
				// Neuron 0 alone speaks: what neuron 1 receives came through s.
				copy(p.Pre().Signals(neuron.Provisional), []float64{2, 0, 0, 0})
				if got := p.Input(1, p.Pre().Signals(neuron.Provisional)); (got != 0) != test.want.transmits || got != 2*test.weight {
					t.Errorf("neuron 1 receives %v through a weight of %v", got, test.weight)
				}
				learn(p, 0.25)
				learn(twin, 0.25)
				if (s.Weight() != test.weight) != test.want.learns {
					t.Errorf("the weight went from %v to %v", test.weight, s.Weight())
				}
				for s := range p.All() {
					twinWeight := twin.Synapse(s.Post().Index(), s.Pre().Index()).Weight()
					if s != p.Synapse(1, 0) && s.Weight() != twinWeight {
						t.Errorf("%v learnt to %v, its twin to %v", s, s.Weight(), twinWeight)
					}
				}
			})
		}
	}
}

// Freezing the whole projection stops all, thawing it leaves those that were
// frozen one by one as they are.
func TestFreezeAndThawAProjection(t *testing.T) {
	for way, learn := range learn {
		p := lateral(3, synapse.AntiHebbianPSP)
		one, other := p.Synapse(0, 1), p.Synapse(2, 1)
		one.Freeze()
		p.Freeze()
		other.Thaw() // says nothing about the projection
		learn(p, 0.5)
		for s := range p.All() {
			if !s.Frozen() || s.Weight() != 0 {
				t.Errorf("%s: %v, frozen %v, learnt %v in a frozen projection", way, s, s.Frozen(), s.Weight())
			}
		}
		set(t, other, 0.25) // kept, frozen or not
		p.Thaw()
		if p.Frozen() || !one.Frozen() || other.Frozen() || other.Weight() != 0.25 {
			t.Errorf("%s: after thawing: projection %v, %v %v, %v %v", way, p.Frozen(), one, one.Frozen(), other, other.Frozen())
		}
		learn(p, 0.5)
		for s := range p.All() {
			if moved := s.Weight() != 0 && s.Weight() != 0.25; moved == (s == one) {
				t.Errorf("%s: after thawing %v went to %v", way, s, s.Weight())
			}
		}
	}
}

// A frozen weight is what it was when it froze, not what it was at the start.
func TestFreezingHoldsThePresentWeight(t *testing.T) {
	for way, learn := range learn {
		p := feedforward(1, 3, synapse.Hebbian)
		s := p.Synapse(0, 2)
		learn(p, 0.1)
		s.Freeze()
		held := s.Weight()
		learn(p, 0.1)
		if s.Weight() != held || held == 0 {
			t.Errorf("%s: held at %v, now %v", way, held, s.Weight())
		}
		s.Thaw()
		learn(p, 0.1)
		if s.Weight() == held {
			t.Errorf("%s: thawed, but did not learn", way)
		}
	}
}
