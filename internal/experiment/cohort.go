package experiment

import (
	"fmt"
	"time"

	"twophase/circuit"
)

// cohort is trials that go side by side, all at the same step and with checkpoints
// at the same steps.
type cohort struct {
	begun    []*trialRun
	ensemble *circuit.Ensemble
	going    int // trials that have not ended
	done     int // steps that these have taken
	elapsed  time.Duration
}

// blockSteps is how many steps pass between two looks at whether to stop.
const blockSteps = 256

// newCohort begins trials. Those that cannot begin have failed.
func newCohort(trials []*trialRun) *cohort {
	c := &cohort{}
	var circuits []*circuit.Circuit
	for _, t := range trials {
		if t.fail(t.begin()); t.err == nil {
			c.begun, circuits = append(c.begun, t), append(circuits, t.circuit)
		}
	}
	c.ensemble, c.going = circuit.NewEnsemble(circuits...), len(c.begun)
	if c.going > 0 {
		c.done = c.begun[0].given
	}
	return c
}

// advance lets the trials take some steps. Those that fail end, and so do those
// that are to stop, before the first of the steps.
func (c *cohort) advance(steps int) {
	start := time.Now()
	stimuli := func(i int, x []float64) (int, error) {
		t := c.begun[i]
		if t.given == c.done && t.stopped() {
			return 0, fmt.Errorf("%w after step %d", ErrInterrupted, c.done)
		}
		return t.next(x)
	}
	for i, err := range c.ensemble.Run(steps, stimuli) {
		if err != nil {
			c.begun[i].end(err, c.each())
			c.going--
		}
	}
	c.done += steps
	c.elapsed += time.Since(start)
}

// each returns the time that a trial took.
func (c *cohort) each() time.Duration { return c.elapsed / time.Duration(len(c.begun)) }

// checkpoint writes down where the trials are, if it is time.
func (c *cohort) checkpoint() {
	for _, t := range c.begun {
		if t.err != nil || t.every == 0 || c.done%t.every != 0 || c.done == t.plan.Experiment.Steps {
			continue
		}
		if err := t.checkpoint(c.each()); err != nil {
			t.end(err, c.each())
			c.going--
		}
	}
}

// block returns how many steps to take before somebody must look again.
func (c *cohort) block(last int) int {
	n := min(blockSteps, last-c.done)
	for _, t := range c.begun {
		if t.every > 0 {
			n = min(n, t.every-c.done%t.every)
		}
	}
	return n
}

// end ends the trials that have taken all their steps.
func (c *cohort) end() {
	for _, t := range c.begun {
		if t.err == nil {
			t.end(nil, c.each())
		}
	}
}

// leave ends the recordings of trials that have not ended, as after a panic.
func (c *cohort) leave() {
	for _, t := range c.begun {
		t.leave()
	}
}

// runTrials runs trials from where they begin to their last step, all at once. From
// time to time it asks each whether to stop.
func runTrials(trials []*trialRun, steps int, progress Progress) {
	c := newCohort(trials)
	defer c.leave()
	for c.done < steps && c.going > 0 {
		block := c.block(steps)
		c.advance(block)
		c.checkpoint()
		progress.Add(block * c.going)
	}
	c.end()
}
