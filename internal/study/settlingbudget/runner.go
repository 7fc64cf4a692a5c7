package settlingbudget

import (
	"errors"
	"math"
	"time"

	"twophase/circuit"
	"twophase/internal/run/training"
)

// outcome is what one case came to in one trial.
type outcome struct {
	diverged  bool
	err       float64 // E_Pro, +Inf if diverged
	settled   float64 // E_Pro of the filter M⁻¹W that it would have if it settled
	residual  float64 // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, root mean square, +Inf if diverged
	sweeps    float64 // mean per stimulus that was seen, 0 if nothing settles
	unsettled float64 // fraction of those that did not settle
	elapsed   time.Duration
	steps     int // stimuli seen
}

// runner is one case in one trial.
type runner struct {
	Case
	*training.Learner
	counted counted
	outcome
}

// counted is an observer that counts sweeps, and steps that did not settle.
type counted struct{ sweeps, unsettled int }

// Observe implements circuit.Observer.
func (s *counted) Observe(c *circuit.Circuit) error {
	if now := c.Settling(); now.Sweeps > 0 {
		s.sweeps += now.Sweeps
		if !now.Settled {
			s.unsettled++
		}
	}
	return nil
}

// giveUp notes a divergence, or that the exact network had nothing to solve, M
// being singular. Any other error is not the circuit's.
func (r *runner) giveUp(err error) error {
	var divergence *circuit.Divergence
	if !errors.As(err, &divergence) && r.Method != Exact {
		return err
	}
	r.fail()
	return nil
}

// fail notes that the circuit's numbers are of no use.
func (r *runner) fail() {
	r.diverged = true
	r.err, r.settled, r.residual = math.Inf(1), math.Inf(1), math.Inf(1)
}
