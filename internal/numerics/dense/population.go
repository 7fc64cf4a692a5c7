package dense

import "twophase/internal/numerics/kernel"

// OfPopulation returns the memory of a *neuron.Population. Package neuron sets it.
var OfPopulation func(population any) *Population

// Population is the memory of a population of n neurons. Its vectors come from
// kernel.Vector. Those of scales and gains are nil on a population of inputs.
type Population struct {
	Signals  [4][]float64 // by neuron.Slot
	Previous []float64    // final activity for the stimulus before; nil unless it is kept
	Mean     []float64    // running mean of the final activity; nil unless it is kept
	Gain     []float64    // λ
	Scales
}

// Scales are the scales of n output neurons, with the factors of their last change.
type Scales struct {
	Scale               []float64 // m
	Drive, Decay, Drain []float64 // the factors of the last change, each with its √a
	Before              []float64 // the scales before it
	Activity            []float64 // the activities that it used; nil unless they are kept

	Frozen []int // the neurons whose scales do not learn, in order
	Fixed  bool  // the rule leaves every scale as it is
}

// NewScales returns n scales of the given size.
func NewScales(n int, scale float64) Scales {
	s := Scales{
		Scale: kernel.Vector(n), Drive: kernel.Vector(n), Decay: kernel.Vector(n), Drain: kernel.Vector(n), Before: kernel.Vector(n),
	}
	for i := range s.Scale {
		s.Scale[i] = scale
	}
	for i := n; i < cap(s.Scale); i++ {
		s.Scale[:cap(s.Scale)][i] = 1 // kernel.TwoPhase divides by these too
	}
	return s
}

// EndChange ends a change of all scales, made from the activities given. It gives the
// frozen scales their values back.
func (s *Scales) EndChange(activity []float64) {
	if s.Activity != nil {
		copy(s.Activity, activity)
	}
	if len(s.Frozen) > 0 && !s.Fixed {
		s.restoreFrozen()
	}
}

func (s *Scales) restoreFrozen() {
	for _, i := range s.Frozen {
		s.Hold(i, s.Before[i])
	}
}

// Hold sets scale i to m, and the factors of its last change to 0.
func (s *Scales) Hold(i int, m float64) {
	s.Scale[i], s.Before[i] = m, m
	s.Drive[i], s.Decay[i], s.Drain[i] = 0, 0, 0
}
