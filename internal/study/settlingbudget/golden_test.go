package settlingbudget

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/testkit/golden"
)

// made is an invented result: errors fall with the sweeps, and some
// trials are lost in ways that follow from a case's place in the list.
func made() *Result {
	r := &Result{
		Notes: []string{"something is left out"},
		Problems: []Problem{
			{Small, "the paper's small problem", 10, 3, 1000, 8},
			{Images, "Fashion-MNIST training images", 784, 10, 500, 3},
		},
	}
	for i, p := range r.Problems {
		for j, c := range allCases() {
			e := 2e-4 * float64(1+i) * (1 + 300/float64(1+c.Sweeps*c.Sweeps))
			row := Row{
				Problem: p, Case: c, Error: quantile.Quartiles{Low: e / 2, Median: e, High: 3 * e}, Settled: e / 3,
				Residual: e / 100, SweepsUsed: float64(c.Sweeps), Nanoseconds: 100 + float64(j),
				Operations: c.operations(p.Inputs, p.Outputs, float64(c.Sweeps)),
			}
			switch j % 7 {
			case 2:
				row.Error, row.Lost = quantile.Quartiles{Low: math.Inf(1), Median: math.Inf(1), High: math.Inf(1)}, 1
				row.Diverged, row.Residual, row.Nanoseconds = 1, math.Inf(1), math.NaN()
			case 5:
				row.Error.High, row.Lost = 0.8, 0.25
			}
			if p.Trials < quantile.FewestForQuartiles {
				row.Error.Few = []float64{row.Error.Low, row.Error.Median, row.Error.High}
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

// What is written is pinned to the byte.
func TestGoldenFiles(t *testing.T) {
	r := made()
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"made.txt", r.WriteTable}, {"made.md", r.WriteMarkdown}, {"made.csv", r.WriteCSV},
		{"made-timing.txt", r.WriteTiming}, {"made-timing.csv", r.WriteTimingCSV}, {"made.svg", r.writeSVG},
	} {
		got := written(t, f.write)
		golden.Same(t, filepath.Join("testdata", f.name), got)
	}
}

// A run of every case on few stimuli has given the same numbers ever since. They
// come from matrix algebra that promises a tolerance and not bits; residuals
// below 1e-12 are rounding errors. The settled error is left out: where M is
// nearly singular it has hardly a digit.
func TestGoldenRun(t *testing.T) {
	text := written(t, tiny()[0].WriteCSV)
	want := parse(t, golden.Want(t, "testdata/tiny.csv", text))
	got := parse(t, text)
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, row := range want {
		for j, text := range row {
			if got[i][j] == text || csvHead[j] == "e_pro_settled" {
				continue
			}
			a, errA := strconv.ParseFloat(got[i][j], 64)
			b, errB := strconv.ParseFloat(text, 64)
			if errA != nil || errB != nil || !(math.Abs(a-b) <= 1e-12+2e-5*math.Abs(b)) {
				t.Errorf("%v: %s is %s, want %s", row[:10], csvHead[j], got[i][j], text)
			}
		}
	}
}

// An empty result is drawn as an empty picture.
func TestNothingToDraw(t *testing.T) {
	r := new(Result)
	for _, write := range []func(io.Writer) error{r.writeSVG, r.writePNG, r.WriteTable, r.WriteMarkdown, r.WriteCSV} {
		if len(written(t, write)) == 0 {
			t.Error("nothing was written")
		}
	}
}

// written returns what was written.
func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parse reads CSV.
func parse(t *testing.T, text []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func (r *Result) writeSVG(w io.Writer) error { return report.WriteSVG(w, r.Picture()) }
func (r *Result) writePNG(w io.Writer) error { return report.WritePNG(w, r.Picture()) }
