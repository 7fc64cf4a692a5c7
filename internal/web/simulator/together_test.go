package simulator_test

import (
	"math"
	"strings"
	"testing"

	"twophase/internal/web/simulator"
)

// stepsOf returns the steps of a circuit and its twin.
func stepsOf(t *testing.T, s *simulator.Simulator) (steps [2]int) {
	t.Helper()
	for which := range steps {
		f, err := s.Frame(which)
		check(t, err)
		steps[which] = f.Step
	}
	return steps
}

// Whatever is asked of one of two circuits in mid-step, both stay at the same step.
func TestTwinsStayAtTheSameStep(t *testing.T) {
	for name, ask := range map[string]func(*simulator.Simulator) error{
		"act on the twin": func(s *simulator.Simulator) error { _, err := s.Act([]byte(acts[0]), 1); return err },
		"failing act":     func(s *simulator.Simulator) error { _, _ = s.Act([]byte(`{"lesion": "lateral[9,9]"}`), 1); return nil },
		"hash":            func(s *simulator.Simulator) error { _, err := s.Hash(0); return err },
		"experiment":      func(s *simulator.Simulator) error { _, err := s.Experiment(1); return err },
		"twin":            func(s *simulator.Simulator) error { return s.Twin() },
	} {
		s := open(t, `{}`)
		s.Steps(10)
		act(t, s, 0, acts[1])
		s.Steps(10)
		check(t, s.Twin())
		s.Phase()
		check(t, ask(s))
		s.Steps(5)
		if steps := stepsOf(t, s); steps[0] != steps[1] || steps[0] != 26 {
			t.Errorf("%s in mid-step, and five steps later the circuits are at %v", name, steps)
		}
	}
}

// An act on both that one of them cannot take changes neither.
func TestActOnBothIsOne(t *testing.T) {
	s := open(t, `{}`)
	s.Steps(20)
	check(t, s.Twin())
	act(t, s, 1, `{"rate": "1e6"}`)
	s.Steps(50)
	before, err := s.Hash(0)
	check(t, err)
	if f, err := s.Frame(1); err != nil || f.Ended == "" {
		t.Fatalf("the twin goes on at a rate of a million: %v", err)
	}
	if _, err := s.Act([]byte(acts[0]), simulator.Both); err == nil {
		t.Fatal("a circuit that has ended took an act")
	}
	if file, err := s.Experiment(0); err != nil || strings.Contains(string(file), "interventions") {
		t.Errorf("the circuit was acted on: %v\n%s", err, file)
	}
	if hash(t, s, 0) != before {
		t.Error("the circuit is another")
	}
	act(t, s, 0, acts[1])
	s.Steps(10)
	if got, want := hash(t, s, 0), ran(t, s, 0); got != want {
		t.Errorf("later the circuit has weights %s, and twophase run of its file %s", got, want)
	}
	if circuits, err := s.Rewind(1); err != nil || circuits != 2 || hash(t, s, 0) != before {
		t.Errorf("before the act of the circuit that goes on there are %d, or it is another: %v", circuits, err)
	}
	if f, err := s.Frame(1); err != nil || f.Ended == "" {
		t.Errorf("the twin that had ended goes on: %v", err)
	}
	if circuits, err := s.Rewind(0); err != nil || circuits != 2 || s.Steps(50) != 50 || hash(t, s, 0) != hash(t, s, 1) {
		t.Errorf("before the act that ended the twin there are %d circuits, or they differ: %v", circuits, err)
	}
}

