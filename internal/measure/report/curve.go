package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/numerics/quantile"
)

// Curve is one line of a panel: values, or medians over trials with the band between the quartiles, or with crosses
// for few trials. What is not finite has no place.
type Curve struct {
	Name   string // shown in the legend, if not empty
	Colour int    // its place in the palette, or among Of colours
	Of     int    // number of colours of a scale; 0: the palette
	Values []float64
	At     []quantile.Quartiles // over trials, instead of Values
	Trials [][]float64          // the values of each trial at the same places, pale behind the medians; nil: none
	Steps  []int                // of the values; nil: they are at the values of the axis

	From, To  []float64 // confidence interval of the medians, NaN of few values; nil: none. The legend names it and the band
	Diverged  []float64 // fraction of the trials, marked at the lower edge; nil: none
	Marks     []Mark
	Reference bool // what the other curves are compared with: a broad grey line
}

// Mark is a published value.
type Mark struct {
	Step  int
	Error float64
}

// HasPositive reports whether a curve has a positive value.
func (c Curve) HasPositive() bool {
	return slices.ContainsFunc(c.Values, func(v float64) bool { return v > 0 && v-v == 0 })
}

// colour returns the colour of a curve. More indices than the palette has colours are on a scale from dark to light.
func (c Curve) colour() color.Color {
	if c.Of > Colours {
		return indexColour(c.Colour, c.Of)
	}
	return palette[c.Colour%len(palette)]
}

// style returns the style of its line.
func (c Curve) style() draw.LineStyle {
	switch series := seriesStyles[c.Colour%len(seriesStyles)]; {
	case c.Reference:
		return draw.LineStyle{Color: color.Gray{0x60}, Width: 2.4}
	case c.At != nil:
		return draw.LineStyle{Color: series.colour, Width: series.width, Dashes: series.dashes}
	}
	return draw.LineStyle{Color: c.colour(), Width: vg.Points(0.9)}
}

// legendLines returns the number of its lines in the legend.
func (c Curve) legendLines() (n int) {
	if c.Name != "" {
		n++
	}
	if c.From != nil {
		n += 2
	}
	for _, sign := range divergence {
		if slices.ContainsFunc(c.Diverged, sign.is) {
			n++
		}
	}
	return n
}

// point returns the place of value v at i, and whether the panel shows it. Medians stand at the lowest end of the axis
// where they are below it.
func (p Panel) point(c Curve, i int, v float64) (at plotter.XY, shown bool) {
	at = plotter.XY{X: float64(i), Y: v}
	switch {
	case p.overSteps():
		at.X = float64(c.Steps[i])
	case p.X.Values != nil:
		at.X = p.X.Values[i]
	}
	if c.At != nil && p.Lowest > 0 {
		at.Y = max(v, p.Lowest)
	}
	return at, v-v == 0 && (at.X > 0 || !p.overSteps()) && (at.Y > 0 || !p.Log)
}

// runs returns the places of successive values in some columns that are shown. Over steps those that are not are passed
// over: not everything is measured at each step.
func (p Panel) runs(c Curve, columns ...[]float64) (all [][]plotter.XYs) {
	apart := true
	for i := range columns[0] {
		points := make([]plotter.XY, len(columns))
		missing := false
		for j, values := range columns {
			at, shown := p.point(c, i, values[i])
			points[j], missing = at, missing || !shown
		}
		if missing {
			apart = apart || !p.overSteps()
			continue
		}
		if apart {
			all, apart = append(all, make([]plotter.XYs, len(columns))), false
		}
		for j, at := range points {
			all[len(all)-1][j] = append(all[len(all)-1][j], at)
		}
	}
	return all
}

// addSpread shades what is between the quartiles, and the confidence interval, and draws the values of trials: with
// crosses where they are few, where quartiles would say more than is known, and else with pale points.
func (p Panel) addSpread(q *plot.Plot, c Curve) {
	var few, many plotter.XYs
	for i, values := range c.Trials {
		for _, v := range values {
			if point, shown := p.point(c, i, v); shown && point.Y == v && len(values) >= quantile.FewestForQuartiles {
				many = append(many, point)
			}
		}
	}
	addMarks(q, many, draw.GlyphStyle{Color: shade(c.colour(), 0x50), Radius: trialRadius, Shape: draw.CircleGlyph{}})
	var low, high []float64
	for i, at := range c.At {
		for _, v := range at.Few {
			if point, shown := p.point(c, i, v); shown && point.Y == v {
				few = append(few, point)
			}
		}
		if at.Few != nil {
			at.Low, at.High = math.NaN(), math.NaN()
		}
		low, high = append(low, at.Low), append(high, at.High)
	}
	addMarks(q, few, draw.GlyphStyle{Color: shade(c.colour(), 0x90), Radius: fewRadius, Shape: draw.CrossGlyph{}})
	p.addBand(q, c, low, high, 0x38, "quartiles")
	p.addBand(q, c, c.From, c.To, 0x58, fmt.Sprintf("%.0f %% confidence", 100*quantile.Confidence))
}

