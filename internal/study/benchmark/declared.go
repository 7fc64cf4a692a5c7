package benchmark

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
)

// This file holds what is measured of networks that find something else than principal
// components: the declared measures that matter for them.

// Found is the quartiles of a declared measure of a network, over the trials that did not
// diverge.
type Found struct {
	Name  string
	Value quantile.Quartiles
}

// found returns the declared measures of a network that could be taken, the reasons why others
// could not, and the stimuli on which those of activity were taken.
func found(n circuit.Network, ended []engine.Outcome) (all []Found, absent []string, on string) {
	for _, name := range measure.DeclaredFor(n) {
		var values []float64
		for _, t := range ended {
			if v := t.Declared.Value(name).Value; v.Finite() {
				values = append(values, float64(v))
			}
		}
		if len(values) > 0 {
			all = append(all, Found{name, quantile.QuartilesOf(values)})
		}
	}
	for _, t := range ended {
		if t.Declared == nil {
			continue
		}
		if on == "" {
			on = t.Declared.On
		}
		for _, a := range t.Declared.Absent {
			if why := fmt.Sprintf("no %s: %s", words(a.Name), a.Why); !slices.Contains(absent, why) {
				absent = append(absent, why)
			}
		}
	}
	return all, absent, on
}

// words writes the name of a declared measure.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// ownCriterion returns the measure by which a network is tuned that does not find principal
// components: the first that matters for it.
func ownCriterion(n circuit.Network) string { return measure.DeclaredFor(n)[0] }

// ownError returns the error of a trial by that measure, its distance from the best value:
// infinite if the trial diverged or the measure is absent.
func ownError(n circuit.Network, t engine.Outcome) float64 {
	v := t.Declared.Value(ownCriterion(n))
	if t.Diverged != nil || math.IsNaN(float64(v.Best)) {
		return math.Inf(1)
	}
	return math.Abs(float64(v.Value - v.Best))
}
