package twin

import (
	"slices"

	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/traces/result"
)

// ratioName names the lateral ratio of the variants that have lateral synapses.
func ratioName(t *engine.Twins) string {
	var projections []string
	for _, v := range t.Variants {
		for _, r := range v.Results {
			if r != nil && r.Pruning.Synapses > 0 {
				projections = append(projections, r.Pruning.Projection)
			}
		}
	}
	return measure.RatioOf(projections...)
}

// compared names the quantities of every comparison.
var compared = []string{
	"e_pro", "projector_error", "output_covariance_error", result.Ratio, "settling_error", "spectral_radius", "mean_sweeps",
}

// measuresOf returns the measures of a comparison: those of every one, then the declared
// measures that a trial of a variant has, in the order of their declarations.
func measuresOf(t *engine.Twins) (all []result.Quantity) {
	names := slices.Clone(compared)
	for _, v := range t.Variants {
		for _, r := range v.Results {
			if r != nil {
				names = append(names, r.Declared.Names()...)
			}
		}
	}
	for _, q := range result.Quantities(names...) {
		if slices.Contains(names, q.Name) {
			all = append(all, named(t, q.Name))
		}
	}
	return all
}

// named returns the quantity of a name, with the title that the lateral ratio has in these circuits.
func named(t *engine.Twins, name string) result.Quantity {
	q := result.QuantityOf(name)
	if name == result.Ratio {
		q.Title = ratioName(t)
	}
	return q
}
