package circuit

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
)

// atOnce runs the dynamics of all neurons from rest.
func (s *settlement) atOnce(e Equilibrate) (report Settling) {
	n := len(s.state)
	clear(s.state)
	next := s.external // of the sweep; the external input is added from its own copy
	if len(s.drive) < n {
		s.drive = make([]float64, n)
	}
	drive := s.drive[:n]
	copy(drive, s.external)
	for i, is := range s.clamped {
		if is {
			s.state[i] = drive[i]
		}
	}
	for report.Sweeps < e.Sweeps && !report.Settled {
		worst, size := 0.0, 0.0
		for k, p := range s.nodes {
			for j := range p.Len() {
				i := s.first[k] + j
				row := s.system[i*n : (i+1)*n]
				// The dot product includes the neuron itself, which is added back.
				target := p.Activated(j, math.FMA(row[i], s.state[i], drive[i]-kernel.Dot(row, s.state))/row[i])
				if s.clamped[i] {
					target = s.state[i]
				}
				change := target - s.state[i]
				next[i] = math.FMA(1-e.Damping, change, s.state[i])
				worst, size = max(worst, math.Abs(change)), max(size, math.Abs(next[i]))
			}
		}
		copy(s.state, next)
		report = swept(report, e, worst, size)
		if worst-worst != 0 {
			break // not finite: the circuit reports it
		}
	}
	copy(s.external, drive)
	return report
}

// swept returns the report after one more sweep, in which the largest change was worst and
// the largest activity size.
func swept(r Settling, e Equilibrate, worst, size float64) Settling {
	r.Sweeps++
	r.Residual = 0
	if worst != 0 {
		r.Residual = worst / size
	}
	r.Settled = worst <= float64(e.Tolerance*size)
	return r
}

// inOrder eliminates the following neurons, and moves the others one after another from
// rest until they settle.
func (s *settlement) inOrder(c *Circuit, e Equilibrate) (report Settling, err error) {
	if err := s.reduce(); err != nil {
		return report, err
	}
	m := len(s.moving)
	clear(s.activity)
	for i, at := range s.moving {
		if s.clamped[at] {
			s.activity[i] = s.drive[i]
		}
	}
	if err := s.checkDivisors(c); err != nil {
		return report, err
	}
	for report.Sweeps < e.Sweeps && !report.Settled {
		worst, size := 0.0, 0.0
		for i, at := range s.moving {
			if s.clamped[at] {
				size = max(size, math.Abs(s.activity[i]))
				continue
			}
			row := s.reduced[i*m : (i+1)*m]
			divisor := row[i]
			row[i] = 0
			v := (s.drive[i] - kernel.Dot(row, s.activity)) / divisor
			row[i] = divisor
			k, j := s.find(at)
			v = s.nodes[k].Activated(j, v)
			if v-v != 0 {
				s.activity[i] = v
				worst = math.Inf(1)
				break // no other neuron may receive what is not a number
			}
			worst, size = max(worst, math.Abs(v-s.activity[i])), max(size, math.Abs(v))
			s.activity[i] = v
		}
		report = swept(report, e, worst, size)
		if math.IsInf(worst, 1) {
			report.Residual = worst
			break
		}
	}
	for i, at := range s.moving {
		s.state[at] = s.activity[i]
	}
	for i, at := range s.following {
		v := s.offsets[i]
		for j, y := range s.activity {
			v = math.FMA(-s.responses[i*m+j], y, v)
		}
		s.state[at] = v
	}
	return report, nil
}

// Run implements Phase. It returns a *Divergence if the divisor of a neuron vanishes. An
// activity that does not settle is not an error: see Circuit.Settling.
func (e Equilibrate) Run(c *Circuit) error { return e.bind(c)() }

func (e Equilibrate) bind(c *Circuit) func() error {
	s := c.newSettlement(e.Populations)
	return func() error { return e.settle(c, s) }
}

// settle runs the phase in its working memory.
func (e Equilibrate) settle(c *Circuit, s *settlement) error {
	s.assemble(c, e.Slot, e.Base)
	switch {
	case e.Method == AtOnce:
		c.settled(s.atOnce(e))
	case e.Method == InOrder:
		report, err := s.inOrder(c, e)
		if err != nil {
			return err
		}
		c.settled(report)
	default:
		copy(s.state, s.external)
		if !kernel.Solve(s.system, s.state) {
			if err := c.CheckWeights(); err != nil {
				return err
			}
			return fmt.Errorf("the equations of %v have no solution: what couples them is singular", e.Populations)
		}
	}
	s.store(e.Slot)
	for _, l := range s.inside {
		if !l.back && l.synapses.Currents().Last != nil || l.compartments != nil {
			c.carry(c.node(l.spec.To).current, l, e.Slot)
		}
	}
	return nil
}
