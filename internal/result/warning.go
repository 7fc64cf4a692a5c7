package result

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/theory"
	"twophase/internal/measure"
	"twophase/internal/number"
	"twophase/internal/phrase"
)

// Warn adds the warnings that a reader of the numbers must know.
func (s *Summary) Warn(n circuit.Network, results []*Result) {
	var unhealthy, unsettled int
	var worst measure.Measures
	var state *measure.LateralState // of the worst
	var share number.Number
	for _, r := range results {
		if m := r.Measures; !m.Healthy(n) && !r.Exact {
			if unhealthy == 0 || m.SpectralRadius > worst.SpectralRadius {
				worst, state = m, r.State
			}
			unhealthy++
		}
		if r.Unsettled > 0 {
			unsettled++
			share = max(share, r.Unsettled)
		}
	}
	switch {
	case unhealthy > 0 && isTrap(state):
		s.Warning(unhealthy, "%s. The relative settling error is %s. What helps: %s; twophase stability with --turns %d says what else does",
			trapOf(state), worst.SettlingError.Beside(measure.UnhealthyError, 1), cure(n, state), state.Turns)
	case unhealthy > 0:
		s.Warning(unhealthy, "the outputs are far from the settled ones: relative settling error %s, spectral radius of M_d⁻¹M_o %s "+
			"(from 1 on, the series that the neural phases cut short does not converge). "+
			"The circuit may be in a strongly lateral state that the exact network does not have. What helps: %s",
			worst.SettlingError.Beside(measure.UnhealthyError, 1), worst.SpectralRadius.Beside(measure.UnhealthyRadius), help(n))
	}
	if unsettled > 0 {
		s.Warning(unsettled, "up to %s %% of the stimuli did not settle within the budget of sweeps: raise --sweeps, add --damping, or loosen --tolerance", (100 * share).Beside(100))
	}
}

// WarnOfEffects adds a warning for each intervention that never took place, or
// changed nothing whenever it did.
func (s *Summary) WarnOfEffects(list []intervention.Intervention, results []*Result) {
	for n, i := range list {
		idle, vain := 0, 0
		for _, r := range results {
			switch e := r.Effects[n]; {
			case e.Times == 0:
				idle++
			case e.Changes == 0:
				vain++
			}
		}
		if idle > 0 {
			s.Warning(idle, "intervention %d, %v, never took place", n+1, i)
		}
		if vain > 0 {
			s.Warning(vain, "intervention %d, %v, changed nothing: all was so already", n+1, i)
		}
	}
}

// WarnOfSigns adds a warning for each projection that is excitatory or inhibitory and had negative
// weights. held says how weights are kept from that, in a sentence about a projection.
func (s *Summary) WarnOfSigns(results []*Result, held func(projection string) string) {
	var worst []WrongSigns // by projection
	trials := map[string]int{}
	for _, r := range results {
		for _, w := range r.WrongSigns {
			trials[w.Projection]++
			switch i := slices.IndexFunc(worst, func(o WrongSigns) bool { return o.Projection == w.Projection }); {
			case i < 0:
				worst = append(worst, w)
			case w.Final > worst[i].Final || w.Final == worst[i].Final && w.Most > worst[i].Most:
				worst[i] = w
			}
		}
	}
	for _, w := range worst {
		s.Warning(trials[w.Projection], "%s is %s, and %d of its %s are below 0 at the end (%d at the worst step that was looked at, %d): Dale's law does not hold; %s",
			w.Projection, w.Sign, w.Final, phrase.Count(w.Synapses, "weight"), w.Most, w.MostStep, held(w.Projection))
	}
}

// fewRadius is the spectral radius from which a state of full rank counts as lateral.
const fewRadius = 0.9

// isTrap reports whether outputs that are far from the settled ones are in a lateral state. The
// state is nil if they are not far from them, or if it is not known.
func isTrap(s *measure.LateralState) bool {
	return s != nil && (len(s.Missing) > 0 || s.Radius >= fewRadius)
}

// trapOf names a lateral state.
func trapOf(s *measure.LateralState) string {
	k := len(s.Eigenvalues)
	text := fmt.Sprintf("rank %d of %d, radius %.3f: a trap", s.Rank, k, float64(s.Radius))
	if s.Rank == 1 && s.Turns%2 == 1 && s.Radius > 1 {
		return text + ", in which every output carries the first component; an odd number of turns has it"
	}
	if len(s.Missing) == 0 || len(s.Thresholds) == 0 {
		return text
	}
	first, least := s.Missing[0], s.Thresholds[len(s.Thresholds)-1]
	g := s.Eigenvalues[first]
	where := "is below its threshold"
	if g >= least {
		where = "is missing, though above its threshold"
	}
	text += fmt.Sprintf("; the %s component (%.3g) %s %.3g", phrase.Ordinal(first+1), float64(g), where, float64(least))
	if more := len(s.Missing) - 1; more > 0 {
		text += fmt.Sprintf(", and %s with it", phrase.Count(more, "smaller component"))
	}
	return text
}

// mostSearched is the largest number of outputs for which the turns that are enough are searched
// at the end of a run.
const mostSearched = 10

// cure says how many turns are enough, or what else to do.
func cure(n circuit.Network, s *measure.LateralState) string {
	if len(s.Eigenvalues) <= mostSearched && !n.Whitens {
		enough, basin, err := s.Problem(n).FewestTurns(theory.Search{}, 20)
		if err == nil && enough > 0 {
			way := fmt.Sprintf("--turns %d", enough)
			if n.Settles() {
				way = fmt.Sprintf("--sweeps %d", enough)
			}
			return fmt.Sprintf("%d turns (%s: none of %d starts of the mean-field flow failed), or steeper gains with a smaller τ (--lambda auto)", enough, way, basin.Starts)
		}
	}
	return help(n)
}

// help says what to do about neural phases that are not healthy.
func help(n circuit.Network) string {
	const fewer = "fewer outputs (--outputs), or "
	switch {
	case n.Settles():
		return "a larger start of M (--initial-m 5) with a smaller start of W (--initial-w 0.01), " + fewer + "more sweeps, or the exact solution (--settle exact)"
	case n.Whitens:
		return "a larger start of M (--initial-m 3), " + fewer + "the exact twin (--network PSW)"
	default:
		return "gains as steep as the spectrum, with the τ that they need (--lambda auto), more turns (--turns), " + fewer + "the exact twin (--network PSP)"
	}
}
