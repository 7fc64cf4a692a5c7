package neuron

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
)

// State is what a population keeps from one stimulus to the next, as plain data.
type State struct {
	Final             []float64 // x or y [n]
	Provisional, Late []float64 // these, Scales, Gains, Frozen and Change are of outputs only
	Scales, Gains     []float64
	Frozen            []int      // the neurons whose scales do not learn, in order
	Change            LastChange // of the scales
	Clamps            []Clamp    // in the order of the neurons

	Previous, Mean []float64   `json:",omitempty"` // nil unless they are kept
	Earlier        [][]float64 `json:",omitempty"` // [d−2]: final activities d ≥ 2 stimuli ago, if they are kept
	Variables      [][]float64 `json:",omitempty"` // the neurons' own, in the order of the population
	Held           [][]int     `json:",omitempty"` // of each of them the neurons where it does not learn, in order; nil if there are none
}

// LastChange is the last change of the scales, each field a vector [n]: the factors times
// √a, the scales before it, and the activities that it used (nil if they are not kept).
type LastChange struct{ Drive, Decay, Drain, Before, Activity []float64 }

// State returns the population's state, as a copy.
func (p *Population) State() State {
	s := State{Final: slices.Clone(p.memory.Signals[Final]), Previous: slices.Clone(p.memory.Previous), Mean: slices.Clone(p.memory.Mean)}
	s.Clamps = append(s.Clamps, p.clamps...) // nil if there are none
	s.Earlier, s.Variables, s.Held = cloneAll(p.earlier), cloneAll(p.ownVariables()), p.heldVariables()
	if p.memory.Scale == nil {
		return s
	}
	s.Provisional, s.Late = slices.Clone(p.memory.Signals[Provisional]), slices.Clone(p.memory.Signals[Late])
	s.Scales, s.Gains, s.Frozen = slices.Clone(p.memory.Scale), slices.Clone(p.memory.Gain), slices.Clone(p.memory.Frozen)
	r := &p.memory.Scales
	s.Change = LastChange{slices.Clone(r.Drive), slices.Clone(r.Decay), slices.Clone(r.Drain), slices.Clone(r.Before), slices.Clone(r.Activity)}
	return s
}

func cloneAll(vectors [][]float64) (all [][]float64) {
	for _, v := range vectors {
		all = append(all, slices.Clone(v))
	}
	return all
}

// KeepsSame reports whether the neurons of another population of the same kind and size keep the same from one stimulus to the
// next: scales, variables, running means and earlier activities.
func (p *Population) KeepsSame(o *Population) bool {
	return slices.Equal(p.memory.Scale, o.memory.Scale) && slices.Equal(p.memory.Mean, o.memory.Mean) &&
		slices.Equal(p.memory.Previous, o.memory.Previous) && sameVectors(p.earlier, o.earlier) && p.SameVariables(o)
}

// SameVariables reports whether the variables of the neurons have the values of those of another population of the same kind and size.
func (p *Population) SameVariables(o *Population) bool {
	return sameVectors(p.ownVariables(), o.ownVariables())
}

func sameVectors(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal[[]float64]) }

// Restore gives the population the state of another one of its kind and size. If the state
// is not valid, it returns an error, and the population cannot be used any more.
func (p *Population) Restore(s State) error {
	type vector struct {
		name     string
		dst, src []float64
	}
	vectors := []vector{
		{"final signals", p.memory.Signals[Final], s.Final},
		{"previous activities", p.memory.Previous, s.Previous}, {"running means", p.memory.Mean, s.Mean},
	}
	for _, of := range []struct {
		name     string
		dst, src [][]float64
	}{{"earlier activities", p.earlier, s.Earlier}, {"variables", p.ownVariables(), s.Variables}} {
		if len(of.dst) != len(of.src) {
			return fmt.Errorf("restore %s: %d %s in the place of %d", p.name, len(of.src), of.name, len(of.dst))
		}
		for k := range of.dst {
			vectors = append(vectors, vector{of.name, of.dst[k], of.src[k]})
		}
	}
	if p.memory.Scale != nil {
		r := &p.memory.Scales
		vectors = append(vectors,
			vector{"provisional signals", p.memory.Signals[Provisional], s.Provisional}, vector{"late signals", p.memory.Signals[Late], s.Late},
			vector{"scales", p.memory.Scale, s.Scales}, vector{"gains", p.memory.Gain, s.Gains},
			vector{"drives", r.Drive, s.Change.Drive}, vector{"decays", r.Decay, s.Change.Decay},
			vector{"drains", r.Drain, s.Change.Drain}, vector{"scales before", r.Before, s.Change.Before})
		if p.KeepChanges(s.Change.Activity != nil); s.Change.Activity != nil {
			vectors = append(vectors, vector{"activities", r.Activity, s.Change.Activity})
		}
	} else if s.Scales != nil {
		return fmt.Errorf("restore %s: a state with scales, which only outputs have", p.name)
	}
	for _, v := range vectors {
		if len(v.src) != len(v.dst) {
			return fmt.Errorf("restore %s: %d %s for %d neurons", p.name, len(v.src), v.name, len(v.dst))
		}
		if !kernel.Finite(v.src) {
			return fmt.Errorf("restore %s: the %s are not all finite numbers", p.name, v.name)
		}
		copy(v.dst, v.src)
	}
	for i, m := range s.Scales {
		if p.rule.Multiplies {
			break
		}
		if !(m > 0) {
			return fmt.Errorf("restore %s: scale %d is %v, not a positive number", p.name, i, m)
		}
		if before := s.Change.Before[i]; before < 0 { // 0 before the first change
			return fmt.Errorf("restore %s: scale %d was %v before its last change, which is negative", p.name, i, before)
		}
	}
	p.memory.Frozen, p.clamps = nil, nil
	for _, i := range s.Frozen {
		if p.memory.Scale == nil || i < 0 || i >= p.Len() {
			return fmt.Errorf("restore %s: there is no scale %d to freeze", p.name, i)
		}
		p.Output(i).OwnScale().Freeze()
	}
	if err := p.hold(s.Held); err != nil {
		return err
	}
	for _, c := range s.Clamps {
		if c.Neuron < 0 || c.Neuron >= p.Len() {
			return fmt.Errorf("restore %s: there is no neuron %d to clamp", p.name, c.Neuron)
		}
		if err := p.Neuron(c.Neuron).Clamp(c.Value); err != nil {
			return err
		}
	}
	return nil
}

// hold freezes the variables of neurons: those alone that a state names.
func (p *Population) hold(held [][]int) error {
	names := p.Variables()
	if held != nil && len(held) != len(names) {
		return fmt.Errorf("restore %s: frozen neurons of %d variables in the place of %d", p.name, len(held), len(names))
	}
	clear(p.held)
	for k, neurons := range held {
		for _, i := range neurons {
			if i < 0 || i >= p.Len() {
				return fmt.Errorf("restore %s: there is no %s of neuron %d to freeze", p.name, names[k], i)
			}
			p.Neuron(i).Own(names[k]).Freeze()
		}
	}
	return nil
}
