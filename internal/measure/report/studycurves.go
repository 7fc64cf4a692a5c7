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

// Curves is functions of a number, with quartiles or few values and marks, in panels side by side.
type Curves struct {
	Title  string
	Panels []CurvePanel
}

// CurvePanel is one panel.
type CurvePanel struct {
	Title, X, Y string
	LogX, LogY  bool
	Curves      []Graph
	Upright     []float64 // dashed upright lines
	Note        string    // the last line of the legend, such as what the upright lines are
}

// Graph is one function. Points that are not finite, or not positive on a logarithmic axis, are
// left out.
type Graph struct {
	Name   string
	X, Y   []float64
	Spread []quantile.Quartiles // what is drawn around each point, nil if there is nothing
	Dashed bool
	Marked []int // indices of the points with a large mark
}

func (c Curves) size() (vg.Length, vg.Length) {
	return max(1, vg.Length(len(c.Panels))) * 15 * vg.Centimeter, 10 * vg.Centimeter
}

func (c Curves) draw(canvas draw.Canvas) error {
	tiles := draw.Tiles{
		Rows: 1, Cols: len(c.Panels), PadX: 6 * vg.Millimeter,
		PadTop: vg.Centimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
	}
	drawTitle(canvas, c.Title)
	row := make([]*plot.Plot, len(c.Panels))
	for i, panel := range c.Panels {
		var err error
		if row[i], err = panel.plot(); err != nil {
			return err
		}
	}
	for i, area := range plot.Align([][]*plot.Plot{row}, tiles, canvas)[0] {
		row[i].Draw(area)
	}
	return nil
}

// shown returns the points that the axes can show.
func (c CurvePanel) shown(x, y []float64) (points plotter.XYs, from []int) {
	for i := range x {
		if finite := x[i]-x[i] == 0 && y[i]-y[i] == 0; finite && (!c.LogX || x[i] > 0) && (!c.LogY || y[i] > 0) {
			points, from = append(points, plotter.XY{X: x[i], Y: y[i]}), append(from, i)
		}
	}
	return points, from
}

func (c CurvePanel) plot() (*plot.Plot, error) {
	p := newPlot(c.Title)
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	p.Legend.Top, p.Legend.XOffs, p.Legend.YOffs = true, -vg.Points(4), -vg.Points(4)
	p.Legend.Padding, p.Legend.ThumbnailWidth = vg.Points(2), vg.Points(24)
	low, high := math.Inf(1), math.Inf(-1)
	for i, g := range c.Curves {
		colour := palette[i%len(palette)]
		points, from := c.shown(g.X, g.Y)
		if len(points) == 0 {
			continue
		}
		if g.Spread != nil {
			for _, k := range from {
				least, most := g.Spread[k].Ends()
				bar, _ := c.shown([]float64{g.X[k], g.X[k]}, []float64{least, most})
				if len(bar) < 2 {
					continue
				}
				low, high = min(low, least), max(high, most)
				if g.Spread[k].Few != nil {
					continue
				}
				line, err := plotter.NewLine(bar)
				if err != nil {
					return nil, err
				}
				line.Color, line.Width = shade(colour, 0x90), vg.Points(2.4)
				p.Add(line)
			}
			shown := func(x, y float64) bool { points, _ := c.shown([]float64{x}, []float64{y}); return points != nil }
			if err := addFew(p, func(i int) float64 { return g.X[i] }, g.Spread, colour, shown); err != nil {
				return nil, err
			}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = colour, vg.Points(1.4)
		dots.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
		if g.Dashed {
			line.Dashes = []vg.Length{5, 3}
			dots.Radius = 0
		}
		p.Add(line, dots)
		p.Legend.Add(g.Name, line, dots)
		for _, k := range g.Marked {
			mark, err := plotter.NewScatter(plotter.XYs{{X: g.X[k], Y: g.Y[k]}})
			if err != nil {
				return nil, err
			}
			mark.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: vg.Points(6), Shape: draw.RingGlyph{}}
			p.Add(mark)
		}
		for _, v := range points {
			low, high = min(low, v.Y), max(high, v.Y)
		}
	}
	c.scale(p, low, high)
	for _, x := range c.Upright {
		line, err := plotter.NewLine(plotter.XYs{{X: x, Y: p.Y.Min}, {X: x, Y: p.Y.Max}})
		if err != nil {
			return nil, err
		}
		line.LineStyle = draw.LineStyle{Color: color.Gray{0x60}, Width: vg.Points(1), Dashes: []vg.Length{2, 2}}
		p.Add(line)
	}
	if c.Note != "" {
		p.Legend.Add(c.Note)
	}
	return p, nil
}

// scale sets the axes, with room for the legend.
func (c CurvePanel) scale(p *plot.Plot, low, high float64) {
	if low > high {
		low, high = 1, 2
	}
	room := 0.06*float64(len(c.Curves)+1) + 0.04
	if c.LogY {
		p.Y.Min, p.Y.Max = low/1.5, high*math.Pow(1.5*high/low, room/(1-room))
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	} else {
		margin := max(0.04*(high-low), 1e-12)
		p.Y.Min, p.Y.Max = low-margin, high+(high-low+margin)*room/(1-room)
	}
	reach(&p.Y)
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	}
}
