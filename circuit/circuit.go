package circuit

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/internal/random"
	"twophase/neuron"
	"twophase/synapse"
)

// Circuit is a network of explicit neurons and synapses that learns from one
// stimulus after another. It is not safe for concurrent use.
type Circuit struct {
	spec            Spec // what the circuit was built from
	inputs, outputs *neuron.Population
	feedforward     *synapse.Projection // W [K×N]
	lateral         *synapse.Projection // M_o [K×K]

	// As they are now: see setters.
	rate     Rate
	tau      float64
	schedule Schedule
	written  [][]neuron.Slot        // by phase: the activities that it writes
	makes    [neuron.PartCount]bool // a phase makes such a part of the changes of W
	late     bool                   // a phase reads ỹ(t−1)

	step        int // stimuli presented
	complete    int // the last step whose phases all ran, and went well
	observers   []watch
	interveners []intervention
	look        int // the next step at which an observer looks or an intervener acts
	intervened  int // the last step at which an intervener acted
	settling    Settling

	fused      *fused      // nil: phases run one by one
	unlearning *unlearning // nil: no phase unlearns

	// Working memory of the phases.
	received []float64 // [K]: what each output neuron receives laterally
	system   []float64 // [K×K]: I + M_d⁻¹ M_o
	noise    []float64 // [N]: of a row of weights, nil until there is some
	back     []float64 // [2×N]: what is projected back, nil until something is
	noises   []noiseStreams
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
		spec:     spec,
		inputs:   neuron.NewInputs(spec.Inputs),
		outputs:  neuron.NewOutputs(spec.Gains, spec.InitialScale, n.Scale),
		rate:     spec.Rate,
		tau:      spec.Tau,
		look:     never,
		received: make([]float64, k),
		system:   make([]float64, k*k),
	}
	c.feedforward = synapse.New("feedforward", c.inputs, c.outputs, n.Feedforward)
	c.lateral = synapse.NewRecurrent("lateral", c.outputs, n.lateral(), n.Wiring)
	w := spec.InitialWeights
	if w == nil {
		w = randomWeights(spec)
	}
	if err := c.feedforward.SetWeights(w); err != nil {
		return nil, err
	}
	c.setSchedule(n.Schedule)
	return c, nil
}

// randomWeights returns W_ij ~ N(0, spread²/N) [K×N].
func randomWeights(spec Spec) []float64 {
	w := make([]float64, len(spec.Gains)*spec.Inputs)
	random.New(spec.Seed, spec.Trial, "initial weights").Normals(w, 0)
	size := spec.InitialSpread / math.Sqrt(float64(spec.Inputs))
	for i := range w {
		w[i] *= size
	}
	return w
}

// Spec returns what the circuit was built from, defaults filled in. What has been
// set since, it does not show: see Rate, Tau, Schedule and the outputs' Gains.
func (c *Circuit) Spec() Spec { return c.spec }

// Inputs returns the population of N input neurons.
func (c *Circuit) Inputs() *neuron.Population { return c.inputs }

// Outputs returns the population of K output neurons.
func (c *Circuit) Outputs() *neuron.Population { return c.outputs }

// Feedforward returns the projection from inputs to outputs, W [K×N].
func (c *Circuit) Feedforward() *synapse.Projection { return c.feedforward }

// Lateral returns the projection among the outputs, M_o [K×K].
func (c *Circuit) Lateral() *synapse.Projection { return c.lateral }

// Projections returns all projections, feedforward first.
func (c *Circuit) Projections() []*synapse.Projection {
	return []*synapse.Projection{c.feedforward, c.lateral}
}

// StepCount returns how many stimuli the circuit has seen.
func (c *Circuit) StepCount() int { return c.step }

// Complete reports whether the last step ran to its end. It did not if Step
// returned the error of a stimulus, of a phase or of an intervener, or a
// *Divergence.
func (c *Circuit) Complete() bool { return c.complete == c.step }

// Settling reports how the last settling went; it is zero if the schedule has
// no Settle phase.
func (c *Circuit) Settling() Settling { return c.settling }

// Makes reports whether a phase of the schedule makes such a part of the changes of W.
func (c *Circuit) Makes(p neuron.Part) bool { return c.makes[p] }

// Step presents one stimulus x [N] and runs the schedule once. It returns an
// error if the stimulus is not finite, if a phase, an observer or an intervener
// fails, or, as a *Divergence, if an activity is no longer a finite number or a
// scale no longer positive; the circuit is then of no further use. It panics if x
// has the wrong length.
func (c *Circuit) Step(x []float64) error { return c.take(x, nil) }

// StepPhases does what Step does, to the same bits, one phase after another, and calls
// after with each phase when it has run: the circuit is then as the phase leaves it.
// The last call is before any observer or intervener. What after returns as an error
// stops the circuit as one of a phase does.
func (c *Circuit) StepPhases(x []float64, after func(Phase) error) error { return c.take(x, after) }

// take takes one step, phase by phase if somebody wants to be told after each.
func (c *Circuit) take(x []float64, after func(Phase) error) error {
	if len(x) != c.inputs.Len() {
		panic(fmt.Sprintf("circuit: a stimulus of %d numbers for %d inputs", len(x), c.inputs.Len()))
	}
	c.step++
	if err := c.run(x, after); err != nil {
		return err
	}
	c.complete = c.step
	if c.step >= c.look {
		return c.attend()
	}
	return nil
}

// run runs the schedule once on the stimulus x, in one piece if it can and nobody
// wants to be told after each phase.
func (c *Circuit) run(x []float64, after func(Phase) error) error {
	c.feedforward.BeginChanges()
	whole := c.fused != nil && c.fused.whole && c.intact() && after == nil
	if !whole || c.inputs.HasClamps() {
		present := c.inputs.Signals(neuron.Final)
		if !kernel.CopyFinite(present, x) {
			return c.badStimulus(x)
		}
		c.inputs.Impose(neuron.Final)
		x = present
	}
	if whole {
		return c.runFused(x)
	}
	if c.late {
		copy(c.outputs.Signals(neuron.Late), c.outputs.Signals(neuron.Provisional))
	}
	err := c.runPhases(after)
	c.feedforward.Recover()
	c.lateral.Recover()
	return err
}

// runPhases runs the phases of the schedule one by one, but for those that are
// fused if nobody is told after each.
func (c *Circuit) runPhases(after func(Phase) error) error {
	for i := 0; i < len(c.schedule); i++ {
		if c.fused != nil && i == c.fused.from && c.intact() && after == nil {
			if err := c.runFused(c.inputs.Signals(neuron.Final)); err != nil {
				return err
			}
			i += len(twoPhase) - 1
			continue
		}
		phase := c.schedule[i]
		if err := phase.Run(c); err != nil {
			return fmt.Errorf("step %d, %s: %w", c.step, phase.Signature().Name, err)
		}
		for _, slot := range c.written[i] {
			c.outputs.Impose(slot)
			if err := c.checkActivity(slot); err != nil {
				return err
			}
		}
		if after == nil {
			continue
		}
		if err := after(phase); err != nil {
			return fmt.Errorf("step %d, after %s: %w", c.step, phase.Signature().Name, err)
		}
	}
	return c.checkScales()
}

// M returns the whole lateral matrix [K×K], row-major: the lateral weights with
// what the neurons divide by on the diagonal, which are their scales or, if those are
// metaplastic, ones.
func (c *Circuit) M() []float64 {
	m := c.lateral.Weights()
	k := c.outputs.Len()
	for i, scale := range c.outputs.Divisors() {
		m[i*k+i] = scale
	}
	return m
}
