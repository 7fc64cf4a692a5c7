package simulator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
	"twophase/internal/web/simulator"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens an experiment.
func open(t *testing.T, text string) *simulator.Simulator {
	t.Helper()
	s, err := simulator.Open([]byte(text))
	check(t, err)
	t.Cleanup(s.Close)
	return s
}

// hash returns the hash of a circuit.
func hash(t *testing.T, s *simulator.Simulator, which int) string {
	t.Helper()
	h, err := s.Hash(which)
	check(t, err)
	return h
}

// act makes an intervention on a circuit.
func act(t *testing.T, s *simulator.Simulator, which int, text string) {
	t.Helper()
	_, err := s.Act([]byte(text), which)
	check(t, err)
}

// ran runs the experiment file of a circuit as twophase run does, and returns the SHA-256 of weights.npz.
func ran(t *testing.T, s *simulator.Simulator, which int) string {
	t.Helper()
	file, err := s.Experiment(which)
	check(t, err)
	doc, err := experiment.Parse("experiment.yaml", file)
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	return enginetest.Weights(t, doc.Experiment)
}

// A frame counts pruned synapses as the summary of a run that ends at its step: without those that are lesioned, and as they are now.
func TestFramePrunesAsTheSummary(t *testing.T) {
	long.SkipShort(t)
	s := open(t, `{"network": "ifPSP", "stimulus": {"problem": "small"}}`)
	s.Steps(1000)
	for _, text := range []string{`{"lesion": "lateral[1,0]"}`, `{"lesion": "lateral[0,2]"}`, `{"multiply": "lateral[2,0]", "by": 0.01}`, `{"freeze": "lateral[2,0]"}`} {
		act(t, s, 0, text)
	}
	s.Steps(1)
	f, err := s.Frame(0)
	check(t, err)
	file, err := s.Experiment(0)
	check(t, err)
	summary, err := result.ReadSummary(t.Context(), enginetest.Record(t, string(file)))
	check(t, err)
	found, err := summary.Result(0)
	check(t, err)
	want, got := found.Pruning, 0
	for _, pruned := range f.Pruned {
		if pruned {
			got++
		}
	}
	if len(f.Pruned) != want.Synapses-want.Lesioned || got != want.Pruned || want.Lesioned != 2 || want.Pruned == 0 {
		t.Errorf("the frame counts %d of %d, the summary %+v", got, len(f.Pruned), want)
	}
}

// acts are interventions in the words of experiment files, of all kinds.
var acts = []string{
	`{"lesion": "lateral[1,0]"}`,
	`{"stimulus": {"rotate": 30}}`,
	`{"freeze": "feedforward[0,*]"}`,
	`{"clamp": "inputs[2]", "to": 0.5}`,
	`{"noise": "weights", "size": 1e-4}`,
	`{"tau": 0.3}`,
	`{"quantise": "lateral", "step": 0.001}`,
	`{"rate": "1e-3"}`,
	`{"stimulus": {"spectrum": [3, 2, 1, 0.5, 0.1]}}`,
	`{"settle": {"method": "stale"}}`,
	`{"thaw": "feedforward"}`,
	`{"release": "inputs[2]"}`,
	`{"multiply": "lateral", "by": 1.1}`,
	`{"failure": "feedforward", "probability": 0.1}`,
}

// The file that a page gives runs to the bits of the page, whatever was done in it.
func TestExperimentRepeatsWhatWasDone(t *testing.T) {
	for _, text := range []string{
		`{"network": "ifPSP", "stimulus": {"problem": "small"}}`,
		`{"network": "PSW", "outputs": 4, "stimulus": {"spectrum": [4, 3, 2, 1, 0.1], "inputs": 8}, "interventions": [{"every": 50, "multiply": "lateral", "by": 1.01}, {"when": "error < 0.9", "check": 30, "set": "lateral[1,0]", "to": 0.2}]}`,
	} {
		s := open(t, text)
		for i, a := range acts {
			s.Steps(17 * (i % 3))
			if i%4 == 1 {
				s.Phase() // an act in mid-step finishes the step
			}
			act(t, s, 0, a)
		}
		s.Steps(40)
		if got, want := hash(t, s, 0), ran(t, s, 0); got != want {
			file, _ := s.Experiment(0)
			t.Errorf("the circuit has weights %s, and twophase run of its file %s:\n%s", got, want, file)
		}
	}
}

// Phase by phase or in whole steps, the weights are the same.
func TestPhasesAreTheStep(t *testing.T) {
	a, b := open(t, `{}`), open(t, `{}`)
	a.Steps(5)
	d, err := b.Describe(0)
	check(t, err)
	for range 5 {
		for _, p := range d.Phases {
			if name := b.Phase(); name != p.Name {
				t.Fatalf("phase %q, and the schedule has %q", name, p.Name)
			}
		}
	}
	if f, err := b.Frame(0); err != nil || f.Step != 5 || f.Phase != d.Phases[len(d.Phases)-1].Name {
		t.Errorf("step %d after phase %q: %v", f.Step, f.Phase, err)
	}
	if a, b := hash(t, a, 0), hash(t, b, 0); a != b {
		t.Errorf("weights %s in whole steps, %s in phases", a, b)
	}
}

