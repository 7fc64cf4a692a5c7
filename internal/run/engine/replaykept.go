package engine

import (
	"slices"

	"twophase/internal/run/training"
)

// kept holds states of trials at some of their steps.
type kept struct {
	states []keptState // the least recently used first
	bytes  int
}

type keptState struct {
	course *course
	trial  int
	state  *training.State
	bytes  int
}

// Limits of what is kept.
const (
	keptBytes  = 64 << 20
	keptStates = 64
)

// On the way to a step, the state at every sixteenth of all steps is kept, and one a little
// before that step, for users who step back.
const (
	keptOfAll  = 16
	keptBefore = 256
)

// wants reports whether to keep the state after step, on the way to another step, of a trial
// with that many steps.
func (k *kept) wants(step, to, steps int) bool {
	return step%max(1, steps/keptOfAll) == 0 || step == to-keptBefore
}

// add keeps a state, and drops the least recently used ones if there is no room.
func (k *kept) add(c *course, trial int, s *training.State) {
	if k.find(c, trial, s.Circuit.Step) >= 0 {
		return
	}
	n := c.plan.Spec.Inputs + len(c.plan.Spec.Gains)
	size := 4096 + 8*(len(c.plan.Spec.Gains)+8)*n
	if size > keptBytes {
		return
	}
	k.states = append(k.states, keptState{c, trial, s, size})
	for k.bytes += size; k.bytes > keptBytes || len(k.states) > keptStates; {
		k.bytes -= k.states[0].bytes
		k.states = slices.Delete(k.states, 0, 1)
	}
}

// find returns the place of a state, or −1.
func (k *kept) find(c *course, trial, step int) int {
	return slices.IndexFunc(k.states, func(s keptState) bool {
		return s.course == c && s.trial == trial && s.state.Circuit.Step == step
	})
}

// latest returns the latest kept state of a trial that is not after a step, or nil.
func (k *kept) latest(c *course, trial, step int) *training.State {
	best := -1
	for i, s := range k.states {
		if s.course == c && s.trial == trial && s.state.Circuit.Step <= step && (best < 0 || k.states[best].state.Circuit.Step < s.state.Circuit.Step) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	found := k.states[best]
	k.states = append(slices.Delete(k.states, best, best+1), found)
	return found.state
}
