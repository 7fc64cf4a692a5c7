package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// indexBar is a legend for the colours of indices, at the top left of a plot.
type indexBar int

// Plot implements plot.Plotter.
func (n indexBar) Plot(c draw.Canvas, _ *plot.Plot) {
	label := textStyle(fontSize, draw.XLeft, draw.YCenter)
	const first = "i = 0"
	width := min(2.4*vg.Centimeter, (c.Max.X-c.Min.X)/5)
	y := c.Max.Y - vg.Points(9)
	left := c.Min.X + vg.Points(4)
	c.FillText(label, vg.Point{X: left, Y: y}, first)
	left += label.Width(first) + vg.Points(3)
	for i := range int(n) { // to the end, so that there are no seams
		c.SetColor(indexColour(i, int(n)))
		c.Fill(vg.Rectangle{Min: vg.Point{X: left + width*vg.Length(i)/vg.Length(n), Y: y - vg.Points(3)}, Max: vg.Point{X: left + width, Y: y + vg.Points(3)}}.Path())
	}
	c.FillText(label, vg.Point{X: left + width + vg.Points(3), Y: y}, fmt.Sprint(int(n)-1))
}

// stepMarks draws a dashed line at each of some steps.
type stepMarks []int

// Plot implements plot.Plotter.
func (m stepMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	style := draw.LineStyle{Color: color.Gray{0x99}, Width: vg.Points(0.6), Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}
	for _, step := range m {
		if at := float64(step); at >= p.X.Min && at <= p.X.Max {
			c.StrokeLine2(style, x(at), c.Min.Y, x(at), c.Max.Y)
		}
	}
}

// outermost is a line that says of its outermost points only how much room they need. That of all
// others is within, and a line has as many as a curve has values.
type outermost struct{ *plotter.Line }

// GlyphBoxes implements plot.GlyphBoxer.
func (l outermost) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var ends [4]plotter.XY
	far := [4]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, at := range l.XYs {
		for i, v := range [4]float64{-at.X, at.X, -at.Y, at.Y} {
			axis, on := &p.X, at.X
			if i >= 2 {
				axis, on = &p.Y, at.Y
			}
			if v > far[i] && on >= axis.Min && on <= axis.Max {
				far[i], ends[i] = v, at
			}
		}
	}
	all := *l.Line
	all.XYs = nil
	for i, at := range ends {
		if far[i] > math.Inf(-1) {
			all.XYs = append(all.XYs, at)
		}
	}
	return all.GlyphBoxes(p)
}
