package report

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Panel is one panel of curves.
type Panel struct {
	Title  string
	X      Axis    // of a swept key; without names: the steps of the curves
	Y      string  // what the curves show
	Log    bool    // of the vertical axis
	Zero   bool    // the vertical axis has 0
	Lowest float64 // lower end of a logarithmic axis, where lower medians and marks stand; 0: that of the values
	Curves []Curve
	Index  int    // number of colours of the scale, one for each index i; 0: no scale
	Note   string // a last line of the legend
}

// LogPanel returns a panel with a logarithmic axis, of those curves that have a place there.
func LogPanel(title string, curves ...Curve) Panel {
	return Panel{Title: title, Log: true, Curves: slices.DeleteFunc(curves, func(c Curve) bool { return !c.HasPositive() })}
}

// ErrorPanel returns the panel of an error and a lateral ratio, of which one may be without values.
func ErrorPanel(failure, ratio Curve) Panel {
	title := "Error and lateral ratio"
	switch {
	case !ratio.HasPositive():
		title = "Error"
	case !failure.HasPositive():
		title = "Lateral ratio"
	}
	return LogPanel(title, failure, ratio)
}

// overSteps reports whether the curves are over their steps.
func (p Panel) overSteps() bool { return p.X.Names == nil }

// plot returns the plot of a panel that is so high.
func (p Panel) plot(of Panels, first bool, high vg.Length) *plot.Plot {
	if of.Beside && !first {
		p.Curves = slices.Clone(p.Curves)
		for i := range p.Curves {
			p.Curves[i].Name = ""
		}
	}
	q := newPlot(p.Title)
	q.X.Label.Text, q.Y.Label.Text = cmp.Or(p.X.Label, "step t"), p.Y
	q.Legend.Top, q.Legend.XOffs, q.Legend.YOffs = true, -vg.Points(4), -vg.Points(2)
	below := of.Beside && p.Log
	if of.Beside {
		q.Legend.ThumbnailWidth = vg.Points(34)
		q.Title.Padding, q.Y.Label.Padding = vg.Points(4), 0
	}
	if below {
		q.Legend.Top, q.Legend.Left, q.Legend.XOffs, q.Legend.YOffs = false, true, vg.Points(4), vg.Points(4)
	}
	q.Legend.Padding = vg.Points(3)
	for _, c := range p.Curves {
		p.addSpread(q, c)
	}
	for _, c := range p.Curves {
		p.addCurve(q, c)
	}
	if first && p.Note != "" {
		q.Legend.Add(p.Note)
	}
	q.Add(stepMarks(of.Marks))
	if p.Index > Colours {
		q.Add(indexBar(p.Index))
	}
	p.setSteps(q, of.Linear)
	p.setRange(q, below, high)
	for _, c := range p.Curves {
		p.addDiverged(q, c)
	}
	return q
}

// setSteps sets the horizontal axis.
func (p Panel) setSteps(q *plot.Plot, linear bool) {
	logarithmic := p.X.Log || p.overSteps() && !linear
	switch high := q.X.Max; {
	case p.overSteps() && linear:
		q.X.Min, q.X.Max = 0, max(1, high)
	case p.overSteps():
		q.X.Min, q.X.Max = 1, max(10, high)
	case p.X.Values == nil:
		q.X.Tick.Marker = namedTicks{p.X.Names, 12}
		q.X.Min, q.X.Max = -0.5, float64(len(p.X.Names))-0.5
	default:
		low, high := p.X.Values[0], p.X.Values[len(p.X.Values)-1]
		margin := max(0.03*(high-low), 1e-9+0.01*math.Abs(high))
		q.X.Min, q.X.Max = low-margin, high+margin
		if logarithmic {
			factor := math.Pow(high/low, 0.03) * 1.02
			q.X.Min, q.X.Max = low/factor, high*factor
		}
	}
	if logarithmic {
		q.X.Scale, q.X.Tick.Marker = plot.LogScale{}, logTicks{}
	}
}

// setRange sets the vertical axis, with space for the legend above the curves unless it is below them.
func (p Panel) setRange(q *plot.Plot, below bool, high vg.Length) {
	room := 0.0
	if !below {
		room = p.legendRoom(q, high)
	}
	if p.Zero {
		q.Y.Min, q.Y.Max = min(0, q.Y.Min), max(0, q.Y.Max)
	}
	widen(&q.Y)
	switch {
	case below:
		q.Y.Min, q.Y.Max = p.Lowest, 1.5*max(q.Y.Max, 10*p.Lowest)
	case p.Log:
		switch {
		case !(q.Y.Min > 0) || q.Y.Max < q.Y.Min: // nothing to show
			q.Y.Min, q.Y.Max = 0.1, 1
		case q.Y.Max == q.Y.Min:
			q.Y.Min, q.Y.Max = max(q.Y.Min/2, math.SmallestNonzeroFloat64), q.Y.Max*2
		}
		if p.Lowest < q.Y.Max {
			q.Y.Min = max(q.Y.Min, p.Lowest)
		}
		ratio := min(q.Y.Max/q.Y.Min, math.MaxFloat64)
		q.Y.Max = min(q.Y.Max*math.Pow(ratio, room/(1-room)), math.MaxFloat64)
	case q.Y.Max > q.Y.Min:
		q.Y.Max += (q.Y.Max - q.Y.Min) * room / (1 - room)
	case q.Y.Max == q.Y.Min && q.Y.Min == 0: // a fraction, perhaps
		q.Y.Max = 1
	case q.Y.Max == q.Y.Min:
		q.Y.Min, q.Y.Max = q.Y.Min-1, q.Y.Max+1
	default: // nothing to show
		q.Y.Min, q.Y.Max = -1, 1
	}
	if p.Log {
		q.Y.Scale, q.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	reach(&q.Y)
}

// legendRoom returns the part of the height of the curves that a legend above them takes.
func (p Panel) legendRoom(q *plot.Plot, high vg.Length) float64 {
	lines := 0.5
	for _, c := range p.Curves {
		lines += float64(c.legendLines())
	}
	if p.Index > Colours {
		lines = max(lines, 2.2) // the bar, and what rounding the lower end of the axis takes of its space
	}
	const line, around = 1.25 * fontSize, 2.2 * vg.Centimeter // what is not the area of the curves
	return min(0.6, float64(line*vg.Length(lines)/(high-around)))
}
