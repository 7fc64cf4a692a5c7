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

const (
	// fewestMembers is the smallest number of circuits for which sharing lanes is faster.
	fewestMembers = 3
	// aloneSteps is the number of steps that circuits take alone before the group checks
	// again whether they can share lanes.
	aloneSteps = 16
)

// alike reports whether the circuits can share lanes now. If so, it gives the lanes their
// rates.
func (g *group) alike(e *Ensemble) bool {
	if len(g.members) < fewestMembers {
		return false
	}
	first := g.members[0]
	n := first.inputs.Len()
	for _, m := range g.members {
		if !m.sharesLanes() || m.inputs.Len() != n {
			return false
		}
	}
	if g.lanes != nil && !slices.ContainsFunc(g.members, func(m member) bool { return !g.lanes.how.fits(m.Circuit) }) {
		return true
	}
	how := newLaneRates(first.Circuit)
	for _, m := range g.members[1:] {
		if !how.equal(newLaneRates(m.Circuit)) {
			return false
		}
	}
	e.provide(g, how, n)
	return true
}

// advance takes some of the steps that are left.
func (g *group) advance(e *Ensemble) {
	if n := g.together(e); n > 0 {
		g.stepTogether(e, n)
	} else {
		g.stepAlone(e)
	}
	failed := func(m member) bool {
		if m.failure != nil {
			e.fail(m.index, m.failure)
		}
		return m.failure != nil
	}
	if slices.ContainsFunc(g.members, failed) {
		g.leaveLanes()
		g.members = slices.DeleteFunc(g.members, failed)
	}
}

// together returns the number of steps that the circuits take next in shared lanes. No
// observer or intervener is due before the last of them.
func (g *group) together(e *Ensemble) int {
	if !g.alike(e) {
		return 0
	}
	step := g.step()
	n := min(g.left, g.lanes.block.steps)
	for i := range g.members {
		m := &g.members[i]
		if !g.inLanes && m.step != step || !m.pair.forward.memory.AllLearn() || !m.pair.among.memory.AllLearn() {
			return 0
		}
		n = min(n, m.nextVisit-step)
	}
	if n < min(shortestBlock, g.left) {
		return 0
	}
	return n
}

// step returns the number of steps taken.
func (g *group) step() int {
	if g.inLanes {
		return g.lanes.now.step
	}
	return g.members[0].step
}

// stepAlone takes some steps with each circuit alone.
func (g *group) stepAlone(e *Ensemble) {
	g.leaveLanes()
	steps := min(g.left, aloneSteps)
	for i := range g.members {
		m := &g.members[i]
		if len(g.x) != m.spec.Width() { // of all populations of inputs, and signals
			g.x = make([]float64, m.spec.Width())
		}
		for range steps {
			if _, m.failure = e.ask(m.index, g.x, 1); m.failure == nil {
				m.failure = m.Step(g.x)
			}
			if m.failure != nil {
				break
			}
		}
	}
	g.left -= steps
}

// stepTogether takes n steps in shared lanes. A circuit that fails, or whose stimuli end,
// goes back to the start of the block and takes its steps alone, so that it ends as it
// would alone.
func (g *group) stepTogether(e *Ensemble, n int) {
	if !g.inLanes {
		g.enterLanes()
	}
	var given [kernel.Lanes]int
	for l := range g.members {
		m := &g.members[l]
		given[l], m.failure = e.ask(m.index, g.lanes.block.stimulus(l, 0, n), n)
	}
	wrong := g.lanes.run(len(g.members), n)
	leave := false
	for l := range g.members {
		m := &g.members[l]
		if m.failure == nil && wrong>>l&1 == 0 {
			continue
		}
		leave = true
		if m.step != g.lanes.start.step {
			g.lanes.start.store(m.Circuit, l)
		}
		for s := range given[l] {
			if err := m.Step(g.lanes.block.stimulus(l, s, 1)); err != nil {
				m.failure = err // it comes before the error of the stimuli
				break
			}
		}
	}
	for l := range g.members {
		if m := &g.members[l]; m.failure == nil && m.step != g.lanes.now.step && m.nextVisit <= g.lanes.now.step {
			g.lanes.now.store(m.Circuit, l)
			m.failure = m.visit()
			leave = leave || m.intervened == m.step
		}
	}
	if leave {
		g.leaveLanes()
	}
	g.left -= n
}

// enterLanes puts the state of the circuits into the lanes.
func (g *group) enterLanes() {
	g.inLanes = true
	g.lanes.now.step = g.members[0].step
	for l := range kernel.Lanes {
		g.lanes.now.load(g.members[l%len(g.members)].Circuit, l) // unused lanes hold copies
	}
}

// leaveLanes puts the state of the lanes into the circuits.
func (g *group) leaveLanes() {
	if !g.inLanes {
		return
	}
	g.inLanes = false
	for l := range g.members {
		if m := &g.members[l]; m.failure == nil && m.step != g.lanes.now.step {
			g.lanes.now.store(m.Circuit, l)
		}
	}
}

// Run takes a number of steps with every circuit, as Step would one by one. It calls stimuli
// in the order of a circuit's steps, for no more stimuli than steps unless the circuit
// fails. Circuits may be at different steps. An observer must read, and an intervener
// change, its own circuit only.
//
// Run returns nil if no circuit failed. Otherwise it returns one error for each circuit,
// that of Stimuli or of Step, or nil if that circuit took its steps. A circuit that failed
// does not step again, in later Runs either; these report nil for it.
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
