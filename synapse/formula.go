package synapse

import "twophase/neuron"

// Symbols are what a rule is written with: a weight, an activity of either end, and the learning rate.
type Symbols struct{ Weight, Post, Pre, Rate string }

// In returns the change of a weight in mathematics, with those symbols: i is the postsynaptic neuron, and j the presynaptic one. A rule that
// has an Equation of its own is written so, unless it is one of this package.
func (r Factored) In(s Symbols) string {
	if r.Equation != "" && !isPredefined(r.Equation) {
		return r.Equation
	}
	product := func(post, pre neuron.Factor) neuron.Term {
		return neuron.Product(neuron.Indexed{Factor: post, Symbol: s.Post, Index: "i"}, neuron.Indexed{Factor: pre, Symbol: s.Pre, Index: "j"})
	}
	drives := []neuron.Term{product(r.Post.Drive, r.Pre.Drive)}
	for _, also := range r.Also[:r.also()] {
		drives = append(drives, product(also.Post, also.Pre))
	}
	w, decay := s.Weight+"_ij", product(r.Post.Decay, r.Pre.Decay)
	decay.Factors = append(decay.Factors, w)
	return "Δ" + w + " = " + neuron.ChangeText(s.Rate, drives, []neuron.Term{decay})
}

// isPredefined reports whether an equation is that of a rule of this package for any projection.
func isPredefined(equation string) bool {
	for _, r := range []Factored{Hebbian, AntiHebbianPSP, AntiHebbianPSW, Hebb, Oja} {
		if r.Equation == equation {
			return true
		}
	}
	return false
}
