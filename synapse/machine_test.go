package synapse_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/synapse"
)

// modelled is one synapse of the naive model: a weight and two flags.
type modelled struct {
	weight           float64
	frozen, lesioned bool
	fails            bool
	chosen           bool          // its changes are kept,
	change           neuron.Change // the last one, if they are
}

// model is a projection as a map of synapses, without rows, padding or holds.
type model struct {
	synapses map[[2]int]*modelled
	rule     modelRule
	frozen   bool
	kept     bool
}

// modelRule is a rule written out: what becomes of w, and the parts.
type modelRule func(w, a float64, post, pre neuron.Local) (next float64, c neuron.Change)

// factored is a model rule from its four factors.
func factored(factors func(post, pre neuron.Local) (dPost, pPost, dPre, pPre float64)) modelRule {
	return func(w, a float64, post, pre neuron.Local) (next float64, c neuron.Change) {
		dPost, pPost, dPre, pPre := factors(post, pre)
		root := math.Sqrt(a)
		kept := float64(math.FMA(-(root*pPost), root*pPre, 1) * w)
		next = math.FMA(root*dPost, root*dPre, kept)
		c.Hebbian, c.Decay, c.Rounding = kernel.Parts(w, kept, (root*dPost)*(root*dPre), next)
		return next, c
	}
}

// presynaptic is Oja's rule the other way round: the presynaptic end decides on
// the decay. It drives by what the axon carries in its first turn.
var presynaptic = synapse.Factored{
	Name: "presynaptic", Equation: "Δw = a(ỹ_i x_j − ½ x_j² w)",
	Post: synapse.Endpoint{
		Drive: neuron.Function{Symbol: "ỹ", F: func(n neuron.Local) float64 { return n.Provisional }},
		Decay: neuron.Constant(0.5),
	},
	Pre: synapse.Endpoint{
		Drive: neuron.Activity,
		Decay: neuron.Function{Symbol: "x²", F: func(n neuron.Local) float64 { return n.Activity * n.Activity }},
	},
}

var modelRules = []struct {
	rule  synapse.Rule
	model modelRule
}{
	{synapse.Hebbian, factored(func(post, pre neuron.Local) (_, _, _, _ float64) {
		return post.Activity, 1, pre.Activity, 1
	})},
	{synapse.AntiHebbianPSP, factored(func(post, pre neuron.Local) (_, _, _, _ float64) {
		return post.Activity, post.Gain, pre.Activity, pre.Gain
	})},
	{synapse.AntiHebbianPSW, factored(func(post, pre neuron.Local) (_, _, _, _ float64) {
		return post.Activity, 0, pre.Activity, 0
	})},
	{oja, factored(func(post, pre neuron.Local) (_, _, _, _ float64) {
		return post.Activity, post.Activity * post.Activity, pre.Activity, 1
	})},
	{presynaptic, factored(func(post, pre neuron.Local) (_, _, _, _ float64) {
		return post.Provisional, 0.5, pre.Activity, pre.Activity * pre.Activity
	})},
	{cubic, func(w, a float64, post, pre neuron.Local) (next float64, c neuron.Change) {
		c.Hebbian, c.Decay = a*(post.Activity*pre.Activity), -a*(w*w*w)
		next = (w + c.Decay) + c.Hebbian
		c.Rounding, _ = exactly(next, -w, -c.Hebbian, -c.Decay).Float64()
		return next, c
	}},
}

func (m *model) learn(p *synapse.Projection, post, pre int, a float64) {
	s := m.synapses[[2]int{post, pre}]
	var c neuron.Change
	if !m.frozen && !s.frozen && !s.lesioned {
		s.weight, c = m.rule(s.weight, a, p.Post().Local(post), p.Pre().Local(pre))
	}
	if c.Post, c.Pre = p.Post().Local(post).Activity, p.Pre().Local(pre).Activity; m.kept && s.chosen {
		s.change = c
	}
}

// Whatever is done to a projection, in whatever order, it is a map of synapses; with
// rows that are altered alone as with a whole.
func TestProjectionIsAMapOfSynapses(t *testing.T) {
	for _, few := range []int{0, 4000} {
		t.Run(fmt.Sprintf("few=%d", few), func(t *testing.T) {
			defer func(before int) { dense.FewWeights = before }(dense.FewWeights)
			dense.FewWeights = few
			testProjectionIsAMapOfSynapses(t)
		})
	}
}