// To go back to before an act is one thing for both circuits, on whichever of them the act was; before they parted there
// is one.
func TestRewindIsOfBoth(t *testing.T) {
	s := open(t, `{}`)
	s.Steps(10)
	act(t, s, simulator.Both, acts[1])
	s.Steps(10)
	check(t, s.Twin())
	s.Steps(10)
	act(t, s, 1, acts[0])
	s.Steps(10)
	act(t, s, 0, acts[5])
	s.Steps(10)
	want := hash(t, s, 0)
	s.Phase()
	for _, back := range []struct{ act, circuits, step int }{{2, 2, 40}, {1, 2, 30}} {
		circuits, err := s.Rewind(back.act)
		check(t, err)
		if steps := stepsOf(t, s); circuits != back.circuits || steps != [2]int{back.step, back.step} {
			t.Errorf("before act %d there are %d circuits, at the steps %v", back.act, circuits, steps)
		}
	}
	if hash(t, s, 0) != hash(t, s, 1) {
		t.Error("before the act on the twin alone the circuits differ")
	}
	s.Steps(10)
	act(t, s, 0, acts[5])
	s.Steps(10)
	if hash(t, s, 0) != want || ran(t, s, 0) != want || hash(t, s, 1) != ran(t, s, 1) {
		t.Error("what was done again comes to other weights")
	}
	circuits, err := s.Rewind(0)
	check(t, err)
	if f, err := s.Frame(0); err != nil || circuits != 1 || f.Step != 10 {
		t.Errorf("before the circuits parted there are %d, at step %d: %v", circuits, f.Step, err)
	}
	if _, err := s.Hash(1); err == nil {
		t.Error("the twin is still there")
	}
}

// A twin that ends takes what was done to it alone with it: the acts that are left keep their order.
func TestUntwinForgetsItsActs(t *testing.T) {
	s := open(t, `{}`)
	check(t, s.Twin())
	act(t, s, 1, acts[0])
	s.Steps(10)
	act(t, s, simulator.Both, acts[1])
	s.Untwin()
	s.Steps(10)
	if circuits, err := s.Rewind(0); err != nil || circuits != 1 {
		t.Fatalf("%d circuits: %v", circuits, err)
	}
	if f, err := s.Frame(0); err != nil || f.Step != 10 {
		t.Errorf("the first act left was after step 10, not %d: %v", f.Step, err)
	}
}

// The stimuli have the variances and directions that the description names, at the start and after each change.
func TestStimuliAreAsDescribed(t *testing.T) {
	const n = 20000
	s := open(t, `{"outputs": 3, "stimulus": {"spectrum": [4, 2, 1, 0.1], "inputs": 5}}`)
	for _, a := range []string{"", `{"stimulus": {"rotate": 90}}`, `{"stimulus": {"spectrum": [3, 1, 0.5, 0.2]}}`, `{"stimulus": {"rotate": 30}}`} {
		if a != "" {
			act(t, s, 0, a)
		}
		d, err := s.Describe(0)
		check(t, err)
		x, err := s.Stimuli(n, 0)
		check(t, err)
		k := len(d.Eigenvalues)
		for i := range k {
			for j := range i + 1 {
				sum, want := 0.0, 0.0
				for row := range n {
					sum += x[row*k+i] * x[row*k+j]
				}
				if i == j {
					want = float64(d.Eigenvalues[i])
				}
				off := 6 * math.Sqrt(2*float64(d.Eigenvalues[i]*d.Eigenvalues[j])/n)
				if got := sum / n; math.Abs(got-want) > off {
					t.Errorf("after %s the stimuli have the covariance %.3g of components %d and %d, described as %.3g", a, got, i, j, want)
				}
			}
		}
	}
}

// What is not known of the stimuli is null, and no empty list.
func TestUnknownIsNull(t *testing.T) {
	d, err := open(t, `{"network": "nsm"}`).Describe(0)
	check(t, err)
	if d.Spectrum != nil {
		t.Errorf("the spectrum is %v, and not known", d.Spectrum)
	}
	many := open(t, `{"stimulus": {"spectrum": [1, 0.5, 0.1], "inputs": 3000}, "outputs": 2}`)
	if d, err = many.Describe(0); err != nil || d.Basis != nil || d.Eigenvalues != nil {
		t.Errorf("of 3000 inputs %d numbers of the directions are described: %v", len(d.Basis), err)
	}
	if x, err := many.Stimuli(3, 0); err != nil || len(x) > 0 {
		t.Errorf("%d numbers of stimuli without directions: %v", len(x), err)
	}
}
