package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/numerics/quantile"
)

// fewRadius is the radius of the cross of one of few values.
const fewRadius = vg.Length(1.8)

// addFew draws each of few values as a cross, where quartiles would say more than is known. What
// shown does not allow is left out.
func addFew(p *plot.Plot, x func(i int) float64, at []quantile.Quartiles, colour color.Color, shown func(x, y float64) bool) error {
	var points plotter.XYs
	for i, q := range at {
		for _, v := range q.Few {
			if shown(x(i), v) {
				points = append(points, plotter.XY{X: x(i), Y: v})
			}
		}
	}
	if len(points) == 0 {
		return nil
	}
	crosses, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	crosses.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: fewRadius, Shape: draw.CrossGlyph{}}
	p.Add(crosses)
	return nil
}

// medians returns the medians of values at some places.
func medians(at []quantile.Quartiles) []float64 {
	all := make([]float64, len(at))
	for i, q := range at {
		all[i] = q.Median
	}
	return all
}

// quartiles returns the lower and the upper quartiles of values at some places, not a number where
// they are few and drawn by themselves.
func quartiles(at []quantile.Quartiles) (low, high []float64) {
	for _, q := range at {
		if q.Few != nil {
			q.Low, q.High = math.NaN(), math.NaN()
		}
		low, high = append(low, q.Low), append(high, q.High)
	}
	return low, high
}
