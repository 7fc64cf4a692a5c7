package main

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment/stability"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study"
	"twophase/internal/study/sweep"
	"twophase/internal/text/wording"
)

// most is the largest number of rows that a page shows one by one.
const most = 100

// point is an experiment of a grid: its circuits, and the states that the theory finds.
type point struct {
	turns   int
	found   *theory.LateralStates
	errors  []float64 // E_Pro of each trial, infinite if it diverged
	radii   []float64 // spectral radius of M_d⁻¹M_o
	trapped int       // trials with a radius of at least one half
}

// turns runs the experiments of a grid file, and puts the theory of their turns beside them.
func turns(ctx context.Context, path string) (study.Section, error) {
	plan, err := sweep.Load(ctx, path)
	if err != nil {
		return study.Section{}, err
	}
	points := make([]point, plan.Points)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for i := range points {
		group.Go(func() (err error) {
			points[i], err = observe(ctx, plan, i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return study.Section{}, err
	}
	s := study.Section{Tables: []wording.Table{counts(points)}}
	if len(points) <= most {
		s.Tables = append(s.Tables, rows(plan, points))
	}
	return s, nil
}

func observe(ctx context.Context, plan *sweep.Plan, i int) (p point, err error) {
	e, err := plan.Point(i)
	if err != nil {
		return p, err
	}
	resolved, err := planning.Resolve(ctx, e)
	if err != nil {
		return p, err
	}
	defer resolved.Close()
	if _, err := engine.Prepare(ctx, resolved, 1); err != nil {
		return p, err
	}
	spectrum, _, err := stability.Spectrum(ctx, resolved.Stimuli)
	if err != nil {
		return p, err
	}
	p.turns = max(2, e.Turns)
	fixed := theory.FixedPoint{Network: circuit.IfPSP, Spectrum: spectrum, Gains: resolved.Spec.Gains}
	if p.found, err = (theory.Turns{Point: fixed, Tau: resolved.Experiment.Tau, Count: p.turns}).Search(theory.Search{}); err != nil {
		return p, err
	}
	outcomes, err := engine.MeasureTrials(ctx, resolved, 0, resolved.Experiment.Trials)
	for _, o := range outcomes {
		e, radius := float64(o.Measures.Error), float64(o.Measures.SpectralRadius)
		if o.Diverged != nil {
			e, radius = math.Inf(1), math.Inf(1)
		}
		p.errors, p.radii = append(p.errors, e), append(p.radii, radius)
		if radius >= 0.5 {
			p.trapped++
		}
	}
	return p, err
}

// counts says by turns how often the theory and the circuits agree.
func counts(points []point) wording.Table {
	t := wording.Table{Caption: "Prediction and observation", Header: []string{
		"turns", "experiments", "predicted to trap", "of these, most trials trapped", "not predicted", "of these, most trials trapped",
	}}
	var order []int
	found := map[int]*[4]int{} // predicted, of these trapped, others, of these trapped
	for _, p := range points {
		n := found[p.turns]
		if n == nil {
			n = new([4]int)
			found[p.turns], order = n, append(order, p.turns)
		}
		at := 0
		if len(p.found.Traps()) == 0 {
			at = 2
		}
		n[at]++
		if 2*p.trapped > len(p.errors) {
			n[at+1]++
		}
	}
	for _, turns := range order {
		n := found[turns]
		t.Add(strconv.Itoa(turns), strconv.Itoa(n[0]+n[2]), strconv.Itoa(n[0]), strconv.Itoa(n[1]), strconv.Itoa(n[2]), strconv.Itoa(n[3]))
	}
	return t
}

// rows has a row for each point.
func rows(plan *sweep.Plan, points []point) wording.Table {
	t := wording.Table{Caption: "Each experiment", Header: append(plan.Keys(),
		"wanted state", "starts that fail", "stable state: rank", "radius", "g*",
		"E_Pro of circuits", "radius of circuits", "trapped")}
	for i, p := range points {
		var cells []string
		for d, place := range plan.Places(plan.Group(i)) {
			for _, key := range plan.Dimensions[d].Keys {
				cells = append(cells, key.Value(place).String())
			}
		}
		t.Add(append(append(cells, p.predictedCells()...), p.spread(p.errors), p.spread(p.radii), fmt.Sprintf("%d of %d", p.trapped, len(p.errors)))...)
	}
	return t
}

// predictedCells returns the cells of the theory.
func (p point) predictedCells() []string {
	cells := []string{p.found.Wanted.String(), fmt.Sprintf("%d of %d", p.found.Starts-p.found.Reached, p.found.Starts)}
	traps := p.found.Traps()
	if len(traps) == 0 {
		return append(cells, "–", "–", "–")
	}
	var thresholds []wording.Number
	for _, t := range traps[0].Thresholds {
		thresholds = append(thresholds, wording.Number(t.Value))
	}
	return append(cells, strconv.Itoa(traps[0].Rank), wording.Cell(traps[0].Radius), wording.Listed(thresholds))
}

// spread returns a median with its quartiles, or with each of few values.
func (p point) spread(values []float64) string {
	return quantile.QuartilesOf(values).InBrackets(wording.Cell)
}

// powers returns the turns with which no start fails, for eigenvalues k^−β.
func powers() (study.Section, error) {
	betas := []float64{0.5, 1, 1.5, 2, 2.5}
	t := wording.Table{Caption: "Turns with which no start fails", Header: []string{"outputs"}}
	for _, b := range betas {
		t.Header = append(t.Header, fmt.Sprintf("β = %v", b))
	}
	for _, k := range []int{2, 3, 4, 5, 6, 8, 10} {
		row := []string{strconv.Itoa(k)}
		for _, b := range betas {
			spectrum := make([]float64, k+10)
			for c := range spectrum {
				spectrum[c] = math.Pow(float64(c+1), -b)
			}
			point := theory.FixedPoint{Network: circuit.IfPSP, Spectrum: spectrum, Gains: circuit.PaperGains(k)}
			enough, _, err := theory.Turns{Point: point, Tau: circuit.IfPSP.Tau, Count: 2}.FewestTurns(theory.Search{}, stability.MostTurns)
			if err != nil {
				return study.Section{}, err
			}
			cell := "none"
			if enough > 0 {
				cell = strconv.Itoa(enough)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return study.Section{Tables: []wording.Table{t}}, nil
}
