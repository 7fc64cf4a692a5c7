package intervention

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Freeze stops synapses, scales and variables of neurons from learning. Synapses go on transmitting. It ignores
// lesioned synapses.
type Freeze struct {
	Where selection.Choice `json:"where"` // synapses, scales and variables
}

// String implements Edit.
func (e Freeze) String() string { return fmt.Sprintf("freeze %v", e.Where) }

// Validate implements Edit.
func (e Freeze) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Freeze) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, false) }

// Thaw lets frozen synapses, scales and variables learn again. It does not undo a lesion, and does not
// thaw the scale of a deaf neuron: see Lesion.
type Thaw struct {
	Where selection.Choice `json:"where"` // synapses, scales and variables
}

// String implements Edit.
func (e Thaw) String() string { return fmt.Sprintf("thaw %v", e.Where) }

// Validate implements Edit.
func (e Thaw) Validate(z selection.Size) error { return e.Where.Check(z, weighted...) }

// Apply implements Edit.
func (e Thaw) Apply(c *circuit.Circuit) ([]Change, error) { return setPlastic(c, e.Where, true) }

// setPlastic freezes or thaws what is chosen.
func setPlastic(c *circuit.Circuit, where selection.Choice, plastic bool) ([]Change, error) {
	before, after := Text("plastic"), Text("frozen")
	if plastic {
		before, after = after, before
	}
	chosen, err := elements(c, where)
	if err != nil {
		return nil, err
	}
	of := map[*synapse.Projection][]synapse.Synapse{}
	for _, s := range chosen.Synapses {
		of[s.Projection()] = append(of[s.Projection()], s)
	}
	var changes []Change
	z := selection.SizeOf(c)
	for _, p := range c.Projections() {
		named := func(s selection.Selection) bool { return z.Includes(s.Kind(), selection.Kind(p.Name())) }
		if !slices.ContainsFunc(where.Of, named) {
			continue
		}
		synapses := setSynapses(p, of[p], plastic)
		if len(synapses) > 0 && len(synapses) == p.Len()-p.Gone() {
			changes = append(changes, Change{Plasticity, p.Name(), -1, -1, before, after})
			continue
		}
		for _, s := range synapses {
			changes = append(changes, ofSynapse(s, Plasticity, before, after))
		}
	}
	for _, v := range chosen.Variables {
		if v.Frozen() != plastic || plastic && v.Name() == "scale" && deaf(c, v.Neuron) {
			continue
		}
		if plastic {
			v.Thaw()
		} else {
			v.Freeze()
		}
		changes = append(changes, ofVariable(v, Plasticity, before, after))
	}
	return changes, nil
}

// setSynapses freezes or thaws synapses of a projection, and returns those that were not so,
// without lesioned ones. All together are frozen as a whole, which costs no time in a step. If
// some of a frozen projection thaw, the others stay frozen one by one.
func setSynapses(p *synapse.Projection, chosen []synapse.Synapse, plastic bool) []synapse.Synapse {
	changed := slices.DeleteFunc(slices.Clone(chosen), func(s synapse.Synapse) bool { return s.Gone() || s.Frozen() != plastic })
	switch {
	case !plastic && len(chosen) == p.Len():
		p.Freeze()
		return changed
	case plastic && p.Frozen():
		p.Thaw()
		rest := chosen // in the order of all synapses
		for s := range p.All() {
			if len(rest) > 0 && rest[0] == s {
				rest = rest[1:]
			} else {
				s.Freeze()
			}
		}
	}
	for _, s := range changed {
		if plastic {
			s.Thaw()
		} else {
			s.Freeze()
		}
	}
	return changed
}
