package experiment

import (
	"slices"

	"twophase/circuit"
	"twophase/neuron"
)

// ReplayedStep is one step of a trial, phase by phase.
type ReplayedStep struct {
	Step           int
	X              []float64 // what the inputs carry [N]: the stimulus, and clamps
	Phases         []ReplayedPhase
	Before, After  ReplayedMatrices
	Hebbian, Decay ReplayedMatrices // the two parts of what was learnt
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
	left := len(c.Schedule())
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
			s.Hebbian, s.Decay = partsOf(c, learnt)
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

// partsOf returns the two parts of the circuit's last change, 0 if nothing was learnt.
func partsOf(c *circuit.Circuit, learnt bool) (hebbian, decay ReplayedMatrices) {
	k, n := c.Outputs().Len(), c.Inputs().Len()
	hebbian = ReplayedMatrices{make([]float64, k*n), make([]float64, k*k)}
	decay = ReplayedMatrices{make([]float64, k*n), make([]float64, k*k)}
	if !learnt {
		return hebbian, decay
	}
	for s := range c.Feedforward().All() {
		at := s.Post().Index()*n + s.Pre().Index()
		hebbian.W[at], decay.W[at] = s.LastChange()
	}
	for s := range c.Lateral().All() {
		at := s.Post().Index()*k + s.Pre().Index()
		hebbian.M[at], decay.M[at] = s.LastChange()
	}
	for i := range k {
		at := i * (k + 1)
		hebbian.M[at], decay.M[at] = c.Outputs().Output(i).LastScaleChange()
	}
	return hebbian, decay
}
