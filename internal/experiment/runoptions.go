package experiment

import (
	"runtime"

	"twophase/recorder"
)

// RunOptions say how a plan is run. They do not change its results.
type RunOptions struct {
	Out      string          // the run folder; empty: a free name under runs/
	Force    bool            // replace a run folder that exists
	Workers  int             // trials at a time, or groups of them that go side by side; 0: one for each processor
	Budget   recorder.Budget // what recording may write at most; 0: no limit
	Progress Progress        // nil: nobody is told
	Watcher  Watcher         // nil: nobody watches

	// CheckpointEvery is the number of steps between two checkpoints of each trial,
	// from which Resume goes on; 0: one only when the run is interrupted through its
	// context.
	CheckpointEvery int

	resumed bool // there are checkpoints
}

// Progress is told how a run goes on.
type Progress interface {
	// Note tells what the run is doing before its first step.
	Note(text string)
	// Start tells how many steps there will be, in all trials.
	Start(steps int)
	// Add tells of steps that were done. Many goroutines call it.
	Add(steps int)
}

// resumable reports whether what there is can be resumed after any failure.
func (o RunOptions) resumable() bool { return o.CheckpointEvery > 0 || o.resumed }

// withDefaults returns the options with what was not given filled in.
func (o RunOptions) withDefaults() RunOptions {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	return o
}

// silent is a Progress that tells nobody.
type silent struct{}

func (silent) Note(string) {}
func (silent) Start(int)   {}
func (silent) Add(int)     {}
