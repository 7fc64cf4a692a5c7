package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/internal/run/planning"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Variant is one of the experiments of a comparison.
type Variant struct {
	Name string
	Plan *planning.Plan

	Against int // the earlier variant that it is compared with

	recorded *result.Manifest // of a variant that was run before; nil: it was not
}

// prepare prepares the plan for its first step. It returns an error if a file that a variant reads has changed since it was
// run before.
func (v Variant) prepare(ctx context.Context, o planning.RunOptions) (result.Manifest, error) {
	if v.recorded != nil {
		return prepareAgain(ctx, *v.recorded, v.Plan, o)
	}
	return v.Plan.PrepareRun(ctx, o)
}

// without returns the interventions which a variant does not have and the one does that it is
// compared with, in words.
func without(variants []Variant, i int) []string {
	own, against := variants[i].Plan.Experiment, variants[variants[i].Against].Plan
	lacking, left := against.Experiment, slices.Clone(own.Interventions)
	lacking.Interventions = nil
	for _, done := range against.Experiment.Interventions {
		if at := slices.IndexFunc(left, func(n experiment.Intervention) bool { return reflect.DeepEqual(n, done) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			continue
		}
		lacking.Interventions = append(lacking.Interventions, done)
	}
	return lacking.InterventionTexts(against.Size())
}

// checkTwinsMemory returns an error if variants that run side by side are too large for the
// memory. As long as two of them are the same, an earlier state of each is kept.
func checkTwinsMemory(variants []Variant, o planning.RunOptions) error {
	bytes := float64(memory.ProgramBytes)
	for i, v := range variants {
		l := v.Plan.Load(o)
		bytes += l.Bytes() - memory.ProgramBytes
		if i > 0 {
			bytes += float64(l.AtOnce) * 6 * 8 * l.Circuit.Weights
		}
	}
	return memory.Check(bytes, fmt.Sprintf("%s side by side", wording.Count(len(variants), "variant")),
		func(func(float64) bool) []string {
			return []string{"fewer of them at once, fewer --workers or fewer records"}
		})
}

// CheckTwins returns an error unless the variants, whose stimuli have been surveyed, can be
// compared. They need different names and the same stimuli, equally often. With a fork that
// is not 0, they must differ only after it, and it must lie within the run. The error names
// the keys of a file that lists the later variants under compare.
func CheckTwins(variants []Variant, fork int) error {
	if len(variants) < 2 {
		return errors.New("a comparison needs two variants at least")
	}
	first := variants[0].Plan.Experiment
	if fork < 0 || fork >= first.Steps {
		return document.Blame(fmt.Errorf("a fork after step %d: choose one from 1 to %d, or none", fork, first.Steps-1), "fork_at")
	}
	for i, v := range variants {
		err := experiment.CheckVariantName(v.Name)
		if err == nil && slices.ContainsFunc(variants[:i], func(w Variant) bool { return w.Name == v.Name }) {
			err = fmt.Errorf("two variants are called %s: give each its own name; the experiment itself is called %s, as its file", v.Name, variants[0].Name)
		}
		if err == nil && (v.Against < 0 || v.Against >= max(i, 1)) {
			err = fmt.Errorf("variant %s is compared with variant %d: choose one before it", v.Name, v.Against)
		}
		if err != nil {
			return document.Blame(err, "compare")
		}
		if i == 0 {
			continue
		}
		if err = checkSameStimuli(variants[0], v); err == nil && fork > 0 {
			err = checkFork(variants[0], v, fork)
		}
		if err != nil {
			return document.Within(err, "compare."+v.Name)
		}
	}
	return nil
}

// checkSameStimuli returns an error unless a variant has the stimuli of the first one.
func checkSameStimuli(first, v Variant) error {
	a, b := first.Plan.Experiment, v.Plan.Experiment
	for _, same := range []struct {
		key  string
		a, b any
	}{
		{"stimulus", a.Stimulus, b.Stimulus}, {"seed", a.Seed, b.Seed}, {"trials", a.Trials, b.Trials},
		{"steps", a.Steps, b.Steps}, {"reference", a.Reference, b.Reference},
	} {
		if !reflect.DeepEqual(same.a, same.b) {
			return document.Blame(fmt.Errorf("%s and %s differ in %s: variants need the same stimulus, seed, trials, steps and reference; to change the stimuli during the run, use an intervention", first.Name, v.Name, same.key), same.key)
		}
	}
	if !slices.Equal(first.Plan.Stimuli.Files(), v.Plan.Stimuli.Files()) {
		return document.Blame(fmt.Errorf("%s and %s do not have the same stimuli: %s was changed after it was read for the first of them", first.Name, v.Name, first.Plan.Stimuli.Title()), "stimulus")
	}
	return nil
}

// checkFork returns an error unless a variant can continue from the state of the first one,
// without changes before the fork.
func checkFork(first, v Variant, fork int) error {
	a, b := first.Plan.Experiment, v.Plan.Experiment
	if a.Outputs != b.Outputs {
		return document.Blame(fmt.Errorf("%s has %d outputs and %s %d: a fork takes over the state of as many", first.Name, a.Outputs, v.Name, b.Outputs), "outputs", "lambda")
	}
	for _, initial := range []struct {
		key   string
		other bool
	}{
		{"initial_m", b.InitialM != a.InitialM && b.InitialM != v.Plan.Spec.Network.InitialScale || b.InitialMFile != a.InitialMFile},
		{"initial", len(b.Initial) > 0 && !slices.Equal(b.Initial, a.Initial)},
		{"from", b.From != a.From && b.From != ""},
		{"initial_w", b.InitialW != a.InitialW && b.InitialW != 0 && b.InitialW != experiment.DefaultInitialW},
		{"initial_weights", b.InitialWeights != a.InitialWeights && b.InitialWeights != ""},
	} {
		if initial.other {
			return document.Blame(fmt.Errorf("%s goes on from the state of %s after step %d and has no start of its own: leave %s out, or the fork", v.Name, first.Name, fork, initial.key), initial.key)
		}
	}
	for i, n := range b.Interventions {
		past := n.At != nil && *n.At < fork || n.Until > 0 && n.Until < fork
		if past && !slices.ContainsFunc(a.Interventions, func(m experiment.Intervention) bool { return reflect.DeepEqual(m, n) }) {
			return document.Blame(fmt.Errorf("%s is one run with %s up to step %d, so that its intervention %d would never take place: choose a step from %d on, or an earlier fork", v.Name, first.Name, fork, i+1, fork), fmt.Sprintf("interventions[%d]", i), "interventions")
		}
	}
	return nil
}
