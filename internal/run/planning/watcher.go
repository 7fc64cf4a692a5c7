package planning

import (
	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/traces/result"
)

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
