package experiment

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"twophase/internal/document"
)

// variantName is what the name of a variant, and of its folder, may be.
var variantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckVariantName returns an error unless a variant may have that name.
func CheckVariantName(name string) error {
	if !variantName.MatchString(name) {
		return fmt.Errorf("a variant cannot be called %q: write letters, digits, - and _", name)
	}
	return nil
}

// CheckTwins returns an error unless the variants, whose stimuli have been read
// through, can be compared: they have different names, see the same stimuli as often,
// and part, if fork is not 0, at a step on the way, before which none of them differs.
// It blames the keys of a file that lists the later variants under compare.
func CheckTwins(variants []Variant, fork int) error {
	if len(variants) < 2 {
		return errors.New("a comparison needs two variants at least")
	}
	first := variants[0].Plan.Experiment
	if fork < 0 || fork >= first.Steps {
		return document.Blame(fmt.Errorf("a fork after step %d: choose one from 1 to %d, or none", fork, first.Steps-1), "fork_at")
	}
	for i, v := range variants {
		err := CheckVariantName(v.Name)
		if err == nil && slices.ContainsFunc(variants[:i], func(w Variant) bool { return w.Name == v.Name }) {
			err = fmt.Errorf("two variants are called %s: give each its own name", v.Name)
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

// checkSameStimuli returns an error unless a variant sees what the first one does.
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
			return document.Blame(fmt.Errorf("%s and %s have not the same %s: variants are compared on the same stimuli; what changes them on the way is an intervention", first.Name, v.Name, same.key), same.key)
		}
	}
	return nil
}

// checkFork returns an error unless a variant can go on from the first one's state,
// and nothing that it asks for would have had to be before.
func checkFork(first, v Variant, fork int) error {
	a, b := first.Plan.Experiment, v.Plan.Experiment
	if a.Outputs != b.Outputs {
		return document.Blame(fmt.Errorf("%s has %d outputs and %s %d: a fork takes over the state of as many", first.Name, a.Outputs, v.Name, b.Outputs), "outputs", "lambda")
	}
	for _, initial := range []struct {
		key   string
		other bool
	}{
		{"initial_m", b.InitialM != a.InitialM && b.InitialM != v.Plan.spec.Network.InitialScale},
		{"initial_w", b.InitialW != a.InitialW && b.InitialW != 0 && b.InitialW != defaultInitialW},
		{"initial_weights", b.InitialWeights != a.InitialWeights && b.InitialWeights != ""},
	} {
		if initial.other {
			return document.Blame(fmt.Errorf("%s goes on from the state of %s after step %d and has no start of its own: leave %s out, or the fork", v.Name, first.Name, fork, initial.key), initial.key)
		}
	}
	for i, n := range b.Interventions {
		past := n.At != nil && *n.At < fork || n.Until > 0 && n.Until < fork
		if past && !slices.ContainsFunc(a.Interventions, func(m Intervention) bool { return reflect.DeepEqual(m, n) }) {
			return document.Blame(fmt.Errorf("%s is one run with %s up to step %d, so that its intervention %d would never take place: choose a step from %d on, or an earlier fork", v.Name, first.Name, fork, i+1, fork), fmt.Sprintf("interventions[%d]", i), "interventions")
		}
	}
	return nil
}
