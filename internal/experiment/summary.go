package experiment

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/internal/folder"
	"twophase/internal/quantile"
)

// SummarySchema is the version of the summary's form.
const SummarySchema = 1

// Summary is what a run found.
type Summary struct {
	Schema  int    `json:"schema"`
	Run     string `json:"run"`
	Folder  string `json:"folder"`
	Title   string `json:"title"`
	Network string `json:"network"`
	Inputs  int    `json:"inputs"`
	Outputs int    `json:"outputs"`
	Steps   int    `json:"steps"` // of each trial
	Trials  int    `json:"trials"`
	Seed    uint64 `json:"seed"`

	Reference string      `json:"reference,omitempty"` // what the errors are measured against
	PCAFloor  Number      `json:"pca_floor"`           // E_Pro that batch PCA is expected to have on as many samples
	Isotropic bool        `json:"isotropic"`           // settling errors are over isotropic stimuli
	Results   []*Result   `json:"results"`             // one for each trial
	Theory    *Comparison `json:"theory,omitempty"`    // beside observation, where the covariance is known
	NoTheory  string      `json:"no_theory,omitempty"` // why there is none, where it is known
	Warnings  []string    `json:"warnings"`

	Timing Timing `json:"-"` // in a file of its own: it is never the same twice
}

// Timing tells how long a step took on the clock, with its stimulus, recording
// and measures, while other trials may have been running.
type Timing struct {
	NsPerStep Number `json:"ns_per_step"`
	Machine   string `json:"machine"`
}

// summarise collects the results of all trials.
func (p *Plan) summarise(m Manifest, out *folder.Folder, results []*Result) *Summary {
	e := p.Experiment
	s := &Summary{
		Schema: SummarySchema, Run: m.Run, Folder: out.Name(), Network: e.Network,
		Title:  p.title(),
		Inputs: p.spec.Inputs, Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Reference: results[0].against.kind,
		PCAFloor:  results[0].against.floor,
		Isotropic: results[0].against.isotropic,
		Results:   results,
		Warnings:  []string{},
	}
	var elapsed time.Duration
	for _, r := range results {
		elapsed += r.elapsed
	}
	s.Timing = Timing{
		NsPerStep: Number(math.Round(float64(elapsed.Nanoseconds()) / float64(e.Steps*e.Trials))),
		Machine:   runtime.GOOS + "/" + runtime.GOARCH,
	}
	if p.changesStimuli() && s.Reference != "" {
		s.Reference += ", as of the last step"
		s.PCAFloor = nan // of other samples than these
	}
	s.NoTheory = p.unpredicted
	if p.forecast != nil {
		s.Theory = p.forecast.compare(p.spec.Rate, results)
	}
	s.warn(p.spec.Network, results)
	s.warnOfEffects(p.interventions, results)
	return s
}

// title says what circuit sees what, and whether it uses what no neuron or synapse can
// know.
func (p *Plan) title() string {
	e, mark := p.Experiment, ""
	if !p.spec.Network.IsLocal() {
		mark = " (not local)"
	}
	return fmt.Sprintf("%s%v%s on %s", e.Network, e.Settle, mark, p.stimuli.title())
}

// What makes the neural phases unhealthy: outputs that are off the settled ones
// by more than a tenth, or a lateral matrix whose series does not converge.
const (
	unhealthyError  = 0.1
	unhealthyRadius = 1
)

// warn adds a warning for each thing that a reader of the numbers must know.
func (s *Summary) warn(n circuit.Network, results []*Result) {
	var unhealthy, unsettled int
	var worst Measures
	var share Number
	for _, r := range results {
		if m := r.Measures; !m.healthy(n) && !r.Exact {
			if unhealthy == 0 || m.SpectralRadius > worst.SpectralRadius {
				worst = m
			}
			unhealthy++
		}
		if r.Unsettled > 0 {
			unsettled++
			share = max(share, r.Unsettled)
		}
	}
	if unhealthy > 0 {
		s.warning(unhealthy, "the outputs are far from the settled ones: relative settling error %v, spectral radius of M_d⁻¹M_o %v "+
			"(from 1 on, the series that the neural phases cut short does not converge). "+
			"The circuit may be in a strongly lateral state that the exact network does not have. What helps: %s",
			worst.SettlingError, worst.SpectralRadius, help(n))
	}
	if unsettled > 0 {
		s.warning(unsettled, "up to %.3g %% of the stimuli did not settle within the budget of sweeps: raise --sweeps, add --damping, or loosen --tolerance", 100*float64(share))
	}
}

// help says what to do about neural phases that are not healthy.
func help(n circuit.Network) string {
	start := "a larger start of M (--initial-m 5) with a smaller start of W (--initial-w 0.01), fewer outputs (--outputs), or "
	switch {
	case n.Settles():
		return start + "more sweeps, or the exact solution (--settle exact)"
	case n.Whitens:
		return start + "the exact twin (--network PSW)"
	default:
		return start + "the exact twin (--network PSP)"
	}
}

// warning adds a warning that concerns some of the trials.
func (s *Summary) warning(trials int, format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if s.Trials > 1 {
		text = fmt.Sprintf("in %d of %d trials, %s", trials, s.Trials, text)
	}
	s.Warnings = append(s.Warnings, text)
}

// healthy reports whether what the circuit of a network computes is close to what the
// settled network would. Where activity settles in the order of the neurons, it need
// not do so at once.
func (m Measures) healthy(n circuit.Network) bool {
	inOrder := slices.ContainsFunc(n.Schedule, func(p circuit.Phase) bool {
		s, settles := p.(circuit.Settle)
		return settles && s.Method == circuit.GaussSeidel
	})
	return m.SettlingError <= unhealthyError && (m.SpectralRadius < unhealthyRadius || inOrder)
}

// over returns the median and the quartiles of a measure over all trials.
func (s *Summary) over(of func(*Result) Number) (median, low, high Number) {
	var values []float64
	for _, r := range s.Results {
		if v := of(r); v.finite() {
			values = append(values, float64(v))
		}
	}
	return quartiles(values)
}

// quartiles returns the median and the quartiles of values, which it sorts.
func quartiles(values []float64) (median, low, high Number) {
	if len(values) == 0 {
		return nan, nan, nan
	}
	slices.Sort(values)
	return Number(quantile.Of(values, 0.5)), Number(quantile.Of(values, 0.25)), Number(quantile.Of(values, 0.75))
}
