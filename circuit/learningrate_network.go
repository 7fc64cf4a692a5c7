package circuit

import (
	"fmt"

	"twophase/synapse"
)

// SmallProblemRate is the learning rate of the paper's experiments on its small problem.
const SmallProblemRate = "10/(250+t)"

// PaperRate returns the learning rate α_t of the paper's experiments on one of its
// problems, in the form that ParseRate reads:
//
//	small  SmallProblemRate
//	large  1.1e-3 up to step 10000 and 1e-4 then, to project; 1e-3, to whiten
//
// Any other problem has the rate of the small one.
func (n Network) PaperRate(problem string) string {
	switch {
	case problem != "large":
		return SmallProblemRate
	case n.Whitens:
		return "1e-3"
	}
	return "1.1e-3 until 10000, 1e-4"
}

// SetsOwnRate reports whether the neurons set their learning rate by themselves: a rule of
// scales or synapses has UnitRate, so that α = τ = 1. The initial scale then determines the
// first learning rate.
func (n Network) SetsOwnRate() bool {
	g := n.Graph
	for _, p := range g.Populations {
		if p.Scale.UnitRate {
			return true
		}
	}
	for _, p := range g.Projections {
		if factored, ok := p.Rule.(synapse.Factored); ok && factored.UnitRate {
			return true
		}
	}
	return false
}

// CheckRate returns an error unless the network can have the learning rate.
func (n Network) CheckRate(r Rate) error {
	if err := r.Validate(); err != nil {
		return err
	}
	if n.SetsOwnRate() && !r.isOne() {
		return n.setsOwn(fmt.Sprintf("learning rate %v", r), "the learning rate")
	}
	return nil
}

// CheckTau returns an error unless the network can have τ.
func (n Network) CheckTau(tau float64) error {
	if err := CheckTau(tau); err != nil {
		return err
	}
	if n.SetsOwnRate() && tau != 1 {
		return n.setsOwn(fmt.Sprintf("τ = %v", tau), "τ")
	}
	return nil
}

// setsOwn returns the error of a rate or τ that the network cannot have.
func (n Network) setsOwn(value, what string) error {
	return fmt.Errorf("%s: the neurons of %s set their learning rate 1/Ŷ by themselves, and their rules hold for α = τ = 1 alone: leave %s at 1, "+
		"and choose another start of Ŷ, the initial scale (initial_m); a larger one learns more slowly", value, n.Name, what)
}

// isOne reports whether α_t = 1 for ever.
func (r Rate) isOne() bool {
	for _, s := range r.segments {
		if s.decays || s.a != 1 {
			return false
		}
	}
	return true
}

// CheckTau returns an error unless τ is a positive number.
func CheckTau(tau float64) error {
	if !positive(tau) {
		return fmt.Errorf("τ = %v: give a positive number", tau)
	}
	return nil
}
