package scene_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/stimulus"
)

// The components of a file turn each for itself, also where they hardly differ and the
// subspace that turns is spanned by others; and noise adds its variance to them.
func TestTheReferenceOfAFileChangesWithIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "close.csv")
	var rows strings.Builder
	for i, v := range []float64{2, 1.9, 0.1, 0.1} {
		for _, sign := range []float64{1, -1} { // along the axes, turned by an eighth in the first two
			x := [4]float64{}
			x[i] = sign * math.Sqrt(v)
			x[0], x[1] = (x[0]-x[1])*math.Sqrt(0.5), (x[0]+x[1])*math.Sqrt(0.5)
			fmt.Fprintf(&rows, "%v,%v,%v,%v\n", x[0], x[1], x[2], x[3])
		}
	}
	if err := os.WriteFile(path, []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	angle, size := 1e-5, 0.5
	at := 0
	plan, err := planning.Resolve(context.Background(), experiment.Experiment{
		Stimulus: experiment.Stimulus{File: path}, Outputs: 2, Steps: 50, Reference: true,
		Interventions: []experiment.Intervention{{At: &at, Stimulus: &experiment.StimulusChange{Rotate: &angle}}, {At: &at, Stimulus: &experiment.StimulusChange{Noise: &size}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if err := plan.Check(t.Context(), planning.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	stimuli, err := plan.Stimuli.Trial(0)
	if err != nil {
		t.Fatal(err)
	}
	defer stimuli.Close()
	before := stimuli.Latest
	if err := stimuli.Apply(stimulus.Noise{Size: size}); err != nil {
		t.Fatal(err)
	}
	for i, v := range stimuli.Latest.Eigenvalues {
		if want := before.Eigenvalues[i] + 0.25; math.Abs(v-want) > 1e-15 || math.Abs(stimuli.Latest.Covariance.At(i, i)-before.Covariance.At(i, i)-0.25) > 1e-15 {
			t.Errorf("eigenvalue %d with noise is %v, want %v; G_ii %v, was %v", i, v, want, stimuli.Latest.Covariance.At(i, i), before.Covariance.At(i, i))
		}
	}
	if err := stimuli.Apply(stimulus.Rotate{Degrees: angle}); err != nil {
		t.Fatal(err)
	}
	var off mat.Dense
	off.Sub(stimuli.Latest.Basis, before.Basis)
	if norm := mat.Norm(&off, 2); norm > 1e-6 || norm < 1e-7 || stimuli.Latest.Covariance != nil {
		t.Errorf("turned by %v degrees, the components are %v off", angle, norm)
	}
}
