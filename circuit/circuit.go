package circuit

import (
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// Circuit is a network of explicit neurons and synapses that learns from one
// stimulus after another. It is not safe for concurrent use.
type Circuit struct {
	spec Spec // the spec that it was built from
	body
	pace
	program
	visitors
	workspace
}

// body is the neurons and synapses of a circuit.
type body struct {
	nodes       []*node
	links       []*link
	projections []*synapse.Projection // those with synapses of their own
	size        selection.Size
	pair        *pair // nil if W and M do not say everything
	further     further
	width       int // of a stimulus: N, and a number for each signal

	// Parts by their roles, which are also in the lists above.
	inputs, outputs *neuron.Population  // the first inputs; the outputs
	forward, among  *synapse.Projection // from the first inputs to the outputs, W [K×N]; and among these, M_o [K×K]; nil if there is none
}

// pace is where a circuit is in its run and at which rates it learns: see setters.go.
type pace struct {
	rate     Rate
	tau      float64
	paced    bool // a projection has a rate that was set in mid-run
	ruled    bool // a projection has a rule that was set in mid-run
	step     int  // stimuli presented
	complete int  // the last step that ran to its end without an error

	settling  Settling
	settledAt int // the step of settling
}

// program is a schedule that is prepared to run: what setSchedule makes.
type program struct {
	schedule   Schedule
	signatures signatures        // by phase
	runs       []func() error    // by phase: what runs it
	written    [][]written       // by phase: the signals that it writes
	late       []*node           // populations of which a phase reads ỹ(t−1)
	segments   []scheduleSegment // by phase: what runs as one from there; or nil

	// The memory of single phases.
	unlearning *unlearning // nil: no phase unlearns
	mean       *meanField  // nil: there are no second moments to learn from
	afterward  []int       // the phases between ỹ and y, nil until they were looked for
}

// visitors are the observers and interveners of a circuit.
type visitors struct {
	observers   []*visitor
	interveners []*visitor
	nextVisit   int // the next step at which an observer observes or an intervener acts
	intervened  int // the last step at which an intervener acted

	watchRewiring func(Rewired) error // nil: nobody watches
}

// workspace is the working memory of phases that keep none between them.
type workspace struct {
	one      [1]float64   // the weight that a phase rewrites
	response []float64    // [K×K]: ∂y/∂ỹ, nil until the outputs were probed
	probed   [3][]float64 // what the output axons carried before: y, ỹ and the late ỹ [K]
}

// Spec returns the spec that the circuit was built from, with defaults filled in. Rate,
// Tau, Schedule and the outputs' Gains return the present values.
func (c *Circuit) Spec() Spec { return c.spec }

// Inputs returns the population of N input neurons; where the stimulus is split over
// several, the first of them.
func (c *Circuit) Inputs() *neuron.Population { return c.inputs }

// Outputs returns the population of K output neurons, whose final activity is y.
func (c *Circuit) Outputs() *neuron.Population { return c.outputs }

// Forward returns the first projection from Inputs to Outputs, W [K×N], or nil if there is none.
func (c *Circuit) Forward() *synapse.Projection { return c.forward }

// Among returns the first projection from the outputs to themselves, M_o [K×K], or nil if there is none.
func (c *Circuit) Among() *synapse.Projection { return c.among }

// SettlesByM reports whether W and M alone say where activity settles, at y = M⁻¹W x: whether the circuit is a
// population of inputs and one of linear outputs, with a projection of all synapses between them and at most one among
// the outputs. What they are named does not matter.
func (c *Circuit) SettlesByM() bool { return c.pair != nil }

// StepCount returns the number of stimuli that were presented.
func (c *Circuit) StepCount() int { return c.step }

// Complete reports whether the last step ran to its end. It did not if Step returned an
// error of a stimulus, a phase or an intervener, or a *Divergence.
func (c *Circuit) Complete() bool { return c.complete == c.step }

// Settling reports the last settling, by Settle or Equilibrate. It is zero if nothing has
// settled.
func (c *Circuit) Settling() Settling { return c.settling }

// PartsOf returns which parts phases of the schedule note of the changes of a projection's weights.
func (c *Circuit) PartsOf(projection string) [neuron.PartCount]bool { return c.link(projection).parts }

// M returns the whole matrix M [K×K], row-major: the weights among the outputs, with the
// divisors of the neurons on the diagonal, where neurons have no synapse onto themselves. These are the scales, or what
// neuron.Population.Divisors has in their place. Without synapses among the outputs it is diagonal.
func (c *Circuit) M() []float64 {
	k := c.outputs.Len()
	m := make([]float64, k*k)
	c.MTo(m)
	return m
}

// MTo writes M to dst [K×K].
func (c *Circuit) MTo(dst []float64) {
	k := c.outputs.Len()
	clear(dst[:k*k])
	for i, scale := range c.outputs.Divisors() {
		if c.among != nil {
			copy(dst[i*k:], c.among.Row(i))
		}
		if c.among == nil || c.among.Wiring() != synapse.WithSelf {
			dst[i*k+i] = scale
		}
	}
}

// Populations returns all populations, in the order of the network's Graph.
func (c *Circuit) Populations() []*neuron.Population {
	all := make([]*neuron.Population, len(c.nodes))
	for i, g := range c.nodes {
		all[i] = g.Population
	}
	return all
}

// Projections returns all projections that have synapses of their own, in the order of the
// network's Graph.
func (c *Circuit) Projections() []*synapse.Projection { return slices.Clip(c.projections) }

// Population returns the population with a name, or nil.
func (c *Circuit) Population(name string) *neuron.Population {
	if g := c.node(name); g != nil {
		return g.Population
	}
	return nil
}

// Projection returns the projection with a name, or nil. For a tied projection it returns
// the one whose synapses it shares.
func (c *Circuit) Projection(name string) *synapse.Projection {
	if l := c.link(name); l != nil {
		return l.synapses
	}
	return nil
}

func (c *Circuit) node(name string) *node {
	for _, g := range c.nodes {
		if g.spec.Name == name {
			return g
		}
	}
	return nil
}

func (c *Circuit) link(name string) *link {
	for _, l := range c.links {
		if l.name == name {
			return l
		}
	}
	return nil
}

// scheduleOf returns the schedule that is α_t for a projection.
func (c *Circuit) scheduleOf(l *link) *Rate {
	switch {
	case len(l.ownRate.segments) > 0:
		return &l.ownRate
	case len(l.spec.Pace.Rate.segments) > 0:
		return &l.spec.Pace.Rate
	}
	return &c.rate
}

// paceOf returns the learning rate of a projection at the present step.
func (c *Circuit) paceOf(l *link) float64 {
	pace := &l.spec.Pace
	rate := c.scheduleOf(l).At(c.step)
	if pace.Times != 0 {
		rate *= pace.Times
	}
	if l.paced() {
		rate *= l.times
	}
	if pace.OverTau {
		tau := c.tau
		if l.tau != 0 {
			tau = l.tau
		}
		rate /= tau
	}
	return rate
}

// scalePace returns the learning rate of the scales of a population at the present step.
func (c *Circuit) scalePace(g *node) float64 {
	if g.paced != nil {
		return c.paceOf(g.paced)
	}
	return c.rate.At(c.step) / c.tau
}

// Rate returns the present learning-rate schedule α_t.
func (c *Circuit) Rate() Rate { return c.rate }

// Tau returns the present τ.
func (c *Circuit) Tau() float64 { return c.tau }

// Schedule returns a copy of the list of phases that run for every stimulus.
func (c *Circuit) Schedule() Schedule { return slices.Clone(c.schedule) }

// Settling reports how the settling of a step went. If several phases settle, it has the most
// sweeps and the largest residual, and Settled means that all did.
type Settling struct {
	Sweeps   int
	Residual float64 // max|r|/max|ỹ| before the last sweep's correction; of Equilibrate, the last sweep's largest change over max|s|
	Settled  bool    // the tolerance was reached, or there is none
}

// settled notes how a settling went.
func (c *Circuit) settled(s Settling) {
	if c.settledAt == c.step { // not the first one of the step
		s.Sweeps, s.Residual, s.Settled = max(s.Sweeps, c.settling.Sweeps), max(s.Residual, c.settling.Residual), s.Settled && c.settling.Settled
	}
	c.settling, c.settledAt = s, c.step
}

// never is a step that does not come.
const never = math.MaxInt
