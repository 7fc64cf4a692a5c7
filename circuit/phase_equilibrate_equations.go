package circuit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// settlement is the working memory of Equilibrate for a set of populations: the equations
// A s = external of its n neurons, with the signs and gains of the projections in A and the
// divisors on its diagonal.
type settlement struct {
	of              Names
	nodes           []*node
	first           []int   // the index of the first neuron of each
	inside, outside []*link // projections onto the set, from it and from elsewhere

	system   []float64 // A [n×n]
	external []float64 // [n]
	state    []float64 // s [n]
	clamped  []bool    // [n]

	movement
	row []float64 // of weights
}

// movement is the working memory of an InOrder: the neurons that move, and the linear ones that follow them.
type movement struct {
	moving, following []int
	coupled           bool      // following neurons couple with one another
	reduced           []float64 // [moving×moving]: what couples the moving neurons, directly and through others
	drive             []float64 // [moving]
	activity          []float64 // [moving]
	responses         []float64 // [following×moving]: A_LL⁻¹ A_LR
	offsets           []float64 // [following]: A_LL⁻¹ external
	scratch           []float64 // [following×following]
	column            []float64 // [following]
}

// newSettlement returns the working memory for an Equilibrate of some populations.
func (c *Circuit) newSettlement(of Names) *settlement {
	s := &settlement{of: of}
	n, linear := 0, true
	for _, name := range of.List() {
		p := c.node(name)
		s.nodes, s.first = append(s.nodes, p), append(s.first, n)
		n += p.Len()
		linear = linear && p.Activation().IsLinear()
	}
	widest := 0
	for _, l := range c.links {
		if s.has(l.to) < 0 {
			continue
		}
		if s.has(l.pre) < 0 {
			s.outside = append(s.outside, l)
		} else {
			s.inside = append(s.inside, l)
		}
		widest = max(widest, l.pre.Len(), l.to.Len())
	}
	for i, p := range s.nodes {
		follows := !linear && p.Activation().IsLinear()
		for j := range p.Len() {
			if follows {
				s.following = append(s.following, s.first[i]+j)
			} else {
				s.moving = append(s.moving, s.first[i]+j)
			}
		}
	}
	for _, l := range s.inside {
		from, to := s.nodes[s.has(l.pre)], s.nodes[s.has(l.to)]
		if !linear && from.Activation().IsLinear() && to.Activation().IsLinear() {
			s.coupled = true
		}
	}
	m, f := len(s.moving), len(s.following)
	s.system, s.external, s.state, s.clamped = make([]float64, n*n), make([]float64, n), make([]float64, n), make([]bool, n)
	s.reduced, s.drive, s.activity = make([]float64, m*m), make([]float64, m), make([]float64, m)
	s.responses, s.offsets, s.column = make([]float64, f*m), make([]float64, f), make([]float64, f)
	if s.coupled {
		s.scratch = make([]float64, f*f)
	}
	s.row = make([]float64, widest)
	return s
}

// has returns the index of a population in the set, or −1.
func (s *settlement) has(p *neuron.Population) int {
	return slices.IndexFunc(s.nodes, func(n *node) bool { return n.Population == p })
}

// assemble writes the equations for the present weights and for what arrives from elsewhere
// in a slot.
func (s *settlement) assemble(c *Circuit, slot neuron.Slot, base Base) {
	n := len(s.state)
	if base.Given && len(s.nodes) == 1 && len(s.inside) == 1 && !s.inside[0].back && s.inside[0].spec.Carries == nil && !s.inside[0].pre.ScaleRule().Multiplies {
		s.assembleAlone(c, base.Slot)
	} else {
		s.assembleAll(c, slot, base)
	}
	clear(s.clamped)
	for i, p := range s.nodes {
		if !p.HasClamps() {
			continue
		}
		for j := range p.Len() {
			if v, is := p.Clamped(j); is {
				at := s.first[i] + j
				if s.clamped[at] = true; slot == neuron.Trace {
					v += v // its axon carries v for this stimulus and for the one before
				}
				clear(s.system[at*n : (at+1)*n])
				s.system[at*n+at], s.external[at] = 1, v
			}
		}
	}
}

// assembleAlone writes the equations of one population with one projection among its neurons, in one pass over its
// weights.
func (s *settlement) assembleAlone(c *Circuit, base neuron.Slot) {
	n, p, l := len(s.state), s.nodes[0], s.inside[0]
	copy(s.external, p.Signals(base))
	for i, divisor := range p.Divisors() {
		if !l.subtracts() {
			divisor = -divisor
		}
		row := s.system[i*n : (i+1)*n]
		c.transmitting(row, l.synapses, i)
		for j := range row {
			row[j] /= divisor
		}
		row[i] = 1
	}
}

// assembleAll is assemble without the clamped neurons.
func (s *settlement) assembleAll(c *Circuit, slot neuron.Slot, base Base) {
	n := len(s.state)
	clear(s.system)
	clear(s.external)
	for i, p := range s.nodes {
		for j, divisor := range p.Divisors() {
			at := s.first[i] + j
			s.system[at*n+at] = divisor
		}
	}
	for _, l := range s.inside {
		s.couple(c, l)
	}
	if base.Given {
		s.divideRows(base.Slot)
		return
	}
	for _, l := range s.outside {
		at := s.has(l.to)
		p := s.nodes[at]
		c.carry(p.current, l, slot)
		addSigned(s.external[s.first[at]:][:p.Len()], p.current, l.subtracts())
	}
}

// divideRows divides the equations by the divisors, and has the base slot in the place of what arrives
// from elsewhere.
func (s *settlement) divideRows(base neuron.Slot) {
	n := len(s.state)
	for i, p := range s.nodes {
		copy(s.external[s.first[i]:], p.Signals(base))
		for j, divisor := range p.Divisors() {
			at := s.first[i] + j
			row := s.system[at*n : (at+1)*n]
			for k := range row {
				row[k] /= divisor
			}
			row[at] = 1
		}
	}
}

// couple adds the weights of a projection within the set to the equations: −w where signals
// add, and w where they are subtracted, times the scale of the sender if that multiplies.
func (s *settlement) couple(c *Circuit, l *link) {
	n, to, from := len(s.state), s.first[s.has(l.to)], s.first[s.has(l.pre)]
	gains := l.sentGains()
	add := func(post, pre int, w float64) {
		if gains != nil {
			w = float64(gains[pre] * w)
		}
		if l.subtracts() {
			s.system[(to+post)*n+from+pre] += w
		} else {
			s.system[(to+post)*n+from+pre] -= w
		}
	}
	for i := range l.synapses.Post().Len() {
		row := s.row[:l.synapses.Pre().Len()]
		c.transmitting(row, l.synapses, i)
		if !l.back && gains == nil {
			addSigned(s.system[(to+i)*n+from:][:len(row)], row, !l.subtracts())
			continue
		}
		for j, w := range row {
			switch {
			case l.back:
				add(j, i, w)
			default:
				add(i, j, w)
			}
		}
	}
}

// sentGains returns what the axons of a link carry for an activity of 1 [pre], or nil if that is 1.
func (l *link) sentGains() []float64 {
	switch {
	case l.spec.Carries != nil:
		l.pre.EvaluateAs(l.sent, l.spec.Carries, l.ones)
		return l.sent
	case l.pre.ScaleRule().Multiplies:
		return l.pre.Scales()
	}
	return nil
}

// store writes the state into the populations.
func (s *settlement) store(slot neuron.Slot) {
	for i, p := range s.nodes {
		copy(p.Signals(slot), s.state[s.first[i]:])
	}
}

// reduce eliminates the following (linear) neurons from the equations of the moving ones.
func (s *settlement) reduce() error {
	n, m, f := len(s.state), len(s.moving), len(s.following)
	for j := 0; j <= m && f > 0; j++ { // the last column is the external input
		for i, at := range s.following {
			s.column[i] = s.external[at]
			if j < m {
				s.column[i] = s.system[at*n+s.moving[j]]
			}
		}
		if !s.divide(s.column) {
			return fmt.Errorf("the linear populations of %v have no solution: what couples them is singular", s.of)
		}
		for i, v := range s.column {
			if j < m {
				s.responses[i*m+j] = v
			} else {
				s.offsets[i] = v
			}
		}
	}
	for i, at := range s.moving {
		row := s.reduced[i*m : (i+1)*m]
		for j, pre := range s.moving {
			row[j] = s.system[at*n+pre]
		}
		s.drive[i] = s.external[at]
		for k, pre := range s.following {
			w := s.system[at*n+pre]
			kernel.Axpy(row, -w, s.responses[k*m:(k+1)*m])
			s.drive[i] = math.FMA(-w, s.offsets[k], s.drive[i])
		}
	}
	return nil
}

// divide replaces b [following] by A_LL⁻¹ b.
func (s *settlement) divide(b []float64) bool {
	n, f := len(s.state), len(s.following)
	if !s.coupled {
		for i, at := range s.following {
			b[i] /= s.system[at*n+at]
		}
		return true
	}
	for i, at := range s.following {
		for j, pre := range s.following {
			s.scratch[i*f+j] = s.system[at*n+pre]
		}
	}
	return kernel.Solve(s.scratch, b)
}

// find returns in which population a neuron of the set is, and which it is there.
func (s *settlement) find(at int) (population, i int) {
	k := len(s.nodes) - 1
	for s.first[k] > at {
		k--
	}
	return k, at - s.first[k]
}

// vanished is the fraction of the largest divisor below which a divisor counts as 0.
const vanished = 1e-13

// checkDivisors returns a *Divergence unless the divisor of every moving neuron is positive.
func (s *settlement) checkDivisors(c *Circuit) error {
	m, largest := len(s.moving), 0.0
	for i := range m {
		largest = max(largest, s.reduced[i*m+i])
	}
	for i, at := range s.moving {
		divisor := s.reduced[i*m+i]
		if divisor > float64(vanished*largest) {
			continue
		}
		k, j := s.find(at)
		p := s.nodes[k].Population
		what := fmt.Sprintf("the divisor of %v in a settling sweep", p.Output(j))
		if divisor-divisor != 0 {
			return c.divergedAt(p, j, fmt.Sprintf("%s became %v", what, divisor))
		}
		if divisor > vanished { // beside 1 it would not be
			return c.divergedAt(p, j, fmt.Sprintf("%s, %.3g, is next to nothing beside that of another neuron, %.3g, whose synapses have grown", what, divisor, largest))
		}
		err := c.divergedAt(p, j, fmt.Sprintf("%s became %.3g, which counts as 0: its scale and the synapses that inhibit it have decayed, as those of a silent neuron do", what, divisor))
		if d := (*Divergence)(nil); errors.As(err, &d) {
			d.Decayed = true
		}
		return err
	}
	return nil
}
