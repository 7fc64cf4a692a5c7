package turnstudies

import (
	"context"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// imageTurns is the error against the number of turns on images.
func imageTurns(ctx context.Context, r *Session) (*Finding, error) {
	f := &Finding{Title: "Error against turns, on images"}
	images, err := r.imagesOf(ctx)
	if err != nil {
		return nil, err
	}
	if images == nil {
		f.Says = r.absent + "."
		return f, nil
	}
	turns := []int{2, 3, 4, 6, 8}
	outputs := images.outputs(3, 5, 10, 20)
	trials, steps := r.trials(2), r.steps(min(images.rows, 10_000), 3*images.rows)
	rate := circuit.DecayingRate(10, 5000)
	var learners []learner
	for _, k := range outputs {
		learners = append(learners, papers(k, rate, turns...)...)
	}
	found, err := images.learnTrials(ctx, r, trials, learners, steps)
	if err != nil {
		return nil, err
	}
	needed := make([]int, len(outputs))
	err = r.each(ctx, len(outputs), func(ctx context.Context, i int) (err error) {
		needed[i], err = r.enough(ctx, images.spectrum, outputs[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	f.Says = fmt.Sprintf("%s, ifPSP with Λ from 1 to %v and τ = %v, α = %v: E_Pro against batch PCA after %d stimuli in random order, %s of %d trials. "+
		"Rings: the smallest even number of turns with which %s.", r.name(), lastGain, tau, rate, steps, quantile.SpreadName(trials), trials, r.enoughMeans(slices.Max(outputs)))
	f.Rows = [][]string{{"outputs", "turns", "predicted_enough", "median", "q25", "q75", "trapped"}}
	f.Table = report.Grid{Caption: "E_Pro, and the fraction of trials that are trapped", Header: []string{"outputs", "turns with which no start fails, predicted"}}
	for _, s := range turns {
		f.Table.Header = append(f.Table.Header, fmt.Sprintf("S = %d", s))
	}
	panel := report.CurvePanel{X: "turns S", Y: "E_Pro", LogY: true, Note: "ring: no start fails, predicted"}
	for i, k := range outputs {
		g := report.Graph{Name: fmt.Sprintf("K = %d", k)}
		row := []string{fmt.Sprint(k), turnsText(needed[i])}
		for j, s := range turns {
			var all []seen
			for trial := range trials {
				all = append(all, found[trial][i*len(turns)+j])
			}
			q := quantile.QuartilesOf(errorsOf(all))
			g.X, g.Y, g.Spread = append(g.X, float64(s)), append(g.Y, q.Median), append(g.Spread, q)
			f.Rows = append(f.Rows, []string{fmt.Sprint(k), fmt.Sprint(s), turnsText(needed[i]), digits(q.Median), digits(q.Low), digits(q.High), digits(fraction(all))})
			row = append(row, fmt.Sprintf("%s (%s)", short(q.Median), short(fraction(all))))
		}
		if j := slices.Index(turns, needed[i]); j >= 0 {
			g.Marked = []int{j}
		}
		f.Table.Rows = append(f.Table.Rows, row)
		panel.Curves = append(panel.Curves, g)
	}
	f.Picture = report.Curves{Title: "Error against the number of turns, " + r.name(), Panels: []report.CurvePanel{panel}}
	f.Notes = []string{"Further turns do not make learning faster. If the predicted number is larger than the smallest that works here, few starts fail with fewer turns. none: there is no such number up to 20."}
	return f, nil
}
