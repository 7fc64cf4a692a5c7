package experiment

import (
	"slices"

	"twophase/circuit"
	"twophase/neuron"
)

// ReplayedStep is one step of a trial, phase by phase.
type ReplayedStep struct {
	Step          int
	X             []float64 // what the inputs carry [N]: the stimulus, and clamps
	Phases        []ReplayedPhase
	Before, After ReplayedMatrices
	LearntParts
}

// LearntParts is the parts of what was learnt in a step: see neuron.Change. Their sum is
// the change of the step, unless phases beside Plasticity rewrite weights.
type LearntParts struct {
	Hebbian, Decay, Rounding ReplayedMatrices
	Nonlocal, Unlearning     []float64 // of W [K×N], nil unless a phase makes such a part
}

// ReplayedMatrices is numbers for W [K×N] and for M [K×K], the scales on the diagonal.
type ReplayedMatrices struct{ W, M []float64 }

// ReplayedPhase is the circuit after a phase.
type ReplayedPhase struct {
	circuit.Signature
	Provisional, Y []float64        // ỹ and y [K], nil until a phase of the step has written them
	Settling       circuit.Settling // of a phase that settles
}

// takeApart takes the next step of a trial phase by phase.
func takeApart(t *trialRun) (*ReplayedStep, error) {
	c := t.circuit
	x := make([]float64, c.Inputs().Len())
	if _, err := t.next(x); err != nil {
		return nil, err
	}
	s := &ReplayedStep{Step: c.StepCount() + 1, Before: matricesOf(c)}
	for _, p := range c.Projections() {
		p.KeepChanges(true)
		defer p.KeepChanges(false)
	}
	var provisional, y, learnt bool
	left, k := len(c.Schedule()), c.Outputs().Len()
	err := c.StepPhases(x, func(phase circuit.Phase) error {
		p := ReplayedPhase{Signature: phase.Signature()}
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
			s.X = slices.Clone(c.Inputs().Signals(neuron.Final))
			s.After = matricesOf(c)
			if s.LearntParts = newLearntParts(k, len(x)); learnt {
				s.fill(c)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func matricesOf(c *circuit.Circuit) ReplayedMatrices {
	return ReplayedMatrices{c.Feedforward().Weights(), c.M()}
}

// newLearntParts returns those of a circuit that has learnt nothing.
func newLearntParts(k, n int) (p LearntParts) {
	for _, m := range []*ReplayedMatrices{&p.Hebbian, &p.Decay, &p.Rounding} {
		*m = ReplayedMatrices{make([]float64, k*n), make([]float64, k*k)}
	}
	return p
}

// fill takes the parts of the circuit's last change.
func (p *LearntParts) fill(c *circuit.Circuit) {
	k, n := c.Outputs().Len(), c.Inputs().Len()
	if c.Makes(neuron.Nonlocal) {
		p.Nonlocal = make([]float64, k*n)
	}
	if c.Makes(neuron.Unlearning) {
		p.Unlearning = make([]float64, k*n)
	}
	for s := range c.Feedforward().All() {
		at, change := s.Post().Index()*n+s.Pre().Index(), s.LastChange()
		p.Hebbian.W[at], p.Decay.W[at], p.Rounding.W[at] = change.Hebbian, change.Decay, change.Rounding
		if p.Nonlocal != nil {
			p.Nonlocal[at] = change.Nonlocal
		}
		if p.Unlearning != nil {
			p.Unlearning[at] = change.Unlearning
		}
	}
	lateral := func(at int, change neuron.Change) {
		p.Hebbian.M[at], p.Decay.M[at], p.Rounding.M[at] = change.Hebbian, change.Decay, change.Rounding
	}
	for s := range c.Lateral().All() {
		lateral(s.Post().Index()*k+s.Pre().Index(), s.LastChange())
	}
	for i := range k {
		lateral(i*(k+1), c.Outputs().Output(i).LastScaleChange())
	}
}
