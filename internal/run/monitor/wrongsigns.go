package monitor

import (
	"twophase/circuit"
	"twophase/internal/traces/result"
)

// newSigns returns a count for each projection of which the circuit says that its weights should
// not be negative.
func newSigns(c *circuit.Circuit) (all []result.WrongSigns) {
	g := c.Spec().Network.Graph
	for _, p := range c.Projections() {
		if sign, signed := g.SignOf(p.Name()); signed {
			all = append(all, result.WrongSigns{Projection: p.Name(), Sign: sign.String(), Synapses: p.Len()})
		}
	}
	return all
}

// countSigns counts the weights of the wrong sign at the present step.
func (m *Monitor) countSigns(c *circuit.Circuit) {
	for i := range m.Signs {
		s := &m.Signs[i]
		s.Final = circuit.CountNegative(c.Projection(s.Projection))
		if s.Final > s.Most {
			s.Most, s.MostStep = s.Final, c.StepCount()
		}
	}
}

// WrongSigns returns the counts of the projections that have had such weights.
func (m *Monitor) WrongSigns() (all []result.WrongSigns) {
	for _, s := range m.Signs {
		if s.Most > 0 {
			all = append(all, s)
		}
	}
	return all
}
