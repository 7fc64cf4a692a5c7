package metamorphic

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

var (
	synapticKinds = []selection.Kind{selection.Feedforward, selection.Lateral}
	weightedKinds = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}
	phaseKinds    = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Weights}
	neuronKinds   = []selection.Kind{selection.Inputs, selection.Outputs}
)

// drawSelection draws a selection, of one of some kinds, that circuits of that size
// have.
func drawSelection(t *rapid.T, z selection.Size, kinds ...selection.Kind) selection.Selection {
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k selection.Kind) bool { return selection.All(k).Check(z) != nil })
	k := pick(t, "kind", kinds...)
	if k == selection.Weights || !chance(t, "some of the kind", 2) {
		return selection.All(k)
	}
	span := func(n int) string {
		first := number(t, "first", 0, n-1)
		if rapid.Bool().Draw(t, "one") {
			return fmt.Sprint(first)
		}
		return fmt.Sprintf("%d-%d", first, number(t, "last", first, n-1))
	}
	text := span(z.Neurons(k))
	if k.Synaptic() {
		text += "," + pick(t, "from", "*", span(z.Width(k)))
	}
	s := selection.MustParse(fmt.Sprintf("%v[%s]", k, text))
	if s.Check(z) != nil { // where there is no synapse
		return selection.All(k)
	}
	return s
}

// drawEdit draws an edit that works on circuits of that size, most of the time.
func drawEdit(t *rapid.T, z selection.Size) Edit {
	value := func() float64 { return pick(t, "value", 0.5, 0, -0.25, 0.1) }
	factor := func() float64 { return pick(t, "factor", 0.5, 1, 1.5, 0.9) }
	small := func() float64 { return pick(t, "size", 0.02, 0, 1e-3) }
	where := func(kinds []selection.Kind) selection.Selection { return drawSelection(t, z, kinds...) }
	some := func(kinds []selection.Kind) selection.Choice {
		c := selection.Of(where(kinds))
		if !chance(t, "some of them", 3) {
			return c
		}
		if c.Take = pick(t, "take", selection.Fraction, selection.Count, selection.Top, selection.Bottom); c.Take == selection.Fraction {
			c.Number = pick(t, "fraction", 0.3, 0.5)
		} else {
			c.Number = 2
		}
		c.Alike = (c.Take == selection.Fraction || c.Take == selection.Count) && rapid.Bool().Draw(t, "alike")
		if z.Class(c.Kind()) != selection.Neurons && chance(t, "where", 3) {
			c.Where = []selection.Bound{{Absolute: true, Below: rapid.Bool().Draw(t, "below"), Value: 0.2}}
		}
		if c.Check(z) != nil {
			return selection.Of(c.Of[0])
		}
		return c
	}
	makers := []func() intervention.Edit{
		func() intervention.Edit { return intervention.Freeze{Where: some(weightedKinds)} },
		func() intervention.Edit { return intervention.Thaw{Where: some(weightedKinds)} },
		func() intervention.Edit { return intervention.Lesion{Where: some(synapticKinds)} },
		func() intervention.Edit {
			return intervention.LesionNeuron{Neuron: some(neuronKinds), Side: pick(t, "side", intervention.Incoming, intervention.Outgoing, intervention.Both)}
		},
		func() intervention.Edit {
			return intervention.Set{Where: some(synapticKinds), To: value()}
		},
		func() intervention.Edit {
			return intervention.Set{Where: some([]selection.Kind{selection.Scale}), To: factor()}
		},
		func() intervention.Edit {
			return intervention.Multiply{Where: some(weightedKinds), By: factor()}
		},
		func() intervention.Edit {
			return intervention.Clamp{Neuron: some(neuronKinds), To: value()}
		},
		func() intervention.Edit { return intervention.Release{Neuron: some(neuronKinds)} },
		func() intervention.Edit { return drawParameter(t, z).Edit },
		func() intervention.Edit { return drawParameter(t, z).Edit },
		func() intervention.Edit { return setRule(pick(t, "rule", otherRules...).Projection) },
		func() intervention.Edit {
			return intervention.Noise{Where: where(phaseKinds), Size: small()}
		},
		func() intervention.Edit {
			return intervention.ActivityNoise{Population: z.Graph.Output, Spread: small(), Shared: pick(t, "shared", 0, 0.4, 1)}
		},
		func() intervention.Edit {
			return intervention.Failure{Projection: where(synapticKinds).Kind().String(), Probability: pick(t, "probability", 0, 0.3, 1)}
		},
		func() intervention.Edit {
			s := small()
			return intervention.Quantise{Where: where(phaseKinds), Step: s, Off: s == 0}
		},
		func() intervention.Edit {
			return intervention.Dale{Where: where(phaseKinds), Sign: pick(t, "sign", intervention.Free, intervention.Positive, intervention.Negative)}
		},
		func() intervention.Edit { return drawDynamics(t) },
		func() intervention.Edit { return drawDynamics(t) },
		func() intervention.Edit { return drawDynamics(t) },
	}
	return Edit{pick(t, "edit", makers...)()}
}

