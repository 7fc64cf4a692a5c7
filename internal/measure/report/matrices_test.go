package report_test

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"twophase/internal/measure/report"
)

// goldenPicture draws a picture twice as SVG, which is compared with a file, and as PNG
// and PDF.
func goldenPicture(t *testing.T, name string, p report.Picture) {
	t.Helper()
	var image, pdf bytes.Buffer
	sameSVG(t, name, p)
	if err := report.WritePNG(&image, p); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(&image); err != nil {
		t.Error(err)
	}
	if err := report.WritePDF(&pdf, p); err != nil || !bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-")) {
		t.Errorf("the PDF begins with %.10q: %v", pdf.Bytes(), err)
	}
}

func TestMatrices(t *testing.T) {
	nan := math.NaN()
	m := report.Matrices{
		Title: "Weights: a test", Matrices: []report.Matrix{{Name: "feedforward", Rows: 2, Columns: 4}, {Name: "lateral", Rows: 2, Columns: 2}},
		Moments: []report.MatrixMoment{
			{Step: 0, Values: [][]float64{{0.1, -0.1, 0, 0.3, 0, 0.2, -0.4, 0.1}, {nan, 0, 0, nan}}},
			{Step: 100, Values: [][]float64{{1, -0.5, nan, 0.3, 0.6, 0.2, -0.9, math.Inf(1)}, {nan, 0.2, -0.1, nan}}},
		},
	}
	goldenPicture(t, "matrices.svg", m)
}

func TestFields(t *testing.T) {
	f := report.Fields{Title: "Receptive fields: " + "a title that is longer than the picture is wide, by far, and then by some more, to be on the safe side", Rows: 2, Columns: 3}
	for i := range 5 {
		field := make([]float64, 6)
		field[i] = float64(1 - 2*(i%2))
		f.Fields = append(f.Fields, field)
	}
	f.Fields = append(f.Fields, make([]float64, 6)) // all zero
	goldenPicture(t, "fields.svg", f)
}
