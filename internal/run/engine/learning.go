package engine

import (
	"fmt"
	"math"
	"runtime/debug"

	"gonum.org/v1/gonum/floats"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/synapse"
)

// Limits below which nothing counts as learnt.
const (
	unmoved     = 1e-9  // relative change below which weights have not moved
	leastAmount = 0.01  // of Σα_t or Σα_t/τ, the exponent by which a weight forgets its start
	decayed     = 1e-30 // of its start: a smaller W has decayed to nothing
	noEstimate  = 1     // E_Pro of an estimate of zeros
	hardlyAny   = 0.999 // an E_Pro above this is hardly better than that
)

// movementOf compares the weights at the end of a trial with those at its start, which it
// draws again.
func movementOf(p *planning.Plan, f *monitor.Finding) result.Movement {
	if len(f.Weights.W) > training.ManyWeights {
		debug.FreeOSMemory() // what the trial has left would count beside the circuit that is drawn again
	}
	c, err := circuit.New(p.SpecOf(f.Trial))
	if err != nil {
		return result.Movement{Feedforward: wording.NaN, Lateral: wording.NaN, Left: wording.NaN} // cannot happen: this circuit was built before
	}
	start := weights.FinalOf(c)
	relative := func(distance, size float64) wording.Number {
		if distance == 0 {
			return 0 // also where the start is 0
		}
		return wording.Number(distance / size)
	}
	moved := func(to, from []float64) wording.Number {
		if from == nil {
			return wording.NaN // there is none
		}
		return relative(floats.Distance(to, from, 2), floats.Norm(from, 2))
	}
	m := result.Movement{Feedforward: moved(f.Weights.W, start.W), Lateral: moved(f.Weights.M, start.M), Left: wording.NaN}
	if start.W != nil {
		m.Left = relative(floats.Norm(f.Weights.W, 2), floats.Norm(start.W, 2))
	}
	for i, a := range start.Others {
		other := result.OtherMovement{Array: a.Name, Moved: moved(f.Weights.Others[i].Values, a.Values)}
		if p := c.Projection(a.Name); p != nil && p.Len() == 0 {
			other.Moved = wording.NaN
		}
		m.Others = append(m.Others, other)
	}
	return m
}

// amountOfLearning returns Σα_t/τ over the run, and whether it is below the least amount. It
// stops adding at the least amount. Where interventions may change α or τ it is not known.
func amountOfLearning(p *planning.Plan, tau float64) (sum float64, little bool) {
	if len(p.Interventions) > 0 {
		return math.NaN(), false
	}
	for step := 1; step <= p.Experiment.Steps; step++ {
		if sum += p.Spec.Rate.At(step) / tau; sum >= leastAmount {
			return sum, false
		}
	}
	return sum, true
}

// warnOfLearning adds warnings where nothing was learnt, with a possible cause.
func warnOfLearning(s *result.Summary, p *planning.Plan, at result.Setting, findings []*monitor.Finding) {
	if doubt := p.Stimuli.Doubt(); doubt != "" && !p.ChangesStimuli() {
		s.Warnings = append(s.Warnings, "nothing can be learnt from the stimuli: "+doubt)
	}
	n := p.Spec.Network
	little, littleLateral := littleLearnt(s, p)
	var still, stillLateral, gone, far int
	var most, mostLateral, left, worst wording.Number
	stillOf := map[string]int{} // trials, of projections other than the pair
	for _, f := range findings {
		m := f.Movement
		switch {
		case len(p.Interventions) > 0: // which may freeze weights
		case m.Feedforward < unmoved || little != "":
			still++
			most = max(most, m.Feedforward)
		// Offline, lateral weights that start at 0 and end there are exactly there again.
		case !n.IsOffline() && learnsLaterally(p.Spec) && (m.Lateral < unmoved || littleLateral != ""):
			stillLateral++
			mostLateral = max(mostLateral, m.Lateral)
		}
		for _, other := range m.Others {
			learns := n.Projection(other.Array).Rule != nil && n.Schedule.Trains(other.Array) && len(p.Interventions) == 0
			if learns && !n.IsOffline() && other.Moved < unmoved {
				stillOf[other.Array]++
			}
		}
		if m.Left < decayed && len(p.Interventions) == 0 { // which may cut or set weights
			gone++
			left = max(left, m.Left)
		}
		if e := f.Measures.Error; e.Finite() && e >= hardlyAny {
			far++
			worst = max(worst, e)
		}
	}
	remedy := fmt.Sprintf("raise the learning rate (%s), or take more steps (%s)", at.Set("rate", ""), at.Set("steps", ""))
	if n.Population("outputs").Scale.Metaplastic {
		remedy = fmt.Sprintf("start Ŷ, which sets the learning rate, lower (%s), or take more steps (%s)", at.Set("initial-m", ""), at.Set("steps", ""))
	}
	if p.Forecast != nil && n.IsOffline() {
		switch last, largest := p.Spec.Rate.At(p.Experiment.Steps), p.Forecast.LargestRate(); {
		case largest == 0:
			s.Warnings = append(s.Warnings, fmt.Sprintf("the wanted fixed point is unstable with τ = %v and these gains, at any learning rate: "+
				"twophase stability with the same stimuli says with which τ it is stable", wording.Number(p.Spec.Tau)))
		case last >= largest:
			s.Warnings = append(s.Warnings, fmt.Sprintf("the learning rate, %v at the end, is not below %.2g, the largest with which the wanted fixed point is stable: "+
				"the weights come to no rest there; lower it (%s)", wording.Number(last), largest, at.Set("rate", "")))
		}
	}
	if still > 0 {
		s.Warning(still, "the feedforward weights are where they started%s%s: %s", ofSize(most), little, remedy)
	}
	for _, q := range n.Graph.Projections {
		if trials := stillOf[q.Name]; trials > 0 {
			help := remedy
			if own := q.Pace.Rate.String(); own != (circuit.Rate{}).String() {
				help = fmt.Sprintf("raise their own learning rate, which is %s, or take more steps (%s)", own, at.Set("steps", ""))
			}
			s.Warning(trials, "the weights of %s are where they started: %s", q.Name, help)
		}
	}
	if stillLateral > 0 {
		s.Warning(stillLateral, "the lateral weights and scales are where they started%s%s: lower τ (%s), start M lower (%s), %s", ofSize(mostLateral), littleLateral, at.Set("tau", ""), at.Set("initial-m", ""), remedy)
	}
	if gone > 0 {
		s.Warning(gone, "the feedforward weights have decayed to %v of their start, for the outputs are driven by next to nothing: multiply the stimuli, or scale them (%s)", left, at.Set("scale", ""))
	}
	if far > 0 {
		below := "not"
		if worst < noEstimate {
			below = "hardly"
		}
		s.Warning(far, "the error E_Pro is "+upTo(far)+"%s, "+below+" below that of an estimate of zeros, 1: nothing that can be used is learnt", worst.Beside(noEstimate))
	}
}

