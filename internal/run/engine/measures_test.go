package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
)

// golden is where the runs of the independent program are.
var golden = filepath.Join("..", "..", "..", "testdata", "golden")

// goldenRun is the experiment of a golden run: α_t = 10/(250+t), and τ and the
// start of M are the network's own.
func goldenRun(data, network string) experiment.Experiment {
	return experiment.Experiment{
		Network:        network,
		Stimulus:       experiment.Stimulus{File: filepath.Join(golden, data, "stimulus.csv")},
		InitialWeights: filepath.Join(golden, data, "W0.csv"),
		Rate:           circuit.DecayingRate(10, 250),
	}
}

// float has numbers compared as the float64 that they are.
var float = cmp.Transformer("float", func(n wording.Number) float64 { return float64(n) })

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
	long.SkipShort(t)
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
			if _, err := runIn(t, e, planning.RunOptions{Out: folder}); err != nil {
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

// The floor of batch PCA is (1/(K·T)) Σ_{i≤K} Σ_{j>K} λ_iλ_j/(λ_i−λ_j)². On
// the small problem that is (7/3)(0.2/0.64 + 0.15/0.3025 + 0.1/0.09)/T. It is
// given only where it is small, and only for a population.
func TestPCAFloor(t *testing.T) {
	long.SkipShort(t)
	whole := 7. / 3 * (0.2/0.64 + 0.15/0.3025 + 0.1/0.09)
	for steps, want := range map[int]wording.Number{2000: wording.Number(whole / 2000), 100: wording.Number(whole / 100), 20: wording.NaN} {
		s, err := runIn(t, experiment.Experiment{Steps: steps}, planning.RunOptions{})
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
	s, err := runIn(t, goldenRun("n10k3", "ifPSP"), planning.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.PCAFloor.Finite() {
		t.Errorf("a file is its own population, but has a floor %v", s.PCAFloor)
	}
}
