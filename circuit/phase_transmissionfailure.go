package circuit

import (
	"fmt"

	"twophase/internal/numerics/random"
)

// TransmissionFailure is a phase after which each synapse of a projection fails to
// transmit with a probability, until the end of the step. It draws the synapses anew for
// every stimulus. The same synapses fail in all sweeps of a settling, and they go on
// learning. A second phase for the same projection replaces the draw of the first; with
// probability 0 it ends the failure.
//
// Both executors call Run, and the step is not fused while synapses may fail.
// TestExecutionDoesNotMatter compares what each executor makes of the failures.
type TransmissionFailure struct {
	Projection  string  `json:"projection"`  // with synapses of its own
	Probability float64 `json:"probability"` // in [0, 1]
}

// Validate returns an error if the probability is out of range.
func (f TransmissionFailure) Validate() error {
	if !(f.Probability >= 0 && f.Probability <= 1) {
		return fmt.Errorf("transmission failure with probability %v: give a number from 0 to 1", f.Probability)
	}
	return nil
}

// Signature implements Phase. The draw does not depend on what axons carry. So the received
// signals are a linear map of them, another one at every step. A lost signal was sent.
func (f TransmissionFailure) Signature() Signature {
	return apart(f, silent("TransmissionFailure", f.equation()))
}

func (f TransmissionFailure) equation() string {
	return fmt.Sprintf("each signal through a synapse of %s is lost with probability %v", f.Projection, f.Probability)
}

func (f TransmissionFailure) checkIn(g Graph) error {
	if err := g.CheckOwn(f.Projection); err != nil {
		return fmt.Errorf("transmission failure: %w", err)
	}
	return nil
}

func (f TransmissionFailure) signatureIn(g Graph) Signature {
	s := silent("TransmissionFailure", f.equation())
	s.Reads = []Variable{g.Weights(f.Projection)}
	return s
}

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
