package benchmark

import (
	"fmt"
	"math"
	"strconv"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/stability"
	"twophase/synapse"
)

// Parameters that can be tuned.
const (
	TuneRate   = "rate"
	TuneTau    = "tau"
	TuneLambda = "lambda"
)

// Setting is what tuning changes of a network's defaults. It is a point of a grid.
type Setting struct {
	Rate  float64 // times the default rate, or times 1/Ŷ_0 where the neurons set their rate by themselves
	Tau   float64 // times the default τ
	Gains Gains
}

// Gains is a family of gains Λ, and how steeply they fall. The zero Gains are the defaults.
type Gains struct {
	Family string
	Steep  float64 // an exponent; 0 for families that have none
}

// Families of gains: all 1, 0.8^(p·k) and (g_k/g_1)^p with the eigenvalues g_k of the stimuli.
const (
	equalGains     = "equal"
	geometricGains = "geometric"
	spectralGains  = "spectral"
)

// gentle and half are the steps at which the steeper families begin.
var (
	gentle = Gains{geometricGains, 1}
	half   = Gains{spectralGains, 0.5}
)

// String names the gains.
func (g Gains) String() string {
	p := strconv.FormatFloat(g.Steep, 'g', -1, 64)
	switch {
	case g.Family == "":
		return "default"
	case g.Family == equalGains:
		return "1"
	case g.Family == geometricGains:
		return strconv.FormatFloat(math.Pow(stability.GentleRatio, g.Steep), 'g', 3, 64) + "^k"
	case g.Steep == 1:
		return "g_k/g_1"
	}
	return "(g_k/g_1)^" + p
}

// of returns the gains of k outputs, and false if a network cannot have them.
func (g Gains) of(n circuit.Network, spectrum []float64, k int) (experiment.Lambda, bool) {
	var gains []float64
	switch g.Family {
	case "":
		return experiment.Lambda{}, true
	case equalGains:
		gains = circuit.LinearGains(k, 1, 1)
	case geometricGains:
		gains = stability.GeometricGains(k, g.Steep)
	case spectralGains:
		gains = stability.SpectralGains(spectrum, k, g.Steep)
	}
	return experiment.Lambda{Values: gains}, n.Gains.Check(gains, k) == nil
}

// beside returns the gains next to these: less steep and steeper ones.
func (g Gains) beside() []Gains {
	switch g.Family {
	case "", equalGains:
		return []Gains{{geometricGains, gentle.Steep / 2}, {spectralGains, half.Steep / 2}}
	}
	return []Gains{{g.Family, g.Steep / 2}, {g.Family, g.Steep * 2}}
}

// Limits of the grids. A grid that widens ends there.
const (
	widest      = 1 << 12 // of the rate and of τ: times and divided by
	widestGains = 1 << 4  // of the exponents
)

func within(v, limit float64) bool { return v <= limit && v >= 1/limit }

// grid is the settings that are tried for one network.
type grid struct {
	rates   []float64 // those to begin with
	fixed   bool      // no other rates are tried
	tau     bool      // τ is tuned
	lambda  bool      // Λ is tuned
	network circuit.Network
	inputs  []float64 // the spectrum of the stimuli, the first K eigenvalues at least
	outputs int
}

// tauStep is the factor between two values of τ.
const tauStep = 4

// start returns the settings to begin with.
func (g grid) start() (all []Setting) {
	taus, families := []float64{1}, []Gains{{}}
	if g.tau {
		taus = []float64{1. / (tauStep * tauStep), 1. / tauStep, 1}
	}
	if g.lambda {
		families = append(families, Gains{Family: equalGains}, gentle, half)
	}
	for _, f := range families {
		for _, t := range taus {
			for _, r := range g.rates {
				if s := (Setting{r, t, f}); g.has(s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// has reports whether the network can have a setting, within the limits.
func (g grid) has(s Setting) bool {
	if g.lambda && s.Gains.Family != "" && s.Gains.Family != equalGains && !within(s.Gains.Steep, widestGains) {
		return false
	}
	_, ok := s.Gains.of(g.network, g.inputs, g.outputs)
	return ok && within(s.Rate, widest) && within(s.Tau, widest)
}

// beside returns the settings next to one: those with half and twice its rate, a quarter of its
// τ and four times, and gains less steep and steeper.
func (g grid) beside(s Setting) (all []Setting) {
	add := func(s Setting) {
		if g.has(s) {
			all = append(all, s)
		}
	}
	if !g.fixed {
		add(Setting{s.Rate / 2, s.Tau, s.Gains})
		add(Setting{s.Rate * 2, s.Tau, s.Gains})
	}
	if g.tau {
		add(Setting{s.Rate, s.Tau / tauStep, s.Gains})
		add(Setting{s.Rate, s.Tau * tauStep, s.Gains})
	}
	if g.lambda {
		for _, f := range s.Gains.beside() {
			add(Setting{s.Rate, s.Tau, f})
		}
	}
	return all
}

// edge reports whether a setting is at the edge of the grid, so that one beyond it might do
// better.
func (g grid) edge(s Setting) bool {
	if g.fixed && len(g.rates) > 1 && (s.Rate == g.rates[0] || s.Rate == g.rates[len(g.rates)-1]) {
		return true
	}
	atEnd := func(v, step, limit float64) bool { return !within(v*step, limit) || !within(v/step, limit) }
	return !g.fixed && atEnd(s.Rate, 2, widest) || g.tau && atEnd(s.Tau, tauStep, widest) ||
		g.lambda && s.Gains.Steep != 0 && atEnd(s.Gains.Steep, 2, widestGains)
}

// apply sets what a setting changes. The experiment has all defaults filled in.
func (s Setting) apply(e experiment.Experiment, n circuit.Network, spectrum []float64) (experiment.Experiment, error) {
	if s.Rate != 1 {
		if n.SetsOwnRate() {
			e.InitialM /= s.Rate
		} else {
			e.Rate = e.Rate.Times(s.Rate)
		}
	}
	if s.Tau != 1 {
		e.Tau *= s.Tau
	}
	if s.Gains.Family != "" {
		lambda, ok := s.Gains.of(n, spectrum, e.Outputs)
		if !ok {
			return e, fmt.Errorf("%s cannot have the gains %s", n.Name, s.Gains)
		}
		e.Lambda = lambda
	}
	return e, nil
}

// Tried is a setting that tuning tried.
type Tried struct {
	Setting
	Error float64 // median over the tuning trials, by the criterion: 1 − mean |cos| for ByAlignment
}

// hasTau reports whether τ means something to a network.
func hasTau(n circuit.Network) bool {
	return n.Among().Wiring != synapse.Unconnected && !n.SetsOwnRate()
}
