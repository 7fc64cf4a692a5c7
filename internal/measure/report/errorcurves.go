package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/numerics/quantile"
)

// Errors shows the error of some networks against time, in panels side by side, with both axes
// logarithmic.
type Errors struct {
	Title  string
	Panels []ErrorPanel
	Marks  []int // steps of interventions
}

// ErrorPanel is one panel. The first one explains the curves.
type ErrorPanel struct {
	Title    string
	Time     string // what the steps count
	Quantity string // what the curves show; empty: E_Pro
	Steps    []int  // ascending, from 1
	Curves   []ErrorCurve
	Floor    []float64 // at each step, nil if there is none
	Note     string    // a last line of the legend
	Lowest   float64   // lower end of the axis; marks below it stand there, with an arrow
}

// ErrorCurve is the error of one network.
type ErrorCurve struct {
	Name  string
	At    []quantile.Quartiles // at each step, none where not finite; the band between the quartiles is shaded, and few values are crosses
	Marks []Mark
}

// Mark is a published value.
type Mark struct {
	Step  int
	Error float64
}

const errorsWidth, errorsHeight = 24 * vg.Centimeter, 12 * vg.Centimeter

func (e Errors) size() (vg.Length, vg.Length) { return errorsWidth, errorsHeight }

// leastErrorPanel is the least width of a panel where there is less space than usual.
const leastErrorPanel = 7 * vg.Centimeter

// grid returns the panels in rows: in one, unless there is less space than usual.
func (e Errors) grid(wide vg.Length) (rows, columns int) {
	columns = max(1, len(e.Panels))
	if wide < errorsWidth {
		columns = min(columns, max(1, int(wide/leastErrorPanel)))
	}
	return max(1, (len(e.Panels)+columns-1)/columns), columns
}

func (e Errors) heightAt(wide vg.Length) vg.Length {
	rows, columns := e.grid(wide)
	return vg.Length(rows) * max(leastErrorPanel, wide/vg.Length(max(columns, 2))*2*errorsHeight/errorsWidth)
}

func (e Errors) draw(canvas draw.Canvas) error {
	rows, columns := e.grid(canvas.Max.X - canvas.Min.X)
	row := make([]*plot.Plot, len(e.Panels))
	for i, panel := range e.Panels {
		var err error
		if row[i], err = panel.plot(i == 0); err != nil {
			return fmt.Errorf("draw the errors: %w", err)
		}
		row[i].Add(stepMarks(e.Marks))
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns, PadX: 8 * vg.Millimeter, PadY: 5 * vg.Millimeter,
		PadTop: 3 * vg.Millimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
	}
	if e.Title != "" {
		tiles.PadTop = vg.Centimeter
		drawTitle(canvas, e.Title)
	}
	for i, p := range row {
		p.Draw(tiles.At(canvas, i%columns, i/columns))
	}
	return nil
}

// plot returns the panel as a plot.
func (e ErrorPanel) plot(legend bool) (*plot.Plot, error) {
	p := newPlot(e.Title)
	p.X.Label.Text, p.Y.Label.Text = e.Time, "E_Pro"
	if e.Quantity != "" {
		p.Y.Label.Text = e.Quantity
	}
	p.Title.Padding, p.Y.Label.Padding = vg.Points(4), 0
	p.Legend.Left, p.Legend.XOffs, p.Legend.YOffs = true, vg.Points(4), vg.Points(4)
	p.Legend.Padding, p.Legend.ThumbnailWidth = vg.Points(3), vg.Points(34)

	for i, c := range e.Curves {
		if err := e.addBand(p, i, c); err != nil {
			return nil, err
		}
	}
	for i, c := range e.Curves {
		if err := e.addCurve(p, i, c, legend); err != nil {
			return nil, err
		}
	}
	if err := e.addFloor(p, legend); err != nil {
		return nil, err
	}
	if legend && e.Note != "" {
		p.Legend.Add(e.Note)
	}
	top := p.Y.Max
	p.X.Min, p.X.Max = 1, float64(max(e.Steps[len(e.Steps)-1], 10))
	p.Y.Min, p.Y.Max = e.Lowest, 1.5*max(top, 10*e.Lowest)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	reach(&p.Y)
	return p, nil
}

// points returns a curve over the first steps, limited to the axis, without the steps at which it
// has no value.
func (e ErrorPanel) points(values []float64) (points plotter.XYs) {
	for i, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			points = append(points, plotter.XY{X: float64(e.Steps[i]), Y: max(v, e.Lowest)})
		}
	}
	return points
}

// addBand shades what is between the quartiles, or draws the values where they are few.
func (e ErrorPanel) addBand(p *plot.Plot, i int, c ErrorCurve) error {
	colour := seriesStyles[i%len(seriesStyles)].colour
	step := func(i int) float64 { return float64(e.Steps[i]) }
	if err := addFew(p, step, c.At, shade(colour, 0x90), func(_, v float64) bool { return v >= e.Lowest && v-v == 0 }); err != nil {
		return err
	}
	lows, highs := quartiles(c.At)
	outline, high := e.points(lows), e.points(highs)
	for j := len(high) - 1; j >= 0; j-- {
		outline = append(outline, high[j])
	}
	if len(outline) == 0 {
		return nil
	}
	band, err := plotter.NewPolygon(outline)
	if err != nil {
		return err
	}
	band.Color = shade(colour, 0x38)
	band.LineStyle.Width = 0
	p.Add(band)
	return nil
}

// addCurve draws the median and the marks.
func (e ErrorPanel) addCurve(p *plot.Plot, i int, c ErrorCurve, legend bool) error {
	style := seriesStyles[i%len(seriesStyles)]
	shown := medians(c.At)
	if j := slices.IndexFunc(shown, func(v float64) bool { return v < e.Lowest }); j >= 0 {
		shown = shown[:j+1] // it ends where it leaves the panel
	}
	median := e.points(shown)
	if len(median) == 0 {
		return nil
	}
	line, err := plotter.NewLine(median)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: style.colour, Width: style.width, Dashes: style.dashes}
	p.Add(line)
	var marks plotter.XYs
	low := map[int]bool{}
	for j, m := range c.Marks {
		low[j] = m.Error < e.Lowest
		marks = append(marks, plotter.XY{X: float64(m.Step), Y: max(m.Error, e.Lowest)})
	}
	thumbnails := []plot.Thumbnailer{line}
	if len(marks) > 0 {
		scatter, err := plotter.NewScatter(marks)
		if err != nil {
			return err
		}
		glyph := func(s shape) draw.GlyphStyle { return draw.GlyphStyle{Color: style.colour, Radius: 3.6, Shape: s} }
		scatter.GlyphStyle = glyph(style.shape)
		scatter.GlyphStyleFunc = func(j int) draw.GlyphStyle {
			s := style.shape
			s.arrow = low[j]
			return glyph(s)
		}
		p.Add(scatter)
		thumbnails = append(thumbnails, scatter)
	}
	if legend {
		p.Legend.Add(c.Name, thumbnails...)
	}
	return nil
}

// addFloor draws the floor.
func (e ErrorPanel) addFloor(p *plot.Plot, legend bool) error {
	if e.Floor == nil {
		return nil
	}
	var points plotter.XYs
	for i, t := range e.Steps {
		if v := e.Floor[i]; v >= e.Lowest && v <= 1 { // a larger floor has no meaning
			points = append(points, plotter.XY{X: float64(t), Y: v})
		}
	}
	if len(points) == 0 {
		return nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: color.Gray{0x60}, Width: 2.4}
	p.Add(line)
	if legend {
		p.Legend.Add("batch PCA, expected", line)
	}
	return nil
}
