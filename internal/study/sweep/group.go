package sweep

import (
	"math"
	"slices"

	"twophase/internal/numerics/quantile"
)

// Statistics summarises a measure over the trials of a group in which it is defined and that
// did not diverge. Without such trials, all are NaN.
type Statistics struct {
	quantile.Quartiles
	Mean     float64
	From, To float64 // confidence interval of the median, NaN of few values
}

// statistic is one number of Statistics, by its suffix in the table.
type statistic struct {
	suffix string
	of     func(Statistics) float64
}

var statistics = []statistic{
	{"median", func(s Statistics) float64 { return s.Median }},
	{"mean", func(s Statistics) float64 { return s.Mean }},
	{"q25", func(s Statistics) float64 { return s.Low }},
	{"q75", func(s Statistics) float64 { return s.High }},
	{"ci_low", func(s Statistics) float64 { return s.From }},
	{"ci_high", func(s Statistics) float64 { return s.To }},
}

// statisticsOf returns the statistics of the finite values, and sorts the values.
func statisticsOf(values []float64) Statistics {
	values = slices.DeleteFunc(values, func(v float64) bool { return v-v != 0 })
	slices.Sort(values)
	s := Statistics{Quartiles: quantile.QuartilesOf(values), Mean: math.NaN()}
	if len(values) > 0 {
		s.Mean = 0
	}
	for _, v := range values {
		s.Mean += v / float64(len(values))
	}
	s.From, s.To = quantile.MedianInterval(values)
	return s
}

// group holds the trials of points that differ only in their seed.
type group struct {
	points, trials, diverged int
	values                   [][]float64 // of each measure, those of the trials that did not diverge
}

func (g *group) reset() {
	g.points, g.trials, g.diverged = 0, 0, 0
	for i := range g.values {
		g.values[i] = g.values[i][:0]
	}
}

func (g *group) add(r *Result) {
	g.points++
	for _, t := range r.Trials {
		g.trials++
		if t.Diverged > 0 {
			g.diverged++
			continue
		}
		for i, v := range t.Measures {
			g.values[i] = append(g.values[i], v)
		}
	}
}

// statistics returns the statistics of every measure.
func (g *group) statistics() []Statistics {
	all := make([]Statistics, len(g.values))
	for i, v := range g.values {
		all[i] = statisticsOf(v)
	}
	return all
}
