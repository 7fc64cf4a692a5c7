package report

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
