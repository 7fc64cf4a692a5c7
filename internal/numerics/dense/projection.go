package dense

import "twophase/internal/numerics/kernel"

// OfProjection returns the memory of a *synapse.Projection. Package synapse sets it.
var OfProjection func(projection any) *Projection

// Projection is the memory of a projection: its weights [post×pre], and what is known of
// those that do not learn or do not transmit.
type Projection struct {
	weights *kernel.Matrix // 0 where a synapse is absent or lesioned
	post    int
	pre     int

	held    [][]Held // by postsynaptic neuron: the synapses that do not learn
	holds   int      // the number of all of them
	spoiled int      // the number of those that are frozen or lesioned
	absent  []int    // where in the weights the others are, at which there is no synapse

	Factors      Factors // of the last change by a factored rule
	Frozen       bool    // no synapse learns
	KeepsChanges bool    // the parts of changes are kept

	pending bool  // the change of the Factors has yet to be made,
	flushed []int // except in these rows, in order

	failures failures // of transmission

	team *Team // shares the passes over the weights; nil: none does
}

// Factors are the factors of a change by all pre- and postsynaptic neurons, each times √a.
type Factors struct {
	PostDrive, PostDecay []float64 // [post]
	PreDrive, PreDecay   []float64 // [pre]
	Uniform              bool      // all presynaptic decays are equal
	Keep                 []float64 // [post], if they are
}

// NewProjection returns the memory of a projection, with all weights 0.
func NewProjection(post, pre int) Projection {
	return Projection{
		weights: kernel.NewMatrix(post, pre), post: post, pre: pre,
		held: make([][]Held, post),
		Factors: Factors{
			PostDrive: kernel.Vector(post), PostDecay: kernel.Vector(post), Keep: kernel.Vector(post),
			PreDrive: kernel.Vector(pre), PreDecay: kernel.Vector(pre),
		},
	}
}

// Row returns the weights onto neuron post [pre], as the projection's own memory.
func (p *Projection) Row(post int) []float64 {
	p.Flush()
	return p.weights.Row(post)
}

// CombineRows sets each row of dst to a linear combination of the rows of weights: see kernel.CombineRows.
func (p *Projection) CombineRows(dst, coefficients *kernel.Matrix) {
	p.Flush()
	kernel.CombineRows(dst, coefficients, p.weights)
}

// Padded returns all weights with the padding of their rows [post×stride] and the stride, as the
// projection's own memory.
func (p *Projection) Padded() (w []float64, stride int) {
	p.Flush()
	return p.weights.Padded()
}

// Learns reports whether a fused step may make the projection learn now.
func (p *Projection) Learns() bool { return !p.Frozen && !p.KeepsChanges }

// AllLearn reports whether Learns does, and no synapse is frozen or lesioned.
func (p *Projection) AllLearn() bool { return p.spoiled == 0 && p.Learns() }
