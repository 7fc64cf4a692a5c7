package report

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Traces is an overview of a run: some weights, the scales and the error at some of its steps. All
// curves have one value per step.
type Traces struct {
	Title       string
	Steps       []int
	Feedforward []Curve
	Lateral     []Curve
	Scale       []Curve
	Progress    []Curve // error and lateral ratio, on a logarithmic axis
	Marks       []int   // steps of interventions

	Graph bool // the circuit has populations or projections of its own
}

// Curve is one line of a picture.
type Curve struct {
	Name   string // shown in the legend, if not empty
	Colour int    // its place in the palette
	Values []float64
	Steps  []int // of the values; nil: those of all curves
}

const (
	width, height = 24 * vg.Centimeter, 17 * vg.Centimeter
	fontSize      = vg.Length(10)
)

// palette is that of Okabe and Ito, which colour blindness does not confuse.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, // blue
	color.RGBA{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	color.RGBA{0x00, 0x9e, 0x73, 0xff}, // green
	color.RGBA{0xcc, 0x79, 0xa7, 0xff}, // purple
	color.RGBA{0xe6, 0x9f, 0x00, 0xff}, // orange
	color.RGBA{0x56, 0xb4, 0xe9, 0xff}, // sky
	color.RGBA{0x00, 0x00, 0x00, 0xff}, // black
}

// WriteSVG draws the traces as four panels: feedforward weights, lateral
// weights, scales, and error with lateral ratio, over a logarithmic time axis.
// The same traces give the same bytes.
func (t Traces) WriteSVG(w io.Writer) error {
	between, within, scales := "Feedforward weights W_ij", "Lateral weights M_ij, i ≠ j", "Scales m_ii"
	if t.Graph {
		between, within, scales = "Weights between populations", "Weights within populations", "Scales of the outputs"
	}
	panels := [][]*plot.Plot{
		{t.panel(between, t.Feedforward), t.panel(within, t.Lateral)},
		{t.panel(scales, t.Scale), t.logPanel("Error and lateral ratio", t.Progress)},
	}
	svg := vgsvg.New(width, height)
	canvas := draw.New(svg)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	t.drawPanels(canvas, panels)
	if _, err := svg.WriteTo(w); err != nil {
		return fmt.Errorf("draw the traces: %w", err)
	}
	return nil
}

// drawPanels draws panels, of which the last may be nil, and the title.
func (t Traces) drawPanels(canvas draw.Canvas, panels [][]*plot.Plot) {
	tiles := draw.Tiles{
		Rows: len(panels), Cols: len(panels[0]),
		PadTop: vg.Centimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
		PadX: 8 * vg.Millimeter, PadY: 8 * vg.Millimeter,
	}
	drawTitle(canvas, t.Title)
	for i, row := range plot.Align(panels, tiles, canvas) {
		for j, area := range row {
			if panels[i][j] != nil {
				panels[i][j].Draw(area)
			}
		}
	}
}

// panel returns a plot of curves over the steps.
func (t Traces) panel(title string, curves []Curve) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "step t"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.X.Min, p.X.Max = 1, 10
	p.Legend.Top, p.Legend.XOffs, p.Legend.YOffs = true, -vg.Points(4), -vg.Points(2)
	p.Legend.Padding = vg.Points(3)
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Legend.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font,
	} {
		f.Variant, f.Size = "Sans", fontSize
	}
	for _, c := range curves {
		t.add(p, c)
	}
	widen(&p.Y)
	p.Add(marks(t.Marks))
	return p
}

// widen widens an axis whose values are large and nearly equal, so that it has ticks.
func widen(a *plot.Axis) {
	const large, narrow = 1e9, 1e-9
	size := max(math.Abs(a.Min), math.Abs(a.Max))
	if size >= large && !math.IsInf(size, 0) && a.Max-a.Min < narrow*size {
		a.Min, a.Max = a.Min-size/1000, a.Max+size/1000
	}
}

// marks draws a dashed line at each of some steps.
type marks []int

// Plot implements plot.Plotter.
func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	style := draw.LineStyle{Color: color.Gray{0x99}, Width: vg.Points(0.6), Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}
	for _, step := range m {
		if at := float64(step); at >= p.X.Min && at <= p.X.Max {
			c.StrokeLine2(style, x(at), c.Min.Y, x(at), c.Max.Y)
		}
	}
}

// logPanel is panel with a logarithmic vertical axis, on which only positive
// values have a place.
func (t Traces) logPanel(title string, curves []Curve) *plot.Plot {
	var positive []Curve
	for _, c := range curves {
		kept := Curve{c.Name, c.Colour, make([]float64, len(c.Values)), c.Steps}
		for i, v := range c.Values {
			kept.Values[i] = v
			if v <= 0 {
				kept.Values[i] = math.NaN()
			}
		}
		positive = append(positive, kept)
	}
	p := t.panel(title, positive)
	if !(p.Y.Min > 0) || p.Y.Max <= p.Y.Min { // nothing to show
		p.Y.Min, p.Y.Max = 0.1, 1
	}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	return p
}

// add draws one curve, without the values that are not finite.
func (t Traces) add(p *plot.Plot, c Curve) {
	var points plotter.XYs
	steps := c.Steps
	if steps == nil {
		steps = t.Steps
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
	line.Color = palette[c.Colour%len(palette)]
	line.Width = vg.Points(0.9)
	p.Add(line)
	if c.Name != "" {
		p.Legend.Add(c.Name, line)
	}
}
