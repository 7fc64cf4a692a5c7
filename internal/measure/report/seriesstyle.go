package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// seriesStyles distinguish series by colour, by dashes and by the shape of the marks. Curves
// beyond the last style start again.
var seriesStyles = []struct {
	colour color.Color
	width  vg.Length
	dashes []vg.Length
	shape  shape
}{
	{palette[0], 1.4, nil, shape{corners: 24}},
	{palette[1], 1.4, []vg.Length{7, 3}, shape{corners: 4, turn: math.Pi / 4}},
	{palette[2], 1.4, []vg.Length{12, 3, 2, 3}, shape{corners: 3, turn: math.Pi / 2}},
	{palette[3], 1.6, []vg.Length{1.6, 2.4}, shape{corners: 4}},
	{palette[4], 1.4, []vg.Length{9, 2, 2, 2, 2, 2}, shape{corners: 3, turn: -math.Pi / 2}},
	{palette[5], 1.4, []vg.Length{4, 1.5}, shape{corners: 5, turn: math.Pi / 2}},
	{palette[6], 1.2, []vg.Length{14, 4}, shape{corners: 6}},
}

// shape is the outline of a mark: a regular polygon, with an arrow down from it
// if the mark stands for something below.
type shape struct {
	corners int
	turn    float64 // radians, of the first corner from the right
	arrow   bool
}

// DrawGlyph implements draw.GlyphDrawer.
func (s shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.3)})
	corner := func(i int) vg.Point {
		angle := s.turn + 2*math.Pi*float64(i)/float64(s.corners)
		return vg.Point{X: at.X + style.Radius*vg.Length(math.Cos(angle)), Y: at.Y + style.Radius*vg.Length(math.Sin(angle))}
	}
	var p vg.Path
	p.Move(corner(0))
	for i := 1; i < s.corners; i++ {
		p.Line(corner(i))
	}
	p.Close()
	c.Stroke(p)
	if !s.arrow {
		return
	}
	r := style.Radius
	tip := vg.Point{X: at.X, Y: at.Y - 3.2*r}
	var arrow vg.Path
	arrow.Move(vg.Point{X: at.X, Y: at.Y - r})
	arrow.Line(tip)
	arrow.Move(vg.Point{X: tip.X - 0.6*r, Y: tip.Y + 0.8*r})
	arrow.Line(tip)
	arrow.Line(vg.Point{X: tip.X + 0.6*r, Y: tip.Y + 0.8*r})
	c.Stroke(arrow)
}
