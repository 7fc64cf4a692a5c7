package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heatmap is a measure over two swept keys.
type Heatmap struct {
	Title    string
	X, Y     Axis
	Measure  string
	Log      bool      // of the colours
	Median   []float64 // [Y×X]; NaN where it is not defined
	Diverged []float64 // [Y×X] fraction of the trials; NaN where there are none; nil: not known
	Better   int       // the best value is the smallest (−1) or the largest (1), and its cell is marked; 0: neither
}

const heatmapWidth, heatmapHeight = 17 * vg.Centimeter, 12 * vg.Centimeter

func (h Heatmap) size() (vg.Length, vg.Length)      { return heatmapWidth, heatmapHeight }
func (h Heatmap) heightAt(wide vg.Length) vg.Length { return wide * heatmapHeight / heatmapWidth }

// bounds returns the smallest and the largest value.
func (h Heatmap) bounds() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range h.Median {
		if v-v == 0 && (!h.Log || v > 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case low > high:
		return 1, 2
	case low == high && h.Log:
		return low / 2, high * 2
	case low == high:
		return low - 0.5, high + 0.5
	}
	return low, high
}

// best returns the cell with the best value among those in which no trial diverged, −1 if there is none or if a frame of
// a cell is not legible.
func (h Heatmap) best() int {
	at := -1
	if h.Better == 0 || len(h.Median) > markedCells {
		return at
	}
	for i, v := range h.Median {
		if v-v != 0 || h.Log && v <= 0 || h.Diverged != nil && h.Diverged[i] > 0 {
			continue
		}
		if at < 0 || float64(h.Better)*(v-h.Median[at]) > 0 {
			at = i
		}
	}
	return at
}

// fraction returns the position of a value between the bounds, from 0 to 1.
func (h Heatmap) fraction(v, low, high float64) float64 {
	if h.Log {
		return math.Log(v/low) / math.Log(high/low)
	}
	return (v - low) / (high - low)
}

func (h Heatmap) draw(canvas draw.Canvas) error {
	low, high := h.bounds()
	p := h.plot(low, high)
	left := draw.Crop(canvas, 3*vg.Millimeter, -barWidth-6*vg.Millimeter, 8*vg.Millimeter, -3*vg.Millimeter)
	p.Draw(left)
	h.drawBar(canvas, low, high, p.DataCanvas(left))
	h.key(canvas, p)
	return nil
}

// plot returns the cells with their axes.
func (h Heatmap) plot(low, high float64) *plot.Plot {
	p := newPlot(h.Title)
	p.X.Label.Text, p.Y.Label.Text = h.X.Label, h.Y.Label
	p.X.Tick.Marker, p.Y.Tick.Marker = namedTicks{h.X.Names, 10}, namedTicks{h.Y.Names, 16}
	p.X.Min, p.X.Max = -0.5, float64(len(h.X.Names))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(h.Y.Names))-0.5
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(cells{h, low, high})
	return p
}

const barWidth = 2.7 * vg.Centimeter

// drawBar draws the bar of the colours at the right edge of a canvas, as high as an area.
func (h Heatmap) drawBar(canvas draw.Canvas, low, high float64, area draw.Canvas) {
	bar := newPlot("")
	bar.Y.Label.Text = h.Measure
	bar.HideX()
	bar.X.Min, bar.X.Max, bar.Y.Min, bar.Y.Max = 0, 1, low, high
	bar.X.Padding, bar.Y.Padding = 0, 0
	if h.Log {
		bar.Y.Scale, bar.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	bar.Add(colours{})
	right := canvas
	right.Min.X, right.Max.X = canvas.Max.X-barWidth-2*vg.Millimeter, canvas.Max.X-4*vg.Millimeter
	right.Min.Y, right.Max.Y = area.Min.Y, area.Max.Y
	bar.Draw(right)
}

// key explains the cells without a colour, if there are any.
func (h Heatmap) key(canvas draw.Canvas, p *plot.Plot) {
	var all, some, missing bool
	for i, d := range h.Diverged {
		all = all || d == 1
		some = some || d > 0 && d < 1
		missing = missing || d != d || d < 1 && h.Median[i] != h.Median[i]
	}
	style := p.Legend.TextStyle
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	x, y := canvas.Min.X+1.5*vg.Centimeter, canvas.Min.Y+5*vg.Millimeter
	if at := h.best(); at >= 0 {
		text := fmt.Sprintf("best: %.3g", h.Median[at])
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y - vg.Points(5)}, Max: vg.Point{X: x + vg.Points(14), Y: y + vg.Points(5)}}
		frame(canvas, box)
		canvas.FillText(style, vg.Point{X: x + vg.Points(19), Y: y}, text)
		x += vg.Points(19) + style.Width(text) + vg.Points(16)
	}
	for _, entry := range []struct {
		there  bool
		colour color.Color
		mark   color.Color
		text   string
	}{
		{all, divergedColour, color.White, "all trials diverged"},
		{some, colourAt(0.5), color.White, "some trials diverged"},
		{missing, missingColour, nil, "no value"},
	} {
		if !entry.there {
			continue
		}
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y - vg.Points(5)}, Max: vg.Point{X: x + vg.Points(14), Y: y + vg.Points(5)}}
		canvas.SetColor(entry.colour)
		canvas.Fill(box.Path())
		if entry.mark != nil {
			cross(canvas, box, entry.mark)
		}
		canvas.FillText(style, vg.Point{X: x + vg.Points(19), Y: y}, entry.text)
		x += vg.Points(19) + style.Width(entry.text) + vg.Points(16)
	}
}

