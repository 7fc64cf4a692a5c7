package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fontSize is the size of the letters of all pictures, in points.
const fontSize = vg.Length(10)

// newPlot returns an empty plot in the style of all.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = title, vg.Points(5)
	p.Y.Label.Padding = vg.Points(5)
	p.X.Tick.Marker, p.Y.Tick.Marker = linearTicks{}, linearTicks{}
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.Legend.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font,
	} {
		f.Variant, f.Size = "Sans", fontSize
	}
	return p
}

// textStyle returns the style of texts outside plots.
func textStyle(size vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	style := newPlot("").Title.TextStyle
	style.Font.Size, style.XAlign, style.YAlign = size, x, y
	return style
}

// drawTitle draws the title of a picture, in smaller letters if it is long, and only the
// end of one that would be too small to read.
func drawTitle(canvas draw.Canvas, text string) {
	style := textStyle(fontSize+3, draw.XCenter, draw.YTop)
	room := canvas.Max.X - canvas.Min.X - 6*vg.Millimeter
	for style.Width(text) > room && style.Font.Size > fontSize-2 {
		style.Font.Size--
	}
	letters := []rune(text)
	for style.Width(text) > room && len(letters) > 1 {
		letters = letters[1:]
		text = "…" + string(letters)
	}
	canvas.FillText(style, vg.Point{X: canvas.Center().X, Y: canvas.Max.Y - 2*vg.Millimeter}, text)
}
