package circuit

import (
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// SynapticNoise is a phase in which each selected synapse takes a random step, unless it is
// frozen or lesioned,
//
//	w ← w + size·ξ,  ξ ~ N(0, 1).
//
// Every ξ is independent of those of other synapses and steps. The two synapses of a
// lateral pair draw different ones, so that M does not stay symmetric, unless the phase is
// Symmetric. Phases with different selections are independent; two with the same selection
// draw the same ξ.
//
// Both executors call Run; see alter. TestLiteralEqualsCompiled compares them, and
// TestSynapticNoiseIsALoop checks both.
type SynapticNoise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Size  float64             `json:"size"`  // standard deviation of a step, ≥ 0

	// Symmetric: the synapses i → j and j → i of a projection from a population to itself take
	// the same step, if both are selected and learn.
	Symmetric bool `json:"symmetric,omitempty"`
}

// Validate returns an error that names the first field that is out of range.
func (n SynapticNoise) Validate() error {
	if !(n.Size >= 0) || !finite(n.Size) {
		return fmt.Errorf("synaptic noise of size %v: give 0 or a positive number", n.Size)
	}
	return checkSynaptic("synaptic noise", n.Where)
}

// Signature implements Phase.
func (n SynapticNoise) Signature() Signature {
	equation := fmt.Sprintf("w ← w + %v N(0, 1)", n.Size)
	if n.Symmetric {
		equation += ", one draw a pair"
	}
	return alteration("SynapticNoise", equation, n.Where)
}

func (n SynapticNoise) where() selection.Selection { return n.Where }

// noiseOf returns the random streams of the noise in a selection, which are keyed by
// its text.
func (c *Circuit) noiseOf(s selection.Selection) []random.Stream {
	at := slices.IndexFunc(c.noises, func(n noiseStreams) bool { return n.where == s })
	if at < 0 {
		at = len(c.noises)
		n := noiseStreams{where: s}
		for _, p := range c.projections {
			n.by = append(n.by, random.New(c.spec.Seed, c.spec.Trial, fmt.Sprintf("%s noise in %v", p.Name(), s)))
		}
		c.noises = append(c.noises, n)
	}
	return c.noises[at].by
}

// Run implements Phase. Row i of a projection draws as step t·K+i of its stream. Of a pair
// with one draw, that is the draw of the synapse onto the later neuron.
func (n SynapticNoise) Run(c *Circuit) error {
	if n.Size == 0 {
		return nil
	}
	if c.noise == nil {
		c.noise, c.mirror = kernel.Vector(c.size.Widest()), kernel.Vector(c.size.Widest())
	}
	streams := c.noiseOf(n.Where)
	c.alter(n.Where, false, func(p, post, end int) {
		rows := uint64(c.projections[p].Post().Len())
		streams[p].Normals(c.noise[:end], uint64(c.step)*rows+uint64(post))
		if !n.Symmetric || c.projections[p].Pre() != c.projections[p].Post() {
			return
		}
		for pre := post + 1; pre < end; pre++ {
			streams[p].Normals(c.mirror[:post+1], uint64(c.step)*rows+uint64(pre))
			c.noise[pre] = c.mirror[post]
		}
	}, func(from int, w []float64) {
		kernel.Axpy(w, n.Size, c.noise[from:from+len(w)])
	})
	return nil
}