// A trial that has had time to settle, is settled, and yet has an E_Pro of more than astray may go
// on oscillating.
const astray = 0.1

// warnOfStrays adds a warning where trials are far from the subspace although their outputs are settled, and
// τ or the gains may be why. Offline, a rate that is too large for a stable fixed point has its own.
func warnOfStrays(s *result.Summary, p *planning.Plan, at result.Setting, results []*result.Result) {
	if p.Forecast == nil || s.Theory == nil || s.Theory.Time < measure.Forgotten {
		return
	}
	effect, helping := at.Astray(p.Forecast.Problem())
	largest := p.Forecast.LargestRate()
	if effect == "" || p.Spec.Network.IsOffline() && largest > 0 && p.Spec.Rate.At(p.Experiment.Steps) >= largest {
		return
	}
	var far int
	var worst wording.Number
	for _, r := range results {
		trapped := r.State != nil && r.State.Trap
		if e := r.Measures.Error; e.Finite() && e > astray && !trapped && r.Measures.Healthy(at.Network) {
			far++
			worst = max(worst, e)
		}
	}
	if far > 0 {
		s.Warning(far, "the error E_Pro is "+upTo(far)+"%s although the outputs are settled. %s. What helps: %s", worst.Beside(astray), effect, helping)
	}
}

// upTo goes before the largest number of several trials.
func upTo(trials int) string {
	if trials == 1 {
		return ""
	}
	return "up to "
}

// ofSize says by how much weights have moved, and nothing if they have not.
func ofSize(n wording.Number) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", but for %v of their size", n)
}

// littleLearnt says that there was little learning of W and of M, in networks whose weights
// decay by α and α/τ. It says nothing where there was enough, or where it is not known.
func littleLearnt(s *result.Summary, p *planning.Plan) (feedforward, lateral string) {
	n := p.Spec.Network
	if n.Projection("feedforward").Rule == synapse.Rule(synapse.Hebbian) {
		if sum, little := amountOfLearning(p, 1); little {
			feedforward = fmt.Sprintf(" (Σα_t = %v, and a weight keeps e^−Σα_t of its start)", wording.Number(sum))
		}
	}
	if _, decays := n.LateralDecay(); decays || n.Projection("lateral").Rule == synapse.Rule(synapse.AntiHebbianPSW) {
		if sum, little := amountOfLearning(p, p.Spec.Tau); little {
			lateral = fmt.Sprintf(" (Σα_t/τ = %v, and far below 1 they do not change)", wording.Number(sum))
		}
	}
	return feedforward, lateral
}

// learnsLaterally reports whether the circuit has lateral synapses or scales that learn.
func learnsLaterally(s circuit.Spec) bool {
	n := s.Network
	among := n.Among()
	return among.Wiring != synapse.Unconnected && among.Rule != nil && len(s.Gains) > 1 || n.Population("outputs").Scale.Learns()
}
