package circuit

import (
	"fmt"
	"math"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// LateralDecay returns ε, how many times as fast as the scales the lateral synapses decay,
//
//	ΔM_ij = (α/τ)(y_i y_j − ε λ_i λ_j M_ij),   Δm_ii = (α/τ)(y_i² − λ_i² m_ii)
//
// and whether the outputs learn so. It is 1 in the networks of the paper that project. Those that whiten are not of this
// form: their scales do not decay.
func (n Network) LateralDecay() (epsilon float64, is bool) {
	if among := n.Among(); n.decaysLaterally(among) {
		return lateralDecay(among.Rule)
	}
	return 0, false
}

// WithLateralDecay returns the network with another ε of all lateral synapses that have one. Below 1, two
// outputs no longer part by the order of their gains alone, and their components can be in any order. It returns
// an error if ε is negative, or if there are no such synapses.
func (n Network) WithLateralDecay(epsilon float64) (Network, error) {
	rules, err := n.LateralDecayRules(epsilon)
	if err != nil {
		return Network{}, err
	}
	for _, r := range rules {
		n = n.WithProjection(r.Projection, func(p *ProjectionSpec) { p.Rule = r.Rule })
	}
	if n.Gains == DistinctGains && n.Finds <= UnorderedComponents {
		n.Finds = Components
		if epsilon < 1 {
			n.Finds = UnorderedComponents
		}
	}
	return n, nil
}

// LateralDecayRules returns the rules with another ε of all lateral synapses that have one, or the error of
// WithLateralDecay.
func (n Network) LateralDecayRules(epsilon float64) (rules []RuleOf, err error) {
	if err := CheckLateralDecay(epsilon); err != nil {
		return nil, err
	}
	for _, p := range n.Graph.Projections {
		if n.decaysLaterally(p) {
			rules = append(rules, RuleOf{p.Name, synapse.AntiHebbianPSPDecaying(epsilon)})
		}
	}
	switch {
	case rules != nil:
		return rules, nil
	case n.Whitens:
		err = fmt.Errorf("the scales of %s do not decay, and neither do its lateral synapses", n.Name)
	default:
		err = fmt.Errorf("%s has no lateral synapses that decay with the scales of their neurons, by the rule of PSP", n.Name)
	}
	return nil, fmt.Errorf("%w: choose a network that projects, such as ifPSP, PSP or cascadePSP", err)
}

// CheckLateralDecay returns an error unless ε is a number that lateral synapses can have, 0 or more.
func CheckLateralDecay(epsilon float64) error {
	if !(epsilon >= 0) || math.IsInf(epsilon, 0) {
		return fmt.Errorf("lateral synapses that decay %s times as fast as the scales: give 0 or a positive number", wording.Format(epsilon))
	}
	return nil
}

// decaysLaterally reports whether the synapses of a projection have an ε.
func (n Network) decaysLaterally(p ProjectionSpec) bool {
	scale := n.Population(p.To).Scale
	if p.From != p.To || p.Tied != "" || scale.Metaplastic || scale.Multiplies || scale.NoLeak || scale.UnitRate ||
		scale.Drive != neuron.ScalePSP.Drive || scale.Decay != neuron.ScalePSP.Decay || scale.Drain != neuron.ScalePSP.Drain {
		return false
	}
	_, is := lateralDecay(p.Rule)
	return is
}

// lateralDecay returns ε of a rule Δw = a(post pre − ε λ_i λ_j w), and whether it is one.
func lateralDecay(rule synapse.Rule) (epsilon float64, is bool) {
	r, factored := rule.(synapse.Factored)
	if !factored || r.UnitRate || !driven(r) {
		return 0, false
	}
	root, isRoot := r.Post.Decay.(neuron.RootGain)
	if isRoot && r.Pre.Decay == neuron.Factor(root) {
		return float64(root), true
	}
	post, ok := timesGain(r.Post.Decay)
	pre, also := timesGain(r.Pre.Decay)
	return post * pre, ok && also && post*pre >= 0
}

// timesGain returns c of a factor c·λ_i, and whether it is one, at some gains.
func timesGain(f neuron.Factor) (c float64, is bool) {
	if !neuron.UsesGainAlone(f) {
		return 0, false
	}
	c = f.Of(neuron.Local{Gain: 1})
	for _, gain := range [...]float64{0.3, 0.7, 1.9, 11} {
		want := float64(c * gain)
		if !(math.Abs(f.Of(neuron.Local{Gain: gain})-want) <= 1e-14*math.Abs(want)) {
			return 0, false
		}
	}
	return c, true
}

// driven reports whether the activity of both endpoints, and no further product, drives the rule.
func driven(r synapse.Factored) bool {
	return r.Post.Drive == neuron.Factor(neuron.Activity) && r.Pre.Drive == neuron.Factor(neuron.Activity) && synapse.FurtherProducts(r) == 0
}
