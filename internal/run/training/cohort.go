package training

import (
	"fmt"
	"time"

	"twophase/circuit"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
)

// Cohort is trials in lockstep: all at the same step, with checkpoints at the same steps.
type Cohort struct {
	begun    []*Trial
	ensemble *circuit.Ensemble
	going    int           // trials that have not ended
	done     int           // steps that they have taken
	size     int           // steps of a block
	took     time.Duration // the last block
	elapsed  time.Duration
}

// NewCohort begins trials. Those that cannot begin have failed.
func NewCohort(trials []*Trial) *Cohort {
	c := &Cohort{size: 1} // how long a step and a look take is not known yet
	var circuits []*circuit.Circuit
	for _, t := range trials {
		if t.fail(t.Begin()); t.Err == nil {
			c.begun, circuits = append(c.begun, t), append(circuits, t.circuit)
		}
	}
	c.ensemble, c.going = circuit.NewEnsemble(circuits...), len(c.begun)
	if c.going > 0 {
		c.done = c.begun[0].given
	}
	return c
}

// advance takes some steps of the trials. A trial that fails ends. A trial that is to stop
// ends before the first of these steps.
func (c *Cohort) advance(steps int) {
	start := time.Now()
	for i, err := range c.run(steps) {
		if err != nil {
			c.begun[i].end(err, c.each())
			c.going--
		}
	}
	c.done += steps
	c.took = time.Since(start)
	c.elapsed += c.took
	switch {
	case c.took > LongBlock:
		c.size = max(1, min(c.size, steps)/2)
	case c.took < shortBlock && steps == c.size:
		c.size = min(2*c.size, BlockSteps)
	}
}

// run takes some steps of the trials, and returns the error of each.
func (c *Cohort) run(steps int) []error {
	for _, t := range c.begun {
		if t.Err == nil {
			defer t.circuit.Share(t.Threads)()
		}
	}
	return c.ensemble.Run(steps, c.stimuli())
}

// stimuli returns the function that gives the ensemble its next stimuli.
func (c *Cohort) stimuli() circuit.Stimuli {
	return func(i int, x []float64) (int, error) {
		t := c.begun[i]
		if t.given == c.done && t.stops() {
			return 0, fmt.Errorf("%w after step %d", interrupt.ErrInterrupted, c.done)
		}
		return t.Next(x)
	}
}

// each returns the time per trial.
func (c *Cohort) each() time.Duration { return c.elapsed / time.Duration(len(c.begun)) }

// checkpoint writes the checkpoints of the trials that want one.
func (c *Cohort) checkpoint(wanted func(*Trial) bool) {
	for _, t := range c.begun {
		if t.Err != nil || !wanted(t) {
			continue
		}
		if err := t.checkpoint(c.each()); err != nil {
			t.end(err, c.each())
			c.going--
		}
	}
}

// isDue reports whether it is time for a checkpoint of a trial.
func (c *Cohort) isDue(t *Trial) bool {
	return t.Every > 0 && c.done%t.Every == 0 && c.done < t.Plan.Experiment.Steps
}

// isLong returns a function that reports whether the next steps of a trial may take longer than a signal waits, because the
// last step or its last look did.
func (c *Cohort) isLong(steps int) func(*Trial) bool {
	return func(t *Trial) bool {
		return t.secures() && !t.stops() && (c.took > slow && c.size == 1 || t.monitor.Took > slow && t.monitor.Due() <= c.done+steps)
	}
}

// block returns the number of steps until the next test whether to stop.
func (c *Cohort) block(last int) int {
	n := min(c.size, last-c.done)
	for _, t := range c.begun {
		if t.Err == nil && t.monitor.Took > LongBlock { // a slow look is in a block of its own, so that one step is lost with it
			n = min(n, max(1, t.monitor.Due()-1-c.done))
		}
		if t.Every > 0 {
			n = min(n, t.Every-c.done%t.Every)
		}
	}
	return n
}

// End ends the trials that have taken all their steps, but for those whose stimuli have ended.
func (c *Cohort) End() {
	for _, t := range c.begun {
		if t.Err == nil && t.Result == nil {
			t.end(nil, c.each())
		}
	}
}

// Leave ends the recordings of trials that have not ended, such as after a panic.
func (c *Cohort) Leave() {
	for _, t := range c.begun {
		t.leaveRecords()
	}
}

// RunTo runs the trials up to a step. Between blocks it asks each trial whether to stop.
func (c *Cohort) RunTo(step int, progress planning.Progress) {
	for c.done < step && c.going > 0 {
		block := c.block(step)
		c.checkpoint(c.isLong(block))
		c.advance(block)
		c.checkpoint(c.isDue)
		progress.Add(block * c.going)
	}
}

// RunTogether runs trials from where they begin to their last step, all at once.
func RunTogether(trials []*Trial, steps int, progress planning.Progress) {
	c := NewCohort(trials)
	defer c.Leave()
	c.RunTo(steps, progress)
	c.End()
}

// SideBySide returns the number of trials, from the first on, that run in lockstep: at most
// a limit, and all beginning at the same step.
func SideBySide(trials []*Trial, atMost int) int {
	n := 1
	for n < min(atMost, len(trials)) && trials[n].Start() == trials[0].Start() {
		n++
	}
	return n
}
