package circuit

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
)

// Ensemble steps several circuits together, such as the trials of a run: one spec with
// different Trials. Small two-phase circuits and cascades share the lanes of the processor's registers,
// several circuits to an instruction. All others step one by one. After Run, and whenever
// an observer reads it, a circuit has the bits that it would have alone. An Ensemble is not
// safe for concurrent use.
//
// Circuits of one spec and one StepCount share lanes with their neighbours in the order of
// NewEnsemble, EnsembleSize of them at a time. All their synapses must learn, no changes
// may be kept, and no observer or intervener may be due at every step or every few steps:
// see Occasional. Circuits that an intervener changed share lanes again when they have the
// same rates and decays again.
type Ensemble struct {
	size   int
	groups []*group

	stimuli  Stimuli // of the present Run
	failures []error // of the present Run; nil if there are none
}

// Stimuli fills x [n×N] with the next n ≥ 1 stimuli of circuit i, one after another, and
// returns how many it has given. If these are fewer than n, the error must not be nil; it
// stops the circuit after them. Otherwise the error is ignored. Stimuli must neither read
// nor change the circuits: while they share lanes, their state is in the lanes.
type Stimuli func(i int, x []float64) (n int, err error)

// EnsembleSize returns the number of circuits of a spec that step fastest together, or 1 if
// they are as fast one by one.
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
			panic(fmt.Sprintf("circuit: numbers %d and %d of an ensemble are one circuit", slices.Index(circuits, c), i))
		}
	}
	for first := 0; first < len(circuits); first += kernel.Lanes {
		e.groups = append(e.groups, newGroup(first, circuits[first:min(first+kernel.Lanes, len(circuits))]))
	}
	return e
}

// provide gives a group of circuits with n inputs lanes with the given rates. Groups
// with the same rates share their working memory.
func (e *Ensemble) provide(g *group, how *laneRates, n int) {
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

// ask gets the next n stimuli of circuit i. It returns an error if there are fewer.
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

// fail keeps the error of circuit i.
func (e *Ensemble) fail(i int, err error) {
	if e.failures == nil {
		e.failures = make([]error, e.size)
	}
	e.failures[i] = err
}

// group is the circuits of an ensemble that may share lanes: up to kernel.Lanes.
type group struct {
	members []member
	left    int       // remaining steps of the present Run
	lanes   *lanes    // nil until the circuits share lanes
	inLanes bool      // the lanes hold the circuits' state
	x       []float64 // a stimulus [N]
}

// member is a circuit of a group. Its place there is its lane.
type member struct {
	*Circuit
	index   int   // in the ensemble
	failure error // of the step at which it stopped
}

func newGroup(first int, circuits []*Circuit) *group {
	g := &group{}
	for l, c := range circuits {
		g.members = append(g.members, member{Circuit: c, index: first + l})
	}
	return g
}
