package circuit

import (
	"fmt"
	"math"
	"strings"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/internal/text/wording"
	"twophase/neuron"
)

// Noise is a phase that adds noise to what the axons of a population carry,
//
//	s_i ← s_i + Spread·(√Shared·ξ + √(1 − Shared)·ξ_i),  ξ, ξ_i ~ N(0, 1)
//
// where all neurons share ξ, and each has a ξ_i of its own. So a neuron's noise has the variance
// Spread², and that of two neurons the covariance Spread²·Shared. What runs later in the step finds
// the noisy activity, so that the neurons learn from it. Clamped neurons keep their clamp.
//
// Step t draws ξ and then the ξ_i as step t of its stream. Two phases of one population and slot draw
// the same numbers; all others are independent.
//
// Circuit.Filter, a Probe and Unlearn leave the noise out: they use what it is added to.
//
// Both executors call Run; TestNoiseIsALoop checks both.
type Noise struct {
	Population string      `json:"population"` // not one of inputs
	Spread     float64     `json:"spread"`     // standard deviation of each neuron's noise, ≥ 0
	Shared     float64     `json:"shared"`     // the part of its variance that all neurons share, in [0, 1]
	Slot       neuron.Slot `json:"slot"`       // provisional or final
}

// Validate returns an error that names the first field that is out of range.
func (n Noise) Validate() error {
	switch {
	case n.Population == "":
		return fmt.Errorf("noise of which population? give its name")
	case !(n.Spread >= 0) || !finite(n.Spread):
		return fmt.Errorf("noise of %s with spread %v: give 0 or a positive number", n.Population, wording.Format(n.Spread))
	case !(n.Shared >= 0 && n.Shared <= 1):
		return fmt.Errorf("noise of %s of which %v is shared: give a number from 0 to 1", n.Population, wording.Format(n.Shared))
	case n.Slot != neuron.Provisional && n.Slot != neuron.Final:
		return fmt.Errorf("noise of %s in the slot %v: choose provisional or final", n.Population, n.Slot)
	}
	return nil
}

// Signature implements Phase. The noise does not depend on what axons carry, so that the signals stay a linear map of
// the stimulus and noise.
func (n Noise) Signature() Signature { return apart(n, silent("Noise", "")) }

func (n Noise) checkIn(g Graph) error { return g.checkActive(n.Population) }

func (n Noise) signatureIn(g Graph) Signature {
	v := g.Variable(n.Population, n.Slot)
	s := silent("Noise", fmt.Sprintf("%s ← %s + %s", v, v, n.equation()))
	s.Reads, s.Writes = []Variable{v}, []Variable{v}
	return s
}

// equation returns what is added, without the parts that are 0.
func (n Noise) equation() string {
	var parts []string
	for _, part := range []struct {
		share float64
		draw  string
	}{{n.Shared, "ξ"}, {1 - n.Shared, "ξ_i"}} {
		switch part.share {
		case 0:
		case 1:
			parts = append(parts, part.draw)
		default:
			parts = append(parts, fmt.Sprintf("√%.4g %s", part.share, part.draw))
		}
	}
	sum := strings.Join(parts, " + ")
	if len(parts) > 1 {
		sum = "(" + sum + ")"
	}
	return wording.Format(n.Spread) + " " + sum
}

// Run implements Phase.
func (n Noise) Run(c *Circuit) error { return n.bind(c)() }

func (n Noise) bind(c *Circuit) func() error {
	signals := c.node(n.Population).Signals(n.Slot)
	draws := kernel.Vector(1 + len(signals)) // ξ, and the ξ_i
	stream := random.New(c.spec.Seed, c.spec.Trial, fmt.Sprintf("%v noise of %s", n.Slot, n.Population))
	together, alone := float64(n.Spread*math.Sqrt(n.Shared)), float64(n.Spread*math.Sqrt(1-n.Shared))
	return func() error {
		if n.Spread == 0 {
			return nil
		}
		stream.Normals(draws, uint64(c.step))
		common := float64(together * draws[0])
		for i, xi := range draws[1:] {
			signals[i] += math.FMA(alone, xi, common)
		}
		return nil
	}
}

// addsNoise reports whether a phase adds noise to activity.
func addsNoise(p Phase) bool {
	_, is := p.(Noise)
	return is
}

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
