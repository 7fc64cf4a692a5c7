package circuit

import (
	"fmt"
	"strings"

	"twophase/internal/numerics/random"
	"twophase/internal/text/wording"
)

// TransmissionFailure is a phase after which each synapse of a projection fails to
// transmit with a probability, until the end of the step. It draws the synapses anew for
// every stimulus. The same synapses fail in all sweeps of a settling, and they go on
// learning. A second phase for the same projection replaces the draw of the first; with
// probability 0 it ends the failure.
//
// Both executors call Run, and the step is not fused while synapses may fail.
// TestLiteralEqualsCompiled compares what each executor makes of the failures.
type TransmissionFailure struct {
	Projection  string  `json:"projection"`  // feedforward, lateral, or a projection of the circuit's graph
	Probability float64 `json:"probability"` // in [0, 1]
}

// Validate returns an error that names the first field that is out of range.
func (f TransmissionFailure) Validate() error {
	switch {
	case !nameForm.MatchString(f.Projection):
		return fmt.Errorf("transmission failure of projection %q, which does not exist: choose feedforward or lateral", f.Projection)
	case !(f.Probability >= 0 && f.Probability <= 1):
		return fmt.Errorf("transmission failure with probability %v: give a number from 0 to 1", f.Probability)
	}
	return nil
}

// Signature implements Phase. The draw does not depend on what axons carry. So the received
// signals are a linear map of them, another one at every step. A lost signal was sent.
func (f TransmissionFailure) Signature() Signature {
	s := silent("TransmissionFailure", fmt.Sprintf("each signal through a synapse of %s is lost with probability %v", f.Projection, f.Probability))
	s.Reads = []Variable{Variable(f.Projection)}
	switch f.Projection {
	case "feedforward":
		s.Equation, s.Reads = fmt.Sprintf("each W_ij x_j is lost with probability %v", f.Probability), []Variable{W}
	case "lateral":
		s.Equation, s.Reads = fmt.Sprintf("each M_ij ỹ_j or M_ij y_j, i ≠ j, is lost with probability %v", f.Probability), []Variable{Mo}
	}
	return s
}

func (f TransmissionFailure) checkIn(g Graph) error {
	if p := g.projection(f.Projection); p != nil && p.Tied == "" {
		return nil
	}
	return fmt.Errorf("transmission failure of projection %q, which does not exist%s: choose %s", f.Projection, wording.Hint(f.Projection, g.ownNames()), strings.Join(g.ownNames(), " or "))
}

func (f TransmissionFailure) signatureIn(Graph) Signature { return f.Signature() }

// Run implements Phase.
func (f TransmissionFailure) Run(c *Circuit) error {
	p := c.link(f.Projection).memory
	if f.Probability == 0 {
		p.Recover()
		return nil
	}
	p.Fail(random.New(c.spec.Seed, c.spec.Trial, f.Projection+" transmission"), f.Probability, uint64(c.step))
	return nil
}
