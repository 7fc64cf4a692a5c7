package planning

import (
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/internal/numerics/random"
	"twophase/internal/text/document"
)

// tried is the number of stimuli that a circuit of a file is tried on.
const tried = 3

// tryCircuit returns an error if a circuit of a file diverges at once, as unstable settling does. It
// is tried on a few random stimuli of length 1 or so, which are not negative.
func (p *Plan) tryCircuit() error {
	if p.Experiment.Circuit == nil || p.Spec.Network.IsOffline() { // which needs the stimuli
		return nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	x, stream := make([]float64, p.Spec.Inputs), random.New(p.Spec.Seed, 0, "trial of a circuit")
	for step := range tried {
		stream.Normals(x, uint64(step))
		for i, v := range x {
			x[i] = math.Abs(v) / math.Sqrt(float64(len(x)))
		}
		if err := c.Step(x); err != nil {
			return document.Within(document.Blame(fmt.Errorf("the circuit fails on a random stimulus, with its weights at the start: %w", err), "schedule"), "circuit")
		}
	}
	return nil
}
