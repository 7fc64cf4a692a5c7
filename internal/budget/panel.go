package budget

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The vertical axis of a panel, in decades of E_Pro: errors up to LostError, and
// above that a line for each curve that shows its lost trials.
const (
	lowestDecade  = -4.3
	lostBand      = 0.12 // the band of lost trials begins here,
	lostLine      = 0.36 // and each line of it is so high
	bandTop       = lostBand + 6*lostLine
	dodge         = 0.07 // marks of neighbouring curves stand so far apart
	quartileWidth = 0.7  // points
)

// panel returns the plot of one network on one problem.
func (r *Result) panel(problem Problem, network string) *plot.Plot {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s, %s", network, problem.short())
	p.Title.Padding = vg.Points(3)
	p.X.Label.Text = "sweeps per stimulus"
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
	for _, s := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
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
	for _, exact := range p.result.rows(p.problem, p.network, method{method: Exact}) {
		if at, shown := decade(exact.Error.Median); shown {
			c.StrokeLine2(exactLine, c.Min.X, y(at), c.Max.X, y(at))
		}
	}
	for i, s := range series {
		rows := p.result.rows(p.problem, p.network, s)
		shift := dodge * (float64(i) - 2.5)
		var run []vg.Point // neighbours that are shown
		for _, row := range rows {
			at, shown := decade(row.Error.Median)
			if !shown {
				c.StrokeLines(s.line(), run)
				run = nil
				continue
			}
			place := x(row.place() + shift)
			run = append(run, vg.Point{X: place, Y: y(at)})
			low, _ := decade(row.Error.Low)
			high, _ := decade(row.Error.High)
			c.StrokeLine2(draw.LineStyle{Color: s.colour, Width: quartileWidth}, place, y(low), place, y(high))
		}
		c.StrokeLines(s.line(), run)
		line := bandTop - (float64(i)+0.5)*lostLine
		s.mark(c, vg.Point{X: c.Min.X - 5*markRadius, Y: y(line)}, 0.8*markRadius) // names the line
		for _, row := range rows {
			if at, shown := decade(row.Error.Median); shown {
				s.mark(c, vg.Point{X: x(row.place() + shift), Y: y(at)}, markRadius)
			}
			lost(c, s, row.Lost, vg.Point{X: x(row.place()), Y: y(line)})
		}
	}
	two := method{method: TwoPhase, colour: color.Black, shape: diamond}
	for _, row := range p.result.rows(p.problem, p.network, two) {
		if at, shown := decade(row.Error.Median); shown {
			twoPhaseMark(c, vg.Point{X: x(row.place()), Y: y(at)})
		}
	}
}

// lost draws the fraction of lost trials in its line of the band: nothing for
// none, the mark for all, and a percentage in between.
func lost(c draw.Canvas, s method, fraction float64, at vg.Point) {
	switch fraction {
	case 0:
	case 1:
		s.mark(c, at, markRadius)
	default:
		label := style(0.75*fontSize, draw.XCenter)
		label.Color = s.colour
		c.FillText(label, at, fmt.Sprintf("%.0f%%", 100*fraction))
	}
}

// decade returns where an error stands on the vertical axis, and whether it is
// below LostError.
func decade(e float64) (at float64, shown bool) {
	if !(e < LostError) {
		return math.Log10(LostError) + 0.2, false
	}
	return math.Max(lowestDecade, math.Log10(e)), true
}

// short returns what a panel calls the problem.
func (p Problem) short() string {
	name := map[string]string{
		Small: "small problem", Large: "large problem", Correlated: "small, slow stimulus", Images: "Fashion-MNIST",
	}[p.Name]
	return fmt.Sprintf("%s (%d → %d)", name, p.Inputs, p.Outputs)
}
