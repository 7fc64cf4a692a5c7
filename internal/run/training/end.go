package training

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"twophase/internal/files/interrupt"
)

// ManyWeights is a number of weights whose memory counts: 4 MB.
const ManyWeights = 500_000

// end ends a trial that has begun. It returns an error unless the trial took all its steps.
// An interrupted trial leaves a checkpoint.
func (t *Trial) end(err error, elapsed time.Duration) {
	if err == errPipeEnded {
		err = nil
		if t.circuit.StepCount() == 0 {
			err = fmt.Errorf("%w before the first step", interrupt.ErrInterrupted)
		}
	}
	if err == nil {
		err = t.stimuli.Unchanged()
	}
	err = interrupt.Save(func() error { // on a busy machine or a slow disk this can take longer than a command has after a signal
		if t.isKept() && GoesOn(err) || err == nil && t.secures() && t.monitor.Took > LongBlock {
			err = errors.Join(err, t.checkpoint(elapsed)) // measuring may take long, and a signal does not wait for that
		}
		if closing := t.closeRecords(); err == nil || !errors.Is(err, closing) { // a recorder repeats its error
			err = errors.Join(err, closing)
		}
		return err
	})
	if err == nil {
		if t.circuit.Inputs().Len()*t.circuit.Outputs().Len() > ManyWeights {
			debug.FreeOSMemory() // what recording has left would count beside what measuring takes
		}
		find := func() (err error) {
			t.Result, err = t.find(t.elapsed + elapsed)
			return err
		}
		if t.Plan.Experiment.Stimulus.FromPipe() { // its rows cannot be read again
			err = interrupt.Save(find)
		} else {
			err = find()
		}
	}
	if err == nil && t.Every > 0 {
		err = t.CheckpointEnd()
	}
	t.stimuli.Close()
	t.taken = t.circuit.StepCount()
	t.circuit, t.monitor, t.traces, t.events, t.interventions = nil, nil, nil, nil, nil
	t.fail(err)
}
