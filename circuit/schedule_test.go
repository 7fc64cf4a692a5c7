package circuit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/neuron"
)

// phase is a phase of nothing but a signature.
type phase struct{ signature circuit.Signature }

func (p phase) Signature() circuit.Signature { return p.signature }
func (phase) Run(*circuit.Circuit) error     { return nil }

func named(name string, reads, writes []circuit.Variable) phase {
	return phase{circuit.Signature{Name: name, Reads: reads, Writes: writes}}
}

func TestScheduleCheck(t *testing.T) {
	type variables = []circuit.Variable
	warm := circuit.Settle{Sweeps: 1, Warm: true}
	hold := named("Hold", variables{circuit.PreviousY}, variables{circuit.Provisional})
	decide := named("Decide", variables{circuit.X}, variables{circuit.Y})
	for _, test := range []struct {
		name     string
		schedule circuit.Schedule
		want     string // "" for none
	}{
		{"ifPSP", circuit.IfPSP.Schedule, ""},
		{"PSW", circuit.PSW.Schedule, ""},
		{"y from x at once", circuit.Schedule{decide}, ""},
		{"warm settling", circuit.Schedule{circuit.Feedforward, warm, circuit.Plasticity{}}, ""},
		{"previous y before y is written in this step", circuit.Schedule{hold, decide}, ""},
		{"y rewritten", circuit.Schedule{decide, named("Rectify", variables{circuit.Y}, variables{circuit.Y}), circuit.Plasticity{}}, ""},

		{"nothing", nil, "schedule: no phase writes y, the final output"},
		{"y never written", circuit.Schedule{circuit.Feedforward}, "schedule: no phase writes y, the final output"},
		{"ỹ read before it is written", circuit.Schedule{circuit.Lateral, circuit.Feedforward, circuit.Plasticity{}},
			"schedule: phase 1, Lateral, reads ỹ, which no phase before it writes (Lateral → Feedforward → Plasticity): let phase 2, which writes it, come first"},
		{"y read before it is written", circuit.Schedule{circuit.Feedforward, circuit.Plasticity{}, circuit.Lateral},
			"schedule: phase 2, Plasticity, reads y, which no phase before it writes (Feedforward → Plasticity → Lateral)"},
		{"y read and written by one phase", circuit.Schedule{named("Rectify", variables{circuit.Y}, variables{circuit.Y})},
			"schedule: phase 1, Rectify, reads y, which no phase before it writes (Rectify)"},
		{"previous y that no phase writes", circuit.Schedule{hold},
			"schedule: phase 1, Hold, reads y(t−1), which no phase before it writes (Hold)"},
		{"no such variable", circuit.Schedule{named("Guess", variables{"z"}, variables{circuit.Y})},
			"schedule: phase 1, Guess, reads z, which no phase before it writes (Guess)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, test.schedule.CheckIn(circuit.IfPSP.Graph), test.want)
		})
	}
}

// wantError fails unless err has the text want, "" standing for no error.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestLookups(t *testing.T) {
	for _, want := range circuit.Networks() {
		if got, err := circuit.LookupNetwork(want.Name); err != nil || got.Name != want.Name || got.Summary != want.Summary {
			t.Errorf("%s: %s, %v", want.Name, got.Name, err)
		}
	}
	var names []string
	for _, n := range circuit.Networks() {
		if slices.Contains(names, n.Name) {
			t.Errorf("two networks are called %s", n.Name)
		}
		names = append(names, n.Name)
	}
	_, err := circuit.LookupNetwork("ifpsp")
	wantError(t, err, `network "ifpsp" does not exist (did you mean ifPSP?): choose `+strings.Join(names, ", "))

	for _, want := range []circuit.Method{circuit.Jacobi, circuit.GaussSeidel, circuit.Euler} {
		if got, err := circuit.ParseMethod(want.String()); err != nil || got != want {
			t.Errorf("%v: %v, %v", want, got, err)
		}
	}
	if _, err = circuit.ParseMethod("newton"); err == nil {
		t.Error("there is no method newton")
	}

	for _, want := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		if got, err := circuit.ParseExecutor(want.String()); err != nil || got != want {
			t.Errorf("%v: %v, %v", want, got, err)
		}
	}
	_, err = circuit.ParseExecutor("fast")
	wantError(t, err, `executor "fast" does not exist: choose compiled or literal`)
}

// Settling takes the place of the exact solution; what has none is refused.
func TestSettlingReplacesSolve(t *testing.T) {
	settle := circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 3}
	network, err := circuit.PSW.Settling(settle)
	if err != nil {
		t.Fatal(err)
	}
	want := circuit.Schedule{circuit.Feedforward, settle, circuit.Plasticity{}}
	if diff := cmp.Diff(want, network.Schedule); diff != "" {
		t.Error(diff)
	}
	if got := circuit.PSW.Schedule.String(); got != "Feedforward → Solve → Plasticity" || !circuit.PSW.SolvesExactly() {
		t.Errorf("PSW itself became %s", got)
	}
	_, err = circuit.IfPSW.Settling(settle)
	wantError(t, err, "network ifPSW does not settle (its phases are Feedforward → Lateral → Plasticity): choose a recurrent one, such as PSP or PSW")
	_, err = circuit.PSW.Settling(circuit.Settle{})
	wantError(t, err, "settling budget of 0 sweeps: give at least 1")
}

// Asking for the filter is not a step: activity, weights and the report of the
// last settling stay.
func TestFilterLeavesTheCircuitAsItWas(t *testing.T) {
	network, err := circuit.PSP.Settling(circuit.Settle{Sweeps: 100, Tolerance: 1e-3, Warm: true})
	if err != nil {
		t.Fatal(err)
	}
	c := run(t, paperSpec(network, 10, 3), normals("stimuli", 50, 10))
	type state struct {
		Provisional, Y, W, M []float64
		Settling             circuit.Settling
		Step                 int
	}
	look := func() state {
		signals := func(s neuron.Slot) []float64 { return slices.Clone(c.Outputs().Signals(s)) }
		return state{signals(neuron.Provisional), signals(neuron.Final), c.Forward().Weights(), c.M(), c.Settling(), c.StepCount()}
	}
	before := look()
	if _, err := c.Filter(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, look()); diff != "" || before.Settling.Sweeps == 0 {
		t.Errorf("Filter changed the circuit:\n%s", diff)
	}
}
