package circuit

import (
	"math"
	"sync"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// Receive returns Σ_j w_ij·s_j, the input current of neuron post through a projection whose
// presynaptic axons carry their signals of the given slot.
func (c *Circuit) Receive(p *synapse.Projection, post int, slot neuron.Slot) float64 {
	return c.receive(p, post, p.Pre().Sent(slot))
}

// receive returns what neuron post receives through a projection whose presynaptic axons carry signals [pre].
func (c *Circuit) receive(p *synapse.Projection, post int, signals []float64) float64 {
	if c.spec.Executor == Compiled {
		return p.Input(post, signals)
	}
	var sum kernel.Sum
	for s := range p.Onto(post) {
		if !s.Gone() && !s.Fails() {
			sum.Add(s.Pre().Index(), s.Weight(), signals[s.Pre().Index()])
		}
	}
	return sum.Total()
}

// Transmit sets dst [post] to the input currents of all postsynaptic neurons of a
// projection. dst must not be the presynaptic signals.
func (c *Circuit) Transmit(dst []float64, p *synapse.Projection, slot neuron.Slot) {
	c.transmit(dst, p, p.Pre().Sent(slot))
}

// transmit is Transmit of signals [pre].
func (c *Circuit) transmit(dst []float64, p *synapse.Projection, signals []float64) {
	if c.spec.Executor == Compiled {
		p.Transmit(dst, signals)
		return
	}
	for i := range dst {
		dst[i] = c.receive(p, i, signals)
	}
}

// Learn changes every synapse of a projection by its rule, at learning rate a.
func (c *Circuit) Learn(p *synapse.Projection, a float64) {
	if c.spec.Executor == Compiled {
		p.Learn(a)
		return
	}
	for s := range p.All() {
		s.Learn(a)
	}
}

// Rescale changes the scale of every output neuron by its rule, at learning rate a.
func (c *Circuit) Rescale(a float64) { c.rescale(c.outputs, a) }

// rescale changes the scales of a population by their rule, at learning rate a.
func (c *Circuit) rescale(p *neuron.Population, a float64) {
	if c.spec.Executor == Compiled {
		p.Rescale(a)
		return
	}
	for out := range p.Outputs() {
		out.Rescale(a)
	}
}

// carry sets dst to what the neurons at the end of a link receive while the axons at its
// start carry their signals of a slot.
func (c *Circuit) carry(dst []float64, l *link, slot neuron.Slot) {
	if signals := l.signals(slot); l.back {
		c.transmitBack(dst, l.synapses, signals)
	} else {
		c.transmit(dst, l.synapses, signals)
		l.synapses.Receive(dst)
	}
	for _, received := range l.compartments {
		copy(received, dst)
	}
}

// signals returns what the axons at the start of a link carry there in a slot [pre].
func (l *link) signals(slot neuron.Slot) []float64 {
	if l.spec.Carries == nil {
		return l.pre.Sent(slot)
	}
	l.pre.EvaluateAs(l.sent, l.spec.Carries, l.pre.Signals(slot))
	return l.sent
}

// transmitBack sets dst [pre] to what the presynaptic neurons of a projection receive if its
// synapses also carry signals [post] the other way, from the postsynaptic axons: Σ_i w_ij·s_i, added
// in the order of i, each product fused. So the projection is its own transpose, seen from
// its other end.
func (c *Circuit) transmitBack(dst []float64, p *synapse.Projection, signals []float64) {
	clear(dst)
	if c.spec.Executor == Compiled {
		memory := dense.OfProjection(p)
		for i, s := range signals {
			kernel.Axpy(dst, s, memory.Transmitting(i))
		}
		return
	}
	for s := range p.All() { // post by post
		if !s.Gone() && !s.Fails() {
			j := s.Pre().Index()
			dst[j] = math.FMA(signals[s.Post().Index()], s.Weight(), dst[j])
		}
	}
}

// learn changes the synapses of a projection by its rule, if it has one.
func (c *Circuit) learn(l *link) {
	if !l.back && l.spec.Rule != nil {
		c.Learn(l.synapses, c.paceOf(l))
	}
}

// rescaleNode changes the scales of a population by its rule, if it has one.
func (c *Circuit) rescaleNode(n *node) {
	if !n.spec.Input && n.spec.Scale.Drive != nil {
		c.rescale(n.Population, c.scalePace(n))
	}
}

// addSigned adds currents to a sum, or subtracts them.
func addSigned(sum, currents []float64, subtract bool) {
	currents = currents[:len(sum)]
	if subtract {
		for i, v := range currents {
			sum[i] -= v
		}
		return
	}
	for i, v := range currents {
		sum[i] += v
	}
}

// What phases other than Plasticity do with weights, by either executor and to the same
// bits: on dense rows, or one synapse after another.

// projectBack adds v·w to back [N], where w are the weights of a projection onto neuron
// post. A lesioned synapse has the weight 0.
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

// along returns Σ_j w_ij v_j of a projection onto neuron post, for a
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

// move adds to the weights of a projection onto neuron post, and notes
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
		if !s.Gone() && !s.Fails() {
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
		if pre := s.Pre().Index(); from <= pre && pre < end && !s.Frozen() && !s.Gone() {
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

const (
	MostThreads    = 1024    // the largest number of threads that Share takes
	SharedSynapses = 1 << 17 // the least number of synapses of a projection whose passes they share: with fewer they take longer
)

// Share lets threads, this one among them, share each pass over the weights of large
// projections, from SharedSynapses on, until release is called. The bits do not depend on
// their number. Waiting threads spin for a while. So sharing pays only if steps follow one
// another at once and each thread has a processor. Share does nothing for the literal
// executor, or if no projection is large.
func (c *Circuit) Share(threads int) (release func()) {
	threads = min(threads, MostThreads)
	if threads < 2 || c.spec.Executor != Compiled {
		return func() {}
	}
	var team *dense.Team
	for _, l := range c.links {
		if !l.back && l.pre.Len()*l.to.Len() >= SharedSynapses {
			if team == nil {
				team = dense.NewTeam(threads)
			}
			l.memory.Share(team)
		}
	}
	if team == nil {
		return func() {}
	}
	return sync.OnceFunc(func() {
		for _, l := range c.links {
			l.memory.Share(nil)
		}
		team.End()
	})
}
