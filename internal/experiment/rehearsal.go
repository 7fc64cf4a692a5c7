package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"twophase/stimulus"
)

// rehearse returns an error if the stimuli cannot be changed as the interventions
// want it. Changes on conditions, which may come at any time, are tried alone.
func (p *Plan) rehearse() error {
	var timed []occurrence
	var rehearsals [][]int
	for n, i := range p.Experiment.Interventions {
		switch first, known := i.first(); {
		case i.Stimulus == nil:
		case known:
			timed = append(timed, occurrence{n, first})
		default:
			rehearsals = append(rehearsals, []int{n})
		}
	}
	for _, list := range append(p.worlds(timed), rehearsals...) {
		var changes []stimulus.Change
		for _, n := range list {
			changes = append(changes, p.interventions[n].Edit.(changeStimulus).change)
		}
		if wrong, err := p.stimuli.rehearse(changes, p.Experiment.Outputs, p.Experiment.Reference); err != nil {
			n := list[wrong]
			return blame(n, err, "stimulus."+p.Experiment.Interventions[n].Stimulus.key(), "stimulus")
		}
	}
	return nil
}

// occurrence is a change of the stimuli, the number of its intervention, and when it
// comes next.
type occurrence struct{ n, step int }

// rehearsed is how many occurrences are looked at. What first goes wrong later is an
// error of the run.
const rehearsed = 100_000

// worlds returns each change once for every world to which it comes: the latest
// spectrum, the latest drift, and it, by the numbers of their interventions. The
// changes are given with their first occurrences, in the order of the list.
func (p *Plan) worlds(next []occurrence) (all [][]int) {
	e := &p.Experiment
	last := cmp.Or(e.Steps, defaultSteps)
	var spectrum, drift []int
	seen := map[string]bool{}
	for range rehearsed {
		if len(next) == 0 {
			break
		}
		first := slices.MinFunc(next, func(a, b occurrence) int { return cmp.Compare(a.step, b.step) })
		world := slices.Concat(spectrum, drift, []int{first.n})
		if name := fmt.Sprint(world); !seen[name] {
			seen[name] = true
			all = append(all, world)
		}
		i := e.Interventions[first.n]
		switch {
		case i.Stimulus.Spectrum != nil:
			spectrum = []int{first.n}
		case i.Stimulus.Drift != nil:
			drift = []int{first.n}
		}
		at := slices.Index(next, first)
		if next[at].step += i.Every; i.At != nil || next[at].step > last || i.Until != 0 && next[at].step > i.Until {
			next = slices.Delete(next, at, at+1)
		}
	}
	return all
}

// first returns the first step after which the intervention takes place, if that is
// known.
func (i Intervention) first() (step int, known bool) {
	switch {
	case i.At != nil:
		return *i.At, true
	case i.From != 0:
		return i.From, true
	}
	return i.Every, i.Every != 0
}

// checkSteps returns an error if an intervention would have to take place, or its
// condition be looked at, after the last step.
func (p *Plan) checkSteps() error {
	last := p.Experiment.Steps
	for n, i := range p.Experiment.Interventions {
		first, known := i.first()
		switch {
		case known && first > last:
			return blame(n, fmt.Errorf("it comes after step %d, but there are %d steps: choose an earlier step, or more steps", first, last), "at", "from", "every")
		case !known && i.Check > last:
			return blame(n, fmt.Errorf("its condition is looked at every %d steps, but there are %d: check it more often, or take more steps", i.Check, last), "check", "when")
		}
	}
	return nil
}

// changesStimuli reports whether an intervention changes the stimuli.
func (p *Plan) changesStimuli() bool {
	return slices.ContainsFunc(p.Experiment.Interventions, func(i Intervention) bool { return i.Stimulus != nil })
}

// prefetches reports whether it makes sense to prepare stimuli ahead: not if they
// are changed again and again, for each change throws them away, nor if they drift,
// for then the reference is that of the stimuli which have been drawn.
func (p *Plan) prefetches() bool {
	return !slices.ContainsFunc(p.Experiment.Interventions, func(i Intervention) bool {
		return i.Stimulus != nil && (i.Every != 0 || i.Stimulus.Drift != nil)
	})
}
