package budget

import (
	"context"
	"errors"
	"math"
	"time"

	"twophase/circuit"
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

// runner is one case in one trial, on its way.
type runner struct {
	Case
	circuit           *circuit.Circuit
	sweeps, unsettled int
	outcome
}

// blockBytes of stimuli are drawn before the circuits see them: little enough to
// stay in the processor's cache, and much enough for the clock.
const blockBytes = 64 << 10

// trial lets all cases learn from the same stimuli, block by block, from the
// same initial weights.
func (p *problem) trial(ctx context.Context, all []Case, o Options, trial uint64) ([]outcome, error) {
	stimuli, err := p.open(trial)
	if err != nil {
		return nil, err
	}
	defer stimuli.close()
	runners := make([]*runner, len(all))
	for i, c := range all {
		network, err := circuit.New(p.spec(c, o.Seed, trial))
		if err != nil {
			return nil, err
		}
		runners[i] = &runner{Case: c, circuit: network}
	}
	block := rows(max(8, min(256, blockBytes/8/p.inputs)), p.inputs)
	for done := 0; done < p.steps; done += len(block) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		block = block[:min(len(block), p.steps-done)]
		if err := read(stimuli, block); err != nil {
			return nil, err
		}
		for _, r := range runners {
			if err := r.learn(block); err != nil {
				return nil, err
			}
		}
		o.Progress.Add(len(block))
	}
	test := rows(settleIn+probes, p.inputs)
	if err := read(stimuli, test); err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(runners))
	for i, r := range runners {
		if err := r.measure(p, stimuli.basis, test); err != nil {
			return nil, err
		}
		outcomes[i] = r.outcome
	}
	return outcomes, nil
}

// learn presents a block of stimuli, unless the circuit has diverged. The clock
// runs for the steps alone.
func (r *runner) learn(block [][]float64) error {
	if r.diverged {
		return nil
	}
	start := time.Now()
	for _, x := range block {
		if err := r.circuit.Step(x); err != nil {
			return r.giveUp(err)
		}
		r.steps++
		if s := r.circuit.Settling(); s.Sweeps > 0 {
			r.sweeps += s.Sweeps
			if !s.Settled {
				r.unsettled++
			}
		}
	}
	r.elapsed += time.Since(start)
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

// read fills the rows of a block with the next stimuli.
func read(source interface{ Next([]float64) error }, block [][]float64) error {
	for _, x := range block {
		if err := source.Next(x); err != nil {
			return err
		}
	}
	return nil
}

// rows returns n vectors of a length.
func rows(n, length int) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, length)
	}
	return all
}