// What was taken back leaves no trace, once what came later took place again.
func TestRewoundIsAsIfItHadNotBeen(t *testing.T) {
	done, without := open(t, `{}`), open(t, `{}`)
	for i, a := range acts[:6] {
		done.Steps(20)
		without.Steps(20)
		act(t, done, 0, a)
		if i != 1 {
			act(t, without, 0, a)
		}
	}
	done.Steps(10)
	without.Steps(10)
	if hash(t, done, 0) == hash(t, without, 0) {
		t.Fatal("the act changes nothing")
	}
	if circuits, err := done.Rewind(1); err != nil || circuits != 1 {
		t.Fatalf("%d circuits: %v", circuits, err)
	}
	if f, err := done.Frame(0); err != nil || f.Step != 40 {
		t.Fatalf("it went back to step %d: %v", f.Step, err)
	}
	for _, a := range acts[2:6] {
		done.Steps(20)
		act(t, done, 0, a)
	}
	done.Steps(10)
	if a, b := hash(t, done, 0), hash(t, without, 0); a != b {
		t.Errorf("weights %s after undo, %s without the act", a, b)
	}
	if _, err := done.Rewind(5); err == nil {
		t.Error("an act was taken back that is not there")
	}
}

// A twin goes the same way until one of the two is acted on, and both files repeat their circuits.
func TestTwinDiffersByItsActs(t *testing.T) {
	s := open(t, `{}`)
	s.Steps(30)
	act(t, s, simulator.Both, acts[0])
	check(t, s.Twin())
	s.Steps(30)
	if hash(t, s, 0) != hash(t, s, 1) {
		t.Fatal("the twin goes another way by itself")
	}
	act(t, s, 1, acts[1])
	act(t, s, simulator.Both, acts[5])
	s.Steps(30)
	if hash(t, s, 0) == hash(t, s, 1) {
		t.Error("the act on the twin changes nothing")
	}
	for which := range 2 {
		if got, want := hash(t, s, which), ran(t, s, which); got != want {
			t.Errorf("circuit %d has weights %s, and twophase run of its file %s", which, got, want)
		}
	}
	s.Untwin()
	if _, err := s.Hash(1); err == nil {
		t.Error("the twin is still there")
	}
}

// Every network can be chosen, twinned, acted on and brought back.
func TestAllNetworks(t *testing.T) {
	long.SkipShort(t)
	for _, n := range circuit.Networks() {
		s := open(t, fmt.Sprintf(`{"network": %q}`, n.Name))
		s.Steps(20)
		check(t, s.Twin())
		act(t, s, 1, `{"stimulus": {"noise": 0.1}}`)
		s.Steps(10)
		if f, err := s.Frame(1); err != nil || f.Ended != "" || f.Step != 30 {
			t.Fatalf("%s: step %d, %s: %v", n.Name, f.Step, f.Ended, err)
		}
		if hash(t, s, 0) == hash(t, s, 1) {
			t.Errorf("%s: noisy stimuli change nothing", n.Name)
		}
		if circuits, err := s.Rewind(0); err != nil || circuits != 2 {
			t.Fatalf("%s: %d circuits: %v", n.Name, circuits, err)
		}
		s.Steps(10)
		if hash(t, s, 0) != hash(t, s, 1) {
			t.Errorf("%s: undone, the twin is another", n.Name)
		}
	}
}

// A circuit that has diverged says so, and does not go on.
func TestDivergedCircuitHasEnded(t *testing.T) {
	s := open(t, `{"rate": "30", "seed": 2}`)
	done := s.Steps(5000)
	f, err := s.Frame(0)
	check(t, err)
	if done == 5000 || f.Ended == "" {
		t.Fatalf("%d steps at a rate of 30, and the circuit goes on: %q", done, f.Ended)
	}
	if again := s.Steps(1); again != 0 || s.Phase() != "" {
		t.Errorf("it took %d further steps", again)
	}
	if _, err := s.Act([]byte(`{"tau": 0.2}`), 0); err == nil {
		t.Error("an act on a circuit that has ended")
	}
}

// What a page cannot have is refused as the command refuses it, and an error of an act does not say where it stands in a list.
func TestErrorsAreOfWhatWasAskedFor(t *testing.T) {
	for text, want := range map[string]string{
		`{"stimulus": {"file": "x.csv"}}`: "a page cannot have stimuli from files",
		`{"from": "a-run"}`:               "a page cannot have the weights of another run",
	} {
		if _, err := simulator.Open([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	s := open(t, `{"seed": 2, "interventions": [{"at": 3, "tau": 0.4}]}`)
	for text, want := range map[string]string{
		`{"tau": -1}`:                       `tau: "-1" is out of range`,
		`{"lambda": [1, 2]}`:                "lambda 1,2 lists 2 gains for 3 outputs",
		`{"lesion": "lateral[9,1]"}`:        "lateral[9,1] does not exist",
		`{"stimulus": {"file": "x"}}`:       "one key is missing in stimulus",
		`{"settle": {"method": "nothing"}}`: `settle.method: "nothing" does not exist`,
		`{"nothing": 1}`:                    "one key is missing: give",
	} {
		if _, err := s.Act([]byte(text), 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// What a circuit would not take is known before it is offered: networks without gains, without τ or with rates of their own, and
// stimuli whose structure is fixed.
func TestPossible(t *testing.T) {
	acts := `[{"tau": 0.3}, {"lambda": [1, 0.9, 0.5]}, {"rate": 0.0005}, {"stimulus": {"rotate": 15}}, {"freeze": "lateral"}]`
	for experiment, want := range map[string][]bool{
		`{}`:                 {true, true, true, true, true},
		`{"network": "nsm"}`: {false, false, false, false, true},
		`{"network": "sanger", "stimulus": {"problem": "small"}}`: {false, false, true, true, false},
	} {
		s, err := simulator.Open([]byte(experiment))
		if err != nil {
			t.Fatal(err)
		}
		before, err := s.Hash(0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Possible([]byte(acts), 0)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", experiment, got, err, want)
		}
		if after, err := s.Hash(0); err != nil || after != before {
			t.Errorf("%s: asking has changed the circuit: %v", experiment, err)
		}
		s.Close()
	}
}
