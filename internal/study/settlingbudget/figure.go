package settlingbudget

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// Sizes of the picture.
const (
	panelWidth  = 7.2 * vg.Centimeter
	panelHeight = 7.8 * vg.Centimeter
	headHeight  = 1.9 * vg.Centimeter
	footHeight  = 1.3 * vg.Centimeter
)

// Picture returns the comparison as a picture, with a panel for each network and problem. Over the
// sweeps allowed per stimulus it shows the median E_Pro of the trials where that is below
// LostError. Above, it shows the fraction of lost trials for each method and start.
func (r *Result) Picture() report.Picture {
	width, height := r.size()
	return report.Custom{Width: width, Height: height, Draw: r.draw}
}

// size returns the width and height of the picture. The legend needs the width of
// three panels.
func (r *Result) size() (width, height vg.Length) {
	columns := vg.Length(max(3, len(r.Problems)))
	return columns * panelWidth, vg.Length(len(pairs))*panelHeight + headHeight + footHeight
}

// draw draws the title, the panels and the legend.
func (r *Result) draw(c draw.Canvas) {
	centre := c.Center().X
	c.FillText(textStyle(fontSize+4, draw.XCenter), vg.Point{X: centre, Y: c.Max.Y - 0.7*vg.Centimeter},
		"Settling cut short: two phases against recurrent networks")
	c.FillText(textStyle(fontSize, draw.XCenter), vg.Point{X: centre, Y: c.Max.Y - 1.3*vg.Centimeter},
		"E_Pro, "+r.spread()+". Grey: trials lost (diverged, or E_Pro ≥ 0.5)")
	if len(r.Problems) > 0 {
		var panels [][]*plot.Plot
		for _, p := range pairs {
			var row []*plot.Plot
			for _, problem := range r.Problems {
				row = append(row, r.plot(problem, p.recurrent.Name))
			}
			panels = append(panels, row)
		}
		tiles := draw.Tiles{
			Rows: len(panels), Cols: len(r.Problems),
			PadTop: headHeight, PadBottom: footHeight, PadLeft: 2 * vg.Millimeter, PadRight: 4 * vg.Millimeter,
			PadX: 5 * vg.Millimeter, PadY: 4 * vg.Millimeter,
		}
		for i, row := range plot.Align(panels, tiles, c) {
			for j, area := range row {
				panels[i][j].Draw(area)
			}
		}
	}
	drawLegend(c)
}

// drawLegend draws the meaning of the marks, in two lines along the bottom.
func drawLegend(c draw.Canvas) {
	left := c.Min.X + 1.2*vg.Centimeter
	width := c.Max.X - left
	columns := []vg.Length{0, 0.21 * width, 0.47 * width, 0.7 * width, 0.88 * width}
	at := func(column, line int) vg.Point {
		return vg.Point{X: left + columns[column], Y: c.Min.Y + vg.Length(1-line)*0.55*vg.Centimeter + 0.35*vg.Centimeter}
	}
	label := func(p vg.Point, s string) {
		c.FillText(textStyle(fontSize, draw.XLeft), vg.Point{X: p.X + 0.7*vg.Centimeter, Y: p.Y}, s)
	}
	for i, s := range curves {
		p := at(i/2, i%2)
		c.StrokeLine2(s.line(), p.X-0.5*vg.Centimeter, p.Y, p.X+0.5*vg.Centimeter, p.Y)
		s.mark(c, p, markRadius)
		label(p, s.name())
	}
	for i, s := range []curve{twoPhaseCurve, cascadeCurve} {
		p := at(3, i)
		bigMark(c, s, p)
		label(p, []string{"two phases", "cascade"}[i])
	}
	p := at(4, 0)
	c.StrokeLine2(exactLine, p.X-0.5*vg.Centimeter, p.Y, p.X+0.5*vg.Centimeter, p.Y)
	label(p, "exact")
}

// spread says what the marks show: it is that of the problem with the fewest trials.
func (r *Result) spread() string {
	fewest := quantile.FewestForQuartiles
	for _, p := range r.Problems {
		fewest = min(fewest, p.Trials)
	}
	return quantile.SpreadName(fewest)
}