func testProjectionIsAMapOfSynapses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chosen := modelRules[rapid.IntRange(0, len(modelRules)-1).Draw(t, "rule")]
		var p *synapse.Projection
		if k := rapid.IntRange(2, 5).Draw(t, "K"); rapid.Bool().Draw(t, "lateral") {
			p = lateral(k, chosen.rule)
		} else {
			p = feedforward(k, rapid.IntRange(1, 10).Draw(t, "N"), chosen.rule)
		}
		m := &model{synapses: map[[2]int]*modelled{}, rule: chosen.model}
		var places [][2]int
		var everything []synapse.Stretch
		for post := range p.Post().Len() {
			everything = append(everything, synapse.Stretch{Post: post, First: 0, End: p.Pre().Len()})
			for pre := range p.Pre().Len() {
				if p.Pre() != p.Post() || pre != post {
					places = append(places, [2]int{post, pre})
					m.synapses[[2]int{post, pre}] = &modelled{chosen: true}
				}
			}
		}
		chose, before := false, []synapse.Stretch(nil)
		number := rapid.Float64Range(-2, 2)
		rate := rapid.Float64Range(0, 1)
		one := func(t *rapid.T) (synapse.Synapse, *modelled) {
			at := rapid.SampledFrom(places).Draw(t, "synapse")
			return p.Synapse(at[0], at[1]), m.synapses[at]
		}
		learn := func(t *rapid.T) {
			for _, s := range m.synapses {
				if math.Abs(s.weight) > 1e50 {
					t.Skip("cubic decay would turn the weight into an infinity")
				}
			}
			a := rate.Draw(t, "a")
			p.Learn(a)
			for _, at := range places {
				m.learn(p, at[0], at[1], a)
			}
		}
		alter := func(t *rapid.T) {
			post, by := rapid.IntRange(0, p.Post().Len()-1).Draw(t, "post"), number.Draw(t, "by")
			from := rapid.IntRange(0, p.Pre().Len()-1).Draw(t, "from")
			end := rapid.IntRange(from+1, p.Pre().Len()).Draw(t, "end")
			p.Alter(post, from, end, func(w []float64) {
				for j := range w {
					w[j] *= by
				}
			})
			for at, s := range m.synapses {
				if at[0] == post && at[1] >= from && at[1] < end && !m.frozen && !s.frozen && !s.lesioned {
					s.weight *= by
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"signals": func(t *rapid.T) {
				for _, population := range []*neuron.Population{p.Pre(), p.Post()} {
					for i := range population.Len() {
						population.Neuron(i).SetSignal(neuron.Final, number.Draw(t, "activity"))
					}
				}
			},
			"learn": learn,
			"learn one": func(t *rapid.T) {
				s, _ := one(t)
				a := rate.Draw(t, "a")
				s.Learn(a)
				m.learn(p, s.Post().Index(), s.Pre().Index(), a)
			},
			"freeze": func(t *rapid.T) {
				s, synapse := one(t)
				s.Freeze()
				synapse.frozen = !synapse.lesioned
			},
			"thaw": func(t *rapid.T) {
				s, synapse := one(t)
				s.Thaw()
				synapse.frozen = false
			},
			"lesion": func(t *rapid.T) {
				s, synapse := one(t)
				s.Lesion()
				synapse.weight, synapse.frozen, synapse.lesioned = 0, false, true
			},
			"set": func(t *rapid.T) {
				s, synapse := one(t)
				w := rapid.OneOf(number, rapid.Just(math.Inf(1))).Draw(t, "w")
				refused := synapse.lesioned || math.IsInf(w, 0)
				if err := s.Set(w); (err != nil) != refused {
					t.Fatalf("set %v to %v: %v", s, w, err)
				}
				if !refused {
					synapse.weight = w
				}
			},
			"set all": func(t *rapid.T) {
				n := p.Post().Len() * p.Pre().Len()
				w := rapid.SliceOfN(number, n, n).Draw(t, "w")
				if err := p.SetWeights(w); err != nil {
					t.Fatal(err)
				}
				for at, s := range m.synapses {
					if !s.lesioned {
						s.weight = w[at[0]*p.Pre().Len()+at[1]]
					}
				}
			},
			"freeze all": func(*rapid.T) {
				p.Freeze()
				m.frozen = true
			},
			"thaw all": func(*rapid.T) {
				p.Thaw()
				m.frozen = false
			},
			"keep changes": func(t *rapid.T) {
				on := rapid.Bool().Draw(t, "on")
				p.KeepChanges(on)
				if on && !chose {
					before, chose = everything, true
				}
				if m.kept = on; !on {
					for _, s := range m.synapses {
						s.change = neuron.Change{}
					}
				}
			},
			"keep changes of": func(t *rapid.T) {
				chosen := map[[2]int]bool{}
				of := []synapse.Stretch{}
				for post := range p.Post().Len() {
					for pre := 0; pre < p.Pre().Len(); pre++ {
						s := synapse.Stretch{Post: post, First: pre, End: pre + rapid.IntRange(0, p.Pre().Len()-pre).Draw(t, "length")}
						for ; pre < s.End; pre++ {
							chosen[[2]int{post, pre}] = true
						}
						if s.End > s.First {
							of = append(of, s)
						}
					}
				}
				p.KeepChangesOf(of)
				same := chose && slices.Equal(of, before)
				before, chose = of, true
				for at, s := range m.synapses {
					if s.chosen = chosen[at]; !same {
						s.change = neuron.Change{}
					}
				}
			},
			"fail": func(t *rapid.T) {
				step := rapid.Uint64Range(0, 9).Draw(t, "step")
				probability := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "probability")
				stream, fails := random.New(1, 2, "failures"), make([]bool, p.Post().Len()*p.Pre().Len())
				dense.OfProjection(p).Fail(stream, probability, step)
				stream.Chances(fails, probability, step)
				for at, s := range m.synapses {
					s.fails = fails[at[0]*p.Pre().Len()+at[1]]
				}
			},
			"recover": func(*rapid.T) {
				dense.OfProjection(p).Recover()
				for _, s := range m.synapses {
					s.fails = false
				}
			},
			"alter": alter,
			"learn and alter": func(t *rapid.T) { // while the change of other rows is put off
				learn(t)
				for range rapid.IntRange(1, 4).Draw(t, "times") {
					alter(t)
				}
				if rapid.Bool().Draw(t, "look") {
					p.Weights()
				}
			},
			"suspend": func(t *rapid.T) {
				other := synapse.New(p.Name(), p.Pre(), p.Post(), p.Rule())
				if err := other.Restore(p.State()); err != nil {
					t.Fatal(err)
				}
				for _, s := range m.synapses {
					s.fails = false // a failure ends with its step, before the state is taken
				}
				p = other
			},
			"": func(t *rapid.T) { m.check(t, p) },
		})
	})
}

