package circuit

import (
	"fmt"

	"twophase/internal/numerics/random"
)

// listed returns which synapses of a projection exist [to×from], or nil if its Wiring
// decides. Draws are keyed by seed, trial and the projection's name.
func (c *Circuit) listed(p ProjectionSpec, from, to int) ([]bool, error) {
	switch {
	case p.OneToOne:
		if from != to {
			return nil, fmt.Errorf("one-to-one from %d neurons to %d: the populations must have one size", from, to)
		}
		listed := make([]bool, to*from)
		for i := range to {
			listed[i*from+i] = true
		}
		return listed, nil
	case p.Probability != 0:
		listed := make([]bool, to*from)
		random.New(c.spec.Seed, c.spec.Trial, "wiring of "+p.Name).Chances(listed, p.Probability, 0)
		return listed, nil
	case p.Pairs != nil:
		listed := make([]bool, to*from)
		for _, pair := range p.Pairs {
			if post, pre := pair[0], pair[1]; post < 0 || post >= to || pre < 0 || pre >= from {
				return nil, fmt.Errorf("there is no synapse onto neuron %d of %d from neuron %d of %d", post, to, pre, from)
			}
			listed[pair[0]*from+pair[1]] = true
		}
		return listed, nil
	}
	return nil, nil
}
