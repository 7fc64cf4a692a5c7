package experiment

import (
	"math"
	"slices"

	"twophase/circuit"
	"twophase/synapse"
)

// Point is a moment of a run: how far the circuit had come.
type Point struct {
	Step         int    `json:"step"`
	Error        Number `json:"e_pro"`
	LateralRatio Number `json:"lateral_ratio"`

	// Of a plan that follows the subspace: see Plan.FollowSubspace.
	Subspace  Number `json:"-"` // subspace error, Measures.Subspace
	Alignment Number `json:"-"` // mean |cos| of the components
}

// monitor is an observer that looks at a circuit at log-spaced steps.
type monitor struct {
	reference func() (*reference, error) // as of now
	preview   *preview                   // nil: no picture is wanted
	forecast  *forecast                  // nil: nothing is predicted
	settles   bool                       // there is a settling to count at every step
	subspace  bool                       // the subspace error is followed, too
	laterals  []synapse.Synapse
	watcher   Watcher // is told, nil if nobody watches
	trial     int
	seen
}

// seen is what a monitor has seen, as a checkpoint keeps it.
type seen struct {
	NextLook  int // the next step to look at
	Curve     []Point
	Growth    []Growth // of each lateral synapse
	Sweeps    int      // settling sweeps of all steps
	Unsettled int      // steps that did not settle
	Path      path
	Happened  int      // interventions that took place
	Events    []event  // the first of them
	Effects   []effect // of each intervention
}

// clipped returns what was seen so far: what is seen later is not added to it.
func (s seen) clipped() seen {
	s.Growth, s.Effects = slices.Clone(s.Growth), slices.Clone(s.Effects)
	s.Curve, s.Events = slices.Clip(s.Curve), slices.Clip(s.Events)
	s.Path.Lateral, s.Path.Linear = slices.Clip(s.Path.Lateral), slices.Clip(s.Path.Linear)
	return s
}

// lookSpacing is 1/(10^(1/20) − 1), nearly: by that fraction of itself a step
// must grow to be tenfold after some twenty of them.
const lookSpacing = 8

func newMonitor(c *circuit.Circuit, r func() (*reference, error)) *monitor {
	m := &monitor{reference: r, settles: c.Spec().Network.Settles(), seen: seen{NextLook: 1}}
	for s := range c.Lateral().All() {
		m.laterals = append(m.laterals, s)
		m.Growth = append(m.Growth, Growth{Synapse: s.String()})
	}
	return m
}

// Observe implements circuit.Observer.
func (m *monitor) Observe(c *circuit.Circuit) error {
	if s := c.Settling(); s.Sweeps > 0 {
		m.Sweeps += s.Sweeps
		if !s.Settled {
			m.Unsettled++
		}
	}
	if c.StepCount() < m.NextLook {
		return nil
	}
	m.NextLook += max(1, m.NextLook/lookSpacing)
	return m.look(c)
}

// Next implements circuit.Occasional.
func (m *monitor) Next() int {
	if m.settles {
		return 0
	}
	return m.NextLook
}

// look takes a moment, unless it has been taken.
func (m *monitor) look(c *circuit.Circuit) error {
	if n := len(m.Curve); n > 0 && m.Curve[n-1].Step == c.StepCount() {
		return nil
	}
	for i, s := range m.laterals {
		g := &m.Growth[i]
		g.Final = Number(math.Abs(s.Weight()))
		if g.Final > g.Peak {
			g.Peak, g.PeakStep = g.Final, c.StepCount()
		}
	}
	reference, err := m.reference()
	if err != nil {
		return err
	}
	point, alignment, err := reference.glance(c, m.subspace)
	if err != nil {
		return err
	}
	m.Curve = append(m.Curve, point)
	if m.watcher != nil {
		m.watcher.Look(m.trial, point)
	}
	if m.forecast != nil {
		m.Path.look(c, m.forecast, alignment)
	}
	if m.preview != nil {
		m.preview.look(c)
	}
	return nil
}
