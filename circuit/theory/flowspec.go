package theory

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// FlowSpec says which mean-field flow to run. G is given in one of two ways.
//
// By its Spectrum, the flow runs in the eigenbasis of G: its weights are W·U, with the
// eigenvectors u_k as the columns of U [N×N]. The equations keep their form, and weights
// that are N(0, 1/N) at the start are so in every basis. An iteration costs O(K²N). If all
// eigenvalues beyond some point are equal, as in the paper's problems, it leaves out the
// directions that no weight uses and costs O(K³), whatever N is.
//
// By its Covariance, any symmetric matrix in any basis, an iteration costs
// O(KN²).
type FlowSpec struct {
	Network    circuit.Network
	Spectrum   []float64     // eigenvalues of G [N], not increasing; or
	Covariance mat.Symmetric // G [N×N]
	Gains      []float64     // λ [K], positive; their order is free

	Tau            float64   // τ; 0 means the network's own
	Rate           float64   // α; 0 means 0.1, the paper's
	InitialScale   float64   // M starts at this times I; 0 means the network's own
	InitialWeights []float64 // W at the start [K×N], row-major
}

// offlineRate is the paper's α for the offline flows.
const offlineRate = 0.1

// Validate returns an error that names the first invalid field.
func (s FlowSpec) Validate() error {
	if err := checkFlow(s.Network); err != nil {
		return err
	}
	if (s.Spectrum == nil) == (s.Covariance == nil) {
		return errors.New("a spectrum and a covariance exclude one another: give one of them")
	}
	if err := checkSpectrum(s.Spectrum); err != nil {
		return err
	}
	if err := checkGains(s.Network.Gains, s.Gains, s.inputs()); err != nil {
		return err
	}
	s = s.withDefaults()
	switch {
	case !positive(s.Tau):
		return fmt.Errorf("τ = %v: give a positive number", s.Tau)
	case !positive(s.Rate):
		return fmt.Errorf("α = %v: give a positive number", s.Rate)
	case !positive(s.InitialScale):
		return fmt.Errorf("initial scale %v: M must start at a positive multiple of I", s.InitialScale)
	case len(s.InitialWeights) != len(s.Gains)*s.inputs():
		return fmt.Errorf("%s: W has %s × %s", wording.Count(len(s.InitialWeights), "initial weight"), wording.Count(len(s.Gains), "output"), wording.Count(s.inputs(), "input"))
	case !finite(s.InitialWeights...):
		return errors.New("the initial weights are not finite")
	}
	return nil
}

// withDefaults returns the spec with defaults in the place of zeros.
func (s FlowSpec) withDefaults() FlowSpec {
	if s.Tau == 0 {
		s.Tau = s.Network.Tau
	}
	if s.Rate == 0 {
		s.Rate = offlineRate
	}
	if s.InitialScale == 0 {
		s.InitialScale = s.Network.InitialScale
	}
	return s
}

// inputs returns N.
func (s FlowSpec) inputs() int {
	if s.Covariance != nil {
		return s.Covariance.SymmetricDim()
	}
	return len(s.Spectrum)
}
