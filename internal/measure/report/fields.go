package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Fields is the receptive fields of output neurons whose inputs are the pixels of an
// image: the rows of W as images, each in colours up to its own largest weight.
type Fields struct {
	Title         string
	Rows, Columns int         // of an image
	Fields        [][]float64 // of each output [Rows×Columns]
}

// The lay-out of Fields.
const (
	fieldWidth = 3.2 * vg.Centimeter
	fieldGap   = 4 * vg.Millimeter
	fieldLabel = 6 * vg.Millimeter
)

// grid returns how many fields stand side by side, and how many rows there are.
func (f Fields) grid() (across, down int) {
	across = max(1, min(len(f.Fields), max(4, int(math.Ceil(math.Sqrt(float64(len(f.Fields))*1.6))))))
	return across, (len(f.Fields) + across - 1) / across
}

func (f Fields) height() vg.Length { return fieldWidth * vg.Length(f.Rows) / vg.Length(f.Columns) }

func (f Fields) size() (vg.Length, vg.Length) {
	across, down := f.grid()
	width := max(vg.Length(across)*(fieldWidth+fieldGap)+fieldGap, 12*vg.Centimeter)
	return width, 1.4*vg.Centimeter + vg.Length(down)*(f.height()+fieldLabel+fieldGap)
}

func (f Fields) draw(canvas draw.Canvas) error {
	drawTitle(canvas, f.Title)
	across, _ := f.grid()
	left := canvas.Center().X - vg.Length(across)*(fieldWidth+fieldGap)/2 + fieldGap/2
	for i, values := range f.Fields {
		x := left + vg.Length(i%across)*(fieldWidth+fieldGap)
		y := canvas.Max.Y - 1.2*vg.Centimeter - vg.Length(i/across)*(f.height()+fieldLabel+fieldGap) - fieldLabel
		most := largest(values)
		canvas.FillText(textStyle(fontSize-1, draw.XCenter, draw.YBottom), vg.Point{X: x + fieldWidth/2, Y: y + vg.Points(1.5)}, fmt.Sprintf("%d: up to %.2g", i, most))
		drawMatrix(canvas, vg.Rectangle{Min: vg.Point{X: x, Y: y - f.height()}, Max: vg.Point{X: x + fieldWidth, Y: y}}, values, f.Rows, f.Columns, most)
	}
	return nil
}
