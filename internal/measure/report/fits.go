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

// Fits is measurements beside what is predicted, in panels side by side: marks with their
// quartiles or with all values where these are few, and lines.
type Fits struct {
	Title  string
	Panels []FitPanel
}

// FitPanel is one panel.
type FitPanel struct {
	Title, X, Y string
	LogX, LogY  bool
	Low, High   float64 // of the vertical axis; both 0: those of the values
	AtTop       bool    // the legend is at the top, not at the bottom
	AtRight     bool    // and at the right
	Series      []FitSeries
}

// FitSeries is a series of measurements with the predicted line. Either may be missing.
type FitSeries struct {
	Name     string
	Style    int // its place among the colours and shapes
	X        []float64
	Measured []quantile.Quartiles // at X; NaN where there is none
	At, Line []float64            // the line
	Faint    bool                 // the line is grey and dashed: a level to compare with
}

func (f Fits) size() (vg.Length, vg.Length) {
	return vg.Length(max(1, len(f.Panels))) * 13 * vg.Centimeter, fitsHeight
}

const fitsHeight = 11 * vg.Centimeter

func (f Fits) draw(canvas draw.Canvas) error {
	drawTitle(canvas, f.Title)
	tiles := draw.Tiles{
		Rows: 1, Cols: len(f.Panels), PadX: 8 * vg.Millimeter,
		PadTop: vg.Centimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
	}
	for i, panel := range f.Panels {
		p, err := panel.plot()
		if err != nil {
			return err
		}
		p.Draw(tiles.At(canvas, i, 0))
	}
	return nil
}

// plot returns the panel as a plot.
func (f FitPanel) plot() (*plot.Plot, error) {
	p := newPlot(f.Title)
	p.X.Label.Text, p.Y.Label.Text = f.X, f.Y
	p.Legend.Top, p.Legend.Left = f.AtTop, !f.AtRight
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(4), vg.Points(4)
	if f.AtRight {
		p.Legend.XOffs = -vg.Points(4)
	}
	if f.AtTop {
		p.Legend.YOffs = -vg.Points(4)
	}
	if !f.AtTop {
		p.Legend.YOffs += f.level() * 0.72 * fitsHeight // the height of the axis
	}
	p.Legend.Padding, p.Legend.ThumbnailWidth = vg.Points(3), vg.Points(22)
	for _, s := range f.Series {
		if err := f.add(p, s); err != nil {
			return nil, err
		}
	}
	if f.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
		p.X.Min, p.X.Max = p.X.Min/1.15, p.X.Max*1.15
	}
	if f.Low != f.High {
		p.Y.Min, p.Y.Max = f.Low, f.High
	}
	if f.LogY {
		if f.Low == f.High { // a margin, and room for the legend
			room := math.Pow(p.Y.Max/p.Y.Min, 0.3)
			p.Y.Min, p.Y.Max = p.Y.Min/1.2, p.Y.Max*1.2
			if f.AtTop {
				p.Y.Max *= room
			} else {
				p.Y.Min /= room
			}
		}
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	if f.Low == f.High {
		reach(&p.Y)
	}
	return p, nil
}

// level returns where the highest level to compare with is, as a fraction of the vertical axis, if it is
// so near the bottom that the legend, which is there, has to be above it; else 0.
func (f FitPanel) level() (fraction vg.Length) {
	if f.Low == f.High || f.LogY {
		return 0
	}
	for _, s := range f.Series {
		if !s.Faint {
			continue
		}
		for _, v := range s.Line {
			if at := (v - f.Low) / (f.High - f.Low); at < 0.4 {
				fraction = max(fraction, vg.Length(at))
			}
		}
	}
	return fraction
}

// shown reports whether the panel can show a point.
func (f FitPanel) shown(x, y float64) bool {
	return x-x == 0 && y-y == 0 && (!f.LogX || x > 0) && (!f.LogY || y > 0) &&
		(f.Low == f.High || f.Low <= y && y <= f.High)
}

// add draws a line, and the marks with their quartiles above it.
func (f FitPanel) add(p *plot.Plot, s FitSeries) error {
	style := seriesStyles[s.Style%len(seriesStyles)]
	var thumbnails []plot.Thumbnailer
	var path plotter.XYs
	for i, x := range s.At {
		if f.shown(x, s.Line[i]) {
			path = append(path, plotter.XY{X: x, Y: s.Line[i]})
		}
	}
	if len(path) > 0 {
		line, err := plotter.NewLine(path)
		if err != nil {
			return err
		}
		line.LineStyle = draw.LineStyle{Color: style.colour, Width: vg.Points(1.2)}
		if s.Faint {
			line.LineStyle = draw.LineStyle{Color: color.Gray{0x80}, Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(4), vg.Points(3)}}
		}
		p.Add(line)
		thumbnails = append(thumbnails, line)
	}
	var points plotter.XYs
	for i, x := range s.X {
		q := s.Measured[i]
		if !f.shown(x, q.Median) {
			continue
		}
		points = append(points, plotter.XY{X: x, Y: q.Median})
		low, high := q.Low, q.High
		if f.Low != f.High {
			low, high = math.Max(low, f.Low), math.Min(high, f.High)
		}
		if q.Few != nil || !f.shown(x, low) || !f.shown(x, high) || low == high {
			continue
		}
		bar, err := plotter.NewLine(plotter.XYs{{X: x, Y: low}, {X: x, Y: high}})
		if err != nil {
			return err
		}
		bar.LineStyle = draw.LineStyle{Color: style.colour, Width: vg.Points(0.9)}
		p.Add(bar)
	}
	if err := addFew(p, func(i int) float64 { return s.X[i] }, s.Measured, style.colour, f.shown); err != nil {
		return err
	}
	if len(points) > 0 {
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: style.colour, Radius: 3.2, Shape: style.shape}
		p.Add(marks)
		thumbnails = append(thumbnails, marks)
	}
	if s.Name != "" && len(thumbnails) > 0 {
		p.Legend.Add(s.Name, thumbnails...)
	}
	return nil
}
