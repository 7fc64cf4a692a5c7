package training

import (
	"context"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/stimulus"
)

// Turns is circuits that learn from the same stimuli. Each takes the steps of a block of
// stimuli before it is the next one's turn, so that the stimuli are drawn once and stay
// in the processor's cache.
type Turns struct {
	Learners []*Learner // in the order of their turns
	source   stimulus.Source
	width    int       // of a stimulus, with its signals
	block    []float64 // [steps×width]
}

// Learner is a circuit that takes turns with others.
type Learner struct {
	*circuit.Circuit
	Steps   int           // that it has taken
	Elapsed time.Duration // in whole blocks of them
	Err     error         // of the step after these: it takes no more
}

// blockBytes of stimuli are drawn before the circuits see them: little enough to
// stay in the processor's cache, and much enough for the clock.
const blockBytes = 64 << 10

// NewTurns returns circuits that learn from a source of stimuli, at their start.
func NewTurns(source stimulus.Source, circuits ...*circuit.Circuit) *Turns {
	n := source.Inputs()
	if len(circuits) > 0 {
		n = circuits[0].Spec().Width()
	}
	t := &Turns{source: source, width: n, block: make([]float64, n*max(8, min(BlockSteps, blockBytes/8/n)))}
	for _, c := range circuits {
		t.Learners = append(t.Learners, &Learner{Circuit: c})
	}
	return t
}

// Run has all circuits take some steps, but for those that failed. After each block it
// calls after, which may be nil, with the stimuli [n×N]. Run returns the first error of
// the source, of after, or of ctx, which it asks before each block; that of a circuit is
// in its Learner.
func (t *Turns) Run(ctx context.Context, steps int, after func(stimuli []float64) error) error {
	n := t.width
	for left := steps * n; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		block := t.block[:min(len(t.block), left)]
		left -= len(block)
		for x := range slices.Chunk(block, n) {
			if err := t.source.Next(x); err != nil {
				return err
			}
		}
		for _, l := range t.Learners {
			if l.Err == nil {
				l.learn(block, n)
			}
		}
		if after == nil {
			continue
		}
		if err := after(block); err != nil {
			return err
		}
	}
	return nil
}

// learn presents some stimuli [steps×N]. The clock runs for the steps alone.
func (l *Learner) learn(stimuli []float64, n int) {
	start := time.Now()
	for x := range slices.Chunk(stimuli, n) {
		if l.Err = l.Step(x); l.Err != nil {
			return
		}
		l.Steps++
	}
	l.Elapsed += time.Since(start)
}
