package training

import (
	"fmt"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
)

// Cohort is trials in lockstep: all at the same step, with checkpoints at the same steps.
type Cohort struct {
	begun    []*Trial
	ensemble *circuit.Ensemble
	going    int // trials that have not ended
	done     int // steps that they have taken
	size     int // steps of a block
	elapsed  time.Duration
}

// blockWork is the largest number of synapses × steps of the first block.
const blockWork = 1 << 23

// NewCohort begins trials. Those that cannot begin have failed.
func NewCohort(trials []*Trial) *Cohort {
	c := &Cohort{}
	var circuits []*circuit.Circuit
	for _, t := range trials {
		if t.fail(t.Begin()); t.Err == nil {
			c.begun, circuits = append(c.begun, t), append(circuits, t.circuit)
		}
	}
	c.ensemble, c.going = circuit.NewEnsemble(circuits...), len(c.begun)
	if c.going > 0 {
		first := c.begun[0]
		c.done = first.given
		k, n := first.circuit.Outputs().Len(), first.circuit.Inputs().Len()
		c.size = max(1, min(BlockSteps, blockWork/(k*(k+n))))
		if first.Plan.Experiment.Stimulus.FromPipe() {
			c.size = 1 // rows may come slowly
		}
	}
	return c
}

// advance takes some steps of the trials. A trial that fails ends. A trial that is to stop
// ends before the first of these steps. If the trials are to stop and do not return for too
// long, advance reports false, and their states before these steps are saved.
func (c *Cohort) advance(steps int) bool {
	start := time.Now()
	var failures []error
	run := func() {
		for _, t := range c.begun {
			if t.Err == nil {
				defer t.circuit.Share(t.Threads)()
			}
		}
		failures = c.ensemble.Run(steps, c.stimuli())
	}
	if c.slow(steps) {
		states := c.suspend()
		if !interrupt.Watched(c.begun[0].Quit, run) {
			c.abandon(states)
			return false
		}
	} else {
		run()
	}
	for i, err := range failures {
		if err != nil {
			c.begun[i].end(err, c.each())
			c.going--
		}
	}
	c.done += steps
	took := time.Since(start)
	c.elapsed += took
	switch {
	case took > LongBlock:
		c.size = max(1, min(c.size, steps)/2)
	case took < shortBlock && steps == c.size:
		c.size = min(2*c.size, BlockSteps)
	}
	return true
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

// slow reports whether the next steps may take so long that they must be abandoned if the
// trials are to stop: because an earlier block, or the monitor's last look, took that long.
func (c *Cohort) slow(steps int) bool {
	if c.begun[0].Quit == nil {
		return false
	}
	if c.size == 1 {
		return true
	}
	return slices.ContainsFunc(c.begun, func(t *Trial) bool {
		return t.Err == nil && t.looksSlowly() && t.monitor.Due() <= c.done+steps
	})
}

// suspend returns the states of the trials. Those whose state cannot be saved end.
func (c *Cohort) suspend() []*State {
	states := make([]*State, len(c.begun))
	for i, t := range c.begun {
		if t.Err != nil {
			continue
		}
		var err error
		if states[i], err = t.suspend(c.each()); err != nil {
			t.end(err, c.each())
			c.going--
		}
	}
	return states
}

// abandon ends the trials in their saved states, while another goroutine still runs them.
func (c *Cohort) abandon(states []*State) {
	for i, t := range c.begun {
		if t.Err == nil {
			t.abandon(states[i], c.done)
			c.going--
		}
	}
}

// each returns the time per trial.
func (c *Cohort) each() time.Duration { return c.elapsed / time.Duration(len(c.begun)) }

// checkpoint writes the checkpoints of the trials, if they are due.
func (c *Cohort) checkpoint() {
	for _, t := range c.begun {
		if t.Err != nil || t.Every == 0 || c.done%t.Every != 0 || c.done == t.Plan.Experiment.Steps {
			continue
		}
		if err := t.checkpoint(c.each()); err != nil {
			t.end(err, c.each())
			c.going--
		}
	}
}

// block returns the number of steps until the next test whether to stop.
func (c *Cohort) block(last int) int {
	n := min(c.size, last-c.done)
	for _, t := range c.begun {
		if t.Err == nil && t.looksSlowly() { // a slow look is in a block of its own, so that one step is lost with it
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

// RunTo runs the trials up to a step. Between blocks it asks each trial whether to stop. It
// reports false if the trials were to stop and did not return for too long.
func (c *Cohort) RunTo(step int, progress planning.Progress) bool {
	for c.done < step && c.going > 0 {
		block := c.block(step)
		if !c.advance(block) {
			return false
		}
		c.checkpoint()
		progress.Add(block * c.going)
	}
	return true
}

// RunTogether runs trials from where they begin to their last step, all at once.
func RunTogether(trials []*Trial, steps int, progress planning.Progress) {
	c := NewCohort(trials)
	defer c.Leave()
	if c.RunTo(steps, progress) {
		c.End()
	}
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
