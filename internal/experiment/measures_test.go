package experiment

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"twophase/circuit"
	"twophase/stimulus"
)

// golden is where the runs of the independent program are.
var golden = filepath.Join("..", "..", "testdata", "golden")

// goldenRun is the experiment of a golden run: α_t = 10/(250+t), and τ and the
// start of M are the network's own.
func goldenRun(data, network string) Experiment {
	return Experiment{
		Network:        network,
		Stimulus:       Stimulus{File: filepath.Join(golden, data, "stimulus.csv")},
		InitialWeights: filepath.Join(golden, data, "W0.csv"),
		Rate:           circuit.DecayingRate(10, 250),
	}
}

// float has numbers compared as the float64 that they are.
var float = cmp.Transformer("float", func(n Number) float64 { return float64(n) })

// readJSON reads a JSON file, numbers as float64.
func readJSON(t *testing.T, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Every number of a trial in summary.json, its measures, its pruning and its
// curve, is the one that testdata/measures.py finds by definition, up to 1e-6.
func TestMeasuresAgreeWithNumpy(t *testing.T) {
	var cases []struct {
		Data, Network, Scale     string
		Center                   bool
		Measures, Pruning, Curve any
	}
	readJSON(t, filepath.Join("testdata", "measures.json"), &cases)
	if len(cases) == 0 {
		t.Fatal("no reference numbers")
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s/%s,center=%t,scale=%s", c.Data, c.Network, c.Center, c.Scale), func(t *testing.T) {
			e := goldenRun(c.Data, c.Network)
			e.Stimulus.Center, e.Stimulus.Scale = c.Center, c.Scale
			folder := filepath.Join(t.TempDir(), "run")
			if _, err := runIn(t, e, RunOptions{Out: folder}); err != nil {
				t.Fatal(err)
			}
			var summary struct {
				Results []struct{ Measures, Pruning, Curve any }
			}
			readJSON(t, filepath.Join(folder, "summary.json"), &summary)
			if len(summary.Results) != 1 {
				t.Fatalf("%d trials", len(summary.Results))
			}
			got := summary.Results[0]
			for _, part := range []struct {
				name      string
				got, want any
			}{
				{"measures", got.Measures, c.Measures},
				{"pruning", got.Pruning, c.Pruning},
				{"curve", got.Curve, c.Curve},
			} {
				// An exact network has a settling error of rounding size.
				if diff := cmp.Diff(part.want, part.got, cmpopts.EquateApprox(1e-6, 1e-12)); diff != "" {
					t.Errorf("%s (- numpy, + summary.json):\n%s", part.name, diff)
				}
			}
		})
	}
}

// With M = cI and W = cF for F = ΛU_Kᵀ, or F = ΛD^(−1/2)U_Kᵀ of a whitening
// network, with D the top K eigenvalues, the circuit stands where the paper's
// networks converge to: y = F x, and no measure finds an error.
func TestNoErrorAtTheFixedPoint(t *testing.T) {
	gains := []float64{1, 0.85, 0.7}
	population, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.1}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ofPopulation, err := populationReference(population, len(gains))
	if err != nil {
		t.Fatal(err)
	}
	ofBatch, err := batchReference(population.Covariance(), len(gains))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*reference{ofPopulation, ofBatch} {
		for _, network := range []circuit.Network{circuit.IfPSP, circuit.PSP, circuit.IfPSW, circuit.PSW} {
			const c = 3
			n, _ := r.basis.Dims()
			w := make([]float64, len(gains)*n)
			for i, gain := range gains {
				size := c * gain
				if network.Whitens {
					size /= math.Sqrt([]float64{1, 0.75, 0.5}[i])
				}
				for j := range n {
					w[i*n+j] = size * r.basis.At(j, i)
				}
			}
			at, err := circuit.New(circuit.Spec{
				Network: network, Inputs: n, Gains: gains, Rate: circuit.ConstantRate(1e-3),
				InitialScale: c, InitialWeights: w,
			})
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.measure(at)
			if err != nil {
				t.Fatal(err)
			}
			want := Measures{Alignment: []Number{1, 1, 1}, Angles: []Number{0, 0, 0}}
			if diff := cmp.Diff(want, m, float, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("%s against %s:\n%s", network.Name, r.kind, diff)
			}
			point, _, err := r.glance(at, false)
			if err != nil || math.Abs(float64(point.Error)) > 1e-12 || point.LateralRatio != 0 {
				t.Errorf("%s against %s: a glance sees %+v, %v", network.Name, r.kind, point, err)
			}
		}
	}
}

// The floor of batch PCA is (1/(K·T)) Σ_{i≤K} Σ_{j>K} λ_iλ_j/(λ_i−λ_j)². On
// the small problem that is (7/3)(0.2/0.64 + 0.15/0.3025 + 0.1/0.09)/T. It is
// told only where it is small, and only of a population.
func TestPCAFloor(t *testing.T) {
	whole := 7. / 3 * (0.2/0.64 + 0.15/0.3025 + 0.1/0.09)
	for steps, want := range map[int]Number{2000: Number(whole / 2000), 100: Number(whole / 100), 20: nan} {
		s, err := runIn(t, Experiment{Steps: steps}, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, s.PCAFloor, float, cmpopts.EquateApprox(1e-12, 0), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("after %d steps:\n%s", steps, diff)
		}
		if s.Isotropic {
			t.Error("the settling error of Gaussian stimuli is over their own covariance")
		}
	}
	s, err := runIn(t, goldenRun("n10k3", "ifPSP"), RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.PCAFloor.finite() {
		t.Errorf("a file is its own population, but has a floor %v", s.PCAFloor)
	}
}

// A synapse is pruned below a tenth of its peak.
func TestPrunedBelowATenthOfThePeak(t *testing.T) {
	for final, want := range map[Number]bool{0: true, 0.0999: true, 0.1: false, 0.2: false, 0.5: false, 1: false} {
		if got := (Growth{Peak: 1, Final: final}).pruned(); got != want {
			t.Errorf("%v of its peak: pruned %t", final, got)
		}
	}
	if (Growth{}).pruned() {
		t.Error("a synapse that never grew is pruned")
	}
}