// check compares all that a projection tells with the model.
func (m *model) check(t *rapid.T, p *synapse.Projection) {
	if p.Frozen() != m.frozen || p.Len() != len(m.synapses) {
		t.Fatalf("frozen %v, %d synapses", p.Frozen(), p.Len())
	}
	lesions := 0
	for _, s := range m.synapses {
		if s.lesioned {
			lesions++
		}
	}
	if p.Gone() != lesions {
		t.Fatalf("%d lesions, want %d", p.Gone(), lesions)
	}
	received := make([]float64, p.Post().Len())
	p.Transmit(received, p.Pre().Signals(neuron.Final))
	for post := range p.Post().Len() {
		var sum kernel.Sum
		for pre, w := range p.Row(post) {
			if !p.Has(post, pre) {
				if w != 0 {
					t.Fatalf("[%d,%d] is no synapse and weighs %v", post, pre, w)
				}
				continue
			}
			got, want := p.Synapse(post, pre), m.synapses[[2]int{post, pre}]
			if w != want.weight || got.Weight() != w || got.LastChange() != want.change ||
				got.Lesioned() != want.lesioned || got.Frozen() != (want.frozen || m.frozen) {
				t.Fatalf("%v: weight %v, change %+v, frozen %v, lesioned %v; the model has %+v",
					got, w, got.LastChange(), got.Frozen(), got.Lesioned(), *want)
			}
			if got.Fails() != want.fails {
				t.Fatalf("%v fails %v, want %v", got, got.Fails(), want.fails)
			}
			if !want.lesioned && !want.fails {
				sum.Add(pre, want.weight, p.Pre().Neuron(pre).Activity())
			}
		}
		if received[post] != sum.Total() {
			t.Fatalf("neuron %d receives %v, want %v", post, received[post], sum.Total())
		}
	}
}
