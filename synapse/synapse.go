package synapse

import (
	"fmt"

	"twophase/internal/numerics/dense"
	"twophase/neuron"
)

// Synapse is a handle of one synapse: its projection and its two endpoints.
// Handles are values; they compare equal if they name the same synapse.
type Synapse struct {
	projection *Projection
	post, pre  int
}

// Projection returns the projection that owns the synapse's weight.
func (s Synapse) Projection() *Projection { return s.projection }

// Pre returns the presynaptic neuron.
func (s Synapse) Pre() neuron.Neuron { return s.projection.pre.Neuron(s.pre) }

// Post returns the postsynaptic neuron.
func (s Synapse) Post() neuron.Output { return s.projection.post.Output(s.post) }

// Weight returns the weight, 0 if the synapse is lesioned.
func (s Synapse) Weight() float64 { return s.projection.Row(s.post)[s.pre] }

// Set sets the weight, of a frozen synapse too. It returns an error, and
// changes nothing, if w is not a finite number or the synapse is gone.
func (s Synapse) Set(w float64) error {
	if err := s.Check(w); err != nil {
		return err
	}
	s.set(w)
	return nil
}

// Check returns the error that Set would return, and changes nothing.
func (s Synapse) Check(w float64) error {
	if w-w != 0 {
		return fmt.Errorf("set the weight of %v: %v is not a finite number", s, w)
	}
	if s.Lesioned() {
		return fmt.Errorf("set the weight of %v: the synapse is lesioned", s)
	}
	if s.Vacant() {
		return fmt.Errorf("set the weight of %v: there is no synapse now, and only rewiring can form one", s)
	}
	return nil
}

// Freeze stops the synapse from learning; it goes on transmitting. It does
// nothing to a lesioned synapse.
func (s Synapse) Freeze() {
	if s.plasticity() == dense.Plastic {
		s.projection.memory.Hold(s.post, dense.Held{Pre: s.pre, Why: dense.Frozen, Weight: s.Weight()})
	}
}

// Thaw lets a frozen synapse learn again. A lesion is not undone.
func (s Synapse) Thaw() {
	if s.plasticity() == dense.Frozen {
		s.projection.memory.Release(s.post, s.pre)
	}
}

// Frozen reports whether this synapse, or its whole projection, is frozen.
func (s Synapse) Frozen() bool { return s.projection.memory.Frozen || s.plasticity() == dense.Frozen }

// Learn applies the projection's rule to this synapse alone, at learning rate
// a. Projection.Learn does the same to all of them.
func (s Synapse) Learn(a float64) {
	p, at := s.projection, s.projection.changeAt(s.post, s.pre)
	post, pre := p.local(s.post), p.pre.Local(s.pre)
	if s.Frozen() || s.Gone() {
		if at >= 0 {
			noteHeld(&p.changes.last[at], post, pre)
		}
		return
	}
	w := s.Weight()
	if at >= 0 {
		p.note(&p.changes.last[at], w, a, post, pre)
		p.changes.join(at)
	}
	p.Row(s.post)[s.pre] = p.rule.next(w, a, post, pre)
}

// LastChange returns the last change of the synapse in parts, with the activities of its
// endpoints. The parts of a frozen or lesioned synapse are 0. The Change is zero unless
// Projection.KeepChanges was on for this synapse.
func (s Synapse) LastChange() neuron.Change {
	if at := s.projection.changeAt(s.post, s.pre); at >= 0 {
		return s.projection.changes.last[at]
	}
	return neuron.Change{}
}

// String returns the synapse's name, such as M[2,0]: its projection, post, then pre.
func (s Synapse) String() string {
	return fmt.Sprintf("%s[%d,%d]", s.projection.name, s.post, s.pre)
}

// set stores a weight, also where learning restores it from.
func (s Synapse) set(w float64) {
	s.projection.Row(s.post)[s.pre] = w
	if h := s.projection.memory.HeldAt(s.post, s.pre); h != nil {
		h.Weight = w
	}
}

func (s Synapse) plasticity() dense.Plasticity {
	if h := s.projection.memory.HeldAt(s.post, s.pre); h != nil {
		return h.Why
	}
	return dense.Plastic
}
