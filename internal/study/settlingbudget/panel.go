package settlingbudget

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The vertical axis of a panel. It has decades of E_Pro up to LostError. Above them is the band of
// lost trials, with a line for each curve, of which the first is for the two-phase circuit.
const (
	lowestDecade  = -4.3
	lostBand      = 0.12 // the band of lost trials begins here,
	lostLine      = 0.33 // and each line of it is so high
	bandTop       = lostBand + 8*lostLine
	dodge         = 0.07 // marks of neighbouring curves stand so far apart
	quartileWidth = 0.7  // points
)

// fontSize is the size of the letters of the picture, in points.
const fontSize = vg.Length(10)

// plot returns the plot of one network on one problem.
func (r *Result) plot(problem Problem, network string) *plot.Plot {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s, %s", network, problem.short())
	p.Title.Padding = vg.Points(3)
	p.X.Label.Text = "sweeps per stimulus"
	p.Y.Label.Text = "E_Pro"
	p.X.Min, p.X.Max = -0.5, float64(len(budgetNames))-0.5
	p.Y.Min, p.Y.Max = lowestDecade, bandTop
	var places, decades []plot.Tick
	for i, name := range budgetNames {
		places = append(places, plot.Tick{Value: float64(i), Label: name})
	}
	for d := math.Ceil(lowestDecade); d <= 0; d++ {
		decades = append(decades, plot.Tick{Value: d, Label: fmt.Sprintf("1e%.0f", d)})
	}
	decades[len(decades)-1].Label = "1"
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(places), plot.ConstantTicks(decades)
	for _, s := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		s.Font.Variant, s.Font.Size = "Sans", fontSize
	}
	p.Add(panel{r, problem, network})
	return p
}

// panel draws the contents of a plot.
type panel struct {
	result  *Result
	problem Problem
	network string
}

// Plot implements plot.Plotter.
func (p panel) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	c.FillPolygon(color.Gray{0xee}, []vg.Point{
		{X: c.Min.X, Y: y(lostBand)}, {X: c.Max.X, Y: y(lostBand)}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Min.X, Y: c.Max.Y},
	})
	for _, exact := range p.result.rows(p.problem, p.network, curve{method: Exact}) {
		if at, shown := decade(exact.Error.Median); shown {
			c.StrokeLine2(exactLine, c.Min.X, y(at), c.Max.X, y(at))
		}
	}
	for i, s := range curves {
		rows := p.result.rows(p.problem, p.network, s)
		shift := dodge * (float64(i) - 2.5)
		p.drawCurve(c, s, rows, func(place float64) vg.Length { return x(place + shift) }, y)
		p.drawLost(c, s, rows, 1+i, x, y)
	}
	for i, s := range []curve{twoPhaseCurve, cascadeCurve} {
		rows := p.result.rows(p.problem, p.network, s)
		for _, row := range rows {
			if at, shown := decade(row.Error.Median); shown {
				bigMark(c, s, vg.Point{X: x(row.place()), Y: y(at)})
			}
		}
		p.drawLost(c, s, rows, i*(1+len(curves)), x, y)
	}
}

// drawCurve draws the medians below LostError, joined where they are neighbours, with
// their quartiles, or with all values where these are few.
func (p panel) drawCurve(c draw.Canvas, s curve, rows []Row, x, y func(float64) vg.Length) {
	var run, marks []vg.Point
	for _, row := range rows {
		at, shown := decade(row.Error.Median)
		if !shown {
			c.StrokeLines(s.line(), run)
			run = nil
			continue
		}
		mark := vg.Point{X: x(row.place()), Y: y(at)}
		run, marks = append(run, mark), append(marks, mark)
		if row.Error.Few == nil {
			low, _ := decade(row.Error.Low)
			high, _ := decade(row.Error.High)
			c.StrokeLine2(draw.LineStyle{Color: s.colour, Width: quartileWidth}, mark.X, y(low), mark.X, y(high))
		}
		for _, v := range row.Error.Few {
			if at, shown := decade(v); shown {
				draw.CrossGlyph{}.DrawGlyph(&c, draw.GlyphStyle{Color: s.colour, Radius: 0.5 * markRadius}, vg.Point{X: mark.X, Y: y(at)})
			}
		}
	}
	c.StrokeLines(s.line(), run)
	for _, mark := range marks {
		s.mark(c, mark, markRadius)
	}
}

// drawLost draws a curve's line in the band of lost trials, which its mark to the left of the axis
// names. For each budget it shows nothing if no trial was lost, the mark if all were, and a
// percentage in between.
func (p panel) drawLost(c draw.Canvas, s curve, rows []Row, line int, x, y func(float64) vg.Length) {
	at := y(bandTop - (float64(line)+0.5)*lostLine)
	s.mark(c, vg.Point{X: c.Min.X - 5*markRadius, Y: at}, 0.8*markRadius)
	for _, row := range rows {
		place := vg.Point{X: x(row.place()), Y: at}
		switch row.Lost {
		case 0:
		case 1:
			s.mark(c, place, markRadius)
		default:
			label := textStyle(0.75*fontSize, draw.XCenter)
			label.Color = s.colour
			place.Y += vg.Points(1.5) // digits have no descenders
			c.FillText(label, place, fmt.Sprintf("%.0f%%", 100*row.Lost))
		}
	}
}

// decade returns the position of an error on the vertical axis, and whether it is below LostError.
func decade(e float64) (at float64, shown bool) {
	if !(e < LostError) {
		return math.Log10(LostError) + 0.2, false
	}
	return math.Max(lowestDecade, math.Log10(e)), true
}

// short returns the short name of a problem.
func (p Problem) short() string {
	name := map[string]string{
		Small: "small problem", Large: "large problem", Correlated: "small, slow stimulus", Images: "Fashion-MNIST",
	}[p.Name]
	return fmt.Sprintf("%s (%d → %d)", name, p.Inputs, p.Outputs)
}

// textStyle returns a style of text in the middle of its line.
func textStyle(size vg.Length, align text.XAlignment) text.Style {
	s := plot.New().Title.TextStyle
	s.Font.Variant, s.Font.Size = "Sans", size
	s.XAlign, s.YAlign = align, draw.YCenter
	return s
}
