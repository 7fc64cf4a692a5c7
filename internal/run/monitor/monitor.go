package monitor

import (
	"errors"
	"math"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/neuron"
	"twophase/synapse"
)

// Monitor is an observer that looks at a circuit at log-spaced steps, and at others.
type Monitor struct {
	reference func() (*measure.Reference, error) // at the present step
	Preview   *preview                           // nil: no picture is wanted
	Forecast  *Forecast                          // nil: nothing is predicted
	Settles   bool                               // sweeps are counted at every step
	Health    bool                               // the settling error and the spectral radius are measured too
	watched   []watched                          // projections whose synapses are followed
	Watcher   looker                             // nil: none
	Trial     int
	Took      time.Duration // the last look
	Looks     []int         // further steps to look at, in order
	look      measure.Look  // with its memory

	// Take measures the declared measures that are followed; nil: none. With Keeps, the recent
	// stimuli are kept for it.
	Take  func(*circuit.Circuit) (*measure.Declared, error)
	Keeps bool
	Seen
}

// Seen is what a monitor has observed, as a checkpoint holds it.
type Seen struct {
	NextLook  int // the next log-spaced step to look at
	Curve     []measure.Point
	Growth    []result.Growth // of each synapse that is followed, by projections
	Sweeps    int             // settling sweeps of all steps
	Unsettled int             // steps that did not settle
	Path      Path
	Happened  int             // interventions that took place
	Events    []result.Event  // the first of them
	Effects   []result.Effect // of each intervention
	Signs     []result.WrongSigns
	Rewired   []result.Rewired // projections that were rewired

	Before   []float64          // the filter at the reference step of drift [K×N], nil if there is none yet
	Recent   measure.Recent     // the latest stimuli, if they are kept
	Followed []measure.Followed // measures at their steps
}

// Clipped returns a copy of the observations so far. Later ones are not added to it.
func (s Seen) Clipped() Seen {
	s.Growth, s.Effects, s.Signs = slices.Clone(s.Growth), slices.Clone(s.Effects), slices.Clone(s.Signs)
	s.Rewired = slices.Clone(s.Rewired)
	s.Curve, s.Events = slices.Clip(s.Curve), slices.Clip(s.Events)
	s.Recent.X, s.Recent.Y, s.Followed = slices.Clone(s.Recent.X), slices.Clone(s.Recent.Y), slices.Clone(s.Followed)
	for i, f := range s.Followed {
		s.Followed[i].Steps, s.Followed[i].Values = slices.Clip(f.Steps), slices.Clip(f.Values)
	}
	s.Path.Lateral, s.Path.Linear = slices.Clip(s.Path.Lateral), slices.Clip(s.Path.Linear)
	return s
}

// NewMonitor returns a monitor of c. r returns the present reference, which is nil if none is known.
func NewMonitor(c *circuit.Circuit, r func() (*measure.Reference, error)) *Monitor {
	m := &Monitor{reference: r, Settles: c.Spec().Network.Settles(), Seen: Seen{NextLook: 1, Signs: newSigns(c)}}
	if c.Among() != nil {
		m.WatchPruning(c, c.Among())
	}
	return m
}

// watched is a projection whose synapses are followed.
type watched struct {
	*synapse.Projection
	synapses []synapse.Synapse
}

// WatchPruning follows the synapses of a projection. Those among the outputs are followed anyway.
func (m *Monitor) WatchPruning(c *circuit.Circuit, p *synapse.Projection) {
	if slices.ContainsFunc(m.watched, func(w watched) bool { return w.Projection == p }) {
		return
	}
	w := watched{Projection: p}
	for s := range p.All() {
		w.synapses = append(w.synapses, s)
		m.Growth = append(m.Growth, result.Growth{Synapse: s.String(), Peak: wording.Number(math.Abs(s.Weight())), PeakStep: c.StepCount()})
	}
	m.watched = append(m.watched, w)
}

