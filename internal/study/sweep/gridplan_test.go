package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// TestPointsAreAllCombinations enumerates the points of a grid by nested loops.
func TestPointsAreAllCombinations(t *testing.T) {
	p, err := Parse(context.Background(), "grid.yaml", []byte(`
experiment: {steps: 10, seed: 5}
vary:
  tau: [0.1, 0.2]
  network: {grid: [ifPSP, PSP, PSW]}
list:
  - {rate: 1e-3}
  - {rate: 1e-2, initial_m: 2}
seeds: 2
`))
	if err != nil {
		t.Fatal(err)
	}
	point := 0
	for _, tau := range []string{"0.1", "0.2"} {
		for _, network := range []string{"ifPSP", "PSP", "PSW"} {
			for _, rest := range []string{"rate 0.001", "rate 0.01, initial_m 2"} {
				for seed := range 2 {
					want := fmt.Sprintf("point %d (tau %s, network %s, %s, seed %d)", point, tau, network, rest, 5+seed)
					if got := p.Name(point); got != want {
						t.Errorf("%s, want %s", got, want)
					}
					point++
				}
			}
		}
	}
	if p.Points != point || p.Groups() != point/2 {
		t.Errorf("%d points in %d groups, want %d", p.Points, p.Groups(), point)
	}
	e, err := p.base.experiment(p.settings(11), 9)
	if err != nil {
		t.Fatal(err)
	}
	if e.Tau != 0.2 || e.Network != "PSW" || e.Rate.String() != "0.01" || e.InitialM != 2 || e.Steps != 10 || e.Seed != 9 {
		t.Errorf("the experiment of the last point is %+v", e)
	}
}

// TestPlaces checks that a group is where its places are.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Plan{Seeds: []uint64{1}}
		for range rapid.IntRange(0, 5).Draw(t, "dimensions") {
			n := rapid.IntRange(1, 6).Draw(t, "length")
			p.Dimensions = append(p.Dimensions, Dimension{[]VariedKey{{Key: "k", Numbers: make([]float64, n)}}})
		}
		n, err := p.count()
		if err != nil {
			t.Fatal(err)
		}
		group := rapid.IntRange(0, n-1).Draw(t, "group")
		if got := p.groupAt(p.Places(group)); got != group {
			t.Fatalf("group %d is at %v, which is group %d", group, p.Places(group), got)
		}
	})
}

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		of   Spread
		want []float64
	}{
		{Spread{From: 0, To: 1, Count: 11}, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}},
		{Spread{From: 1, To: 64, Count: 7, Log: true}, []float64{1, 2, 4, 8, 16, 32, 64}},
		{Spread{From: 1e-3, To: 10, Count: 5, Log: true}, []float64{1e-3, 1e-2, 1e-1, 1, 10}},
		{Spread{From: 3, To: 1, Count: 3}, []float64{3, 2, 1}},
		{Spread{From: 1, To: 10, Count: 4, Log: true, Round: true}, []float64{1, 2, 5, 10}},
		{Spread{From: 7, To: 7, Count: 1}, []float64{7}},
	} {
		if got := test.of.even(); !slices.Equal(got, test.want) {
			t.Errorf("%+v is %v, want %v", test.of, got, test.want)
		}
	}
}

// TestDrawn checks random values: within bounds, keyed by seed and key, and half of
// them below the middle of the axis.
func TestDrawn(t *testing.T) {
	s := Spread{From: 0.01, To: 100, Count: 4000, Log: true}
	values := s.drawn(1, "tau")
	below := 0
	for _, v := range values {
		if v < s.From || v > s.To {
			t.Fatalf("%v is not between %v and %v", v, s.From, s.To)
		}
		if v < 1 {
			below++
		}
	}
	if math.Abs(float64(below)-2000) > 200 { // six standard deviations
		t.Errorf("%d of 4000 are below the middle", below)
	}
	longer := Spread{From: 0.01, To: 100, Count: 4001, Log: true}
	if !slices.Equal(longer.drawn(1, "tau")[:4000], values) {
		t.Error("one value more changes the others")
	}
	if slices.Equal(s.drawn(2, "tau"), values) || slices.Equal(s.drawn(1, "rate"), values) {
		t.Error("another seed or another key draws the same values")
	}
}

