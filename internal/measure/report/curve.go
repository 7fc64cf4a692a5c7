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

// Curve is one line of a picture.
type Curve struct {
	Name   string // shown in the legend, if not empty
	Colour int    // its place in the palette, or among Of colours
	Of     int    // number of colours of a scale; 0: the palette
	Values []float64
	Steps  []int // of the values; nil: those of all curves
}

// colour returns the colour of a curve. More indices than the palette has colours are on a scale from dark to light.
func (c Curve) colour() color.Color {
	if c.Of > Colours {
		return indexColour(c.Colour, c.Of)
	}
	return palette[c.Colour%len(palette)]
}

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

// overSteps is what all panels of a picture share in which curves are over the steps.
type overSteps struct {
	steps  []int // of curves without steps of their own
	marks  []int // steps of interventions
	linear bool  // the axis of the steps
}

// The size of a picture with two rows of two panels.
const overStepsWidth, overStepsHeight = 24 * vg.Centimeter, 17 * vg.Centimeter

// panel returns a plot of curves.
func (o overSteps) panel(title string, curves []Curve) *plot.Plot {
	p := newPlot(title)
	p.X.Label.Text = "step t"
	if o.linear {
		p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, linearTicks{}
	} else {
		p.X.Min, p.X.Max = 1, 10
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	p.Legend.Top, p.Legend.XOffs, p.Legend.YOffs = true, -vg.Points(4), -vg.Points(2)
	p.Legend.Padding = vg.Points(3)
	for _, c := range curves {
		o.add(p, c)
	}
	widen(&p.Y)
	p.Add(stepMarks(o.marks))
	return p
}

// drawPanels draws panels, of which the last may be nil, and a title.
func drawPanels(canvas draw.Canvas, title string, panels [][]*plot.Plot) {
	tiles := draw.Tiles{
		Rows: len(panels), Cols: len(panels[0]),
		PadTop: vg.Centimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
		PadX: 8 * vg.Millimeter, PadY: 8 * vg.Millimeter,
	}
	drawTitle(canvas, title)
	for i, row := range plot.Align(panels, tiles, canvas) {
		for j, area := range row {
			if q := panels[i][j]; q != nil {
				reach(&q.Y)
				for room := area.Max.X - area.Min.X; q.Title.TextStyle.Width(q.Title.Text) > room && q.Title.TextStyle.Font.Size > fontSize/2; {
					q.Title.TextStyle.Font.Size -= 0.5
				}
				q.Draw(area)
			}
		}
	}
}

// logPanel is panel with a logarithmic vertical axis, on which only positive
// values have a place.
func (o overSteps) logPanel(title string, curves []Curve) *plot.Plot {
	var positive []Curve
	for _, c := range curves {
		kept := c
		kept.Values = make([]float64, len(c.Values))
		for i, v := range c.Values {
			kept.Values[i] = v
			if v <= 0 {
				kept.Values[i] = math.NaN()
			}
		}
		positive = append(positive, kept)
	}
	p := o.panel(title, positive)
	if !(p.Y.Min > 0) || p.Y.Max <= p.Y.Min { // nothing to show
		p.Y.Min, p.Y.Max = 0.1, 1
	}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	return p
}

// add draws one curve, without the values that are not finite.
func (o overSteps) add(p *plot.Plot, c Curve) {
	var points plotter.XYs
	steps := c.Steps
	if steps == nil {
		steps = o.steps
	}
	for i, v := range c.Values {
		if v-v == 0 && steps[i] > 0 {
			points = append(points, plotter.XY{X: float64(steps[i]), Y: v})
		}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return // no values to draw
	}
	line.Color = c.colour()
	line.Width = vg.Points(0.9)
	p.Add(outermost{line})
	if c.Name != "" {
		p.Legend.Add(c.Name, line)
	}
}
