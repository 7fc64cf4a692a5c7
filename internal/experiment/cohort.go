package experiment

import (
	"fmt"
	"time"

	"twophase/circuit"
)

// cohort is trials that go side by side, all at the same step.
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
			c.begun[i].end(err, 0)
			c.going--
		}
	}
	c.done += steps
	c.elapsed += time.Since(start)
}

// end ends the trials that have taken all their steps.
func (c *cohort) end() {
	for _, t := range c.begun {
		if t.err == nil {
			t.end(nil, c.elapsed/time.Duration(len(c.begun)))
		}
	}
}

// discard gives up the trials that have not ended, as after a panic.
func (c *cohort) discard() {
	for _, t := range c.begun {
		if t.traces != nil {
			t.traces.Discard()
		}
	}
}

// runTrials runs trials from their first step to their last, all at once. From
// time to time it asks each whether to stop.
func runTrials(trials []*trialRun, steps int, progress Progress) {
	c := newCohort(trials)
	defer c.discard()
	for c.done < steps && c.going > 0 {
		block := min(blockSteps, steps-c.done)
		c.advance(block)
		progress.Add(block * c.going)
	}
	c.end()
}