// drawParameter draws another rate, τ or Λ.
func drawParameter(t *rapid.T, z selection.Size) Edit {
	factor := pick(t, "factor", 0.5, 1, 1.5, 0.9)
	return Edit{pick[intervention.Edit](t, "parameter",
		intervention.SetTau{To: factor}, intervention.SetRate{To: circuit.ConstantRate(1e-2 * factor)},
		intervention.SetRateOf{Projection: drawSelection(t, z, selection.Feedforward).Kind().String(), To: circuit.ConstantRate(1e-2 * factor)},
		intervention.MultiplyRate{Projection: drawSelection(t, z, synapticKinds...).Kind().String(), By: factor},
		intervention.SetRate{To: circuit.DecayingRate(factor, 60)}, intervention.SetGains{To: circuit.LinearGains(z.Outputs, factor, 0.2)},
	)}
}

// drawDynamics draws a way of finding y.
func drawDynamics(t *rapid.T) intervention.SetSchedule {
	e := intervention.SetSchedule{Dynamics: pick(t, "dynamics",
		intervention.TwoPhase, intervention.Stale, intervention.Exact, intervention.Settling, intervention.Cascading,
	)}
	if e.Dynamics == intervention.Settling {
		e.Settle = pick(t, "settle", []circuit.Settle{
			{Method: circuit.Jacobi, Sweeps: 2},
			{Method: circuit.Jacobi, Sweeps: 4, Damping: 0.25, Warm: true},
			{Method: circuit.GaussSeidel, Sweeps: 20, Tolerance: 1e-3},
			{Method: circuit.Euler, Sweeps: 3, TimeStep: 0.5, Warm: true},
		}...)
	}
	if e.Dynamics == intervention.TwoPhase {
		e.Turns = pick(t, "turns", 0, 2, 3, 6)
	}
	return e
}

// drawTrigger draws when an edit takes place.
func drawTrigger(t *rapid.T, z selection.Size) *Trigger {
	switch number(t, "trigger", 0, 3) {
	case 0:
		return nil
	case 1:
		at := number(t, "at", 0, 40)
		return &Trigger{At: &at}
	case 2:
		return &Trigger{Every: number(t, "every", 1, 40), Until: pick(t, "until", 0, 60)}
	}
	c := intervention.Condition{
		Quantity: pick(t, "quantity", intervention.Weights, intervention.LateralRatio, intervention.Error),
		Below:    rapid.Bool().Draw(t, "below"),
		Value:    pick(t, "value", 0.5, 0.05, 1e-3),
	}
	if selection.All(selection.Lateral).Check(z) != nil && c.Quantity == intervention.LateralRatio {
		c.Quantity = intervention.Error
	}
	if c.Quantity == intervention.Weights {
		c.Absolute, c.Where = rapid.Bool().Draw(t, "absolute"), drawSelection(t, z, weightedKinds...)
	}
	return &Trigger{If: &c, Check: number(t, "check", 1, 20)}
}
