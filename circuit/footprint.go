package circuit

import (
	"unsafe"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/synapse"
)

// Footprint is what a circuit takes in memory, foreseen before it is built.
type Footprint struct {
	Bytes     float64 // of the circuit with the working memory of its phases
	Weights   float64 // places in the matrices of all projections
	Equations float64 // places in those of populations that settle together
	Neurons   float64
	Scattered float64 // synapses of projections whose synapses are listed or drawn
}

// Footprint foresees the memory of the circuit of a spec. It returns an error if the populations cannot have their
// sizes. TestFootprint compares it with circuits that were built.
func (s Spec) Footprint() (all Footprint, err error) {
	g := s.Network.Graph
	sizes, err := g.sizes(s)
	if err != nil {
		return all, err
	}
	numbers := 0.
	for _, p := range g.Populations {
		n := float64(sizes[p.Name])
		all.Neurons += n
		numbers += float64(n * vectorsOf(p))
	}
	for _, p := range g.Projections {
		if p.Tied != "" {
			continue
		}
		bytes, synapses := g.projectionBytes(&p, sizes)
		all.Bytes += bytes
		all.Weights += float64(sizes[p.To] * sizes[p.From])
		if p.hasList() {
			all.Scattered += synapses
		}
	}
	for _, phase := range s.Network.Schedule {
		switch p := phase.(type) {
		case Equilibrate:
			n := 0.
			for _, name := range p.Populations.List() {
				n += float64(sizes[name])
			}
			all.Equations += float64(n * n)
			numbers += float64(2 * n * n) // the system, and what couples the neurons that move
		case Rewire: // counts, also in a state, and lists of vacant places
			of := g.projection(p.Projection)
			all.Bytes += float64(16 * sizes[of.To] * sizes[of.From])
			if p.Grow == GrowCorrelated { // sums of products
				all.Bytes += float64(8 * sizes[of.To] * sizes[of.From])
			}
			if p.Grow == GrowNone {
				_, synapses := g.projectionBytes(of, sizes) // all of which may be pruned
				all.Bytes += float64(heldBytes * synapses)
			}
		case Unlearn: // a second M with its outputs
			_, among := g.roles()
			bytes, _ := g.projectionBytes(among, sizes)
			all.Bytes += bytes
			numbers += float64(float64(sizes[among.To]) * vectorsOf(*g.population(among.To)))
		}
	}
	all.Bytes += 8 * numbers
	all.Bytes = float64(rounding*all.Bytes) + float64(partBytes*(len(g.Populations)+len(g.Projections)))
	return all, nil
}

// rounding is what memory is larger than what was asked for.
const rounding = 1.1

// partBytes is the memory of a population or a projection itself, with its phases.
const partBytes = 2500

// vectorsOf returns how many numbers the circuit keeps for each neuron of a population: signals, sums and currents, and
// the gains and scales of those that are no inputs, with what phases keep of them.
func vectorsOf(p PopulationSpec) float64 {
	vectors := 5.
	if !p.Input {
		vectors = 16
	}
	for _, kept := range []bool{p.Mean != nil, p.Scale.Multiplies, p.Scale.Metaplastic || p.Scale.Multiplies || p.Scale.NoLeak} {
		if kept {
			vectors++
		}
	}
	return vectors + float64(p.delays()) + float64(2*len(p.Further))
}

// heldBytes is the memory of a place without a synapse in the lists of a projection, which grow by half.
const heldBytes = 1.5 * float64(unsafe.Sizeof(dense.Held{})+8)

// projectionBytes returns the memory of a projection, and how many of them are synapses. Where there is
// none the place is held, in a list of its row.
func (g Graph) projectionBytes(p *ProjectionSpec, sizes map[string]int) (bytes, synapses float64) {
	post, pre := float64(sizes[p.To]), float64(sizes[p.From])
	synapses = g.synapses(p, sizes)
	places := float64(post * pre)
	bytes = float64(8*post*float64(kernel.Stride(int(pre)))) + float64(heldBytes*(places-synapses))
	drives := 2.
	if p.Rule != nil {
		drives += float64(synapse.FurtherProducts(p.Rule))
	}
	bytes += 8 * (float64((4+3+1+drives)*post) + float64(drives*pre)) // partial sums, the list of held places, and factors
	if p.Current {
		bytes += 8 * post
	}
	if p.MeanCurrent != nil {
		bytes += 16 * post
	}
	if p.hasList() {
		bytes += places // which places are synapses
	}
	return bytes, synapses
}
