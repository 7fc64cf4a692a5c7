package circuit

import (
	"fmt"

	"twophase/neuron"
	"twophase/synapse"
)

// meanFactor is a factor as a power of the activity, times a number that does not depend on it.
type meanFactor struct {
	of     neuron.Factor
	power  int
	square bool // the factor is squared, as in a rule of scales
}

// meanFactorOf returns a factor as a power of the activity, and whether it is one.
func meanFactorOf(f neuron.Factor) (m meanFactor, ok bool) {
	if neuron.UsesGainAlone(f) {
		return meanFactor{of: f}, true
	}
	switch f {
	case neuron.Activity:
		return meanFactor{of: f, power: 1}, true
	case neuron.SquaredActivity:
		return meanFactor{of: f, power: 2}, true
	}
	return m, false
}

// evaluate sets dst [n] to the factor of every neuron, with ⟨activity²⟩ [n] in the place of
// activity², and 1 in the place of a single activity. Inputs have no gains [n], and 1 for each.
func (m meanFactor) evaluate(dst, gains, squares []float64) {
	for i := range dst {
		local := neuron.Local{Activity: 1, Gain: 1}
		if gains != nil {
			local.Gain = gains[i]
		}
		v := m.of.Of(local)
		if m.square {
			v *= v
		}
		if m.power == 2 {
			v *= squares[i]
		}
		dst[i] = v
	}
}

// meanProduct is the mean of a product of a factor of each endpoint of a synapse.
type meanProduct struct{ post, pre meanFactor }

// joint reports whether the mean is one of a product of both activities.
func (m meanProduct) joint() bool { return m.post.power == 1 }

// meanRule is the mean of a rule, Δw = a⟨d_post d_pre⟩ − a⟨p_post p_pre⟩ w.
type meanRule struct{ drive, decay meanProduct }

// meanOf returns the mean of a rule. It returns an error if that does not follow from the second
// moments of the activities.
func meanOf(r synapse.Rule) (m meanRule, err error) {
	f, factored := r.(synapse.Factored)
	drive, known := meanProductOf(f.Post.Drive, f.Pre.Drive)
	decay, alsoKnown := meanProductOf(f.Post.Decay, f.Pre.Decay)
	if !factored || f.UnitRate || f.Also[0].Post != nil || !known || !alsoKnown {
		return m, fmt.Errorf("the mean of the rule %s does not follow from the second moments of the stimuli", r)
	}
	return meanRule{drive, decay}, nil
}

func meanProductOf(post, pre neuron.Factor) (m meanProduct, ok bool) {
	a, known := meanFactorOf(post)
	b, alsoKnown := meanFactorOf(pre)
	sum := a.power + b.power
	return meanProduct{a, b}, known && alsoKnown && (sum == 0 || sum == 2)
}

// meanScale is the mean of a rule of scales, Δm = a(⟨d²⟩ − ⟨q²⟩) − a⟨p²⟩ m.
type meanScale struct{ drive, decay, drain meanFactor }

// meanOfScale returns the mean of a rule of scales, or an error as meanOf does.
func meanOfScale(r neuron.ScaleRule) (m meanScale, err error) {
	for _, f := range []struct {
		to *meanFactor
		of neuron.Factor
	}{{&m.drive, r.Drive}, {&m.decay, r.Decay}, {&m.drain, r.Drain}} {
		of, ok := meanFactorOf(f.of)
		of.power, of.square = 2*of.power, true
		if !ok || of.power > 2 || r.UnitRate || r.Multiplies {
			return m, fmt.Errorf("the mean of the rule of scales %s does not follow from the second moments of the stimuli", r.Name)
		}
		*f.to = of
	}
	return m, nil
}
