package turnstudies

import (
	"context"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// reference is a lateral state of two turns that an independent program found: the mean-field flow
// by LSODA from M = I, and the thresholds read off B.
type reference struct {
	spectrum   []float64 // nil: that of the images
	outputs    int
	rank       int
	scales     []float64 // nil where they are not given
	thresholds []float64
}

var references = []reference{
	{[]float64{1, 0.3, 0.05, 0.01}, 3, 2, []float64{0.5568, 0.1917, 0.1420}, []float64{0.10288}},
	{[]float64{1, 0.5, 0.05, 0.01}, 3, 2, []float64{0.6194, 0.2952, 0.1821}, []float64{0.13346}},
	{[]float64{1, 0.7, 0.05, 0.01}, 3, 2, []float64{0.6684, 0.3850, 0.1949}, []float64{0.14716}},
	{nil, 5, 4, nil, []float64{0.187}},
	{nil, 10, 8, nil, []float64{0.124, 0.0736}},
}

// published sets lateral states of an independent program beside those of the theory, and those
// that circuits end in.
func published(ctx context.Context, r *Session) (*Finding, error) {
	f := &Finding{
		Title: "Lateral states, by the theory and in circuits",
		Says: "States of two turns with Λ from 1 to 0.7 and τ = 0.5: scales m and recruiting thresholds g* in units of the largest eigenvalue. Reference: an independent program. " +
			"Theory: the search of this one. Circuits: medians of the trials that are trapped and have the same number of components.",
		Rows:  [][]string{{"stimuli", "outputs", "quantity", "reference", "theory", "circuits", "trials"}},
		Table: report.Grid{Caption: "States of deficient rank", Header: []string{"stimuli", "outputs", "rank", "quantity", "reference", "theory", "circuits", "of trials"}},
	}
	trials, steps := r.trials(6), r.steps(20_000, 60_000)
	for _, p := range references {
		name, spectrum, images := fmt.Sprintf("Gaussian, %v", p.spectrum), p.spectrum, p.spectrum == nil
		var all []seen
		if images {
			data, err := r.imagesOf(ctx)
			if err != nil {
				return nil, err
			}
			if data == nil || r.File != "" { // the reference is of Fashion-MNIST
				continue
			}
			name, spectrum = r.name(), data.spectrum
			all, err = trialsOf(ctx, r, r.trials(3), func(ctx context.Context, trial int) ([]seen, error) {
				return data.learn(ctx, papers(p.outputs, circuit.DecayingRate(10, 5000), 2), 3*data.rows, r.Seed, trial)
			})
			if err != nil {
				return nil, err
			}
		} else {
			var err error
			all, err = trialsOf(ctx, r, trials, func(ctx context.Context, trial int) ([]seen, error) {
				return gaussian(ctx, spectrum, papers(p.outputs, circuit.DecayingRate(10, 1000), 2), steps, r.Seed, uint64(trial))
			})
			if err != nil {
				return nil, err
			}
		}
		states, err := search(ctx, problem(spectrum, p.outputs, 2), theory.Search{})
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(states.States, func(s theory.LateralState) bool { return s.Traps() && s.Rank == p.rank })
		var here theory.LateralState
		if i >= 0 {
			here = states.States[i]
		}
		var alike []seen
		for _, s := range all {
			if s.state != nil && s.state.Trap && s.state.Rank == p.rank {
				alike = append(alike, s)
			}
		}
		add := func(quantity string, reference float64, theory func(theory.LateralState) float64, of func(seen) float64) {
			observed, found := math.NaN(), math.NaN()
			if len(alike) > 0 {
				var v []float64
				for _, s := range alike {
					v = append(v, of(s))
				}
				observed = quantile.Median(v)
			}
			if i >= 0 {
				found = theory(here)
			}
			count := fmt.Sprintf("%d of %d", len(alike), len(all))
			f.Rows = append(f.Rows, []string{name, fmt.Sprint(p.outputs), quantity, digits(reference), digits(found), digits(observed), count})
			f.Table.Rows = append(f.Table.Rows, []string{name, fmt.Sprint(p.outputs), fmt.Sprint(p.rank), quantity, fmt.Sprint(reference), fmt.Sprintf("%.5f", found), fmt.Sprintf("%.4f", observed), count})
		}
		for j, m := range p.scales {
			add(fmt.Sprintf("m_%d", j+1), m, func(s theory.LateralState) float64 { return s.Scales()[j] }, func(s seen) float64 { return s.scales[j] })
		}
		for j, g := range p.thresholds {
			add(fmt.Sprintf("g* %d", j+1), g, func(s theory.LateralState) float64 { return s.Thresholds[j].Value }, func(s seen) float64 { return float64(s.state.Thresholds[j]) })
		}
	}
	return f, nil
}

// trialsOf returns what the first circuit of each trial came to.
func trialsOf(ctx context.Context, r *Session, trials int, run func(context.Context, int) ([]seen, error)) ([]seen, error) {
	all := make([]seen, trials)
	err := r.each(ctx, trials, func(ctx context.Context, trial int) error {
		found, err := run(ctx, trial)
		if err == nil {
			all[trial] = found[0]
		}
		return err
	})
	return all, err
}