// cells draws the cells of a heatmap.
type cells struct {
	Heatmap
	low, high float64
}

// Plot implements plot.Plotter.
func (h cells) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	n := len(h.X.Names)
	for i, v := range h.Median {
		column, row := float64(i%n), float64(i/n)
		box := vg.Rectangle{Min: vg.Point{X: x(column - 0.5), Y: y(row - 0.5)}, Max: vg.Point{X: x(column + 0.5), Y: y(row + 0.5)}}
		var colour color.Color = missingColour
		d := 0.
		if h.Diverged != nil {
			d = h.Diverged[i]
		}
		switch {
		case d == 1:
			colour = divergedColour
		case v-v == 0 && (!h.Log || v > 0):
			colour = colourAt(h.fraction(v, h.low, h.high))
		}
		canvas.SetColor(colour)
		canvas.Fill(box.Path())
		canvas.SetLineStyle(seam(colour))
		canvas.Stroke(box.Path())
		if d > 0 && len(h.Median) <= markedCells {
			cross(canvas, box, color.White)
		}
	}
	if i := h.best(); i >= 0 {
		column, row := float64(i%n), float64(i/n)
		frame(canvas, vg.Rectangle{Min: vg.Point{X: x(column - 0.5), Y: y(row - 0.5)}, Max: vg.Point{X: x(column + 0.5), Y: y(row + 0.5)}})
	}
}

// frame draws the edge of the best cell, to be seen on any colour.
func frame(canvas draw.Canvas, box vg.Rectangle) {
	for _, style := range []draw.LineStyle{{Color: color.White, Width: vg.Points(3.4)}, {Color: palette[1], Width: vg.Points(2)}} {
		canvas.SetLineStyle(style)
		canvas.Stroke(box.Path())
	}
}

// seam is a line that closes the gaps between touching areas, which a viewer shows where it smooths
// edges.
func seam(c color.Color) draw.LineStyle { return draw.LineStyle{Color: c, Width: vg.Points(0.4)} }

// markedCells is the largest number of cells for which a mark in each is legible.
const markedCells = 2500

// cross draws a small cross in the middle of a box.
func cross(canvas draw.Canvas, box vg.Rectangle, colour color.Color) {
	size := box.Size()
	r := min(size.X/4, size.Y/4, vg.Points(4))
	at := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	for _, style := range []draw.LineStyle{ // with an edge, to be seen on any colour
		{Color: color.Gray{0x30}, Width: vg.Points(2.4)},
		{Color: colour, Width: vg.Points(1.2)},
	} {
		canvas.SetLineStyle(style)
		for _, sign := range []vg.Length{1, -1} {
			var path vg.Path
			path.Move(vg.Point{X: at.X - r, Y: at.Y - sign*r})
			path.Line(vg.Point{X: at.X + r, Y: at.Y + sign*r})
			canvas.Stroke(path)
		}
	}
}

// colours draws the colours from the lowest to the highest.
type colours struct{}

// Plot implements plot.Plotter.
func (colours) Plot(canvas draw.Canvas, _ *plot.Plot) {
	const steps = 128
	height := canvas.Max.Y - canvas.Min.Y
	for i := range steps {
		canvas.SetColor(colourAt((float64(i) + 0.5) / steps))
		canvas.Fill(vg.Rectangle{ // to the top, so that there are no seams
			Min: vg.Point{X: canvas.Min.X, Y: canvas.Min.Y + height*vg.Length(i)/steps},
			Max: canvas.Max,
		}.Path())
	}
}
