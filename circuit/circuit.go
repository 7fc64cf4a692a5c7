package circuit

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/dense"
	"twophase/neuron"
	"twophase/synapse"
)

// Circuit is a network of explicit neurons and synapses that learns from one
// stimulus after another. It is not safe for concurrent use.
type Circuit struct {
	spec        Spec // the spec that it was built from
	nodes       []*node
	links       []*link
	projections []*synapse.Projection // those with synapses of their own
	size        selection.Size
	general     bool // the parts are not those of TwoPopulations

	// The parts that the phases of the paper use, which are also in the lists above.
	inputs, outputs *neuron.Population                               // the first inputs; the outputs
	feedforward     *synapse.Projection                              // W [K×N]; nil if there is none of that name
	lateral         *synapse.Projection                              // M_o [K×K]; nil if there is none
	rows            struct{ feedforward, lateral *dense.Projection } // the memory of both

	// The present values: see setters.go.
	rate     Rate
	tau      float64
	schedule Schedule
	runs     []func() error         // by phase: what runs it
	written  [][]written            // by phase: the signals that it writes
	parts    [neuron.PartCount]bool // a phase notes such a part of the change of W
	late     bool                   // a phase reads ỹ(t−1)
	paced    bool                   // a projection has a rate that was set in mid-run
	ruled    bool                   // a projection has a rule that was set in mid-run

	step        int // stimuli presented
	complete    int // the last step that ran to its end without an error
	observers   []watch
	interveners []intervention
	nextVisit   int // the next step at which an observer observes or an intervener acts
	intervened  int // the last step at which an intervener acted
	settling    Settling
	settledAt   int // the step of settling

	fused      *fused      // nil: phases run one by one
	layers     []*layer    // by phase: of a graph, what runs as one from there; or nil
	unlearning *unlearning // nil: no phase unlearns
	mean       *meanField  // nil: there are no second moments to learn from

	// Working memory of the phases.
	settlements []*settlement
	currents    []float64 // [K]: the lateral input current of each output neuron
	system      []float64 // [K×K]: I + M_d⁻¹ M_o
	noise       []float64 // [N]: of a row of weights, nil until there is some
	mirror      []float64 // likewise: of the row of the other synapse of a pair
	back        []float64 // [2×N]: what is projected back, nil until something is
	noises      []noiseStreams
	one         [1]float64 // the weight that a phase rewrites
	response    []float64  // [K×K]: ∂y/∂ỹ, nil until there was a Filter
	probed      probed     // what the axons carried before it
	afterward   Schedule   // the phases between ỹ and y, nil until there was a Filter
}

// New builds a circuit. It returns an error if the spec is not valid.
func New(spec Spec) (*Circuit, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	spec = spec.withDefaults()
	n := &spec.Network
	n.Schedule = slices.Clone(n.Schedule)
	spec.Gains = slices.Clone(spec.Gains)
	k := len(spec.Gains)
	c := &Circuit{
		spec:      spec,
		rate:      spec.Rate,
		tau:       spec.Tau,
		nextVisit: never,
		currents:  make([]float64, k),
		system:    make([]float64, k*k),
	}
	if err := c.build(); err != nil {
		return nil, err
	}
	c.setSchedule(n.Schedule)
	return c, nil
}

// Spec returns the spec that the circuit was built from, with defaults filled in. Rate,
// Tau, Schedule and the outputs' Gains return the present values.
func (c *Circuit) Spec() Spec { return c.spec }

// Inputs returns the population of N input neurons; where the stimulus is split over
// several, the first of them.
func (c *Circuit) Inputs() *neuron.Population { return c.inputs }

// Outputs returns the population of K output neurons, whose final activity is y.
func (c *Circuit) Outputs() *neuron.Population { return c.outputs }

// Feedforward returns the projection named feedforward, from inputs to outputs, W [K×N]. It
// is nil if the circuit has none of that name.
func (c *Circuit) Feedforward() *synapse.Projection { return c.feedforward }

// Lateral returns the first projection among the outputs, M_o [K×K], or nil if there is none.
func (c *Circuit) Lateral() *synapse.Projection { return c.lateral }

// IsOfThePaper reports whether the circuit has the two populations of the paper with its
// projections feedforward and lateral, so that W and M say where its activity settles.
func (c *Circuit) IsOfThePaper() bool { return !c.general }

// StepCount returns the number of stimuli that were presented.
func (c *Circuit) StepCount() int { return c.step }

// Complete reports whether the last step ran to its end. It did not if Step returned an
// error of a stimulus, a phase or an intervener, or a *Divergence.
func (c *Circuit) Complete() bool { return c.complete == c.step }

// Settling reports the last settling, by Settle or Equilibrate. It is zero if nothing has
// settled.
func (c *Circuit) Settling() Settling { return c.settling }

// HasPart reports whether a phase of the schedule notes such a part of the change of W.
func (c *Circuit) HasPart(p neuron.Part) bool { return c.parts[p] }

// M returns the whole lateral matrix [K×K], row-major: the lateral weights, with the
// divisors of the neurons on the diagonal. These are the scales, or what
// neuron.Population.Divisors has in their place. Without lateral synapses it is diagonal.
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
		if c.lateral != nil {
			copy(dst[i*k:], c.lateral.Row(i))
		}
		dst[i*k+i] = scale
	}
}
