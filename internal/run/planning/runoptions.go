package planning

import (
	"runtime"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// RunOptions say how a plan is run. They do not change its results.
type RunOptions struct {
	Out      string          // the run folder; empty: a free name under runs/
	Force    bool            // replace a run folder that exists
	Workers  int             // trials, or groups of trials in lockstep, at a time; 0: one for each processor
	Threads  int             // that share each pass over the weights of a large circuit; 0: one, see circuit.Share
	Budget   recorder.Budget // largest number of bytes that recording may write; 0: no limit
	Progress Progress        // nil: not reported
	Watcher  Watcher         // nil: none

	// CheckpointEvery is the number of steps between two checkpoints of each trial, from
	// which Resume continues. With 0, only an interruption through the context writes one.
	CheckpointEvery int

	Resumed    bool // there are checkpoints
	Unrecorded bool // the records are not written, and take no memory; nothing is forecast
}

// Progress receives how far a run has come.
type Progress interface {
	// Note says what the run does before its first step.
	Note(text string)
	// Warn says at once what is suspicious, before anything is learnt.
	Warn(text string)
	// Start gives the number of steps of all trials together, 0 if it is not known. It may be called
	// again with a larger number.
	Start(steps int)
	// Add reports steps that were done. Many goroutines call it.
	Add(steps int)
}

// Resumable reports whether the run can be resumed after any failure.
func (o RunOptions) Resumable() bool { return o.CheckpointEvery > 0 || o.Resumed }

// WithDefaults returns the options with what was not given filled in.
func (o RunOptions) WithDefaults() RunOptions {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = Silent{}
	}
	return o
}

// Silent is a Progress that discards what it receives.
type Silent struct{}

func (Silent) Note(string) {}
func (Silent) Warn(string) {}
func (Silent) Start(int)   {}
func (Silent) Add(int)     {}

// Watcher follows a run without changing its results. After Start, many goroutines call it,
// but only one at a time for each trial.
type Watcher interface {
	// Start gives the plan, its manifest and its folder, before the first step.
	Start(p *Plan, m result.Manifest, folder string)
	// Begin says that a trial begins or continues. It returns an observer of its circuit,
	// or nil. Observing every few steps takes time: see circuit.Occasional.
	Begin(trial int, c *circuit.Circuit) circuit.Observer
	// Look gives the latest measures of a trial, some twenty times in each decade of steps.
	Look(trial int, p measure.Point)
	// Happened says that an intervention took place after a step.
	Happened(trial, step int, edit string, changes int)
}
