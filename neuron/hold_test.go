package neuron_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/neuron"
)

// Whatever is clamped and frozen in whatever order, a population is a list of
// neurons with a signal or none, and a scale that learns or not.
func TestClampsAndFrozenScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		build := drawOutputs(t, neuron.ScalePSP)
		p, twin := build(), build()
		type held struct {
			clamp   float64
			clamped bool
			frozen  bool
		}
		model, kept := make([]held, p.Len()), false
		one := func(t *rapid.T) (neuron.Output, *held) {
			i := rapid.IntRange(0, p.Len()-1).Draw(t, "i")
			return p.Output(i), &model[i]
		}
		t.Repeat(map[string]func(*rapid.T){
			"clamp": func(t *rapid.T) {
				o, h := one(t)
				v := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.Just(math.Inf(-1))).Draw(t, "v")
				if err := o.Clamp(v); (err != nil) != math.IsInf(v, 0) {
					t.Fatalf("clamp to %v: %v", v, err)
				} else if err == nil {
					h.clamp, h.clamped = v, true
				}
			},
			"release": func(t *rapid.T) {
				o, h := one(t)
				o.Release()
				h.clamp, h.clamped = 0, false
			},
			"freeze": func(t *rapid.T) {
				o, h := one(t)
				o.OwnScale().Freeze()
				h.frozen = true
			},
			"thaw": func(t *rapid.T) {
				o, h := one(t)
				o.OwnScale().Thaw()
				h.frozen = false
			},
			"keep changes": func(t *rapid.T) {
				kept = rapid.Bool().Draw(t, "on")
				p.KeepChanges(kept)
			},
			"learn": func(t *rapid.T) {
				copy(twin.Scales(), p.Scales())
				copy(twin.Signals(neuron.Final), p.Signals(neuron.Final))
				before := append([]float64(nil), p.Scales()...)
				twin.Rescale(0.1)
				if rapid.Bool().Draw(t, "together") {
					p.Rescale(0.1)
				} else {
					for o := range p.Outputs() {
						o.Rescale(0.1)
					}
				}
				for i, h := range model {
					want, change := before[i], neuron.Change{}
					if !h.frozen {
						want = twin.Scales()[i]
						change = twin.Output(i).LastScaleChange()
					}
					if kept {
						change.Post = p.Output(i).Activity()
					}
					if got := p.Output(i).LastScaleChange(); p.Scales()[i] != want || got != change {
						t.Fatalf("scale %d: %v by %+v, want %v by %+v", i, p.Scales()[i], got, want, change)
					}
				}
			},
			"impose": func(t *rapid.T) {
				slot := rapid.SampledFrom([]neuron.Slot{neuron.Provisional, neuron.Final}).Draw(t, "slot")
				before := append([]float64(nil), p.Signals(slot)...)
				p.Impose(slot)
				for i, h := range model {
					want := before[i]
					if h.clamped {
						want = h.clamp
					}
					if p.Signals(slot)[i] != want {
						t.Fatalf("axon %d carries %v, want %v", i, p.Signals(slot)[i], want)
					}
				}
			},
			"": func(t *rapid.T) {
				clamps := false
				for i, h := range model {
					v, clamped := p.Output(i).Clamped()
					if v != h.clamp || clamped != h.clamped || p.Output(i).OwnScale().Frozen() != h.frozen {
						t.Fatalf("%v: clamped to %v %v, frozen %v, want %+v", p.Neuron(i), v, clamped, p.Output(i).OwnScale().Frozen(), h)
					}
					clamps = clamps || clamped
				}
				if p.HasClamps() != clamps {
					t.Fatalf("clamps %v", p.HasClamps())
				}
			},
		})
	})
}
