package engine

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
)

const degree = math.Pi / 180

// turnings are stimuli whose components a circuit finds in some steps.
var turnings = map[string]string{
	"Gaussian": "stimulus: {spectrum: [3, 2, 1, 0.1], inputs: 8}\nsteps: 20000\nrate: 1/(100+t)\n",
	"file":     "stimulus: {file: ../../../testdata/golden/n10k3/stimulus.csv, shuffle: true}\nsteps: 20000\nrate: 10/(100+t)\n",
	"centred":  "stimulus: {file: ../../../testdata/golden/n10k3/stimulus.csv, center: true, scale: eigen}\nsteps: 20000\nrate: 10/(100+t)\n",
}

// Right after the subspace was turned by θ, the principal angles between what the
// circuit found and what it should find are θ, but for those that were left, by which
// they can differ at most; and so is that of every component.
func TestAnglesRightAfterARotation(t *testing.T) {
	long.SkipShort(t)
	for name, head := range turnings {
		head += "outputs: 3\nrecord: [scale@log]\n"
		before, _ := mustRun(t, head)
		found := before.Results[0].Measures
		left := float64(found.Angles[2])
		if left > 5*degree {
			t.Fatalf("%s: angles %v are left before anything turns", name, found.Angles)
		}
		for _, degrees := range []float64{5, 30, 90} {
			s, _ := mustRun(t, fmt.Sprintf("%sinterventions: [{at: 20000, stimulus: {rotate: %v}}]\n", head, degrees))
			m := s.Results[0].Measures
			for i, angle := range m.Angles {
				if off := math.Abs(float64(angle) - degrees*degree); off > left+1e-7 {
					t.Errorf("%s, turned by %v: an angle of %v, %v off, with %v left before", name, degrees, angle, off, left)
				}
				// The angle between two lines is a metric too.
				own := math.Acos(float64(found.Alignment[i]))
				if off := math.Abs(math.Acos(float64(m.Alignment[i])) - degrees*degree); off > own+1e-7 {
					t.Errorf("%s, turned by %v: component %d is %v off, with %v left before", name, degrees, i, off, own)
				}
			}
			// ‖ÛQ − U‖² = ‖Û‖² + K where nothing of Û is in the span of U, and where all is 2(1 − cos θ)K
			// nearly.
			want := 2 * (1 - math.Cos(degrees*degree))
			if got := float64(m.Error); math.Abs(got-want) > 0.15*want+0.05 {
				t.Errorf("%s, turned by %v: E_Pro is %v, about %v expected", name, degrees, got, want)
			}
			if last := s.Results[0].Curve[len(s.Results[0].Curve)-1]; last.Step != 20000 {
				t.Errorf("%s: the curve ends at %v", name, last)
			}
		}
	}
}

// A rotation is learnt away.
func TestARotationIsLearntAway(t *testing.T) {
	long.SkipShort(t)
	for name, head := range turnings {
		s, _ := mustRun(t, head+"outputs: 3\nrecord: [scale@log]\ninterventions:\n- {at: 2000, stimulus: {rotate: 60}}\n- {at: 2000, rate: 1e-2}\n")
		peak := wording.Number(0)
		for _, p := range s.Results[0].Curve {
			if p.Step > 2000 {
				peak = max(peak, p.Error)
			}
		}
		if m := s.Results[0].Measures; !(peak > 0.1) || m.Error > peak/4 {
			t.Errorf("%s: E_Pro was up to %v and is %v", name, peak, m.Error)
		}
	}
}

// A circuit that stops learning sees the reference drift away from it: after t steps
// by t times the rate. One that goes on learning follows.
func TestADriftMovesTheReference(t *testing.T) {
	long.SkipShort(t)
	for name, head := range turnings {
		head += "outputs: 3\nrecord: [scale@log]\ninterventions:\n- {at: 10000, stimulus: {drift: 0.003}}\n"
		frozen, _ := mustRun(t, head+"- {at: 10000, freeze: weights}\n")
		still, _ := mustRun(t, head[:len(head)-len("- {at: 10000, stimulus: {drift: 0.003}}\n")]+"- {at: 10000, freeze: weights}\n")
		left := float64(still.Results[0].Measures.Angles[2])
		for _, angle := range frozen.Results[0].Measures.Angles {
			if off := math.Abs(float64(angle) - 30*degree); off > left+1e-7 {
				t.Errorf("%s: an angle of %v after a drift by 30 degrees, with %v left before", name, angle, left)
			}
		}
		learning, _ := mustRun(t, head+"- {at: 10000, rate: 1e-2}\n")
		if got := learning.Results[0].Measures.Error; got > frozen.Results[0].Measures.Error/2 {
			t.Errorf("%s: E_Pro %v of one that learns, %v of one that does not", name, got, frozen.Results[0].Measures.Error)
		}
	}
}

// Without a reference the stimuli of a file turn as they do with one.
func TestFilesTurnWithoutReference(t *testing.T) {
	var weights [2]string
	for i, reference := range []string{"true", "false"} {
		_, folder := mustRun(t, "stimulus: {file: ../../../testdata/golden/n10k3/stimulus.csv}\noutputs: 3\nrecord: [scale@log]\nreference: "+reference+"\ninterventions: [{at: 50, stimulus: {rotate: 60}}]\n")
		weights[i] = content(t, folder, "weights.npz")
		if filepath.Ext(folder) == ".partial" {
			t.Fatal(folder)
		}
	}
	if weights[0] != weights[1] {
		t.Error("the reference changes the stimuli")
	}
}
