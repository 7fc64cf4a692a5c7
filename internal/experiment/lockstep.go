package experiment

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/neuron"
)

// lockstepSteps is how many steps variants take between two looks at whether they
// are still the same. What they were before is kept as long as they are, and the
// steps in which they part are taken once more, one by one.
const lockstepSteps = 16 * blockSteps

// together runs trials from … to−1 of all variants, side by side. The error is one
// that ends the comparison: not that of a trial that diverged.
func (r *twinRun) together(from, to int) error {
	steps := r.variants[0].Plan.Experiment.Steps
	cohorts := []*cohort{newCohort(r.trials[0][from:to])}
	defer func() {
		for _, c := range cohorts {
			c.leave()
		}
	}()
	for done := 0; done < steps; {
		if done == r.fork {
			if err := r.separate(from, to); err != nil {
				return err
			}
			for _, runs := range r.trials[1:] {
				cohorts = append(cohorts, newCohort(runs[from:to]))
			}
		}
		n := min(lockstepSteps, steps-done)
		if done < r.fork {
			n = min(n, r.fork-done)
		}
		before, err := r.undecided(from, to, len(cohorts))
		if err != nil {
			return err
		}
		for _, c := range cohorts {
			for rest := n; rest > 0 && c.going > 0; {
				block := min(blockSteps, rest)
				c.advance(block)
				r.options.Progress.Add(block * c.going)
				rest -= block
			}
		}
		for _, b := range before {
			if err := r.compare(b, n); err != nil {
				return err
			}
		}
		if err := r.failure(from, to); err != nil {
			return err
		}
		done += n
	}
	for _, c := range cohorts {
		c.end()
	}
	return r.failure(from, to)
}

// failure returns the first error that is not a divergence.
func (r *twinRun) failure(from, to int) error {
	for i, runs := range r.trials {
		for _, t := range runs[from:to] {
			var diverged *circuit.Divergence
			if t.err != nil && !errors.As(t.err, &diverged) {
				return fmt.Errorf("%s, trial %d: %w", r.variants[i].Name, t.trial, t.err)
			}
		}
	}
	return nil
}

// separate gives the later variants the state of the first one.
func (r *twinRun) separate(from, to int) error {
	if r.fork == 0 {
		return nil
	}
	for trial := from; trial < to; trial++ {
		first := r.trials[0][trial]
		if first.err != nil {
			return fmt.Errorf("%s, trial %d: %w: there is nothing to fork", r.variants[0].Name, trial, first.err)
		}
		for i, runs := range r.trials[1:] {
			s, err := first.forked(r.variants[i+1].Plan.spec, r.fork)
			if err != nil {
				return err
			}
			runs[trial].from = s
		}
	}
	return nil
}

// forked returns the state in which a variant of some spec goes on from where the trial
// is, after step fork.
func (t *trialRun) forked(spec circuit.Spec, fork int) (*trialState, error) {
	s, err := t.state(0)
	if err == nil {
		s, err = s.copied()
	}
	if err != nil {
		return nil, err
	}
	s.Fork, s.fresh = fork, true
	s.Circuit.Rate, s.Circuit.Tau, s.Circuit.Schedule = spec.Rate, spec.Tau, slices.Clone(spec.Network.Schedule)
	s.Circuit.Outputs.Gains = slices.Clone(spec.Gains)
	s.Seen.Happened, s.Seen.Events = 0, nil
	return s, nil
}

// pair is a trial of the first variant and the same of another, of which nobody
// knows yet that they differ, and what they were.
type pair struct {
	variant, trial int
	first, other   *trialState
}

// undecided returns the pairs that may still be the same.
func (r *twinRun) undecided(from, to, variants int) (pairs []pair, err error) {
	for i := 1; i < variants; i++ {
		for trial := from; trial < to; trial++ {
			a, b := r.trials[0][trial], r.trials[i][trial]
			if r.differ[i][trial] != 0 || a.err != nil || b.err != nil {
				continue
			}
			p := pair{variant: i, trial: trial}
			if !sameActivity(a.circuit, b.circuit) {
				r.differ[i][trial] = max(a.circuit.StepCount(), 1) // as in their first state
				continue
			}
			if p.first, err = a.state(0); err == nil {
				p.other, err = b.state(0)
			}
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// sameState reports whether all weights of two circuits are the same, too. Circuits
// that have the same activity for a while may still not be the same.
func sameState(a, b *circuit.Circuit) bool {
	if !sameActivity(a, b) {
		return false
	}
	for i, p := range a.Projections() {
		for post := range p.Post().Len() {
			if !slices.Equal(p.Row(post), b.Projections()[i].Row(post)) {
				return false
			}
		}
	}
	return true
}

// compare finds out whether a pair has parted in the last n steps, and in which. It
// has not if both are the same now and nothing was done to either.
func (r *twinRun) compare(p pair, n int) error {
	a, b := r.trials[0][p.trial], r.trials[p.variant][p.trial]
	if a.err == nil && b.err == nil && sameState(a.circuit, b.circuit) &&
		a.monitor.Happened == p.first.Seen.Happened && b.monitor.Happened == p.other.Seen.Happened {
		return nil
	}
	again := [2]*trialRun{}
	for i, t := range []*trialRun{a, b} {
		again[i] = &trialRun{
			plan: t.plan, trial: t.trial, from: []*trialState{p.first, p.other}[i],
			stopped: func() bool { return false }, failed: func() {},
		}
		if err := again[i].begin(); err != nil {
			return err
		}
		defer again[i].stimuli.close()
	}
	x := make([]float64, a.stimuli.Inputs())
	for range n {
		for _, t := range again {
			if _, err := t.next(x); err != nil {
				return err
			}
			if err := t.circuit.Step(x); err != nil {
				r.differ[p.variant][p.trial] = t.circuit.StepCount()
				return nil
			}
		}
		if !sameActivity(again[0].circuit, again[1].circuit) {
			r.differ[p.variant][p.trial] = again[0].circuit.StepCount()
			return nil
		}
	}
	return nil
}

// sameActivity reports whether the outputs and the scales of two circuits are the same, to
// the last bit.
func sameActivity(a, b *circuit.Circuit) bool {
	return slices.Equal(a.Outputs().Signals(neuron.Final), b.Outputs().Signals(neuron.Final)) &&
		slices.Equal(a.Outputs().Scales(), b.Outputs().Scales())
}
