package report

import (
	"cmp"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// largest returns the largest size of a finite number, 0 if there is none.
func largest(values []float64) float64 {
	m := 0.0
	for _, v := range values {
		if a := math.Abs(v); a <= math.MaxFloat64 {
			m = max(m, a)
		}
	}
	return m
}

// matrixImage returns the numbers of a matrix [rows×columns] as colours, from −most to
// most, with blocks of pixels that stay sharp where a viewer smoothes images.
func matrixImage(values []float64, rows, columns int, most float64) image.Image {
	const wanted = 320 // pixels of a side
	wide, high := max(1, wanted/columns), max(1, wanted/rows)
	picture := image.NewRGBA(image.Rect(0, 0, columns*wide, rows*high))
	for i, v := range values {
		c := divergingAt(v / cmp.Or(most, 1))
		if v-v != 0 {
			g := missingColour.Y
			c = color.RGBA{g, g, g, 0xff}
		}
		for y := range high {
			for x := range wide {
				picture.SetRGBA(i%columns*wide+x, i/columns*high+y, c)
			}
		}
	}
	return picture
}

// drawMatrix draws a matrix into a box, with its first row on top.
func drawMatrix(canvas draw.Canvas, box vg.Rectangle, values []float64, rows, columns int, most float64) {
	canvas.DrawImage(box, matrixImage(values, rows, columns, most))
	canvas.SetLineStyle(draw.LineStyle{Color: color.Gray{0x99}, Width: vg.Points(0.5)})
	canvas.Stroke(box.Path())
}

// signedBar draws the colours from −most to most beside their numbers.
func signedBar(canvas draw.Canvas, box vg.Rectangle, most float64) {
	p := newPlot("")
	most = cmp.Or(most, 1)
	p.HideX()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, -most, most
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(signedColours{})
	canvas.Rectangle = box
	p.Draw(canvas)
}

// signedColours draws the colours from the lowest to the highest.
type signedColours struct{}

// Plot implements plot.Plotter.
func (signedColours) Plot(canvas draw.Canvas, _ *plot.Plot) {
	const steps = 128
	height := canvas.Max.Y - canvas.Min.Y
	for i := range steps {
		canvas.SetColor(divergingAt((2*float64(i)+1)/steps - 1))
		canvas.Fill(vg.Rectangle{ // to the top, so that there are no seams
			Min: vg.Point{X: canvas.Min.X, Y: canvas.Min.Y + height*vg.Length(i)/steps},
			Max: canvas.Max,
		}.Path())
	}
}
