package simulator

import "twophase/internal/text/wording"

// Curve is the measures of a circuit so far, at some twenty steps in each decade.
type Curve struct {
	Steps   []int            `json:"steps"`
	Error   []wording.Number `json:"error"`
	Ratio   []wording.Number `json:"ratio"`
	Lateral []WeightCurve    `json:"lateral"` // of many synapses an evenly spaced part
}

// WeightCurve is the weight of a lateral synapse at the steps of a curve.
type WeightCurve struct {
	Name   string           `json:"name"` // as selections name it
	Values []wording.Number `json:"values"`
}

// Curve returns the measures of a circuit so far.
func (s *Simulator) Curve(which int) (*Curve, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	m, c := v.trial.Monitor(), &Curve{Steps: []int{}, Lateral: []WeightCurve{}}
	for _, p := range m.Curve {
		c.Steps = append(c.Steps, p.Step)
		c.Error, c.Ratio = append(c.Error, p.Error), append(c.Ratio, p.Ratio)
	}
	within, curves := m.Preview.Within()
	for i, synapse := range within {
		c.Lateral = append(c.Lateral, WeightCurve{synapse.String(), wording.Numbers(curves[i].Values)})
	}
	return c, nil
}
