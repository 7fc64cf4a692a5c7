package circuit

import (
	"fmt"

	"twophase/internal/random"
)

// TransmissionFailure is a phase after which, until the end of the step, each
// synapse of a projection fails to transmit with a probability, drawn anew for
// every stimulus. What fails is the same in all sweeps of a settling, and learns as
// ever. A second phase for the same projection draws in the place of the first;
// with probability 0 it ends the failure.
type TransmissionFailure struct {
	Projection  string  `json:"projection"`  // feedforward or lateral
	Probability float64 `json:"probability"` // in [0, 1]
}

// Validate returns an error that names the first field that is out of range.
func (f TransmissionFailure) Validate() error {
	switch {
	case f.Projection != "feedforward" && f.Projection != "lateral":
		return fmt.Errorf("transmission failure of projection %q, which does not exist: choose feedforward or lateral", f.Projection)
	case !(f.Probability >= 0 && f.Probability <= 1):
		return fmt.Errorf("transmission failure with probability %v: give a number from 0 to 1", f.Probability)
	}
	return nil
}

// Signature implements Phase.
func (f TransmissionFailure) Signature() Signature {
	s := Signature{
		Name:     "TransmissionFailure",
		Equation: fmt.Sprintf("each W_ij x_j is lost with probability %v", f.Probability),
		Reads:    []Variable{W},
	}
	if f.Projection == "lateral" {
		s.Equation, s.Reads = fmt.Sprintf("each M_ij ỹ_j or M_ij y_j, i ≠ j, is lost with probability %v", f.Probability), []Variable{Mo}
	}
	return s
}

// Run implements Phase.
func (f TransmissionFailure) Run(c *Circuit) error {
	p, purpose := c.feedforward, "feedforward transmission"
	if f.Projection == "lateral" {
		p, purpose = c.lateral, "lateral transmission"
	}
	if f.Probability == 0 {
		p.Recover()
		return nil
	}
	p.Fail(random.New(c.spec.Seed, c.spec.Trial, purpose), f.Probability, uint64(c.step))
	return nil
}
