package intervention

import (
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Freeze stops synapses and scales from learning. Synapses go on transmitting. It ignores
// lesioned synapses.
type Freeze struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
}

// String implements Edit.
func (e Freeze) String() string { return fmt.Sprintf("freeze %v", e.Where) }

// Validate implements Edit.
func (e Freeze) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Freeze) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, false) }

// Thaw lets frozen synapses and scales learn again. It does not undo a lesion, and does not
// thaw the scale of a neuron whose feedforward synapses are all lesioned.
type Thaw struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
}

// String implements Edit.
func (e Thaw) String() string { return fmt.Sprintf("thaw %v", e.Where) }

// Validate implements Edit.
func (e Thaw) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Thaw) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, true) }

// setPlastic freezes or thaws the selection.
func setPlastic(c *circuit.Circuit, where selection.Selection, plastic bool) ([]Change, error) {
	before, after := Text("plastic"), Text("frozen")
	if plastic {
		before, after = after, before
	}
	scales, err := where.Scales(c)
	if err != nil {
		return nil, err
	}
	var changes []Change
	z := selection.SizeOf(c)
	for _, p := range c.Projections() {
		if k := selection.Kind(p.Name()); z.Includes(where.Kind(), k) {
			synapses := frozenOrNot(c, where, k, plastic)
			if plastic {
				thawAll(c, where, k, synapses)
			} else {
				freezeAll(c, where, k, synapses)
			}
			if len(synapses) > 0 && len(synapses) == p.Len()-p.Lesions() {
				changes = append(changes, Change{Plasticity, k.String(), -1, -1, before, after})
				continue
			}
			for _, s := range synapses {
				changes = append(changes, ofSynapse(s, Plasticity, before, after))
			}
		}
	}
	for _, o := range scales {
		if o.Frozen() != plastic || plastic && deaf(c, o) {
			continue
		}
		if plastic {
			o.Thaw()
		} else {
			o.Freeze()
		}
		changes = append(changes, ofScale(o, Plasticity, before, after))
	}
	return changes, nil
}

// frozenOrNot returns the selected synapses of a kind that are frozen, or that are not,
// without lesioned ones.
func frozenOrNot(c *circuit.Circuit, where selection.Selection, k selection.Kind, frozen bool) (synapses []synapse.Synapse) {
	p, z := k.Projection(c), selection.SizeOf(c)
	for post := range z.Neurons(k) {
		from, end := where.Row(z, k, post)
		for pre := from; pre < end; pre++ {
			if !p.Has(post, pre) {
				continue
			}
			if s := p.Synapse(post, pre); !s.Lesioned() && s.Frozen() == frozen {
				synapses = append(synapses, s)
			}
		}
	}
	return synapses
}

// freezeAll freezes the selected synapses of a kind. The given ones are those that are
// neither lesioned nor frozen. If all synapses are selected, it freezes the projection as a
// whole, which costs no time in a step.
func freezeAll(c *circuit.Circuit, where selection.Selection, k selection.Kind, synapses []synapse.Synapse) {
	z := selection.SizeOf(c)
	whole, all := true, selection.All(k)
	for post := range z.Neurons(k) {
		from, end := where.Row(z, k, post)
		first, last := all.Row(z, k, post)
		whole = whole && from == first && end == last
	}
	if whole {
		k.Projection(c).Freeze()
		return
	}
	for _, s := range synapses {
		s.Freeze()
	}
}

// thawAll thaws the selected synapses of a kind. The given ones are those that are neither
// lesioned nor plastic. The other synapses of a frozen projection stay frozen, one by one.
func thawAll(c *circuit.Circuit, where selection.Selection, k selection.Kind, synapses []synapse.Synapse) {
	p, z := k.Projection(c), selection.SizeOf(c)
	if p.Frozen() {
		p.Thaw()
		for s := range p.All() {
			if from, end := where.Row(z, k, s.Post().Index()); s.Pre().Index() < from || s.Pre().Index() >= end {
				s.Freeze()
			}
		}
	}
	for _, s := range synapses {
		s.Thaw()
	}
}
