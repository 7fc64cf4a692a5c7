package reproduce

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/numerics/random"
)

// The paper drops terms of second order in M_o from y = M⁻¹Wx. The experiment: circuits on the
// larger problem's size with random scales and lateral weights, which are made smaller and
// smaller, and the relative error of their outputs after S turns.
var (
	truncationTurns  = []int{2, 3, 4}
	truncationRatios = []float64{0.3, 0.1, 0.03, 0.01, 0.003, 0.001} // ‖M_o‖/‖M‖
)

// truncation returns the section of how good the truncated outputs are.
func truncation(ctx context.Context, _ studies, o Options) (Section, error) {
	s := Section{
		Name:  "truncation",
		Title: "Truncation: what two phases leave out",
		Intro: fmt.Sprintf("Relative error ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, over isotropic stimuli, of outputs after S simultaneous turns, with N = 100, K = 10, random W, "+
			"scales between 0.5 and 1.5, and random symmetric lateral weights of a given size. Medians of %s, seed %d. S = 2 is the two-phase circuit.", trialsOf(o), o.Seed),
		Notes: []string{"The error is of order S in M_o: O(‖M_o‖²) for two phases, as the paper says. The order is the slope between the two smallest sizes."},
	}
	panel := report.FitPanel{Title: "N = 100, K = 10", X: "‖M_o‖/‖M‖", Y: "‖y − M⁻¹Wx‖/‖M⁻¹Wx‖", LogX: true, LogY: true, AtTop: true}
	grid := Grid{Caption: "Error of the outputs after S turns", Header: []string{"S"}}
	for _, r := range truncationRatios {
		grid.Header = append(grid.Header, number(r))
	}
	grid.Header = append(grid.Header, "order")
	rows := [][]string{{"turns", "lateral_ratio", "error", "q25", "q75", "power"}}
	for style, turns := range truncationTurns {
		series := report.FitSeries{Name: fmt.Sprintf("S = %d", turns), Style: style, X: truncationRatios, At: truncationRatios}
		row := []string{strconv.Itoa(turns)}
		for _, ratio := range truncationRatios {
			var all []float64
			for trial := range o.Trials {
				if ctx.Err() != nil {
					return s, ErrInterrupted
				}
				e, err := truncated(turns, ratio, o.Seed, uint64(trial))
				if err != nil {
					return s, err
				}
				all = append(all, e)
			}
			series.Measured = append(series.Measured, quantile.QuartilesOf(all))
		}
		last := len(truncationRatios) - 1
		at, before := series.Measured[last].Median, series.Measured[last-1].Median
		for i, ratio := range truncationRatios {
			q, power := series.Measured[i], at*math.Pow(ratio/truncationRatios[last], float64(turns))
			series.Line = append(series.Line, power)
			row = append(row, short(q.Median))
			rows = append(rows, []string{strconv.Itoa(turns), number(ratio), digits(q.Median), digits(q.Low), digits(q.High), digits(power)})
		}
		order := math.Log(before/at) / math.Log(truncationRatios[last-1]/truncationRatios[last])
		grid.Rows = append(grid.Rows, append(row, fmt.Sprintf("%.3f", order)))
		panel.Series = append(panel.Series, series)
	}
	s.Grids = []Grid{grid}
	err := s.addPicture(o.Layout.In(report.Fits{Title: "S turns: measured (marks), ‖M_o‖^S (lines)", Panels: []report.FitPanel{panel}}), "svg")
	s.Files = append(s.Files, File{Name: "truncation.csv", Content: csvOf(rows)})
	return s, err
}

// truncated returns the error of a random circuit whose lateral weights have that ratio to M.
func truncated(turns int, ratio float64, seed, trial uint64) (float64, error) {
	p := problems()[1]
	n := circuit.PSP
	n.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Settle{Method: circuit.Jacobi, Sweeps: turns}, circuit.Plasticity{}}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: p.Inputs, Gains: p.gains(), Rate: circuit.ConstantRate(1), Seed: seed, Trial: trial})
	if err != nil {
		return 0, err
	}
	k := p.Outputs
	scales, lateral := make([]float64, k), make([]float64, k*k)
	random.New(seed, trial, "scales").Uniforms(scales, 0)
	random.New(seed, trial, "lateral").Normals(lateral, 0)
	var diagonal, off float64
	for i := range k {
		scales[i] += 0.5
		diagonal += scales[i] * scales[i]
		for j := range i {
			off += 2 * lateral[i*k+j] * lateral[i*k+j]
		}
	}
	size := ratio * math.Sqrt(diagonal/((1-ratio*ratio)*off))
	for i := range k {
		if err := c.Outputs().Output(i).SetScale(scales[i]); err != nil {
			return 0, err
		}
		for j := range i {
			for _, s := range [][2]int{{i, j}, {j, i}} {
				if err := c.Lateral().Synapse(s[0], s[1]).Set(size * lateral[i*k+j]); err != nil {
					return 0, err
				}
			}
		}
	}
	filter, err := c.Filter()
	if err != nil {
		return 0, err
	}
	exact, err := subspace.ExactFilter(mat.NewDense(k, p.Inputs, c.Feedforward().Weights()), mat.NewDense(k, k, c.M()))
	if err != nil {
		return 0, err
	}
	return subspace.SettlingError(filter, exact, nil), nil
}
