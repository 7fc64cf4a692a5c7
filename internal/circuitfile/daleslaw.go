package circuitfile

import (
	"fmt"

	"twophase/circuit"
	"twophase/internal/document"
)

// checkDale returns an error if a population has both excitatory and inhibitory synapses: by
// Dale's law, a neuron has one kind.
func (c *Circuit) checkDale() error {
	kinds := map[string]*Projection{}
	for i := range c.Projections {
		p := &c.Projections[i]
		if p.Sign != circuit.Excitatory.String() && p.Sign != circuit.Inhibitory.String() {
			continue
		}
		if before := kinds[p.From]; before != nil && before.Sign != p.Sign {
			return document.Blame(fmt.Errorf("%s is %s and %s is %s, and both begin at %s: by Dale's law a neuron has one kind of synapses. Let an interneuron turn the sign, or let one of them add or subtract",
				p.Name, p.Sign, before.Name, before.Sign, p.From), "projections."+p.Name+".sign")
		}
		kinds[p.From] = p
	}
	return nil
}
