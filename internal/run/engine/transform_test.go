package engine

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"twophase/internal/experiment"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/stimulus/fileformat"
)

// readGolden returns the stimuli of a golden run [T×N].
func readGolden(t *testing.T, data string) *mat.Dense {
	t.Helper()
	f, err := fileformat.Open(filepath.Join(golden, data, "stimulus.csv"), fileformat.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []float64
	for row := make([]float64, f.Inputs()); f.Next(row) == nil; {
		all = append(all, row...)
	}
	return mat.NewDense(len(all)/f.Inputs(), f.Inputs(), all)
}

// writeCSV writes stimuli to a file of their own, to the last bit.
func writeCSV(t *testing.T, x *mat.Dense) (path string) {
	t.Helper()
	var text []byte
	rows, n := x.Dims()
	for i := range rows {
		for j := range n {
			text = append(strconv.AppendFloat(text, x.At(i, j), 'g', -1, 64), ',')
		}
		text[len(text)-1] = '\n'
	}
	path = filepath.Join(t.TempDir(), "stimulus.csv")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// mapped returns x with f applied to each element, which gets its column.
func mapped(x *mat.Dense, f func(j int, v float64) float64) *mat.Dense {
	var y mat.Dense
	y.Apply(func(_, j int, v float64) float64 { return f(j, v) }, x)
	return &y
}

// moments returns the mean [N] and the second moments (1/T)XᵀX [N×N].
func moments(x *mat.Dense) (mean []float64, g *mat.SymDense) {
	rows, n := x.Dims()
	for j := range n {
		mean = append(mean, mat.Sum(x.ColView(j))/float64(rows))
	}
	g = mat.NewSymDense(n, nil)
	g.SymOuterK(1/float64(rows), x.T())
	return mean, g
}

// runStimuli runs a golden experiment on other stimuli.
func runStimuli(t *testing.T, x *mat.Dense, center bool, scale string) *monitor.Finding {
	t.Helper()
	e := goldenRun("n10k3", "ifPSW") // whose estimate needs the eigenvalues too
	e.Stimulus = experiment.Stimulus{File: writeCSV(t, x), Center: center, Scale: scale}
	return findIn(t, e, planning.RunOptions{})[0]
}

// sameRuns fails the test unless two trials end with the same weights and the
// same measures, up to 1e-9.
func sameRuns(t *testing.T, what string, a, b *monitor.Finding) {
	t.Helper()
	near := cmpopts.EquateApprox(1e-9, 1e-9)
	if diff := cmp.Diff(a.Weights, b.Weights, near); diff != "" {
		t.Errorf("%s: the weights differ:\n%s", what, diff)
	}
	if diff := cmp.Diff(a.Measures, b.Measures, float, near); diff != "" {
		t.Errorf("%s: the measures differ:\n%s", what, diff)
	}
}

// Centred stimuli do not depend on what is added to each input, scaled ones not
// on a factor: x and 7x + b are the same to the network.
func TestCenterAndScaleForgetShiftsAndFactors(t *testing.T) {
	long.SkipShort(t)
	x := readGolden(t, "n10k3")
	for _, test := range []struct {
		center        bool
		scale         string
		factor, shift float64
	}{
		{true, "none", 1, 2},
		{false, "eigen", 7, 0},
		{false, "trace", 7, 0},
		{true, "eigen", 7, 2},
		{true, "trace", 7, 2},
	} {
		other := mapped(x, func(j int, v float64) float64 { return test.factor*v + test.shift*float64(j+1) })
		sameRuns(t, "center "+strconv.FormatBool(test.center)+", scale "+test.scale,
			runStimuli(t, x, test.center, test.scale), runStimuli(t, other, test.center, test.scale))
	}
}

// Stimuli of mean 0 whose covariance has the trace or the largest eigenvalue 1
// are what --center and --scale make of any, and they leave them as they are.
func TestCenterAndScaleAreWhatTheySay(t *testing.T) {
	long.SkipShort(t)
	raw := mapped(readGolden(t, "n10k3"), func(j int, v float64) float64 { return v + 0.1*float64(j) })
	mean, _ := moments(raw)
	about := map[bool]*mat.Dense{false: raw, true: mapped(raw, func(j int, v float64) float64 { return v - mean[j] })}
	for center, x := range about {
		_, g := moments(x)
		var eigen mat.EigenSym
		if !eigen.Factorize(g, false) {
			t.Fatal("no eigenvalues")
		}
		values := eigen.Values(nil)
		for scale, variance := range map[string]float64{"none": 1, "trace": mat.Trace(g), "eigen": values[len(values)-1]} {
			what := "center " + strconv.FormatBool(center) + ", scale " + scale
			done := mapped(x, func(_ int, v float64) float64 { return v / math.Sqrt(variance) })
			plain := runStimuli(t, done, false, "none")
			sameRuns(t, what, plain, runStimuli(t, raw, center, scale))
			sameRuns(t, what+", twice", plain, runStimuli(t, done, center, scale))
		}
	}
}
