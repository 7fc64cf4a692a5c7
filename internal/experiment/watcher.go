package experiment

import (
	"slices"

	"twophase/circuit"
	"twophase/recorder"
)

// Watcher looks on while a run goes on. It does not change its results. After Start,
// many goroutines call it, for one trial one of them at a time.
type Watcher interface {
	// Start tells, before the first step, what is run and which folder it writes.
	Start(p *Plan, m Manifest, folder string)
	// Begin tells that a trial begins, or goes on, and returns who observes its
	// circuit, or nil. See circuit.Occasional: to look at every few steps takes time.
	Begin(trial int, c *circuit.Circuit) circuit.Observer
	// Look tells how far a trial has come, some twenty times in each decade of steps.
	Look(trial int, p Point)
	// Happened tells that an intervention took place after a step.
	Happened(trial, step int, edit string, changes int)
}

// Title says what circuit sees what.
func (p *Plan) Title() string { return p.title() }

// Requests returns what is recorded. A plan whose requests depend on the number of its
// steps knows them when a run of it starts.
func (p *Plan) Requests() []recorder.Request { return slices.Clone(p.requests) }
