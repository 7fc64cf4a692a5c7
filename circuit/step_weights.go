package circuit

import (
	"math"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// What phases other than Plasticity do with weights, by either executor and to the same
// bits: on dense rows, or one synapse after another.

// projectBack adds v·w to back [N], where w are the weights of the feedforward synapses
// onto output neuron post. A lesioned synapse has the weight 0.
func (c *Circuit) projectBack(p *synapse.Projection, back []float64, post int, v float64) {
	if c.spec.Executor == Compiled {
		kernel.Axpy(back, v, p.Row(post))
		return
	}
	for s := range p.Onto(post) {
		pre := s.Pre().Index()
		back[pre] = math.FMA(v, s.Weight(), back[pre])
	}
}

// along returns Σ_j w_ij v_j of the feedforward synapses onto output neuron post, for a
// vector v that the axons need not carry.
func (c *Circuit) along(p *synapse.Projection, post int, v []float64) float64 {
	if c.spec.Executor == Compiled {
		return kernel.Dot(p.Row(post), v)
	}
	var sum kernel.Sum
	for s := range p.Onto(post) {
		sum.Add(s.Pre().Index(), s.Weight(), v[s.Pre().Index()])
	}
	return sum.Total()
}

// addition is a vector a·v [N] to add to weights.
type addition struct {
	a float64
	v []float64
}

// move adds to the weights of the feedforward synapses onto output neuron post, and notes
// the sum as a part of their change. Each addition is rounded once.
func (c *Circuit) move(p *synapse.Projection, part neuron.Part, post int, additions ...addition) {
	if c.spec.Executor == Compiled {
		p.AlterPart(part, post, func(w []float64) {
			for _, by := range additions {
				kernel.Axpy(w, by.a, by.v)
			}
		})
		return
	}
	for s := range p.Onto(post) {
		w := s.Weight()
		for _, by := range additions {
			w = math.FMA(by.a, by.v[s.Pre().Index()], w)
		}
		s.AlterPart(part, w)
	}
}

// transmitting sets dst [pre] to the weights by which neuron post receives now through a
// projection, 0 where there is no synapse or it does not transmit.
func (c *Circuit) transmitting(dst []float64, p *synapse.Projection, post int) {
	if c.spec.Executor == Compiled {
		copy(dst, dense.OfProjection(p).Transmitting(post))
		return
	}
	clear(dst)
	for s := range p.Onto(post) {
		if !s.Lesioned() && !s.Fails() {
			dst[s.Pre().Index()] = s.Weight()
		}
	}
}

// rewrite lets change rewrite the weights onto neuron post from the presynaptic neurons
// from … end−1, each by itself. The compiled executor calls change once, the literal one
// for each synapse. Frozen and lesioned synapses keep their weights. With clips, the weights that
// change become 0, as a part of learning.
func (c *Circuit) rewrite(p *synapse.Projection, post, from, end int, clips bool, change func(from int, w []float64)) {
	if c.spec.Executor == Compiled {
		if clips {
			p.Clip(post, from, end, func(w []float64) { change(from, w) })
		} else {
			p.Alter(post, from, end, func(w []float64) { change(from, w) })
		}
		return
	}
	for s := range p.Onto(post) {
		if pre := s.Pre().Index(); from <= pre && pre < end && !s.Frozen() && !s.Lesioned() {
			c.one[0] = s.Weight()
			change(pre, c.one[:])
			if clips {
				s.Clip(c.one[0])
			} else {
				s.Alter(c.one[0])
			}
		}
	}
}
