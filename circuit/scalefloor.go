package circuit

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
)

// scaleFloor is what the neurons of a population divide by in turns with a floor,
//
//	m'_i = max(m_ii, (m_ii + Σ_j |m_ij|)/2)
//
// and the share 1 − m_ii/m'_i of its own activity that a neuron keeps. The sum is over the synapses onto the neuron from
// its population, so that all is local. By Gershgorin's theorem, the eigenvalues of M'_d⁻¹ M are at most 2 in size. For a
// positive semidefinite M they are not negative, so that S turns amplify no pattern more than S times. Where m_ii is at
// least Σ_j |m_ij|, m'_i is m_ii, and the turn is as without a floor.
type scaleFloor struct {
	of       *node
	among    []*link
	divisors []float64 // m' [n], behind which are ones
	shares   []float64 // [n]
}

// newScaleFloor returns the floor of a population.
func (c *Circuit) newScaleFloor(population string) *scaleFloor {
	n := c.node(population)
	f := &scaleFloor{of: n, divisors: kernel.Vector(n.Len()), shares: kernel.Vector(n.Len())}
	for i := range f.divisors[:cap(f.divisors)] {
		f.divisors[:cap(f.divisors)][i] = 1
	}
	for _, l := range c.links {
		if l.spec.isAmong(population) {
			f.among = append(f.among, l)
		}
	}
	return f
}

// isAmong reports whether a projection is one within a population, with synapses of its own, whose signals are subtracted.
func (p *ProjectionSpec) isAmong(population string) bool {
	return p.From == population && p.To == population && p.Tied == "" && p.Sign.subtracts()
}

// update computes the floor from the present weights and scales.
func (f *scaleFloor) update() {
	scales := f.of.Divisors()
	copy(f.divisors, scales)
	for _, l := range f.among {
		w, stride := l.memory.Padded()
		kernel.AddSizes(f.divisors, w, stride)
	}
	shares := f.shares[:len(scales)]
	for i, sum := range f.divisors[:len(scales)] {
		m, floor := scales[i], sum/2
		if !(floor > m) {
			f.divisors[i], shares[i] = m, 0
			continue
		}
		f.divisors[i], shares[i] = floor, 1-m/floor
	}
}

// keep adds to signals what the neurons keep of their own activity.
func (f *scaleFloor) keep(signals, own []float64) {
	for i, share := range f.shares[:len(signals)] {
		signals[i] = math.FMA(share, own[i], signals[i])
	}
}

// checkFloor returns an error unless the neurons of a turn divide by scales, and receive at most once from their
// population.
func (t Turn) checkFloor(g Graph) error {
	p, received, among := g.population(t.Population), 0, 0
	for i := range g.Projections {
		if g.Projections[i].isAmong(t.Population) {
			among++
		}
	}
	for _, r := range t.Receives.List() {
		if of := g.projection(r.Through); of != nil && of.isAmong(t.Population) {
			received++
			if r.Again || r.Delay > 0 {
				return fmt.Errorf("a turn with a floor receives from its own population what it carries now: leave again and delay out")
			}
		}
	}
	switch {
	case !p.divides():
		return fmt.Errorf("a floor is for neurons that divide by their scales, and those of %s do not", t.Population)
	case t.InOrder:
		return fmt.Errorf("a floor is for neurons that fire at once: leave floor or in_order out")
	case among == 0:
		return fmt.Errorf("a floor is for neurons with synapses among them, whose signals are subtracted, and %s has none", t.Population)
	case received > 1:
		return fmt.Errorf("a turn with a floor receives at most once from its own population")
	}
	return nil
}

// keepsFrom returns the slot of which a turn with a floor keeps a share: that in which it receives from its own
// population, if it does.
func (t Turn) keepsFrom(g Graph) (from Base) {
	for _, r := range t.Receives.List() {
		if t.Floor && g.projection(r.Through).isAmong(t.Population) {
			from = SlotOf(r.sent())
		}
	}
	return from
}
