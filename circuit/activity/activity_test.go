package activity

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// matrix returns rows as a matrix.
func matrix(rows [][]float64) *mat.Dense {
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// TestAgreesWithNumpy compares every measure with what testdata/activity.py finds by
// definition.
func TestAgreesWithNumpy(t *testing.T) {
	var cases []struct {
		Y, S                                                      [][]float64
		Labels                                                    []int
		Clusters                                                  int
		Whiteness, Correlation, Error, Purity, Sparseness, Silent float64
	}
	text, err := os.ReadFile("testdata/activity.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal("no reference numbers", err)
	}
	for i, c := range cases {
		y := matrix(c.Y)
		found := Recover(y, matrix(c.S))
		for what, pair := range map[string][2]float64{
			"whiteness":   {Whiteness(y), c.Whiteness},
			"correlation": {found.Mean(), c.Correlation},
			"error":       {found.Error, c.Error},
			"purity":      {Purity(y, c.Labels, c.Clusters), c.Purity},
			"sparseness":  {Sparseness(y), c.Sparseness},
			"silent":      {Silent(y), c.Silent},
		} {
			if !(math.Abs(pair[0]-pair[1]) < 1e-12) {
				t.Errorf("case %d: %s is %v, numpy has %v", i, what, pair[0], pair[1])
			}
		}
	}
}

// The assignment is the best of all, which trying all of them finds.
func TestAssignmentIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		weights := make([][]float64, rows)
		for i := range weights {
			for range columns { // often equal, and of either sign
				weights[i] = append(weights[i], float64(rapid.IntRange(-4, 4).Draw(t, "weight"))/4)
			}
		}
		found := assign(weights, columns)
		pairs, sum := 0, 0.0
		taken := map[int]bool{}
		for i, j := range found {
			if j < 0 {
				continue
			}
			if taken[j] || j >= columns {
				t.Fatalf("%v of %d columns", found, columns)
			}
			taken[j] = true
			pairs++
			sum += weights[i][j]
		}
		if pairs != min(rows, columns) {
			t.Fatalf("%v has %d pairs", found, pairs)
		}
		if best := bestSum(weights, columns, map[int]bool{}, max(0, rows-columns)); math.Abs(best-sum) > 1e-12 {
			t.Fatalf("%v gives %v to %v, the best is %v", weights, sum, found, best)
		}
	})
}

// bestSum tries all assignments of the first row, or leaves it out.
func bestSum(weights [][]float64, columns int, taken map[int]bool, leave int) float64 {
	if len(weights) == 0 {
		return 0
	}
	best := math.Inf(-1)
	if leave > 0 {
		best = bestSum(weights[1:], columns, taken, leave-1)
	}
	for j := range columns {
		if !taken[j] {
			taken[j] = true
			best = max(best, weights[0][j]+bestSum(weights[1:], columns, taken, leave))
			delete(taken, j)
		}
	}
	return best
}

func draw(t *rapid.T, rows, columns int) *mat.Dense {
	numbers := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 24).Draw(t, "number")) / 8 })
	return mat.NewDense(rows, columns, rapid.SliceOfN(numbers, rows*columns, rows*columns).Draw(t, "numbers"))
}

// permuted returns the columns of a matrix in another order.
func permuted(m *mat.Dense, order []int) *mat.Dense {
	rows, _ := m.Dims()
	p := mat.NewDense(rows, len(order), nil)
	for to, from := range order {
		p.SetCol(to, mat.Col(nil, from, m))
	}
	return p
}

// In which order the outputs stand does not count, and sources that are outputs are recovered.
func TestOrderDoesNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, k := rapid.IntRange(3, 12).Draw(t, "stimuli"), rapid.IntRange(2, 5).Draw(t, "outputs")
		y, s := draw(t, rows, k), draw(t, rows, 3)
		p := permuted(y, rapid.Permutation([]int{0, 1, 2, 3, 4}[:k]).Draw(t, "order"))
		near := func(what string, a, b float64) {
			if math.Abs(a-b) > 1e-9 && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Fatalf("%s: %v, and %v in another order", what, a, b)
			}
		}
		near("whiteness", Whiteness(y), Whiteness(p))
		near("correlation", Recover(y, s).Mean(), Recover(p, s).Mean())
		near("sparseness", Sparseness(y), Sparseness(p))
		near("silent", Silent(y), Silent(p))
		near("mean", MeanActivity(y), MeanActivity(p))
		near("largest correlation", LargestCorrelation(y), LargestCorrelation(p))
		near("dimension", Dimension(y), Dimension(p))
		near("spread", Spread(y), Spread(p))
		near("mean correlation", MeanCorrelation(y), MeanCorrelation(p))
		found := Recover(p, y)
		for i, c := range found.Correlations {
			if _, v := meanVariance(mat.Col(nil, i, y)); v > 1e-9 && c < 1-1e-9 {
				t.Fatalf("source %d and output %d, which it is, correlate by %v", i, found.Outputs[i], c)
			}
		}
	})
}

