package recorder

import (
	"fmt"
	"iter"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// Missing is the error of a selection that names what a circuit does not have.
type Missing struct {
	Selection Selection
	Have      string // what there is to select
}

// Error implements error.
func (m *Missing) Error() string {
	return fmt.Sprintf("%v does not exist: %s (indices count from 0)", m.Selection, m.Have)
}

// Synapses returns the selected synapses of a circuit, row by row; there are
// none if scales or outputs are selected. It returns a *Missing error if the
// circuit does not have all that is selected.
func (s Selection) Synapses(c *circuit.Circuit) (iter.Seq[synapse.Synapse], error) {
	p, err := s.resolve(sizeOf(c))
	return func(yield func(synapse.Synapse) bool) {
		for _, r := range p.runs {
			if !r.kind.synaptic() {
				continue
			}
			for pre := r.first; pre < r.end; pre++ {
				if !yield(projectionOf(c, r.kind).Synapse(r.post, pre)) {
					return
				}
			}
		}
	}, err
}

// Neurons returns the output neurons whose scales or activities are selected,
// in order; there are none if only synapses are selected. It returns a *Missing
// error if the circuit does not have all that is selected.
func (s Selection) Neurons(c *circuit.Circuit) ([]neuron.Output, error) {
	p, err := s.resolve(sizeOf(c))
	var neurons []neuron.Output
	for _, r := range p.runs {
		if !r.kind.synaptic() {
			neurons = append(neurons, c.Outputs().Output(r.post))
		}
	}
	return neurons, err
}

// resolve returns what is selected in a circuit of a size.
func (s Selection) resolve(z size) (plan, error) {
	for _, r := range s.regions() {
		if !r.post.within(z.outputs) || !r.pre.within(z.width(r.kind)) {
			return plan{}, &Missing{s, z.describe(s.kind)}
		}
	}
	p := z.plan(s.regions(), nil)
	if p.rows == 0 {
		return plan{}, &Missing{s, z.describe(s.kind)}
	}
	return p, nil
}

// regions returns the rectangles of elements that a selection consists of.
func (s Selection) regions() []region {
	var regions []region
	for _, k := range s.kind.members() {
		regions = append(regions, region{k, s.post, s.pre})
	}
	return regions
}

// projectionOf returns the projection of a kind of synapses.
func projectionOf(c *circuit.Circuit, k Kind) *synapse.Projection {
	if k == Lateral {
		return c.Lateral()
	}
	return c.Feedforward()
}
