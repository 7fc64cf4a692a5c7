package circuit

import (
	"fmt"
	"slices"

	"twophase/internal/kernel"
)

// Ensemble is circuits that step together, such as the trials of a run: one
// spec, differing in their Trial. Small two-phase circuits then share the lanes
// of the processor's registers, several to an instruction, which takes a fraction
// of the time; all others are stepped one by one. Nobody can tell the difference:
// after Run, and whenever an observer looks at it, a circuit is what it would be
// alone, to the last bit. It is not safe for concurrent use.
//
// Circuits of one spec and one StepCount share lanes with their neighbours in the
// order of NewEnsemble, EnsembleSize of them at a time. They do so as long as all
// their synapses learn, no changes are kept, and no observer looks and no intervener
// acts at every step or every few steps: see Occasional. Where circuits that were
// changed learn alike again, they share lanes again.
type Ensemble struct {
	size   int
	groups []*group

	stimuli  Stimuli // of the present Run
	failures []error // of the present Run, nil if there are none
}

// Stimuli fills x [n×N] with the next n ≥ 1 stimuli of circuit i, one after
// another, and returns how many there were. If they are fewer than n, the error,
// which must not be nil, says why, and stops the circuit after them; else the error
// is of no account. It must neither look at the circuits nor change them: while they
// share lanes, their state is elsewhere.
type Stimuli func(i int, x []float64) (n int, err error)

// EnsembleSize returns how many circuits of a spec are best stepped together: 1 if
// each of them is as fast alone.
func EnsembleSize(spec Spec) int {
	if spec.isSmall() {
		if c, err := New(spec); err == nil && c.sharesLanes() {
			return kernel.Lanes
		}
	}
	return 1
}

// NewEnsemble returns an ensemble of circuits. It panics if one is given twice.
func NewEnsemble(circuits ...*Circuit) *Ensemble {
	e := &Ensemble{size: len(circuits)}
	for i, c := range circuits {
		if slices.Contains(circuits[:i], c) {
			panic(fmt.Sprintf("circuit: an ensemble of which numbers %d and %d are one circuit", slices.Index(circuits, c), i))
		}
	}
	for first := 0; first < len(circuits); first += kernel.Lanes {
		e.groups = append(e.groups, newGroup(first, circuits[first:min(first+kernel.Lanes, len(circuits))]))
	}
	return e
}

// Run lets every circuit take a number of steps, as if each were given its
// stimuli one by one by Step. Stimuli is asked for those of a circuit in the order
// of its steps, and for no more than these unless the circuit fails. Circuits may
// be at different steps, and an observer must look at no circuit but its own, and an
// intervener change no other.
//
// Run returns nil if all went well. Otherwise it returns an error for each circuit,
// nil if that circuit has taken its steps: that of Stimuli, or that of Step. A
// circuit that has failed does not step any further, and the others do; one that
// failed in an earlier Run is passed over, and reports nothing.
func (e *Ensemble) Run(steps int, stimuli Stimuli) []error {
	e.failures, e.stimuli = nil, stimuli
	for _, g := range e.groups {
		g.left = steps
	}
	for busy := true; busy; {
		busy = false
		for _, g := range e.groups {
			if g.left > 0 && len(g.members) > 0 {
				g.advance(e)
				busy = true
			}
		}
	}
	for _, g := range e.groups {
		g.leaveLanes()
	}
	e.stimuli = nil
	return e.failures
}

// provide gives a group of circuits with n inputs the lanes in which they learn in
// the given way. Groups that learn alike use the same working memory.
func (e *Ensemble) provide(g *group, how *learning, n int) {
	var memory *block
	for _, o := range e.groups {
		if o.lanes != nil && o.lanes.block.n == n && len(o.lanes.how.gains) == len(how.gains) {
			memory = o.lanes.block
			if o.lanes.how.equal(how) {
				how = o.lanes.how
			}
		}
	}
	if g.lanes == nil {
		if memory == nil {
			memory = newBlock(len(how.gains), n)
		}
		g.lanes = newLanes(len(how.gains), memory)
	}
	g.lanes.how = how
}

// ask asks for the next n stimuli of circuit i, and returns an error unless they
// were as many.
func (e *Ensemble) ask(i int, x []float64, n int) (given int, err error) {
	given, err = e.stimuli(i, x)
	switch {
	case given == n:
		return n, nil
	case given < 0 || given > n || err == nil:
		panic(fmt.Sprintf("circuit: %d stimuli for %d steps of circuit %d, with error %v", given, n, i, err))
	}
	return given, err
}

// fail notes the error of circuit i.
func (e *Ensemble) fail(i int, err error) {
	if e.failures == nil {
		e.failures = make([]error, e.size)
	}
	e.failures[i] = err
}
