package twin

import "twophase/internal/experiment"

// measure is a number that the last step of a trial has.
type measure struct {
	key, name string
	of        func(*experiment.Result) float64
}

// measures are those that variants are compared by.
var measures = []measure{
	{"e_pro", "error E_Pro", func(r *experiment.Result) float64 { return float64(r.Measures.Error) }},
	{"projector_error", "projector error", func(r *experiment.Result) float64 { return float64(r.Measures.ProjectorError) }},
	{"output_covariance_error", "output covariance error", func(r *experiment.Result) float64 { return float64(r.Measures.OutputCovariance) }},
	{"lateral_ratio", "‖M_o‖/‖M‖", func(r *experiment.Result) float64 { return float64(r.Measures.LateralRatio) }},
	{"settling_error", "relative settling error", func(r *experiment.Result) float64 { return float64(r.Measures.SettlingError) }},
	{"spectral_radius", "spectral radius of M_d⁻¹M_o", func(r *experiment.Result) float64 { return float64(r.Measures.SpectralRadius) }},
	{"mean_sweeps", "settling sweeps per stimulus", func(r *experiment.Result) float64 { return float64(r.MeanSweeps) }},
}
