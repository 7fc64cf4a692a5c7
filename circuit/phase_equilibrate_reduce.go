package circuit

import (
	"errors"
	"fmt"
	"math"

	"twophase/internal/kernel"
)

// reduce eliminates the following (linear) neurons from the equations of the moving ones.
func (s *settlement) reduce(e Equilibrate) error {
	n, m, f := len(s.state), len(s.moving), len(s.following)
	for j := 0; j <= m && f > 0; j++ { // the last column is the external input
		for i, at := range s.following {
			s.column[i] = s.external[at]
			if j < m {
				s.column[i] = s.system[at*n+s.moving[j]]
			}
		}
		if !s.divide(s.column) {
			return fmt.Errorf("the linear populations of %v have no solution: what couples them is singular", e.Populations)
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
	return s.solve(s.scratch, b)
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
		k := len(s.nodes) - 1
		for s.first[k] > at {
			k--
		}
		p := s.nodes[k].Population
		if divisor-divisor != 0 {
			return c.divergedAt(p, at-s.first[k], fmt.Sprintf("the divisor of %v in a settling sweep became %v", p.Output(at-s.first[k]), divisor))
		}
		err := c.divergedAt(p, at-s.first[k], fmt.Sprintf("the divisor of %v in a settling sweep became %.3g, and it must be positive: its scale and the synapses that inhibit it have decayed, as those of a silent neuron do", p.Output(at-s.first[k]), divisor))
		if d := (*Divergence)(nil); errors.As(err, &d) {
			d.Decayed = true
		}
		return err
	}
	return nil
}
