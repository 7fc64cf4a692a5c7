package theory

// Misordered returns the pairs of neurons i < j that violate the ordering
// condition
//
//	(m_i − m_j)(λ_i − λ_j) > 0 :
//
// the larger gain must go with the larger eigenvalue. It is necessary and, for a
// τ that is small enough, sufficient: c_0 of the pair's polynomial has its sign.
// With < 0 the pair has a positive real eigenvalue whatever τ is. With = 0, as for
// equal gains, it has the eigenvalue 0: the two rotate freely in their plane.
//
// In a cascade it is m_i > m_j, whatever the gains are: the larger eigenvalue must go
// with the neuron that fires earlier. If the lateral synapses decay otherwise than
// the scales, the condition is c_0 > 0. If more slowly, two outputs may also have their components the other way
// round, unless their gains differ enough.
func (p FixedPoint) Misordered() (pairs [][2]int) {
	m, ordered := p.Scales(), cascades(p.Network)
	ownDecay := !p.Network.Whitens && lateralDecay(p.Network) != 1
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			apart := p.Gains[i] - p.Gains[j]
			switch {
			case ordered:
				apart = 1
			case ownDecay:
				apart = newPairParameters(p.Network, m[i], m[j], p.Gains[i], p.Gains[j]).c / (m[i] - m[j])
			}
			if !((m[i]-m[j])*apart > 0) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
