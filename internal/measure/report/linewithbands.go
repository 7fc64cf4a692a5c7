package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"twophase/internal/numerics/quantile"
)

// Line is a measure over one swept key: the median with its confidence interval and the
// quartiles, or all values where these are few. Values that are not defined are NaN.
type Line struct {
	Title    string
	X        Axis
	Measure  string
	Log      bool // of the measure
	At       []quantile.Quartiles
	From     []float64 // confidence interval of the median, NaN of few values
	To       []float64
	Diverged []float64 // fraction of the trials
}

const lineWidth, lineHeight = 16 * vg.Centimeter, 11 * vg.Centimeter

func (l Line) size() (vg.Length, vg.Length)      { return lineWidth, lineHeight }
func (l Line) heightAt(wide vg.Length) vg.Length { return wide * lineHeight / lineWidth }

func (l Line) draw(canvas draw.Canvas) error {
	p := newPlot(l.Title)
	p.X.Label.Text, p.Y.Label.Text = l.X.Label, l.Measure
	p.Legend.Top, p.Legend.XOffs, p.Legend.YOffs = true, -vg.Points(4), -vg.Points(4)
	p.Legend.Padding, p.Legend.ThumbnailWidth = vg.Points(3), vg.Points(24)
	if l.X.Values != nil {
		p.X.Tick.Marker = linearTicks{}
		if l.X.Log {
			p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
		}
	} else {
		p.X.Tick.Marker = namedTicks{l.X.Names, 12}
	}
	low, high := quartiles(l.At)
	if err := l.addBand(p, low, high, 0x20, "quartiles"); err != nil {
		return err
	}
	if err := l.addBand(p, l.From, l.To, 0x58, fmt.Sprintf("%.0f %% confidence", 100*quantile.Confidence)); err != nil {
		return err
	}
	if err := addFew(p, l.x, l.At, palette[0], func(_, v float64) bool { return l.shown(v) }); err != nil {
		return err
	}
	if err := l.addMedian(p); err != nil {
		return err
	}
	l.setRange(p)
	if err := l.addDiverged(p); err != nil {
		return err
	}
	p.Draw(draw.Crop(canvas, 3*vg.Millimeter, -6*vg.Millimeter, 2*vg.Millimeter, -3*vg.Millimeter))
	return nil
}

// x returns the position of value i.
func (l Line) x(i int) float64 {
	if l.X.Values != nil {
		return l.X.Values[i]
	}
	return float64(i)
}

// shown reports whether the axis can show a value.
func (l Line) shown(v float64) bool { return v-v == 0 && (!l.Log || v > 0) }

// runs calls do for every range of successive values that are shown.
func (l Line) runs(do func(from, to int) error, columns ...[]float64) error {
	from := -1
	for i := range len(l.At) + 1 {
		ok := i < len(l.At)
		for _, c := range columns {
			ok = ok && l.shown(c[i])
		}
		switch {
		case ok && from < 0:
			from = i
		case !ok && from >= 0:
			if err := do(from, i); err != nil {
				return err
			}
			from = -1
		}
	}
	return nil
}

// addBand shades what is between low and high.
func (l Line) addBand(p *plot.Plot, low, high []float64, alpha uint8, name string) error {
	return l.runs(func(from, to int) error {
		var outline plotter.XYs
		for i := from; i < to; i++ {
			outline = append(outline, plotter.XY{X: l.x(i), Y: low[i]})
		}
		for i := to - 1; i >= from; i-- {
			outline = append(outline, plotter.XY{X: l.x(i), Y: high[i]})
		}
		band, err := plotter.NewPolygon(outline)
		if err != nil {
			return err
		}
		band.Color, band.LineStyle.Width = shade(palette[0], alpha), 0
		p.Add(band)
		if name != "" {
			p.Legend.Add(name, band)
			name = ""
		}
		return nil
	}, low, high)
}

func (l Line) addMedian(p *plot.Plot) error {
	name := "median"
	return l.runs(func(from, to int) error {
		var points plotter.XYs
		for i := from; i < to; i++ {
			points = append(points, plotter.XY{X: l.x(i), Y: l.At[i].Median})
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = palette[0], vg.Points(1.4)
		dots.GlyphStyle = draw.GlyphStyle{Color: palette[0], Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}
		p.Add(line, dots)
		if name != "" {
			p.Legend.Add(name, line, dots)
			name = ""
		}
		return nil
	}, medians(l.At))
}

// setRange adds a margin around the curves.
func (l Line) setRange(p *plot.Plot) {
	low, high := math.Inf(1), math.Inf(-1)
	for i, q := range l.At {
		least, most := q.Ends()
		for _, v := range []float64{q.Median, least, most, l.From[i], l.To[i]} {
			if l.shown(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low > high {
		low, high = 1, 1
	}
	if l.Log {
		low, high = low/1.3, high*math.Pow(high/low, 0.25)*1.6 // and space for the legend
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	} else {
		margin := max(0.05*(high-low), 1e-3*math.Abs(high), 1e-12)
		low, high = low-margin, high+7*margin
	}
	p.Y.Min, p.Y.Max = low, high
	reach(&p.Y)
	first, last := l.x(0), l.x(len(l.At)-1)
	switch {
	case l.X.Values == nil:
		p.X.Min, p.X.Max = -0.5, last+0.5
	case l.X.Log:
		factor := math.Pow(last/first, 0.03) * 1.02
		p.X.Min, p.X.Max = first/factor, last*factor
	default:
		margin := max(0.03*(last-first), 1e-9+0.01*math.Abs(last))
		p.X.Min, p.X.Max = first-margin, last+margin
	}
}

// addDiverged marks at the lower edge where trials diverged.
func (l Line) addDiverged(p *plot.Plot) error {
	all, some := plotter.XYs{}, plotter.XYs{}
	at := p.Y.Min + 0.03*(p.Y.Max-p.Y.Min)
	if l.Log {
		at = p.Y.Min * math.Pow(p.Y.Max/p.Y.Min, 0.03)
	}
	for i, d := range l.Diverged {
		switch point := (plotter.XY{X: l.x(i), Y: at}); {
		case d == 1:
			all = append(all, point)
		case d > 0:
			some = append(some, point)
		}
	}
	for _, m := range []struct {
		points plotter.XYs
		name   string
		shape  draw.GlyphDrawer
	}{{all, "all trials diverged", draw.CrossGlyph{}}, {some, "some trials diverged", draw.PlusGlyph{}}} {
		if len(m.points) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(m.points)
		if err != nil {
			return err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: color.RGBA{0xd5, 0x5e, 0x00, 0xff}, Radius: vg.Points(3.6), Shape: m.shape}
		p.Add(marks)
		p.Legend.Add(m.name, marks)
	}
	return nil
}
