package neuron

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
)

// Further is a quantity of the neurons of a population beyond the fields of Local: a variable of
// their own, or something else that reaches each of them. Factors read it as Local.Quantity.
type Further struct {
	From Source
	Name string // of the variable, projection, signal or broadcast

	// Of an OwnVariable: its value at the start, of each neuron or of all [n or 1], nil for 0; and what
	// is added to it in each step. A variable without a Change is constant.
	Start  []float64
	Change Factor

	Delay int // of a PastActivity
}

// Source is where a further quantity comes from.
type Source int

const (
	OwnVariable    Source = iota // the neuron itself
	CurrentThrough               // what it received last through a projection in this step, unsigned
	NormThrough                  // the sum of its squared weights in a projection
	Signal                       // a column of the stimulus that is broadcast
	Broadcast                    // a sum over the neurons of a population, which is broadcast
	LearningRate                 // α_t of the circuit
	PastActivity                 // the final activity Delay stimuli ago
)

// variables are the further quantities of a population, and what they need.
type variables struct {
	quantities []Further
	further    [][]float64 // [quantity][n]
	places     []place     // [n]: in further
	next       [][]float64 // [quantity][n]: the variables after a step; nil of others
	activated  []float64   // [n]: working memory of an activation that is not of v alone
	earlier    [][]float64 // [d−2][n]: final activities d stimuli ago, if they are kept
	held       [][]int     // [quantity]: the neurons whose variable does not learn, in order
}

// KeepFurther gives the population further quantities. It is for package circuit, which calls it once.
func (p *Population) KeepFurther(all []Further) {
	p.quantities = all
	for _, q := range all {
		if q.From == PastActivity {
			p.further, p.next = append(p.further, p.delayed(q.Delay)), append(p.next, nil)
			continue
		}
		values := kernel.Vector(p.Len())
		var next []float64
		if q.From == OwnVariable {
			next = kernel.Vector(p.Len())
			for i := range values {
				switch len(q.Start) {
				case 0:
				case 1:
					values[i] = q.Start[0]
				default:
					values[i] = q.Start[i]
				}
			}
		}
		p.further, p.next = append(p.further, values), append(p.next, next)
	}
	if p.further != nil {
		p.held = make([][]int, len(all))
		p.places = make([]place, p.Len())
		for i := range p.places {
			p.places[i] = place{p.further, i}
		}
	}
}

// Further returns the values of further quantity k [n] as the population's own memory.
func (p *Population) Further(k int) []float64 { return p.further[k] }

// Variables returns the names of the neurons' own variables.
func (p *Population) Variables() (names []string) {
	for _, q := range p.quantities {
		if q.From == OwnVariable {
			names = append(names, q.Name)
		}
	}
	return names
}

// Variable returns the values of a variable of the neurons [n] as the population's own memory, or nil
// if there is none of that name.
func (p *Population) Variable(name string) []float64 {
	if k := p.variable(name); k >= 0 {
		return p.further[k]
	}
	return nil
}

// variable returns the place of a variable of the neurons among the further quantities, or −1.
func (p *Population) variable(name string) int {
	return slices.IndexFunc(p.quantities, func(q Further) bool { return q.From == OwnVariable && q.Name == name })
}

// PrepareVariables computes the next values of the variables from what the neurons know now. A name
// restricts it to one variable.
func (p *Population) PrepareVariables(name string) {
	for k, q := range p.quantities {
		if q.Change == nil || name != "" && q.Name != name {
			continue
		}
		next := p.next[k]
		p.Evaluate(next, q.Change, 1, Currents{})
		for i, v := range p.further[k] {
			next[i] = v + next[i]
		}
		for _, i := range p.held[k] {
			next[i] = p.further[k][i]
		}
	}
}

// ChangeVariables gives the variables the values that PrepareVariables has computed. It returns the
// name of a variable and the neuron for which it is not finite; else -1.
func (p *Population) ChangeVariables(name string) (of string, i int) {
	for k, q := range p.quantities {
		if q.Change == nil || name != "" && q.Name != name {
			continue
		}
		copy(p.further[k], p.next[k])
		for i, v := range p.further[k] {
			if v-v != 0 {
				return q.Name, i
			}
		}
	}
	return "", -1
}

// SetVariable sets a variable of the neurons [n]. It returns an error, and changes nothing, if there is
// none of that name, or if values do not fit.
func (p *Population) SetVariable(name string, values []float64) error {
	own := p.Variable(name)
	switch {
	case own == nil:
		return fmt.Errorf("%s has no variable %s", p.name, name)
	case len(values) != len(own):
		return fmt.Errorf("%s.%s: %d values for %d neurons", p.name, name, len(values), len(own))
	case !kernel.Finite(values):
		return fmt.Errorf("%s.%s: the values are not all finite numbers", p.name, name)
	}
	copy(own, values)
	return nil
}

// ownVariables returns the variables that belong to the state, in order.
func (p *Population) ownVariables() (all [][]float64) {
	for _, name := range p.Variables() {
		all = append(all, p.Variable(name))
	}
	return all
}

// heldVariables returns the neurons whose variables are frozen, in the order of ownVariables, or nil if none is.
func (p *Population) heldVariables() (all [][]int) {
	some := false
	for _, name := range p.Variables() {
		held := p.held[p.variable(name)]
		all, some = append(all, slices.Clone(held)), some || len(held) > 0
	}
	if !some {
		return nil
	}
	return all
}
