package settlingbudget

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/circuit"
)

// curve is one curve of a panel: a method and a start. Its colour is of the palette of Okabe and
// Ito, which colour blindness does not confuse. Shapes and dashes distinguish curves without
// colour.
type curve struct {
	method, start string
	colour        color.Color
	shape         shape
}

// shape is a mark as a polygon.
type shape struct {
	corners int
	turn    float64 // of the first corner, in quarters of a circle
}

var (
	blue      = color.RGBA{0x00, 0x72, 0xb2, 0xff}
	vermilion = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	green     = color.RGBA{0x00, 0x9e, 0x73, 0xff}

	circle   = shape{24, 0}
	square   = shape{4, 0.5}
	triangle = shape{3, 1}
	diamond  = shape{4, 1}

	curves = []curve{
		{circuit.Jacobi.String(), Cold, blue, circle},
		{circuit.Jacobi.String(), Warm, blue, circle},
		{circuit.GaussSeidel.String(), Cold, vermilion, square},
		{circuit.GaussSeidel.String(), Warm, vermilion, square},
		{circuit.Euler.String(), Cold, green, triangle},
		{circuit.Euler.String(), Warm, green, triangle},
	}

	twoPhaseCurve = curve{method: TwoPhase, colour: color.Black, shape: diamond}
	cascadeCurve  = curve{method: Cascade, colour: color.Black, shape: square}
)

const markRadius = vg.Length(3.6)

var exactLine = draw.LineStyle{Color: color.Black, Width: vg.Points(0.8), Dashes: []vg.Length{6, 2}}

// name returns the name of the curve in the legend.
func (s curve) name() string { return methodNames[s.method] + ", " + s.start + " start" }

// methodNames are the names of the methods for people.
var methodNames = map[string]string{
	circuit.Jacobi.String():      "Jacobi",
	circuit.GaussSeidel.String(): "Gauss–Seidel",
	circuit.Euler.String():       "Euler",
}

// line returns the style of the curve: solid for a cold start, dotted for a warm one.
func (s curve) line() draw.LineStyle {
	l := draw.LineStyle{Color: s.colour, Width: vg.Points(1.3)}
	if s.start == Warm {
		l.Dashes = []vg.Length{2, 2}
	}
	return l
}

// mark draws the curve's mark, filled for a cold start and hollow for a warm one.
func (s curve) mark(c draw.Canvas, at vg.Point, radius vg.Length) {
	fill := s.colour
	if s.start == Warm {
		fill = color.White
	}
	s.shape.draw(c, at, radius, fill, s.colour)
}

// bigMark draws the mark of a circuit that does not settle: the two-phase one or the cascade.
func bigMark(c draw.Canvas, of curve, at vg.Point) {
	of.shape.draw(c, at, 1.9*markRadius, color.Black, color.White)
	of.shape.draw(c, at, 0.7*markRadius, color.White, color.White)
}

// draw draws the polygon.
func (s shape) draw(c draw.Canvas, at vg.Point, radius vg.Length, fill, edge color.Color) {
	var corners []vg.Point
	for i := range s.corners {
		angle := math.Pi * (s.turn/2 + 2*float64(i)/float64(s.corners))
		corners = append(corners, vg.Point{
			X: at.X + radius*vg.Length(math.Cos(angle)),
			Y: at.Y + radius*vg.Length(math.Sin(angle)),
		})
	}
	c.FillPolygon(fill, corners)
	c.StrokeLines(draw.LineStyle{Color: edge, Width: vg.Points(1)}, append(corners, corners[0]))
}
