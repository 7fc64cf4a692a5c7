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

// fullRank follows the lateral states of two turns through the threshold of the third component.
func fullRank(ctx context.Context, r *Session) (*Finding, error) {
	points, trials, steps := choose(r.Options, 5, 17), r.trials(6), r.steps(20_000, 60_000)
	threshold, err := boundary(ctx, 0.3, 2)
	if err != nil {
		return nil, err
	}
	third := make([]float64, points)
	predicted, ranks := make([]float64, points), make([]int, points)
	median, low, high := make([]float64, points), make([]float64, points), make([]float64, points)
	for i := range third {
		third[i] = 0.09 + 0.035*float64(i)/float64(points-1)
	}
	ranges := make([]quantile.Quartiles, points)
	err = r.each(ctx, points, func(ctx context.Context, i int) error {
		spectrum := []float64{1, 0.3, third[i], 0.002}
		states, err := search(ctx, problem(spectrum, 3, 2), theory.Search{})
		if err != nil {
			return err
		}
		predicted[i] = math.NaN()
		for _, s := range states.Traps() {
			if s.Starts > 0 && !(s.Radius < predicted[i]) {
				predicted[i], ranks[i] = s.Radius, s.Rank
			}
		}
		var all []float64
		for trial := range trials {
			found, err := gaussian(ctx, spectrum, papers(3, circuit.DecayingRate(10, 1000), 2), steps, r.Seed, uint64(trial))
			if err != nil {
				return err
			}
			all = append(all, found[0].radius)
		}
		median[i], low[i], high[i] = quantile.Median(all), slices.Min(all), slices.Max(all)
		ranges[i] = quantile.Quartiles{Low: low[i], Median: median[i], High: high[i]}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f := &Finding{
		Title: "Lateral states of full rank",
		Says: fmt.Sprintf("Spectral radius of M_d⁻¹M_o with two turns and the eigenvalues 1, 0.3, g₃ and 0.002. Below the threshold g* = %s the third component is missing and the radius is 1. "+
			"Above it the component is found, but the circuit is still in a lateral state, of full rank, until this state becomes unstable. Circuits: the median, least and largest radius of %d, after %d stimuli. Not every start ends in the state, and circuits leave an unstable state slowly.",
			short(threshold), trials, steps),
		Rows:  [][]string{{"g3", "threshold", "predicted_rank", "predicted_radius", "median_radius", "least", "largest"}},
		Table: report.Grid{Caption: "Lateral states about the threshold", Header: []string{"g₃", "predicted rank", "predicted radius", "radius of circuits, median [least, largest]"}},
		Picture: report.Curves{Title: "Two turns, eigenvalues 1, 0.3 and g₃", Panels: []report.CurvePanel{{
			X: "g₃/g₁", Y: "spectral radius", Upright: []float64{threshold}, Note: "upright: the threshold g*",
			Curves: []report.Graph{
				{Name: "the theory: the stable state", X: third, Y: predicted, Dashed: true},
				{Name: "circuits, median and range", X: third, Y: median, Spread: ranges},
			},
		}}},
	}
	for i, g := range third {
		rank, radius := "no stable state", "–"
		if ranks[i] > 0 {
			rank, radius = fmt.Sprint(ranks[i]), short(predicted[i])
		}
		f.Rows = append(f.Rows, []string{digits(g), digits(threshold), fmt.Sprint(ranks[i]), digits(predicted[i]), digits(median[i]), digits(low[i]), digits(high[i])})
		f.Table.Rows = append(f.Table.Rows, []string{short(g), rank, radius, fmt.Sprintf("%s [%s, %s]", short(median[i]), short(low[i]), short(high[i]))})
	}
	return f, nil
}
