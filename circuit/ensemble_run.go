package circuit

import (
	"slices"

	"twophase/internal/numerics/kernel"
)

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
		if !m.sharesLanes() || m.inputs.Len() != n || m.tau != first.tau ||
			!slices.Equal(m.rate.segments, first.rate.segments) || !slices.Equal(m.outputs.Gains(), first.outputs.Gains()) {
			return false
		}
	}
	if g.lanes != nil && g.lanes.how.fits(first.Circuit) {
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
		if !g.inLanes && m.step != step || !m.rows.feedforward.AllLearn() || !m.rows.lateral.AllLearn() {
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
		if len(g.x) != m.spec.Inputs { // of all populations of inputs
			g.x = make([]float64, m.spec.Inputs)
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
