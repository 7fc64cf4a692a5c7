package turnstudies

import (
	"context"
	"fmt"
	"math"
	"slices"

	"twophase/internal/measure/report"
)

// powerLaws is a map of spectra g_k = k^−β: the number of turns with which no start fails.
func powerLaws(ctx context.Context, r *Session) (*Finding, error) {
	outputs := choose(r.Options, []int{3, 4}, []int{2, 3, 4, 5, 6, 8, 10})
	betas := []float64{0.5, 1, 1.5, 2, 2.5}
	if r.Quick {
		betas = []float64{1, 2}
	}
	n := len(betas)
	needed := make([]int, n*len(outputs))
	err := r.each(ctx, len(needed), func(ctx context.Context, i int) (err error) {
		k := outputs[len(outputs)-1-i/n] // the longest first
		spectrum := make([]float64, k+10)
		for c := range spectrum {
			spectrum[c] = math.Pow(float64(c+1), -betas[i%n])
		}
		needed[(len(outputs)-1-i/n)*n+i%n], err = r.enough(ctx, spectrum, k)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.powersFinding(outputs, betas, needed), nil
}

// powersFinding is the map of the numbers of turns for some outputs and β [outputs×β], 0 for none.
func (r *Session) powersFinding(outputs []int, betas []float64, needed []int) *Finding {
	n := len(betas)
	f := &Finding{
		Title: "Power laws: turns with which no start fails",
		Says: fmt.Sprintf("Eigenvalues g_k = k^−β, as natural stimuli have, Λ from 1 to %v, τ = %v: the smallest even number of turns, up to %d, with which %s; none if there is no such number. "+
			"β = 0 is left out, because equal eigenvalues do not define single components.", lastGain, tau, mostTurns, r.enoughMeans(slices.Max(outputs))),
		Rows:  [][]string{{"outputs", "beta", "turns_enough"}},
		Table: report.Grid{Caption: "Turns with which no start fails", Header: []string{"outputs"}},
	}
	m := report.Map{Heatmap: report.Heatmap{X: report.Axis{Label: "β"}, Y: report.Axis{Label: "outputs K"}}}
	for _, b := range betas {
		m.X.Names = append(m.X.Names, short(b))
		f.Table.Header = append(f.Table.Header, "β = "+short(b))
	}
	for i, k := range outputs {
		m.Y.Names = append(m.Y.Names, fmt.Sprint(k))
		row := []string{fmt.Sprint(k)}
		for j, b := range betas {
			s := needed[i*n+j]
			v := float64(s)
			if s == 0 {
				v = mostTurns + 2
			}
			m.Median, m.Texts = append(m.Median, v), append(m.Texts, turnsText(s))
			f.Rows = append(f.Rows, []string{fmt.Sprint(k), digits(b), turnsText(s)})
			row = append(row, turnsText(s))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.Picture = report.Maps{Title: "Power laws g_k = k^−β: turns with which no start fails", Measure: "turns", Low: 2, High: mostTurns + 2, Panels: []report.Map{m}}
	return f
}
