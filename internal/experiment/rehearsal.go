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
	type change struct{ n, step int }
	var timed, others []change
	for n, i := range p.Experiment.Interventions {
		switch first, known := i.first(); {
		case i.Stimulus == nil:
		case known:
			timed = append(timed, change{n, first})
		default:
			others = append(others, change{n: n})
		}
	}
	slices.SortStableFunc(timed, func(a, b change) int { return cmp.Compare(a.step, b.step) })
	rehearsals := [][]change{timed}
	for _, one := range others {
		rehearsals = append(rehearsals, []change{one})
	}
	for _, list := range rehearsals {
		var changes []stimulus.Change
		for _, c := range list {
			changes = append(changes, p.interventions[c.n].Edit.(changeStimulus).change)
		}
		if wrong, err := p.stimuli.rehearse(changes, p.Experiment.Outputs, p.Experiment.Reference); err != nil {
			n := list[wrong].n
			return blame(n, err, "stimulus."+p.Experiment.Interventions[n].Stimulus.key(), "stimulus")
		}
	}
	return nil
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
