package pruning

import (
	"context"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit/selection"
	"twophase/circuit/subspace"
	"twophase/internal/trace"
)

// Point is a moment of a trial. What the trace does not allow to say is null.
type Point struct {
	Step           int64  `json:"step"`
	LateralRatio   Number `json:"lateral_ratio"`   // ‖M_o‖/‖M‖ (Frobenius)
	Pruned         Number `json:"pruned"`          // fraction of the synapses that are neither lesioned by then nor absent
	SpectralRadius Number `json:"spectral_radius"` // of M_d⁻¹M_o: from 1 on the series that two phases cut short does not converge
	SettlingError  Number `json:"settling_error"`  // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖ of two phases, root mean squares over isotropic stimuli
}

// spacing is 1/(10^(1/20) − 1), nearly: moments are twenty a decade, as in summaries.
const spacing = 8

// What the health is worked out for at most, at each moment.
const (
	largestRadius   = 256     // outputs
	largestSettling = 1 << 20 // weights
)

// moments returns the steps to look at: log-spaced ones, the first, the last, and those
// before and after interventions.
func (p *Circuit) moments() (steps []int64) {
	steps = append(steps, p.First, p.Last)
	for s := int64(1); s < p.Last; s += max(1, s/spacing) {
		steps = append(steps, s)
	}
	for i, e := range p.Events {
		if i < 100 {
			steps = append(steps, e.Step, e.Step+1)
		}
	}
	steps = slices.DeleteFunc(steps, func(s int64) bool { return s < p.First || s > p.Last })
	slices.Sort(steps)
	return slices.Compact(steps)
}

// look fills in the curve.
func (p *Circuit) look(ctx context.Context, t *trace.Trial) error {
	z := t.Size()
	of := []selection.Kind{selection.Lateral, selection.Scale}
	settling := t.HasKind(selection.Feedforward) && z.Outputs <= largestRadius && z.Outputs*z.Inputs <= largestSettling
	if settling {
		of = append(of, selection.Feedforward)
	}
	seen := int64(-1)
	for _, step := range p.moments() {
		point := Point{Step: step, LateralRatio: nan, Pruned: p.fractionAt(step), SpectralRadius: nan, SettlingError: nan}
		s, err := t.Snapshot(ctx, step, of...)
		if err != nil {
			return err
		}
		if s.Step == seen && step != p.Last {
			continue // nothing was recorded since
		}
		seen = s.Step
		point.measure(s, settling)
		p.Curve = append(p.Curve, point)
	}
	switch last := p.Curve[len(p.Curve)-1]; {
	case !last.LateralRatio.Finite():
		p.note("‖M_o‖/‖M‖ and the spectral radius are not known: not all lateral weights and scales were recorded (--record weights@log)")
	case z.Outputs > largestRadius:
		p.note("the spectral radius is not worked out for more than %d outputs", largestRadius)
	case !last.SettlingError.Finite():
		p.note("the settling error is not known: W was not recorded as a whole (--record weights@log), or is too large, or M cannot be solved")
	}
	return nil
}

// measure measures a snapshot.
func (p *Point) measure(s trace.Snapshot, settling bool) {
	k, n := s.Outputs, s.Inputs
	if s.M == nil || slices.ContainsFunc(s.M, math.IsNaN) {
		return
	}
	m := mat.NewDense(k, k, s.M)
	p.LateralRatio = Number(subspace.LateralRatio(m))
	if k > largestRadius {
		return
	}
	p.SpectralRadius = Number(subspace.SpectralRadius(m))
	if !settling || s.W == nil || slices.ContainsFunc(s.W, math.IsNaN) || n < k {
		return
	}
	w := mat.NewDense(k, n, s.W)
	exact, err := subspace.ExactFilter(w, m)
	if err != nil {
		return
	}
	p.SettlingError = Number(subspace.SettlingError(twoPhase(w, m), exact, nil))
}

// twoPhase returns the filter of two phases, (M_d⁻¹ − M_d⁻¹M_oM_d⁻¹)W (Alg. 1, lines 3 and 4).
func twoPhase(w, m *mat.Dense) *mat.Dense {
	k, n := w.Dims()
	first := mat.NewDense(k, n, nil) // M_d⁻¹W
	first.Apply(func(i, _ int, v float64) float64 { return v / m.At(i, i) }, w)
	lateral := mat.NewDense(k, k, nil) // M_d⁻¹M_o
	lateral.Apply(func(i, j int, v float64) float64 {
		if i == j {
			return 0
		}
		return v / m.At(i, i)
	}, m)
	var second mat.Dense
	second.Mul(lateral, first)
	first.Sub(first, &second)
	return first
}

// fractionAt returns the fraction of the synapses that were pruned at a step.
func (p *Circuit) fractionAt(step int64) Number {
	pruned, all := 0, 0
	for i := range p.Synapses {
		l := &p.Synapses[i].Life
		if l.State == Absent || l.LesionedAt != nil && *l.LesionedAt <= step {
			continue
		}
		all++
		after := sort.Search(len(l.spells), func(i int) bool { return l.spells[i].from > step })
		if after > 0 && (step < l.spells[after-1].end || !l.spells[after-1].over) {
			pruned++
		}
	}
	if all == 0 {
		return nan
	}
	return Number(float64(pruned) / float64(all))
}
