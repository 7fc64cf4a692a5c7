package experiment

import "slices"

// kept is what trials were at some of their steps.
type kept struct {
	states []keptState // the longest unused first
	bytes  int
}

type keptState struct {
	course *course
	trial  int
	state  *trialState
	bytes  int
}

// What is kept at most.
const (
	keptBytes  = 64 << 20
	keptStates = 64
)

// Of a trial on its way to a step, what it is at every sixteenth of all its steps is
// kept, and what it is a little before that step, for somebody who steps back.
const (
	keptOfAll  = 16
	keptBefore = 256
)

// wants reports whether to keep what a trial of so many steps is after step, on its way
// to another.
func (k *kept) wants(step, to, steps int) bool {
	return step%max(1, steps/keptOfAll) == 0 || step == to-keptBefore
}

// add keeps a state, and forgets those for which there is no room.
func (k *kept) add(c *course, trial int, s *trialState) {
	if k.find(c, trial, s.Circuit.Step) >= 0 {
		return
	}
	n := c.plan.spec.Inputs + len(c.plan.spec.Gains)
	size := 4096 + 8*(len(c.plan.spec.Gains)+8)*n
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

// latest returns what a trial was at the last step up to some step that is kept, or
// nil.
func (k *kept) latest(c *course, trial, step int) *trialState {
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
