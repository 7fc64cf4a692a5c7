package circuit

import (
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/kernel"
	"twophase/internal/random"
)

// SynapticNoise is a phase in which each selected synapse, unless it is frozen or
// lesioned, takes a random step,
//
//	w ← w + size·ξ,  ξ ~ N(0, 1),
//
// independent of all others and of all other steps. The two synapses of a lateral
// pair take different ones, so that M does not stay symmetric. Phases with other
// selections are independent too; two with the same selection draw the same ξ.
type SynapticNoise struct {
	Where selection.Selection `json:"where"` // feedforward or lateral synapses; weights stands for all of both
	Size  float64             `json:"size"`  // standard deviation of a step, ≥ 0
}

// Validate returns an error that names the first field that is out of range.
func (n SynapticNoise) Validate() error {
	if !(n.Size >= 0) || !finite(n.Size) {
		return fmt.Errorf("synaptic noise of size %v: give 0 or a positive number", n.Size)
	}
	return checkSynaptic("synaptic noise", n.Where)
}

func finite(v float64) bool { return v-v == 0 }

// Signature implements Phase.
func (n SynapticNoise) Signature() Signature {
	return alteration("SynapticNoise", fmt.Sprintf("w ← w + %v N(0, 1)", n.Size), n.Where)
}

func (n SynapticNoise) where() selection.Selection { return n.Where }

// noiseStreams are the random streams of the noise in a selection, by kind of synapses.
type noiseStreams struct {
	where selection.Selection
	by    [2]random.Stream // selection.Feedforward, selection.Lateral
}

// noiseOf returns the random streams of the noise in a selection, which are keyed by
// its text.
func (c *Circuit) noiseOf(s selection.Selection) *[2]random.Stream {
	at := slices.IndexFunc(c.noises, func(n noiseStreams) bool { return n.where == s })
	if at < 0 {
		at = len(c.noises)
		n := noiseStreams{where: s}
		for k := range n.by {
			n.by[k] = random.New(c.spec.Seed, c.spec.Trial, fmt.Sprintf("%v noise in %v", selection.Kind(k), s))
		}
		c.noises = append(c.noises, n)
	}
	return &c.noises[at].by
}

// Run implements Phase. Row i of a projection draws as step t·K+i of its stream.
func (n SynapticNoise) Run(c *Circuit) error {
	if n.Size == 0 {
		return nil
	}
	if c.noise == nil {
		c.noise = kernel.Vector(c.inputs.Len()) // K ≤ N
	}
	streams, rows := c.noiseOf(n.Where), uint64(c.outputs.Len())
	c.alter(n.Where, func(k selection.Kind, post, from int, w []float64) {
		xi := c.noise[:from+len(w)]
		streams[k].Normals(xi, uint64(c.step)*rows+uint64(post))
		kernel.Axpy(w, n.Size, xi[from:])
	})
	return nil
}
