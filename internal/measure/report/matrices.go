package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Matrices shows W and M at some steps, side by side. It shows M_o separately, because it is small
// beside the scales. Each row has one scale of colours for all steps.
type Matrices struct {
	Title           string
	Inputs, Outputs int // N and K
	Moments         []MatrixMoment

	Others []OtherMatrix // matrices of other names and sizes
}

// OtherMatrix is a matrix of Matrices by its name.
type OtherMatrix struct {
	Name          string
	Rows, Columns int
}

// MatrixMoment is the weights at a step. A matrix that was not recorded is nil, at all moments. NaN
// is grey.
type MatrixMoment struct {
	Step int64
	W    []float64 // [K×N] row-major
	M    []float64 // [K×K] row-major, scales on the diagonal

	Others [][]float64 // [others][rows×columns]
}

// The lay-out of Matrices.
const (
	momentWidth = 4.2 * vg.Centimeter
	barSpace    = 2.9 * vg.Centimeter
	matrixGap   = 4 * vg.Millimeter
	headSpace   = 1.7 * vg.Centimeter
	rowLabel    = 1.2 * vg.Centimeter
)

// matrixRow is one row of the picture.
type matrixRow struct {
	name          string
	rows, columns int
	height        vg.Length
	of            func(MatrixMoment) []float64
}

// rows returns the rows of the picture.
func (m Matrices) rows() (rows []matrixRow) {
	if len(m.Moments) == 0 {
		return nil
	}
	if m.Moments[0].W != nil {
		height := momentWidth * vg.Length(m.Outputs) / vg.Length(m.Inputs)
		rows = append(rows, matrixRow{"W [post × pre]", m.Outputs, m.Inputs, max(height, 2.6*vg.Centimeter), func(q MatrixMoment) []float64 { return q.W }})
	}
	if m.Moments[0].M != nil {
		rows = append(rows,
			matrixRow{"M [post × pre]", m.Outputs, m.Outputs, momentWidth, func(q MatrixMoment) []float64 { return q.M }},
			matrixRow{"M_o, without the scales", m.Outputs, m.Outputs, momentWidth, func(q MatrixMoment) []float64 { return offDiagonal(q.M, m.Outputs) }})
	}
	for i, o := range m.Others {
		height := min(momentWidth*vg.Length(o.Rows)/vg.Length(o.Columns), 2*momentWidth)
		rows = append(rows, matrixRow{o.Name + " [post × pre]", o.Rows, o.Columns, max(height, 2.6*vg.Centimeter), func(q MatrixMoment) []float64 { return q.Others[i] }})
	}
	return rows
}

func (m Matrices) size() (width, height vg.Length) {
	height = headSpace
	for _, r := range m.rows() {
		height += r.height + 8*vg.Millimeter
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
	for _, r := range m.rows() {
		most := 0.0
		for _, q := range m.Moments {
			most = max(most, largest(r.of(q)))
		}
		for i, q := range m.Moments {
			x := left + vg.Length(i)*(momentWidth+matrixGap)
			box := vg.Rectangle{Min: vg.Point{X: x, Y: top - r.height}, Max: vg.Point{X: x + momentWidth, Y: top}}
			drawMatrix(canvas, box, r.of(q), r.rows, r.columns, most)
		}
		label := textStyle(fontSize, draw.XCenter, draw.YTop)
		label.Rotation = quarterTurn
		canvas.FillText(label, vg.Point{X: canvas.Min.X + 5*vg.Millimeter, Y: top - r.height/2}, r.name)
		x := left + vg.Length(len(m.Moments))*(momentWidth+matrixGap)
		signedBar(canvas, vg.Rectangle{Min: vg.Point{X: x, Y: top - r.height - 2*vg.Millimeter}, Max: vg.Point{X: x + barSpace - 6*vg.Millimeter, Y: top + 2*vg.Millimeter}}, most)
		top -= r.height + 8*vg.Millimeter
	}
	return nil
}

// offDiagonal returns a matrix [k×k] with NaN on its diagonal.
func offDiagonal(values []float64, k int) []float64 {
	off := slices.Clone(values)
	for i := range k {
		off[i*k+i] = math.NaN()
	}
	return off
}

// quarterTurn is the rotation of a text that runs upwards.
const quarterTurn = 1.5707963267948966