// growths ranges over the synapses that are followed, and how each grew.
func (m *Monitor) growths(do func(synapse.Synapse, *result.Growth)) {
	i := 0
	for _, w := range m.watched {
		for _, s := range w.synapses {
			do(s, &m.Growth[i])
			i++
		}
	}
}

// Observe implements circuit.Observer.
func (m *Monitor) Observe(c *circuit.Circuit) error {
	if s := c.Settling(); s.Sweeps > 0 {
		m.Sweeps += s.Sweeps
		if !s.Settled {
			m.Unsettled++
		}
	}
	if m.Keeps {
		m.Recent.Add(c.Inputs().Signals(neuron.Stimulus), c.Outputs().Signals(neuron.Final))
	}
	if c.StepCount() < m.Due() {
		return nil
	}
	if c.StepCount() >= m.NextLook {
		m.NextLook = experiment.NextLook(m.NextLook)
	}
	m.Looks = after(m.Looks, c.StepCount())
	return m.Look(c)
}

// Follow adds steps to look at. Those up to step done have passed.
func (m *Monitor) Follow(looks []int, done int) { m.Looks = after(looks, done) }

// Due returns the next step to look at.
func (m *Monitor) Due() int {
	if len(m.Looks) > 0 {
		return min(m.NextLook, m.Looks[0])
	}
	return m.NextLook
}

// after returns those of some steps in order that are later than a step.
func after(steps []int, step int) []int {
	i, found := slices.BinarySearch(steps, step)
	if found {
		i++
	}
	return steps[i:]
}

// Next implements circuit.Occasional.
func (m *Monitor) Next() int {
	if m.Settles || m.Keeps {
		return 0
	}
	return m.Due()
}

// Look measures the circuit at its present step, once.
func (m *Monitor) Look(c *circuit.Circuit) error {
	if n := len(m.Curve); n > 0 && m.Curve[n-1].Step == c.StepCount() {
		return nil
	}
	m.growths(func(s synapse.Synapse, g *result.Growth) {
		g.Final = wording.Number(math.Abs(s.Weight()))
		if g.Final > g.Peak {
			g.Peak, g.PeakStep = g.Final, c.StepCount()
		}
	})
	m.countSigns(c)
	start := time.Now()
	defer func() { m.Took = time.Since(start) }()
	reference, err := m.reference()
	if err != nil {
		return err
	}
	m.look.Cosines, m.look.Health = m.Forecast != nil, m.Health && m.healthIsDue(c)
	point, alignment, err := reference.Glance(c, &m.look)
	if err != nil && !errors.Is(err, circuit.ErrNotLinear) { // of ErrNotLinear the measures say that they are not known
		return err
	}
	m.Curve = append(m.Curve, point)
	if m.Take != nil {
		declared, err := m.Take(c)
		if err != nil {
			return err
		}
		m.Followed = declared.Follow(m.Followed, c.StepCount())
	}
	if m.Watcher != nil {
		m.Watcher.Look(m.Trial, point)
	}
	if m.Forecast != nil {
		m.Path.look(c, m.Forecast, alignment)
	}
	if m.Preview != nil {
		m.Preview.Look(c)
	}
	return nil
}

// To measure the health takes some K·N² multiplications. That many are done at every look, or
// at one look in healthSpacing. Of larger circuits the health is known at the end only.
const (
	quickHealth   = 1 << 20
	slowHealth    = 1 << 24
	healthSpacing = 4
)

// healthIsDue reports whether the health is measured at the present look.
func (m *Monitor) healthIsDue(c *circuit.Circuit) bool {
	wide := max(c.Inputs().Len(), c.Outputs().Len())
	work := float64(c.Outputs().Len()) * float64(wide) * float64(wide)
	return work <= quickHealth || work <= slowHealth && len(m.Curve)%healthSpacing == 0
}

// looker receives the measures of each look.
type looker interface {
	Look(trial int, p measure.Point)
}

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
