package neuron

import (
	"fmt"
	"slices"

	"twophase/internal/kernel"
)

// State is all that a population remembers from one stimulus to the next, as plain
// data.
type State struct {
	Final             []float64 // x or y [n]
	Provisional, Late []float64 // outputs only, as all that follows but the clamps
	Scales, Gains     []float64
	Frozen            []int      // whose scales do not learn, in order
	Change            LastChange // of the scales
	Clamps            []Clamp    // in the order of the neurons
}

// LastChange is the last change of the scales: its factors, each with its √a, the
// scales before it, and the activities that it saw, nil if they are not kept [n each].
type LastChange struct{ Drive, Decay, Drain, Before, Activity []float64 }

// Clamp is a neuron and what it is clamped to.
type Clamp struct {
	Neuron int
	Value  float64
}

// State returns the population's state, as a copy.
func (p *Population) State() State {
	s := State{Final: slices.Clone(p.signals[Final])}
	for _, c := range p.clamps {
		s.Clamps = append(s.Clamps, Clamp{c.index, c.value})
	}
	if p.scale == nil {
		return s
	}
	s.Provisional, s.Late = slices.Clone(p.signals[Provisional]), slices.Clone(p.signals[Late])
	s.Scales, s.Gains, s.Frozen = slices.Clone(p.scale), slices.Clone(p.gain), slices.Clone(p.frozen)
	r := &p.rescaling
	s.Change = LastChange{slices.Clone(r.drive), slices.Clone(r.decay), slices.Clone(r.drain), slices.Clone(r.before), slices.Clone(r.activity)}
	return s
}

// Restore gives the population a state that another of its kind and size had. It
// returns an error, and leaves the population of no further use, if the state is not
// such a one.
func (p *Population) Restore(s State) error {
	type vector struct {
		name     string
		dst, src []float64
	}
	vectors := []vector{{"final signals", p.signals[Final], s.Final}}
	if p.scale != nil {
		r := &p.rescaling
		vectors = append(vectors,
			vector{"provisional signals", p.signals[Provisional], s.Provisional}, vector{"late signals", p.signals[Late], s.Late},
			vector{"scales", p.scale, s.Scales}, vector{"gains", p.gain, s.Gains},
			vector{"drives", r.drive, s.Change.Drive}, vector{"decays", r.decay, s.Change.Decay},
			vector{"drains", r.drain, s.Change.Drain}, vector{"scales before", r.before, s.Change.Before})
		if p.KeepChanges(s.Change.Activity != nil); s.Change.Activity != nil {
			vectors = append(vectors, vector{"activities", r.activity, s.Change.Activity})
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
		if !(m > 0) {
			return fmt.Errorf("restore %s: scale %d is %v, not a positive number", p.name, i, m)
		}
		if before := s.Change.Before[i]; before < 0 { // 0 before the first change
			return fmt.Errorf("restore %s: scale %d was %v before its last change, which is negative", p.name, i, before)
		}
	}
	p.frozen, p.clamps = nil, nil
	for _, i := range s.Frozen {
		if p.scale == nil || i < 0 || i >= p.Len() {
			return fmt.Errorf("restore %s: there is no scale %d to freeze", p.name, i)
		}
		p.Output(i).Freeze()
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
