package simulator_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment/stability"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
	"twophase/internal/web/simulator"
)

// predicted returns what the theory says of a circuit with other keys.
func predicted(t *testing.T, s *simulator.Simulator, which int, keys string) *stability.Prediction {
	t.Helper()
	asked, err := s.Theory(which, []byte(keys))
	check(t, err)
	p, err := simulator.Predict(asked)
	if err != nil {
		t.Fatalf("%v\n%s", err, asked)
	}
	return p
}

// The theory is that of the way in which the outputs settle now, however it came about.
func TestTheoryFollowsTheSettling(t *testing.T) {
	long.SkipShort(t)
	for _, test := range []struct {
		open, act string
		network   string
		turns     int
		largest   float64 // the largest stable τ on the small problem; 0: not compared
	}{
		{`{}`, ``, "ifPSP", 2, 3.27},
		{`{"turns": 4}`, ``, "ifPSP", 4, 3.27},
		{`{"network": "PSP"}`, ``, "PSP", 0, 3.27},
		{`{"network": "PSW"}`, `{"settle": {"method": "two-phase"}}`, "ifPSW", 2, 0},
		{`{"network": "PSP", "settle": {"method": "jacobi", "sweeps": 3}}`, ``, "ifPSP", 3, 3.27},
		{`{"network": "PSP", "settle": {"method": "gauss-seidel", "sweeps": 1}}`, ``, "cascadePSP", 0, 2.7},
		{`{}`, `{"settle": {"method": "gauss-seidel", "sweeps": 1}}`, "cascadePSP", 0, 2.7},
		{`{}`, `{"settle": {"method": "cascade"}}`, "cascadePSP", 0, 2.7},
		{`{"network": "cascadePSP"}`, `{"settle": {"method": "exact"}}`, "PSP", 0, 3.27},
		{`{"network": "cascadePSW"}`, ``, "cascadePSW", 0, 2},
		{`{"network": "PSP", "settle": {"method": "gauss-seidel", "sweeps": 2}}`, ``, "PSP", 0, 3.27}, // as the solution, to first order
		{`{"network": "PSP", "settle": {"method": "gauss-seidel"}}`, ``, "PSP", 0, 3.27},
	} {
		s := open(t, test.open)
		s.Steps(3)
		if test.act != "" {
			act(t, s, 0, test.act)
		}
		p := predicted(t, s, 0, "")
		turns := 0
		if p.Turns != nil {
			turns = p.Turns.Turns
		}
		if p.Network != test.network || turns != test.turns {
			t.Errorf("%s, then %s: the theory is that of %s with %d turns, want %s with %d", test.open, test.act, p.Network, turns, test.network, test.turns)
		}
		if off := float64(p.LargestTau) - test.largest; test.largest > 0 && (off < -0.005 || off > 0.005) {
			t.Errorf("%s, then %s: the largest stable τ is %v, want %v", test.open, test.act, p.LargestTau, test.largest)
		}
	}
}

// Where there is no theory, a sentence says so.
func TestNoTheoryHasAReason(t *testing.T) {
	for _, test := range []struct{ open, act, want string }{
		{`{"network": "PSP", "settle": {"method": "jacobi", "sweeps": 1}}`, ``, "one turn"},
		{`{}`, `{"settle": {"method": "jacobi", "sweeps": 1}}`, "one turn"},
		{`{}`, `{"settle": {"method": "stale"}}`, "late"},
		{`{"network": "PSP", "settle": {"method": "gauss-seidel", "sweeps": 3, "damping": 0.5}}`, ``, "without damping"},
		{`{"network": "PSP", "settle": {"method": "euler", "sweeps": 5}}`, ``, "no theory here of the phases"},
		{`{"network": "nsm"}`, ``, "no theory here of network nsm (population outputs is not linear)"},
	} {
		s := open(t, test.open)
		if test.act != "" {
			act(t, s, 0, test.act)
		}
		asked, err := s.Theory(0, nil)
		if err == nil {
			_, err = simulator.Predict(asked)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, then %s: the theory says %v, and %q is wanted", test.open, test.act, err, test.want)
		}
	}
}

// The theory is that of each circuit, with what was done to it and what is asked in its place.
func TestTheoryIsOfTheCircuitNow(t *testing.T) {
	long.SkipShort(t)
	s := open(t, `{"stimulus": {"spectrum": [4, 2, 1, 0.1], "inputs": 6}, "outputs": 2, "tau": 0.4}`)
	s.Steps(5)
	check(t, s.Twin())
	act(t, s, 1, `{"stimulus": {"spectrum": [3, 1, 0.5, 0.1]}}`)
	act(t, s, 1, `{"tau": 0.2}`)
	for which, want := range []string{"[4,2] 0.4", "[3,1] 0.2"} {
		if got := brief(t, predicted(t, s, which, "")); got != want {
			t.Errorf("circuit %d: the theory is that of scales and τ %s, want %s", which, got, want)
		}
	}
	if got, want := brief(t, predicted(t, s, 1, `{"tau": 0.1, "stimulus": {"spectrum": [5, 2, 1]}}`)), "[5,2] 0.1"; got != want {
		t.Errorf("with other keys the theory is that of %s, want %s", got, want)
	}
	act(t, s, 1, `{"stimulus": {"noise": 0.5}}`)
	if got, want := brief(t, predicted(t, s, 1, "")), "[3.25,1.25] 0.2"; got != want {
		t.Errorf("with noise on all inputs the theory is that of %s, want %s", got, want)
	}
	if _, err := s.Theory(1, []byte(`[]`)); err == nil {
		t.Error("a list is taken for keys")
	}
}

func brief(t *testing.T, p *stability.Prediction) string {
	t.Helper()
	text, err := json.Marshal(p.Scales)
	check(t, err)
	return fmt.Sprintf("%s %v", text, wording.Number(p.Tau))
}

// The theory of every network is one, or a sentence.
func TestTheoryOfAllNetworks(t *testing.T) {
	long.SkipShort(t)
	known := 0
	for _, n := range circuit.Networks() {
		asked, err := open(t, fmt.Sprintf(`{"network": %q}`, n.Name)).Theory(0, nil)
		if err == nil {
			_, err = simulator.Predict(asked)
		}
		switch {
		case err == nil:
			known++
		case !strings.Contains(err.Error(), "theory"):
			t.Errorf("%s: %v", n.Name, err)
		}
	}
	if known < 6 {
		t.Errorf("%d networks have a theory", known)
	}
}
