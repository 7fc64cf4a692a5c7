package twin

import (
	"math"
	"slices"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/text/number"
	"twophase/internal/traces/result"
)

// quantity is a number of a trial at its last step.
type quantity struct {
	key, name string
	of        func(*result.Result) float64
	bounds    []number.Number // with which people compare it
}

// lateralRatio is the key of the measure that is named after the projections of the circuits.
const lateralRatio = "lateral_ratio"

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
	return measure.LateralRatioOf(projections...)
}

// common are the measures of every comparison. The lateral ratio has no name yet.
var common = []quantity{
	{"e_pro", "error E_Pro", func(r *result.Result) float64 { return float64(r.Measures.Error) }, nil},
	{"projector_error", "projector error", func(r *result.Result) float64 { return float64(r.Measures.ProjectorError) }, nil},
	{"output_covariance_error", "output covariance error", func(r *result.Result) float64 { return float64(r.Measures.OutputCovariance) }, nil},
	{lateralRatio, "", func(r *result.Result) float64 { return float64(r.Measures.LateralRatio) }, nil},
	{"settling_error", "relative settling error", func(r *result.Result) float64 { return float64(r.Measures.SettlingError) }, []number.Number{1}},
	{"spectral_radius", "spectral radius of M_d⁻¹M_o", func(r *result.Result) float64 { return float64(r.Measures.SpectralRadius) }, []number.Number{1}},
	{"mean_sweeps", "settling sweeps per stimulus", func(r *result.Result) float64 { return float64(r.MeanSweeps) }, nil},
}

// measuresOf returns the measures of a comparison: those of every one, then the declared
// measures that a trial of a variant has, in the order of their declarations.
func measuresOf(t *engine.Twins) []quantity {
	all := slices.Clone(common)
	all[slices.IndexFunc(all, func(q quantity) bool { return q.key == lateralRatio })].name = ratioName(t)
	for _, d := range measure.Declarations() {
		q := quantity{key: d.Name, name: strings.ReplaceAll(d.Name, "_", " "), of: func(r *result.Result) float64 {
			if v, ok := r.Declared.Value(d.Name); ok {
				return float64(v.Value)
			}
			return math.NaN()
		}}
		if slices.ContainsFunc(t.Variants, func(v engine.Twin) bool {
			return slices.ContainsFunc(v.Results, func(r *result.Result) bool { return r != nil && !math.IsNaN(q.of(r)) })
		}) {
			all = append(all, q)
		}
	}
	return all
}
