package experiment

import (
	"math"

	"twophase/circuit"
	"twophase/synapse"
)

// Point is a moment of a run: how far the circuit had come.
type Point struct {
	Step         int    `json:"step"`
	Error        Number `json:"e_pro"`
	LateralRatio Number `json:"lateral_ratio"`
}

// Pruning tells how a lateral synapse grew and was pruned, as seen at the
// moments at which the run was looked at.
type Pruning struct {
	Synapse  string `json:"synapse"`
	Peak     Number `json:"peak"` // largest |weight|
	PeakStep int    `json:"peak_step"`
	Final    Number `json:"final"` // |weight| at the end
}

// Pruned reports whether the synapse has fallen below a tenth of its peak.
func (p Pruning) Pruned() bool { return p.Final < p.Peak/10 }

// monitor is an observer that looks at a circuit at log-spaced steps.
type monitor struct {
	reference *reference
	next      int // the next step to look at

	curve    []Point
	pruning  []Pruning
	laterals []synapse.Synapse

	preview *preview

	sweeps    int // settling sweeps of all steps
	unsettled int // steps that did not settle
}

// looksPerDecade is how many moments a monitor takes from t to 10·t.
const looksPerDecade = 20

func newMonitor(c *circuit.Circuit, r *reference) *monitor {
	m := &monitor{reference: r, next: 1, preview: newPreview(c)}
	for s := range c.Lateral().All() {
		m.laterals = append(m.laterals, s)
		m.pruning = append(m.pruning, Pruning{Synapse: s.String()})
	}
	return m
}

// Observe implements circuit.Observer.
func (m *monitor) Observe(c *circuit.Circuit) error {
	if s := c.Settling(); s.Sweeps > 0 {
		m.sweeps += s.Sweeps
		if !s.Settled {
			m.unsettled++
		}
	}
	if c.StepCount() < m.next {
		return nil
	}
	m.next = max(m.next+1, int(math.Ceil(float64(m.next)*math.Pow(10, 1.0/looksPerDecade))))
	return m.look(c)
}

// look takes a moment.
func (m *monitor) look(c *circuit.Circuit) error {
	for i, s := range m.laterals {
		p := &m.pruning[i]
		p.Final = Number(math.Abs(s.Weight()))
		if p.Final > p.Peak {
			p.Peak, p.PeakStep = p.Final, c.StepCount()
		}
	}
	point, err := m.reference.glance(c)
	if err != nil {
		return err
	}
	m.curve = append(m.curve, point)
	m.preview.look(c)
	return nil
}
