package report

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Matrices shows the weights of projections at some steps, side by side. Each row has one scale of colours for all
// steps.
type Matrices struct {
	Title    string
	Matrices []Matrix
	Moments  []MatrixMoment
}

// Matrix is a matrix of Matrices: the weights of a projection by its name.
type Matrix struct {
	Name          string
	Rows, Columns int
}

// MatrixMoment is the weights at a step. NaN is grey.
type MatrixMoment struct {
	Step   int64
	Values [][]float64 // [matrices][rows×columns]
}

// The lay-out of Matrices.
const (
	momentWidth = 4.2 * vg.Centimeter
	barSpace    = 2.9 * vg.Centimeter
	matrixGap   = 4 * vg.Millimeter
	headSpace   = 1.7 * vg.Centimeter
	rowLabel    = 1.2 * vg.Centimeter
)

// height returns the height of the row of a matrix.
func (m Matrix) height() vg.Length {
	return max(2.6*vg.Centimeter, min(momentWidth*vg.Length(m.Rows)/vg.Length(m.Columns), 2*momentWidth))
}

func (m Matrices) size() (width, height vg.Length) {
	height = headSpace
	for _, r := range m.Matrices {
		height += r.height() + 8*vg.Millimeter
	}
	return rowLabel + vg.Length(len(m.Moments))*(momentWidth+matrixGap) + barSpace, height
}

func (m Matrices) draw(canvas draw.Canvas) error {
	top := canvas.Max.Y
	drawTitle(canvas, m.Title)
	left := canvas.Min.X + rowLabel
	for i, q := range m.Moments {
		x := left + vg.Length(i)*(momentWidth+matrixGap) + momentWidth/2
		canvas.FillText(textStyle(fontSize, draw.XCenter, draw.YBottom), vg.Point{X: x, Y: top - headSpace + vg.Millimeter}, fmt.Sprintf("step %d", q.Step))
	}
	top -= headSpace
	for at, r := range m.Matrices {
		most, high := 0.0, r.height()
		for _, q := range m.Moments {
			most = max(most, largest(q.Values[at]))
		}
		for i, q := range m.Moments {
			x := left + vg.Length(i)*(momentWidth+matrixGap)
			box := vg.Rectangle{Min: vg.Point{X: x, Y: top - high}, Max: vg.Point{X: x + momentWidth, Y: top}}
			drawMatrix(canvas, box, q.Values[at], r.Rows, r.Columns, most)
		}
		label := textStyle(fontSize, draw.XCenter, draw.YTop)
		label.Rotation = quarterTurn
		canvas.FillText(label, vg.Point{X: canvas.Min.X + 5*vg.Millimeter, Y: top - high/2}, r.Name+" [post × pre]")
		x := left + vg.Length(len(m.Moments))*(momentWidth+matrixGap)
		signedBar(canvas, vg.Rectangle{Min: vg.Point{X: x, Y: top - high - 2*vg.Millimeter}, Max: vg.Point{X: x + barSpace - 6*vg.Millimeter, Y: top + 2*vg.Millimeter}}, most)
		top -= high + 8*vg.Millimeter
	}
	return nil
}

// quarterTurn is the rotation of a text that runs upwards.
const quarterTurn = 1.5707963267948966
