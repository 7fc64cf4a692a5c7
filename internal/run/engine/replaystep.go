package engine

import (
	"errors"
	"iter"
	"slices"

	"twophase/circuit"
	"twophase/internal/run/training"
	"twophase/neuron"
	"twophase/synapse"
)

// ReplayedStep is one step of a trial, phase by phase.
type ReplayedStep struct {
	Step          int
	X             []float64 // activity of the inputs [N]: the stimulus, or the clamped value
	Phases        []ReplayedPhase
	Before, After ReplayedMatrices
	LearntParts
	Diverged *circuit.Divergence // nil unless the trial diverged in the step: then Phases are those until there
}

// LearntParts holds the parts of the weight change of a step: see neuron.Change. Their sum is
// the change of the step, unless phases other than Plasticity rewrite weights.
type LearntParts struct {
	Hebbian, Decay, Rounding ReplayedMatrices
	Nonlocal, Unlearning     []float64        // of W [K×N], nil unless a phase makes such a part
	Second, Third            ReplayedMatrices // by further products of drives, nil where the rule has none
}

// ReplayedMatrices has numbers for W [K×N] and for M [K×K], with the scales on the diagonal.
type ReplayedMatrices struct{ W, M []float64 }

// ReplayedPhase is the circuit after a phase.
type ReplayedPhase struct {
	circuit.Signature
	Provisional, Y []float64        // ỹ and y [K], nil until a phase of the step has written them
	Settling       circuit.Settling // of a phase that settles
}

// takeApart runs the next step of a trial phase by phase.
func takeApart(t *training.Trial) (*ReplayedStep, error) {
	c := t.Circuit()
	x := make([]float64, c.Spec().Inputs)
	if _, err := t.Next(x); err != nil {
		return nil, err
	}
	s := &ReplayedStep{Step: c.StepCount() + 1, X: slices.Clone(x), Before: matricesOf(c), LearntParts: newLearntParts(c.Outputs().Len(), len(x))}
	s.After = s.Before
	for _, p := range c.Projections() {
		p.KeepChanges(true)
		defer p.KeepChanges(false)
	}
	var provisional, y, learnt bool
	left := len(c.Schedule())
	err := c.StepPhases(x, func(phase circuit.Phase) error {
		p := ReplayedPhase{Signature: circuit.SignatureIn(phase, c.Spec().Network.Graph)}
		if _, settles := phase.(circuit.Settle); settles {
			p.Settling = c.Settling()
		}
		provisional = provisional || slices.Contains(p.Writes, circuit.Provisional)
		y = y || slices.Contains(p.Writes, circuit.Y)
		learnt = learnt || phase == circuit.Phase(circuit.Plasticity{})
		if provisional {
			p.Provisional = slices.Clone(c.Outputs().Signals(neuron.Provisional))
		}
		if y {
			p.Y = slices.Clone(c.Outputs().Signals(neuron.Final))
		}
		s.Phases = append(s.Phases, p)
		if left--; left == 0 {
			s.X = slices.Clone(c.Inputs().Signals(neuron.Stimulus))
			s.After = matricesOf(c)
			if learnt {
				s.fill(c)
			}
		}
		return nil
	})
	if err != nil && !errors.As(err, &s.Diverged) {
		return nil, err
	}
	return s, nil
}

func matricesOf(c *circuit.Circuit) ReplayedMatrices {
	if c.Feedforward() == nil {
		return ReplayedMatrices{M: c.M()} // what a circuit with a graph has beside it is not here
	}
	return ReplayedMatrices{c.Feedforward().Weights(), c.M()}
}

// newLearntParts returns the parts of no change.
func newLearntParts(k, n int) (p LearntParts) {
	for _, m := range []*ReplayedMatrices{&p.Hebbian, &p.Decay, &p.Rounding} {
		*m = ReplayedMatrices{make([]float64, k*n), make([]float64, k*k)}
	}
	return p
}

// fill copies the parts of the circuit's last change.
func (p *LearntParts) fill(c *circuit.Circuit) {
	k, n := c.Outputs().Len(), c.Inputs().Len()
	if c.HasPart(neuron.Nonlocal) {
		p.Nonlocal = make([]float64, k*n)
	}
	if c.HasPart(neuron.Unlearning) {
		p.Unlearning = make([]float64, k*n)
	}
	also := [...]*ReplayedMatrices{&p.Second, &p.Third}
	for r := range furtherOf(c.Feedforward()) {
		also[r].W = make([]float64, k*n)
	}
	for r := range furtherOf(c.Lateral()) {
		also[r].M = make([]float64, k*k)
	}
	set := func(values []float64, at int, v float64) {
		if values != nil {
			values[at] = v
		}
	}
	for s := range synapsesOf(c.Feedforward()) {
		at, change := s.Post().Index()*n+s.Pre().Index(), s.LastChange()
		p.Hebbian.W[at], p.Decay.W[at], p.Rounding.W[at] = change.Hebbian, change.Decay, change.Rounding
		set(p.Nonlocal, at, change.Nonlocal)
		set(p.Unlearning, at, change.Unlearning)
		set(p.Second.W, at, change.Second)
		set(p.Third.W, at, change.Third)
	}
	lateral := func(at int, change neuron.Change) {
		p.Hebbian.M[at], p.Decay.M[at], p.Rounding.M[at] = change.Hebbian, change.Decay, change.Rounding
		set(p.Second.M, at, change.Second)
		set(p.Third.M, at, change.Third)
	}
	for s := range synapsesOf(c.Lateral()) {
		lateral(s.Post().Index()*k+s.Pre().Index(), s.LastChange())
	}
	for i := range k {
		lateral(i*(k+1), c.Outputs().Output(i).LastScaleChange())
	}
}

// furtherOf returns how many products of drives the rule of a projection has beside the first one.
func furtherOf(p *synapse.Projection) int {
	if p == nil {
		return 0
	}
	return synapse.FurtherProducts(p.Rule())
}

// synapsesOf ranges over the synapses of a projection, none of no projection.
func synapsesOf(p *synapse.Projection) iter.Seq[synapse.Synapse] {
	if p == nil {
		return func(func(synapse.Synapse) bool) {}
	}
	return p.All()
}
