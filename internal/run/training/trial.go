package training

import (
	"errors"
	"fmt"
	"io"
	"time"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/experiment/scene"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/recorder"
	"twophase/stimulus/dataset"
)

// Sizes of a block, the steps between two tests whether to stop.
const (
	BlockSteps = 256                    // largest number of steps; less for large circuits, by their time
	shortBlock = 25 * time.Millisecond  // a block should take at least this long
	LongBlock  = 100 * time.Millisecond // and at most this long
	slow       = time.Second            // a step or a look that takes longer begins with a checkpoint
)

// Trial is one trial that runs.
type Trial struct {
	Plan     *planning.Plan
	Run      string         // ID of the run
	Number   int            // of the trial
	From     *State         // the state at which it begins; nil: its start
	Out      *folder.Folder // for the records; nil: there are none, and no picture
	Every    int            // steps between two checkpoints; 0: one only after an interruption
	Prefetch bool           // another processor prepares the stimuli
	Threads  int            // that share the steps of a large circuit: circuit.Share
	Stopped  func() bool    // whether to stop, asked between blocks; nil: it runs to its end
	Failed   func()         // called when the trial fails; nil: nothing is

	// Keep takes the checkpoints of the trial, which are then not written to a file; nil: they are.
	Keep func(Checkpoint) error

	// Unfinished is the folder for the checkpoint of an interrupted trial that is not
	// recorded; empty: it leaves none.
	Unfinished string

	Overview   bool             // some weights are kept for a picture, also without Out; of trial 0
	Unmeasured bool             // nothing is measured: only the steps are wanted
	Watcher    planning.Watcher // nil: none

	Result *monitor.Finding
	Err    error // the reason why there is no finding

	circuit       *circuit.Circuit
	stimuli       *scene.Trial
	given         int // stimuli that were presented
	taken         int // steps, of a trial that has ended
	interventions *intervention.Plan
	numbers       []int // of the plan's interventions, those of the experiment
	monitor       *monitor.Monitor
	traces        *recorder.Recorder
	events        *recorder.EventLog
	elapsed       time.Duration // time in earlier processes
	look          measure.Look  // of conditions on the error
}

// Circuit returns the circuit of a trial that has begun and not ended.
func (t *Trial) Circuit() *circuit.Circuit { return t.circuit }

// Stimuli returns the stimuli of a trial that has begun and not ended.
func (t *Trial) Stimuli() *scene.Trial { return t.stimuli }

// Monitor returns what observes a trial that has begun and not ended.
func (t *Trial) Monitor() *monitor.Monitor { return t.monitor }

// Happened returns how many interventions took place in a trial that has begun.
func (t *Trial) Happened() int { return t.monitor.Happened }

// Taken returns the number of steps of a trial that has ended.
func (t *Trial) Taken() int { return t.taken }

// Start returns the step at which the trial begins.
func (t *Trial) Start() int {
	if t.From == nil {
		return 0
	}
	return t.From.Circuit.Step
}

// TakeUp sets a trial that has not begun to a checkpoint: to a state, to its finding, or to its divergence.
func (t *Trial) TakeUp(b *Checkpoint) {
	switch {
	case b.Result != nil:
		t.Result = b.finding()
	case b.Diverged != nil:
		t.Err = b.Diverged
	default:
		t.From = b.State
	}
}

// Step takes one step, with x [N] for its stimulus.
func (t *Trial) Step(x []float64) error {
	if _, err := t.Next(x); err != nil {
		return err
	}
	return t.circuit.Step(x)
}

// StepPhases is Step, one phase after another: see circuit.StepPhases.
func (t *Trial) StepPhases(x []float64, after func(circuit.Phase) error) error {
	if _, err := t.Next(x); err != nil {
		return err
	}
	return t.circuit.StepPhases(x, after)
}

// stops reports whether the trial is to stop.
func (t *Trial) stops() bool { return t.Stopped != nil && t.Stopped() }

// errPipeEnded is the error of the step after the last row of a pipe. It is none of the trial.
var errPipeEnded = errors.New("the rows have ended")

// Next fills x [n×Spec.Width()] with the next n stimuli of the trial, and returns their number.
func (t *Trial) Next(x []float64) (n int, err error) {
	width := t.Plan.Spec.Width()
	for ; len(x) > 0; x = x[width:] {
		if err := t.stimuli.Next(x[:width]); err == io.EOF && t.Plan.Experiment.Stimulus.FromPipe() {
			return n, errPipeEnded
		} else if err == io.EOF {
			return n, fmt.Errorf("the stimuli ended after %d of %d steps: the file was changed while it was read", t.given, t.Plan.Experiment.Steps)
		} else if errors.Is(err, dataset.ErrChanged) {
			return n, fmt.Errorf("after step %d: %w", t.given, err)
		} else if err != nil {
			return n, err
		}
		n++
		t.given++
	}
	return n, nil
}

// isKept reports whether the trial leaves a checkpoint if it is interrupted.
func (t *Trial) isKept() bool { return t.Out != nil || t.Unfinished != "" }

// secures reports whether the trial writes a checkpoint before what may take long.
func (t *Trial) secures() bool {
	return t.isKept() && t.Keep == nil && !t.Plan.Experiment.Stimulus.FromPipe()
}

// GoesOn reports whether a trial that has ended with an error can continue from its state,
// once the cause is gone.
func GoesOn(err error) bool {
	return errors.Is(err, interrupt.ErrInterrupted) || errors.Is(err, dataset.ErrChanged)
}

// closeRecords completes the recorded files.
func (t *Trial) closeRecords() (err error) {
	if t.traces != nil {
		err = t.traces.Close()
	}
	if t.events != nil {
		err = errors.Join(err, t.events.Close())
	}
	return err
}

// leaveRecords ends the recording as if the process were killed.
func (t *Trial) leaveRecords() {
	if t.traces != nil {
		t.traces.Leave()
	}
	if t.events != nil {
		t.events.Leave()
	}
}

// Close ends a trial that has begun, before its last step. Nothing is saved.
func (t *Trial) Close() { t.stimuli.Close() }

// fail notes why the trial failed, if it did.
func (t *Trial) fail(err error) {
	if t.Err = err; err != nil && t.Failed != nil {
		t.Failed()
	}
}

// State returns the state of the trial, without that of its recorder.
func (t *Trial) State(elapsed time.Duration) (s *State, err error) {
	s = &State{Seen: t.monitor.Seen.Clipped(), Preview: t.monitor.Preview.Kept(), Elapsed: t.elapsed + elapsed}
	if t.From != nil {
		s.Fork = t.From.Fork
	}
	if s.Circuit, err = t.circuit.State(); err != nil {
		return nil, err
	}
	if s.Stimuli.State, err = t.stimuli.State(); err != nil {
		return nil, err
	}
	if t.interventions != nil {
		s.Interventions = t.interventions.State()
	}
	return s, nil
}

// takeUp restores the observations of the monitor, and the time. It changes nothing of the state, which may be
// taken up again.
func (t *Trial) takeUp(s *State) {
	effects := t.monitor.Effects
	t.monitor.Seen, t.elapsed = s.Seen.Clipped(), s.Elapsed
	if s.fresh || s.Seen.Effects == nil {
		t.monitor.Effects = effects
	}
	if p := t.monitor.Preview; p != nil && s.Preview != nil {
		p.Traces = s.Preview.Clipped()
	}
}