// TestRandomKeysAreDrawnTogether checks that random keys form one dimension.
func TestRandomKeysAreDrawnTogether(t *testing.T) {
	p, err := Parse(context.Background(), "grid.yaml", []byte(`
experiment: {steps: 10}
vary:
  tau: {random: {from: 0.1, to: 1, count: 7, log: true}}
  network: [ifPSP, PSP]
  initial_m: {random: {from: 1, to: 5, count: 7}}
`))
	if err != nil || p.Points != 14 {
		t.Fatalf("%d points, %v; want 7 × 2", p.Points, err)
	}
}

func TestErrorsOfGrids(t *testing.T) {
	long.SkipShort(t)
	for _, test := range []struct{ grid, want string }{
		{"experiment: {steps: 10}\nvary:\n  tau: [0.1, -1]", `grid.yaml:3:14: with tau -1: tau: "-1" is out of range`},
		{"experiment: {steps: 10}\nvary:\n  outputs: {range: {from: 1, to: 2, count: 3}}", `with outputs 1.5: outputs: "1.5" is not a whole number`},
		{"experiment: {steps: 10}\nvary:\n  taw: [0.1]", `grid.yaml:3:9: with taw 0.1: key "taw" does not exist (did you mean tau?)`},
		{"experiment: {steps: 10}\nvary:\n  tau: [0.1, 0.2, 0.1]", `grid.yaml:3:19: values 0 and 2 are the same, tau 0.1: two points would be identical`},
		{"experiment: {steps: 10}\nvary:\n  initial_m: [1, 3]\nlist:\n  - {initial_m: 2}", `grid.yaml:5:17: initial_m is given twice`},
		{"experiment: {steps: 10}\nvary: {}", `grid.yaml:2:7: vary: an empty section is not a section of at least one key`},
		{"experiment: testdata/compared.yaml\nvary: {tau: [1]}", `grid.yaml:1:13: experiment: testdata/compared.yaml compares variants`},
		{"experiment: {steps: 10}\nvary:\n  stimulus: [{problem: small}]\n  stimulus.problem: [large]", `cannot both vary`},
		{"experiment: {steps: 10}\nvary:\n  executor: [compiled, literal]", `grid.yaml:3:3: points 0 and 1 are identical: executor literal is the same experiment as executor compiled`},
		{"experiment: {steps: 10}\nseeds: [1, 2, 1]", `grid.yaml:2:15: seeds[2]: seed 1 is there twice`},
		{"experiment: {steps: 10}\nseeds: 0", `grid.yaml:2:8: seeds: "0" is out of range`},
		{"experiment: {steps: 10}\nvary: {seed: [1, 2]}", `write seeds: 10`},
		{"experiment: {steps: 10}\nvary:\n  tau: {range: {from: 0, to: 1, count: 3, log: true}}", `grid.yaml:3:8: vary.tau: from 0 to 1 on a logarithmic axis`},
		{"experiment: {steps: 10}\nvary:\n  tau: {grid: [1], range: {from: 0, to: 1, count: 3}}", `exclude one another`},
		{"experiment: {steps: 10}\nvary:\n  tau: {random: {from: 1, to: 2, count: 3}}\n  rate: {random: {from: 0.1, to: 0.2, count: 4}}", `random keys are drawn together, so give them one count`},
		{"experiment: nosuch.yaml", `grid.yaml:1:13: experiment: nosuch.yaml: no experiment file`},
		{"experiment: {stepz: 10}", `grid.yaml:1:14: key "experiment.stepz" does not exist`},
		{"vary: {tau: [1]}", `experiment is missing`},
		{"experiment: {steps: 10}\nvary:\n  tau: {range: {from: 1, to: 2, count: 1000000}}\n  initial_m: {range: {from: 1, to: 2, count: 1000000}}", `1e+12 points are too many`},
		{"experiment: {steps: 10}\nvary:\n  outputs: [2, 11]", `grid.yaml:3:16: with outputs 11:`},
		{"experiment: {steps: 10}\nvary:\n  record[0]: [scale]", `key "record[0]"`},
	} {
		_, err := Parse(context.Background(), "grid.yaml", []byte(test.grid))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngives the error\n%v\nwant\n%s", test.grid, err, test.want)
		}
	}
}
