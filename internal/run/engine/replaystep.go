package engine

import (
	"errors"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/run/training"
	"twophase/neuron"
	"twophase/synapse"
)

// ReplayedStep is one step of a trial, phase by phase.
type ReplayedStep struct {
	Step          int
	X             []float64 // the activity of all input neurons [N]: the stimulus, or the clamped value
	Phases        []ReplayedPhase
	Before, After ReplayedWeights
	Learnt        map[selection.Kind]LearntParts // not of variables; empty if the step was not completed
	Diverged      *circuit.Divergence            // nil unless the trial diverged in the step: then Phases are those until there
}

// ReplayedWeights holds the weights of projections [post×pre], and the scales and variables of populations [n].
type ReplayedWeights map[selection.Kind][]float64

// LearntParts holds the parts of the change of a projection or of scales in a step, in the places of ReplayedWeights: see
// neuron.Change. Their sum is the change of the step, unless phases other than Plasticity rewrite weights.
type LearntParts struct {
	Hebbian, Decay, Rounding []float64
	Nonlocal, Unlearning     []float64 // nil unless a phase makes such a part
	Second, Third            []float64 // by further products of drives, nil where the rule has none
}

// ReplayedPhase is the circuit after a phase.
type ReplayedPhase struct {
	circuit.Signature
	Signals  []training.Signal // what phases of the step have written until then
	Settling circuit.Settling  // of a phase that settles
}

// Signal returns the values of a variable, nil if no phase has written it.
func (p ReplayedPhase) Signal(v circuit.Variable) []float64 {
	for _, s := range p.Signals {
		if s.Variable == v {
			return s.Values
		}
	}
	return nil
}

// takeApart runs the next step of a trial phase by phase.
func takeApart(t *training.Trial) (*ReplayedStep, error) {
	c := t.Circuit()
	graph := c.Spec().Network.Graph
	x := make([]float64, c.Spec().Width())
	if _, err := t.Next(x); err != nil {
		return nil, err
	}
	s := &ReplayedStep{Step: c.StepCount() + 1, X: slices.Clone(x[:c.Spec().Inputs]), Before: weightsOf(c)}
	s.After = s.Before
	for _, p := range c.Projections() {
		p.KeepChanges(true)
		defer p.KeepChanges(false)
	}
	var written []circuit.Variable
	left := len(c.Schedule())
	err := c.StepPhases(x, func(phase circuit.Phase) error {
		p := ReplayedPhase{Signature: circuit.SignatureIn(phase, graph)}
		if _, settles := phase.(circuit.Settle); settles {
			p.Settling = c.Settling()
		}
		written = append(written, p.Writes...)
		p.Signals = training.SignalsOf(c, written)
		s.Phases = append(s.Phases, p)
		if left--; left == 0 {
			s.X, s.After = stimulusOf(c), weightsOf(c)
			s.Learnt = learntOf(c, s.After)
		}
		return nil
	})
	if err != nil && !errors.As(err, &s.Diverged) {
		return nil, err
	}
	return s, nil
}

// stimulusOf returns the present activity of all input neurons.
func stimulusOf(c *circuit.Circuit) (x []float64) {
	for _, p := range c.Populations() {
		if p.Scales() == nil {
			x = append(x, p.Signals(neuron.Stimulus)...)
		}
	}
	return x
}

func weightsOf(c *circuit.Circuit) ReplayedWeights {
	w := ReplayedWeights{}
	for _, part := range selection.SizeOf(c).Parts() {
		switch part.Class {
		case "synapses":
			w[part.Kind] = part.Kind.Projection(c).Weights()
		case "scales", "variables":
			w[part.Kind] = slices.Clone(part.Kind.Values(c))
		}
	}
	return w
}

// learntOf returns the parts of the last change of a circuit that has these weights now.
func learntOf(c *circuit.Circuit, now ReplayedWeights) map[selection.Kind]LearntParts {
	learnt := map[selection.Kind]LearntParts{}
	z := selection.SizeOf(c)
	for k, weights := range now {
		if z.Class(k) == selection.Variables {
			continue
		}
		l := LearntParts{Hebbian: make([]float64, len(weights)), Decay: make([]float64, len(weights)), Rounding: make([]float64, len(weights))}
		if p := k.Projection(c); p != nil {
			l.fill(c, p)
		} else {
			for i, population := 0, k.Population(c); i < len(weights); i++ {
				change := population.Output(i).LastScaleChange()
				l.Hebbian[i], l.Decay[i], l.Rounding[i] = change.Hebbian, change.Decay, change.Rounding
			}
		}
		learnt[k] = l
	}
	return learnt
}

// fill copies the parts of the last change of a projection.
func (l *LearntParts) fill(c *circuit.Circuit, p *synapse.Projection) {
	further := synapse.FurtherProducts(p.Rule())
	parts := c.PartsOf(p.Name())
	optional := []struct {
		made bool
		to   *[]float64
		of   func(neuron.Change) float64
	}{
		{parts[neuron.Nonlocal], &l.Nonlocal, func(c neuron.Change) float64 { return c.Nonlocal }},
		{parts[neuron.Unlearning], &l.Unlearning, func(c neuron.Change) float64 { return c.Unlearning }},
		{further > 0, &l.Second, func(c neuron.Change) float64 { return c.Second }},
		{further > 1, &l.Third, func(c neuron.Change) float64 { return c.Third }},
	}
	for _, part := range optional {
		if part.made {
			*part.to = make([]float64, len(l.Hebbian))
		}
	}
	for s := range p.All() {
		at, change := s.Post().Index()*p.Pre().Len()+s.Pre().Index(), s.LastChange()
		l.Hebbian[at], l.Decay[at], l.Rounding[at] = change.Hebbian, change.Decay, change.Rounding
		for _, part := range optional {
			if part.made {
				(*part.to)[at] = part.of(change)
			}
		}
	}
}
