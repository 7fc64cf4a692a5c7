package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/numerics/quantile"
)

// Dots is a dot plot. It has a row for each thing, and panels side by side. A panel shows measures
// of all things as marks with their quartiles, or with all values where these are few.
type Dots struct {
	Title  string
	Rows   []string // from the top
	Panels []DotPanel
	Note   string // below the names
}

// DotPanel is one panel.
type DotPanel struct {
	Label     string
	Log       bool
	Low, High float64 // of the axis
	Series    []DotSeries
}

// DotSeries is one measure. There is no mark where it is not defined, and an arrow at the edge
// where it is beyond the axis, such as at infinity.
type DotSeries struct {
	Name   string
	Style  int // place among dotStyles
	Values []quantile.Quartiles
}

// Add appends the value of the next row.
func (s *DotSeries) Add(q quantile.Quartiles) { s.Values = append(s.Values, q) }

// dotStyles distinguish marks by colour, shape and filling.
var dotStyles = []struct {
	colour color.Color
	shape  shape
	filled bool
}{
	{palette[0], shape{corners: 24}, true},
	{palette[1], shape{corners: 4, turn: math.Pi / 4}, false},
	{palette[2], shape{corners: 3, turn: math.Pi / 2}, false},
}

// Fitted returns the panel with an axis that covers all finite values.
func (p DotPanel) Fitted() DotPanel {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range p.Series {
		for _, q := range s.Values {
			least, most := q.Ends()
			for _, v := range []float64{least, q.Median, most} {
				if v-v == 0 && (!p.Log || v > 0) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	switch {
	case low > high:
		low, high = 0.1, 1
	case p.Log:
		low, high = low/1.3, high*1.3
	case low == high:
		low, high = low-0.5, high+0.5
	}
	p.Low, p.High = low, high
	return p
}

// Sizes of a dot plot.
const (
	dotRow    = 0.58 * vg.Centimeter
	dotNames  = 6.2 * vg.Centimeter
	dotPanel  = 6.6 * vg.Centimeter
	dotHead   = 1.1 * vg.Centimeter
	dotFoot   = 2.3 * vg.Centimeter // with the axis
	dotRadius = 3.2
)

func (d Dots) size() (vg.Length, vg.Length) {
	return dotNames + vg.Length(len(d.Panels))*dotPanel + 0.4*vg.Centimeter, dotHead + dotFoot + vg.Length(len(d.Rows))*dotRow
}

func (d Dots) draw(c draw.Canvas) error {
	names := textStyle(fontSize, draw.XLeft, draw.YCenter)
	title := names
	title.Font.Size, title.XAlign = fontSize+1, draw.XCenter
	c.FillText(title, vg.Point{X: c.Center().X, Y: c.Max.Y - 0.5*vg.Centimeter}, d.Title)
	y := func(row int) vg.Length { return c.Max.Y - dotHead - (vg.Length(row)+0.5)*dotRow }
	for i, name := range d.Rows {
		if i%2 == 1 { // every other row is shaded
			c.FillPolygon(color.Gray{0xf1}, []vg.Point{
				{X: c.Min.X, Y: y(i) - dotRow/2}, {X: c.Max.X, Y: y(i) - dotRow/2}, {X: c.Max.X, Y: y(i) + dotRow/2}, {X: c.Min.X, Y: y(i) + dotRow/2},
			})
		}
		right := names
		right.XAlign = draw.XRight
		c.FillText(right, vg.Point{X: c.Min.X + dotNames - 2*vg.Millimeter, Y: y(i)}, name)
	}
	if d.Note != "" {
		c.FillText(names, vg.Point{X: c.Min.X + 3*vg.Millimeter, Y: c.Min.Y + 0.4*vg.Centimeter}, d.Note)
	}
	for i, panel := range d.Panels {
		area := c
		area.Min.X = c.Min.X + dotNames + vg.Length(i)*dotPanel
		area.Max.X = area.Min.X + dotPanel
		panel.draw(area, y, len(d.Rows))
	}
	return nil
}

// draw draws the axis, the marks, and the legend below them.
func (p DotPanel) draw(c draw.Canvas, y func(row int) vg.Length, rows int) {
	left, right := c.Min.X+3*vg.Millimeter, c.Max.X-3*vg.Millimeter
	top, bottom := y(0)+dotRow/2, y(rows-1)-dotRow/2
	x := func(v float64) vg.Length {
		at := (v - p.Low) / (p.High - p.Low)
		if p.Log {
			at = math.Log(v/p.Low) / math.Log(p.High/p.Low)
		}
		return left + vg.Length(at)*(right-left)
	}
	labels := textStyle(fontSize, draw.XCenter, draw.YCenter)
	thin := draw.LineStyle{Color: color.Gray{0xc0}, Width: vg.Points(0.5)}
	var ticker plot.Ticker = linearTicks{}
	if p.Log {
		ticker = logTicks{}
	}
	free := c.Min.X // from here on a label fits
	for _, tick := range ticker.Ticks(p.Low, p.High) {
		if tick.Value < p.Low || tick.Value > p.High || tick.Label == "" {
			continue
		}
		c.StrokeLine2(thin, x(tick.Value), bottom, x(tick.Value), top)
		if tick.Value >= 1000 && tick.Value < 1e5 {
			tick.Label = fmt.Sprintf("%.0f", tick.Value)
		}
		half := labels.Width(tick.Label) / 2
		if x(tick.Value)-half < free {
			continue
		}
		free = x(tick.Value) + half + vg.Millimeter
		c.FillText(labels, vg.Point{X: x(tick.Value), Y: bottom - 0.3*vg.Centimeter}, tick.Label)
	}
	frame := draw.LineStyle{Color: color.Black, Width: vg.Points(0.6)}
	c.StrokeLines(frame, []vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}, {X: left, Y: bottom}})
	c.FillText(labels, vg.Point{X: (left + right) / 2, Y: bottom - 0.85*vg.Centimeter}, p.Label)
	for i := len(p.Series) - 1; i >= 0; i-- {
		for row, q := range p.Series[i].Values {
			p.mark(c, p.Series[i], q, x, y(row))
		}
	}
	legend := textStyle(fontSize-1, draw.XLeft, draw.YCenter)
	for i, s := range p.Series {
		at := vg.Point{X: left + (vg.Length(i)+0.12)*(right-left)/vg.Length(max(2, len(p.Series))), Y: bottom - 1.45*vg.Centimeter}
		s.glyph(c, at)
		c.FillText(legend, vg.Point{X: at.X + 2*vg.Millimeter, Y: at.Y}, s.Name)
	}
}

// mark draws a median with its quartiles, or with all values where these are few.
func (p DotPanel) mark(c draw.Canvas, s DotSeries, q quantile.Quartiles, x func(float64) vg.Length, y vg.Length) {
	colour := dotStyles[s.Style].colour
	switch {
	case math.IsNaN(q.Median) || p.Log && !(q.Median > 0):
		return
	case q.Median > p.High:
		arrow := draw.LineStyle{Color: colour, Width: vg.Points(1.4)}
		edge := x(p.High) - vg.Points(1.5)
		c.StrokeLines(arrow, []vg.Point{{X: edge - 4*dotRadius, Y: y}, {X: edge, Y: y}})
		c.StrokeLines(arrow, []vg.Point{{X: edge - 1.5*dotRadius, Y: y + dotRadius}, {X: edge, Y: y}, {X: edge - 1.5*dotRadius, Y: y - dotRadius}})
		return
	}
	if q.Few == nil {
		low, high := max(q.Low, p.Low), min(q.High, p.High)
		c.StrokeLine2(draw.LineStyle{Color: colour, Width: vg.Points(1.2)}, x(low), y, x(high), y)
	}
	s.glyph(c, vg.Point{X: x(q.Median), Y: y})
	for _, v := range q.Few {
		if p.Low <= v && v <= p.High {
			draw.CrossGlyph{}.DrawGlyph(&c, draw.GlyphStyle{Color: colour, Radius: fewRadius}, vg.Point{X: x(v), Y: y})
		}
	}
}

// glyph draws the mark.
func (s DotSeries) glyph(c draw.Canvas, at vg.Point) {
	d := dotStyles[s.Style]
	var corners []vg.Point
	for i := range d.shape.corners {
		angle := d.shape.turn + 2*math.Pi*float64(i)/float64(d.shape.corners)
		corners = append(corners, vg.Point{X: at.X + dotRadius*vg.Length(math.Cos(angle)), Y: at.Y + dotRadius*vg.Length(math.Sin(angle))})
	}
	fill := d.colour
	if !d.filled {
		fill = color.White
	}
	c.FillPolygon(fill, corners)
	c.StrokeLines(draw.LineStyle{Color: d.colour, Width: vg.Points(1.1)}, append(corners, corners[0]))
}
