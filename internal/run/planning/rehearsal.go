package planning

import (
	"cmp"
	"fmt"
	"slices"

	"twophase/internal/experiment"
	"twophase/internal/text/wording"
	"twophase/stimulus"
)

// rehearse returns an error if an intervention cannot change the stimuli as it says.
// Changes on conditions may come at any time, so each is tried alone.
func (p *Plan) rehearse() error {
	var timed []occurrence
	var rehearsals [][]int
	for n, i := range p.Experiment.Interventions {
		switch first, known := i.First(); {
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
			changes = append(changes, p.Interventions[n].Edit.(experiment.StimulusEdit).Change)
		}
		if wrong, err := p.Stimuli.Rehearse(changes, p.Experiment.Outputs, p.Experiment.Reference); err != nil {
			n := list[wrong]
			return blame(n, err, "stimulus."+p.Experiment.Interventions[n].Stimulus.Key(), "stimulus")
		}
	}
	return nil
}

// occurrence is the next step at which a change of the stimuli takes place, and the number
// of its intervention.
type occurrence struct{ n, step int }

// rehearsed is the largest number of occurrences that are tried. A later error stops the
// run.
const rehearsed = 100_000

// worlds returns the combinations of changes to try. Each is a list of interventions: the
// latest change of the spectrum, the latest drift, and the next change. No combination
// occurs twice. The changes are given with their first occurrences, in the order of the
// list.
func (p *Plan) worlds(next []occurrence) (all [][]int) {
	e := &p.Experiment
	last := cmp.Or(e.Steps, experiment.DefaultSteps)
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

// checkSteps returns an error if an intervention would take place, or its condition be
// tested, after the last step.
func (p *Plan) checkSteps() error {
	last := p.Steps()
	for n, i := range p.Experiment.Interventions {
		first, known := i.First()
		switch {
		case known && first > last:
			return blame(n, fmt.Errorf("it comes after step %d, but the run has %s: choose an earlier step, or more steps", first, wording.Count(last, "step")), "at", "from", "every")
		case !known && i.Check > last:
			return blame(n, fmt.Errorf("its condition is tested every %s, but the run has %d: test it more often (check), or take more steps", wording.Count(i.Check, "step"), last), "check", "when")
		}
	}
	return nil
}

// ChangesStimuli reports whether an intervention changes the stimuli.
func (p *Plan) ChangesStimuli() bool {
	return slices.ContainsFunc(p.Experiment.Interventions, func(i experiment.Intervention) bool { return i.Stimulus != nil })
}

// Prefetches reports whether stimuli are prepared ahead. They are not if they change often,
// because each change discards the prepared ones; nor if they drift, because the reference follows
// the stimuli drawn; nor from a pipe, whose rows are read ahead already.
func (p *Plan) Prefetches() bool {
	return !p.Experiment.Stimulus.FromPipe() && !slices.ContainsFunc(p.Experiment.Interventions, func(i experiment.Intervention) bool {
		return i.Stimulus != nil && (i.Every != 0 || i.Stimulus.Drift != nil)
	})
}
