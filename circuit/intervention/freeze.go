package intervention

import (
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Freeze stops synapses and scales from learning; synapses go on transmitting.
// Lesioned synapses are passed over.
type Freeze struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
}

// String implements Edit.
func (e Freeze) String() string { return fmt.Sprintf("freeze %v", e.Where) }

// Validate implements Edit.
func (e Freeze) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Freeze) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, false) }

// Thaw lets frozen synapses and scales learn again. A lesion is not undone.
type Thaw struct {
	Where selection.Selection `json:"where"` // feedforward, lateral, scale or weights
}

// String implements Edit.
func (e Thaw) String() string { return fmt.Sprintf("thaw %v", e.Where) }

// Validate implements Edit.
func (e Thaw) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Thaw) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, true) }

// setPlastic freezes or thaws what is selected.
func setPlastic(c *circuit.Circuit, where selection.Selection, plastic bool) ([]Change, error) {
	before, after := Text("plastic"), Text("frozen")
	if plastic {
		before, after = after, before
	}
	synapses, err := where.Synapses(c)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for s := range synapses {
		if !s.Lesioned() && s.Frozen() == plastic {
			changes = append(changes, ofSynapse(s, Plasticity, before, after))
		}
	}
	for _, k := range []selection.Kind{selection.Feedforward, selection.Lateral} {
		if where.Kind().Includes(k) {
			setPlasticIn(k.Projection(c), c, where, k, plastic)
		}
	}
	scales, err := where.Scales(c)
	for _, o := range scales {
		if o.Frozen() != plastic {
			continue
		}
		if plastic {
			o.Thaw()
		} else {
			o.Freeze()
		}
		changes = append(changes, ofScale(o, Plasticity, before, after))
	}
	return changes, err
}

// setPlasticIn freezes or thaws the selected synapses of a projection. All of them
// together are frozen as a projection, which costs nothing at every step. Some that
// are thawed of a frozen projection leave the others frozen one by one.
func setPlasticIn(p *synapse.Projection, c *circuit.Circuit, where selection.Selection, k selection.Kind, plastic bool) {
	z := selection.SizeOf(c)
	whole := true
	for post := range z.Outputs {
		from, end := where.Row(z, k, post)
		whole = whole && from == 0 && end == z.Width(k)
	}
	if whole && !plastic {
		p.Freeze()
		return
	}
	if p.Frozen() && plastic {
		for s := range p.All() {
			s.Freeze()
		}
		p.Thaw()
	}
	for post := range z.Outputs {
		from, end := where.Row(z, k, post)
		for pre := from; pre < end; pre++ {
			switch {
			case !p.Has(post, pre):
			case plastic:
				p.Synapse(post, pre).Thaw()
			default:
				p.Synapse(post, pre).Freeze()
			}
		}
	}
}
