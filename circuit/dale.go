package circuit

import "twophase/synapse"

// SignOf returns the sign of the synapses of a projection, as it or one that is tied to it has it,
// and whether that says that their weights should not be negative.
func (g Graph) SignOf(projection string) (Sign, bool) {
	for _, p := range g.Projections {
		if (p.Name == projection || p.Tied == projection) && (p.Sign == Excitatory || p.Sign == Inhibitory) {
			return p.Sign, true
		}
	}
	return Adds, false
}

// CountNegative returns the number of negative weights of a projection.
func CountNegative(p *synapse.Projection) (n int) {
	for post := range p.Post().Len() {
		for _, w := range p.Row(post) {
			if w < 0 {
				n++
			}
		}
	}
	return n
}