// The radius of the cross of one of few values, and that of the point of a trial.
const fewRadius, trialRadius = vg.Length(1.8), vg.Length(0.9)

// addBand shades what is between low and high.
func (p Panel) addBand(q *plot.Plot, c Curve, low, high []float64, alpha uint8, name string) {
	if low == nil {
		return
	}
	for n, run := range p.runs(c, low, high) {
		slices.Reverse(run[1])
		band, err := plotter.NewPolygon(append(run[0], run[1]...))
		if err != nil {
			return
		}
		band.Color, band.LineStyle.Width = shade(c.colour(), alpha), 0
		q.Add(band)
		if n == 0 && c.From != nil {
			q.Legend.Add(name, band)
		}
	}
}

// addCurve draws the line, and the published values beside it. Medians end where they leave the panel.
func (p Panel) addCurve(q *plot.Plot, c Curve) {
	values := c.Values
	for _, at := range c.At {
		if values = append(values, at.Median); at.Median < p.Lowest && p.Log {
			break
		}
	}
	if values == nil {
		return
	}
	for n, run := range p.runs(c, values) {
		line, err := plotter.NewLine(run[0])
		if err != nil {
			return
		}
		line.LineStyle = c.style()
		q.Add(outermost{line})
		thumbnails := []plot.Thumbnailer{line}
		if !p.overSteps() {
			thumbnails = append(thumbnails, addMarks(q, run[0], draw.GlyphStyle{Color: line.Color, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}))
		}
		if n > 0 {
			continue
		}
		if c.Marks != nil {
			thumbnails = append(thumbnails, p.addPublished(q, c))
		}
		if c.Name != "" {
			q.Legend.Add(c.Name, thumbnails...)
		}
	}
}

// addPublished draws the published values, those below the panel at its lower end with an arrow.
func (p Panel) addPublished(q *plot.Plot, c Curve) plot.Thumbnailer {
	var points plotter.XYs
	for _, m := range c.Marks {
		points = append(points, plotter.XY{X: float64(m.Step), Y: max(m.Error, p.Lowest)})
	}
	style := draw.GlyphStyle{Color: c.colour(), Radius: 3.6, Shape: seriesStyles[c.Colour%len(seriesStyles)].shape}
	marks := addMarks(q, points, style)
	marks.GlyphStyleFunc = func(i int) draw.GlyphStyle {
		s := seriesStyles[c.Colour%len(seriesStyles)].shape
		s.arrow = c.Marks[i].Error < p.Lowest
		style.Shape = s
		return style
	}
	return marks
}

// addMarks draws a mark at each of some points.
func addMarks(q *plot.Plot, points plotter.XYs, style draw.GlyphStyle) *plotter.Scatter {
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return &plotter.Scatter{GlyphStyle: style} // there are none
	}
	marks.GlyphStyle = style
	q.Add(marks)
	return marks
}

// divergence is how fractions of trials that diverged are marked.
var divergence = []struct {
	name  string
	is    func(fraction float64) bool
	shape draw.GlyphDrawer
}{
	{"all trials diverged", func(d float64) bool { return d == 1 }, draw.CrossGlyph{}},
	{"some trials diverged", func(d float64) bool { return d > 0 && d < 1 }, draw.PlusGlyph{}},
}

// addDiverged marks at the lower edge where trials diverged.
func (p Panel) addDiverged(q *plot.Plot, c Curve) {
	edge := q.Y.Min + 0.03*(q.Y.Max-q.Y.Min)
	if p.Log {
		edge = q.Y.Min * math.Pow(q.Y.Max/q.Y.Min, 0.03)
	}
	for _, sign := range divergence {
		var points plotter.XYs
		for i, d := range c.Diverged {
			if point, _ := p.point(c, i, edge); sign.is(d) {
				points = append(points, point)
			}
		}
		if points != nil {
			q.Legend.Add(sign.name, addMarks(q, points, draw.GlyphStyle{Color: palette[1], Radius: vg.Points(3.6), Shape: sign.shape}))
		}
	}
}
