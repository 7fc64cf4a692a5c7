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
	m := report.Matrices{Title: "Weights: a test", Inputs: 4, Outputs: 2, Moments: []report.MatrixMoment{
		{Step: 0, W: []float64{0.1, -0.1, 0, 0.3, 0, 0.2, -0.4, 0.1}, M: []float64{1, 0, 0, 1}},
		{Step: 100, W: []float64{1, -0.5, nan, 0.3, 0.6, 0.2, -0.9, math.Inf(1)}, M: []float64{0.9, 0.2, -0.1, 0.8}},
	}}
	goldenPicture(t, "matrices.svg", m)
	for i := range m.Moments {
		m.Moments[i].W = nil
	}
	goldenPicture(t, "lateral.svg", m)
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