func meanVariance(values []float64) (mean, v float64) {
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		v += (x - mean) * (x - mean)
	}
	return mean, v
}

// What the extremes of each measure are.
func TestExtremes(t *testing.T) {
	one := matrix([][]float64{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 0, 0}})
	equal := matrix([][]float64{{2, 2, 2}, {0, 0, 0}, {1, 1, 1}})
	white := matrix([][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}})
	for what, pair := range map[string][2]float64{
		"one active output is sparse":                   {Sparseness(one), 1},
		"equal outputs are not":                         {Sparseness(equal), 0},
		"an output each":                                {Purity(one, []int{2, 0, 1, 2}, 3), 1},
		"an output that wins for two":                   {Purity(one, []int{2, 0, 1, 0}, 3), 0.75},
		"no winner":                                     {Purity(equal, []int{1, 1, 1}, 2), 2.0 / 3},
		"white outputs":                                 {Whiteness(white), 0},
		"the mean of all outputs":                       {MeanActivity(white) + MeanActivity(equal), 1},
		"white outputs do not correlate":                {LargestCorrelation(white), 0},
		"equal outputs do, and opposite ones":           {LargestCorrelation(equal) * LargestCorrelation(matrix([][]float64{{1, -2, 0}, {2, -4, 0}})), 1},
		"opposite outputs cancel in the mean":           {MeanCorrelation(matrix([][]float64{{1, -2, 1}, {2, -4, 2}})), -1. / 3},
		"the root of the mean variance":                 {Spread(matrix([][]float64{{1, 3}, {-1, -3}})), math.Sqrt(5)},
		"white outputs have their own dimensions":       {Dimension(white), 2},
		"equal outputs have one":                        {Dimension(equal), 1},
		"a variance of 1 beside one of 3":               {Dimension(matrix([][]float64{{1, math.Sqrt(3)}, {1, -math.Sqrt(3)}, {-1, math.Sqrt(3)}, {-1, -math.Sqrt(3)}})), 1.6},
		"silent outputs":                                {Silent(matrix([][]float64{{0, 1e-10, -1}})), 2},
		"all outputs silent":                            {Silent(matrix([][]float64{{0, 0}})), 2},
		"a silent circuit recovers nothing":             {Recover(matrix([][]float64{{0}, {0}}), matrix([][]float64{{1}, {2}})).Mean(), 0},
		"and its error is the power of the sources":     {Recover(matrix([][]float64{{0}, {0}}), matrix([][]float64{{1}, {2}})).Error, 2.5},
		"a source without an output counts in the mean": {Recover(matrix([][]float64{{1}, {2}}), matrix([][]float64{{1, 5}, {2, 7}})).Mean(), 0.5},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
}

// Data that are not finite are not defined, and so is what is 0/0.
func TestUndefined(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.MaxFloat64} {
		y, s := matrix([][]float64{{1, bad}, {bad, 1}}), matrix([][]float64{{1, 2}, {2, 1}})
		for what, v := range map[string]float64{
			"whiteness": Whiteness(y), "correlation": Recover(y, s).Mean(), "error": Recover(y, s).Error,
			"correlation with such sources": Recover(s, y).Mean(), "purity": Purity(y, []int{0, 1}, 2),
			"sparseness": Sparseness(y), "silent": Silent(y),
			"mean": MeanActivity(y), "largest correlation": LargestCorrelation(y), "dimension": Dimension(y),
			"spread": Spread(y), "mean correlation": MeanCorrelation(y),
		} {
			if !math.IsNaN(v) {
				t.Errorf("%s of outputs with %v is %v", what, bad, v)
			}
		}
	}
	if v := Dimension(matrix([][]float64{{0.1, 0.7}, {0.1, 0.7}, {0.1, 0.7}})); !math.IsNaN(v) {
		t.Errorf("constant outputs have the dimension %v", v)
	}
	if v := Sparseness(matrix([][]float64{{1}, {2}})); !math.IsNaN(v) {
		t.Errorf("sparseness of one output is %v", v)
	}
	if v := Sparseness(matrix([][]float64{{0, 0}})); !math.IsNaN(v) {
		t.Errorf("sparseness of outputs that never answer is %v", v)
	}
	for what, f := range map[string]func(){
		"labels":  func() { Purity(matrix([][]float64{{1}}), []int{0, 0}, 1) },
		"sources": func() { Recover(matrix([][]float64{{1}}), matrix([][]float64{{1}, {2}})) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of other stimuli do not panic", what)
				}
			}()
			f()
		}()
	}
}
