package result

import (
	"fmt"
	"slices"

	"twophase/circuit/intervention"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Warn adds the warnings that a reader of the numbers must know.
func (s *Summary) Warn(at Setting, results []*Result) {
	var trapped, far, unknown worst
	var unsettled int
	var share wording.Number
	for _, r := range results {
		switch {
		case isTrap(r.State):
			trapped.add(r)
		case r.Exact || r.Measures.Healthy(at.Network):
		case r.Measures.SettlingError.Finite():
			far.add(r)
		default:
			unknown.add(r)
		}
		if r.Unsettled > 0 {
			unsettled++
			share = max(share, r.Unsettled)
		}
	}
	if trapped.trials > 0 {
		s.Warning(trapped.trials, "%s%s%s", s.trapOf(trapped.Result), settlingError(trapped.Measures), at.escape(trapped.State))
	}
	const radius = "%s %s (from 1 on, the series that the neural phases cut short does not converge)%s"
	if far.trials > 0 {
		s.Warning(far.trials, "the outputs are far from the settled ones: %srelative settling error %s, "+radius,
			s.inTrial(far.Trial), far.Measures.SettlingError.Beside(measure.UnhealthyError, 1),
			measure.RadiusOf(far.Pruning.Projection), far.Measures.SpectralRadius.Beside(measure.UnhealthyRadius), at.remedy(far.State))
	}
	if unknown.trials > 0 { // M is singular, or what it settles to is not finite
		s.Warning(unknown.trials, "how far the outputs are from the settled ones is not known: %s"+radius,
			s.inTrial(unknown.Trial), measure.RadiusOf(unknown.Pruning.Projection), unknown.Measures.SpectralRadius.Beside(measure.UnhealthyRadius), at.remedy(unknown.State))
	}
	if unsettled > 0 {
		s.Warning(unsettled, "up to %s %% of the stimuli did not settle within the budget of sweeps%s", (100 * share).Beside(100), at.settle())
	}
}

// settlingError is a sentence, or "" where M is singular and the error not known.
func settlingError(m measure.Measures) string {
	if !m.SettlingError.Finite() {
		return ""
	}
	return ". The relative settling error is " + m.SettlingError.Beside(measure.UnhealthyError, 1)
}

// worst is the result with the largest spectral radius of some trials.
type worst struct {
	*Result
	trials int
}

func (w *worst) add(r *Result) {
	if w.trials++; w.Result == nil || r.Measures.SpectralRadius > w.Measures.SpectralRadius {
		w.Result = r
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
			s.Warning(vain, "intervention %d, %v, changed nothing: all was so already, or there was nothing to change", n+1, i)
		}
	}
}

// WarnOfSigns adds a warning for each projection that is excitatory or inhibitory and had negative
// weights. held says how weights are kept from that, in a sentence about a projection.
func (s *Summary) WarnOfSigns(results []*Result, held func(projection string) string) {
	type ofTrial struct {
		WrongSigns
		trial int
	}
	var worst []ofTrial // by projection
	trials := map[string]int{}
	for _, r := range results {
		for _, w := range r.WrongSigns {
			trials[w.Projection]++
			switch i := slices.IndexFunc(worst, func(o ofTrial) bool { return o.Projection == w.Projection }); {
			case i < 0:
				worst = append(worst, ofTrial{w, r.Trial})
			case w.Final > worst[i].Final || w.Final == worst[i].Final && w.Most > worst[i].Most:
				worst[i] = ofTrial{w, r.Trial}
			}
		}
	}
	for _, w := range worst {
		does := "does"
		if w.Final == 0 {
			does = "did"
		}
		s.Warning(trials[w.Projection], "%s is %s, %swith %d of its %s below 0 at the end (%d at the worst step that was looked at, %d): Dale's law %s not hold; %s",
			w.Projection, w.Sign, s.inTrial(w.trial), w.Final, wording.Count(w.Synapses, "weight"), w.Most, w.MostStep, does, held(w.Projection))
	}
}

// inTrial names the trial that numbers are of, where there are several.
func (s *Summary) inTrial(trial int) string {
	if s.Trials == 1 {
		return ""
	}
	return fmt.Sprintf("in trial %d ", trial)
}

// isTrap reports whether a circuit ended in a lateral state that holds it. The state is nil if its
// outputs are not far from the settled ones, or if it is not known.
func isTrap(s *measure.LateralState) bool { return s != nil && s.Trap }

// trapOf names the lateral state that a trial is trapped in, and of several trials, the trial.
func (s *Summary) trapOf(r *Result) string {
	l := r.State
	text := fmt.Sprintf("rank %d of %d, radius %.3f", l.Rank, len(l.Eigenvalues), float64(l.Radius))
	if s.Trials == 1 {
		text += ": a trap"
	} else {
		text = fmt.Sprintf("a trap, in trial %d of %s", r.Trial, text)
	}
	switch {
	case l.Rank == 1 && l.Turns%2 == 1 && l.Radius > 1:
		return text + ", in which every output carries the first component; an odd number of turns has it"
	case len(l.Missing) == 0:
		return text + ", in which no component is missing and the lateral synapses stay"
	}
	first, least := l.Missing[0], l.Thresholds[len(l.Thresholds)-1]
	text += fmt.Sprintf("; the %s component (%.3g) is below its threshold %.3g", wording.Ordinal(first+1), float64(l.Eigenvalues[first]), float64(least))
	if more := len(l.Missing) - 1; more > 0 {
		text += fmt.Sprintf(", and %s with it", wording.Count(more, "smaller component"))
	}
	return text
}
