package circuit

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit/selection"
)

// Spec says what circuit to build. It is plain data; New validates it and
// never changes it.
type Spec struct {
	Network Network
	Inputs  int       // N
	Gains   []float64 // Λ: λ_1 > … > λ_K > 0, one for each of the K outputs
	Rate    Rate      // α_t

	Tau            float64   // τ; 0 means the network's own
	InitialScale   float64   // M starts at this times I; 0 means the network's own
	InitialWeights []float64 // W at the start [K×N], row-major; nil means random
	InitialSpread  float64   // random weights are this times N(0, 1/N); 0 means 1

	// Seed and Trial key the random numbers of the circuit: its initial weights, its
	// synaptic noise and its failures of transmission.
	Seed, Trial uint64

	Executor Executor
}

// Validate returns an error that names the first thing that is wrong.
func (s Spec) Validate() error {
	switch {
	case len(s.Network.Schedule) == 0:
		return errors.New("the network is missing: choose one such as IfPSP")
	case s.Executor != Compiled && s.Executor != Literal:
		return fmt.Errorf("%v does not exist: choose Compiled or Literal", s.Executor)
	case s.Inputs < 1:
		return fmt.Errorf("%d inputs: a circuit needs at least 1", s.Inputs)
	case len(s.Gains) < 1:
		return errors.New("no outputs: give one gain λ for each output neuron")
	case len(s.Gains) > s.Inputs:
		return fmt.Errorf("%d outputs for %d inputs: a circuit cannot find more components than it has inputs", len(s.Gains), s.Inputs)
	case s.Network.MostOutputs > 0 && len(s.Gains) > s.Network.MostOutputs:
		return fmt.Errorf("%d outputs: network %s has at most %d", len(s.Gains), s.Network.Name, s.Network.MostOutputs)
	case s.InitialWeights != nil && s.InitialSpread != 0:
		return errors.New("initial weights and the spread of random ones exclude one another: give one of them")
	}
	s = s.withDefaults()
	if err := CheckTau(s.Tau); err != nil {
		return err
	}
	switch {
	case !positive(s.InitialScale):
		return fmt.Errorf("initial scale %v: M must start at a positive multiple of I", s.InitialScale)
	case !positive(s.InitialSpread):
		return fmt.Errorf("initial spread %v: random weights start at a positive multiple of N(0, 1/N)", s.InitialSpread)
	case s.InitialWeights != nil && len(s.InitialWeights) != len(s.Gains)*s.Inputs:
		return fmt.Errorf("%d initial weights: W has %d outputs × %d inputs", len(s.InitialWeights), len(s.Gains), s.Inputs)
	}
	if err := s.Network.Gains.Check(s.Gains, len(s.Gains)); err != nil {
		return err
	}
	if err := s.Rate.Validate(); err != nil {
		return err
	}
	if err := s.Network.validate(); err != nil {
		return err
	}
	return s.Network.Schedule.checkSize(s.size())
}

// CheckTau returns an error unless τ is a positive number.
func CheckTau(tau float64) error {
	if !positive(tau) {
		return fmt.Errorf("τ = %v: give a positive number", tau)
	}
	return nil
}

// size returns what a selection must know of the circuit.
func (s Spec) size() selection.Size {
	return selection.Size{Inputs: s.Inputs, Outputs: len(s.Gains), Lateral: s.Network.Wiring}
}

// withDefaults returns the spec with what is 0 filled in.
func (s Spec) withDefaults() Spec {
	if s.Tau == 0 {
		s.Tau = s.Network.Tau
	}
	if s.InitialScale == 0 {
		s.InitialScale = s.Network.InitialScale
	}
	if s.InitialSpread == 0 {
		s.InitialSpread = 1
	}
	return s
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }
