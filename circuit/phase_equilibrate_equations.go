package circuit

import (
	"slices"

	"twophase/internal/kernel"
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

	// Of InOrder: the neurons that move, and the linear ones that follow them.
	moving, following []int
	coupled           bool      // following neurons couple with one another
	reduced           []float64 // [moving×moving]: what couples the moving neurons, directly and through others
	drive             []float64 // [moving]
	activity          []float64 // [moving]
	responses         []float64 // [following×moving]: A_LL⁻¹ A_LR
	offsets           []float64 // [following]: A_LL⁻¹ external
	scratch           []float64 // [following×following]
	column            []float64 // [following]

	row []float64 // of weights
}

// settlement returns the working memory for an Equilibrate phase of the schedule.
func (c *Circuit) settlement(e Equilibrate) *settlement {
	for _, s := range c.settlements {
		if s.of == e.Populations {
			return s
		}
	}
	s := c.newSettlement(e.Populations)
	c.settlements = append(c.settlements, s)
	return s
}

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
func (s *settlement) assemble(c *Circuit, slot neuron.Slot) {
	n := len(s.state)
	clear(s.system)
	clear(s.external)
	for i, p := range s.nodes {
		for j, divisor := range p.Divisors() {
			at := s.first[i] + j
			s.system[at*n+at] = divisor
		}
	}
	for _, l := range s.outside {
		at := s.has(l.to)
		p := s.nodes[at]
		c.carry(p.current, l, slot)
		addSigned(s.external[s.first[at]:][:p.Len()], p.current, l.subtracts())
	}
	for _, l := range s.inside {
		s.couple(c, l)
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

// couple adds the weights of a projection within the set to the equations: −w where signals
// add, and w where they are subtracted, times the scale of the sender if that multiplies.
func (s *settlement) couple(c *Circuit, l *link) {
	n, to, from := len(s.state), s.first[s.has(l.to)], s.first[s.has(l.pre)]
	gains := l.pre.Scales()
	if !l.pre.ScaleRule().Multiplies {
		gains = nil
	}
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

// solve solves system·x = b in place, and overwrites the system.
func (s *settlement) solve(system, b []float64) bool { return kernel.Solve(system, b) }

// store writes the state into the populations.
func (s *settlement) store(slot neuron.Slot) {
	for i, p := range s.nodes {
		copy(p.Signals(slot), s.state[s.first[i]:])
	}
}
