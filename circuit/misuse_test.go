package circuit_test

import (
	"math"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/synapse"
)

// A network of a user's own that lacks something is refused when the circuit is
// built, not at the first step.
func TestIncompleteNetworksAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*circuit.Spec){
		"no population is one of inputs": func(s *circuit.Spec) { s.Network.Graph = circuit.Graph{} },
		"phase 2 is missing":             func(s *circuit.Spec) { s.Network.Schedule = circuit.Schedule{circuit.Feedforward, nil} },
		"τ = 0":                          func(s *circuit.Spec) { s.Network.Tau = 0 },
		"initial scale 0":                func(s *circuit.Spec) { s.Network.InitialScale = 0 },
		"Executor(7)":                    func(s *circuit.Spec) { s.Executor = 7 },
		"not a finite number": func(s *circuit.Spec) {
			s.Initial = map[string][]float64{"feedforward": append(make([]float64, 14), math.NaN())}
		},
		"initial spread":                      func(s *circuit.Spec) { s.InitialSpread = -1 },
		"lateral: rule: rule \"empty\" lacks": func(s *circuit.Spec) { s.Network = withRule(s.Network, "lateral", synapse.Factored{Name: "empty"}) },
	} {
		spec := paperSpec(circuit.IfPSP, 5, 3)
		spoil(&spec)
		if c, err := circuit.New(spec); err == nil || c != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v, %v", want, c, err)
		}
	}
}

// What a circuit returns is its own or a copy: a caller cannot change a network for
// others through it.
func TestCircuitsShareNothing(t *testing.T) {
	spec := paperSpec(circuit.IfPSP, 5, 3)
	c := newCircuit(t, spec)
	c.Schedule()[1] = circuit.Solve
	spec.Gains[0] = 99
	if got := c.Schedule().String(); got != circuit.IfPSP.Schedule.String() || got != "Feedforward → Lateral → Plasticity" {
		t.Errorf("the schedule has become %s, that of the network %v", got, circuit.IfPSP.Schedule)
	}
	if got := c.Spec().Gains[0]; got != 1 {
		t.Errorf("a gain has become %v", got)
	}
}

// both writes ỹ and y in one phase, which Filter cannot take apart.
type both struct{ rectify }

func (both) Signature() circuit.Signature {
	return circuit.Signature{
		Name:   "Both",
		Reads:  []circuit.Variable{circuit.X},
		Writes: []circuit.Variable{circuit.Provisional, circuit.Y},
	}
}

func TestFilterRefusesWhatItCannotProbe(t *testing.T) {
	for _, schedule := range []circuit.Schedule{
		{both{}, circuit.Plasticity{}},
		{circuit.Feedforward, circuit.Lateral, both{}},
	} {
		network := circuit.IfPSP
		network.Schedule = schedule
		if f, err := newCircuit(t, paperSpec(network, 4, 2)).Filter(); err == nil {
			t.Errorf("%v: filter %v", schedule, f)
		}
	}
}

// A weight that leaves the range of numbers in the very last step is noticed by
// asking for it.
func TestCheckWeights(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 3, 1))
	if err := c.CheckWeights(); err != nil {
		t.Fatal(err)
	}
	c.Forward().Row(0)[1] = math.Inf(-1)
	err := c.CheckWeights()
	if err == nil || !strings.Contains(err.Error(), "feedforward[0,1] = -Inf") {
		t.Errorf("error %v", err)
	}
}

// A settling replaces an earlier one.
func TestSettlingTwice(t *testing.T) {
	first, err := circuit.PSP.Settling(circuit.Settle{Method: circuit.Jacobi, Sweeps: 2})
	if err != nil {
		t.Fatal(err)
	}
	second, err := first.Settling(circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got := second.Schedule[1]; got != (circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 5}) {
		t.Errorf("the second phase is %+v", got)
	}
	if first.Schedule[1] == second.Schedule[1] || circuit.PSP.Schedule[1] != circuit.Phase(circuit.Solve) {
		t.Error("the networks share a schedule")
	}
}

// Out of the range of numbers, nothing counts as settled.
func TestRunawayIsNotSettled(t *testing.T) {
	network, err := circuit.PSP.Settling(circuit.Settle{Method: circuit.Jacobi, Sweeps: 5000, Tolerance: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	c := newCircuit(t, paperSpec(network, 4, 2))
	if err := c.Among().SetWeights([]float64{0, 3, 3, 0}); err != nil {
		t.Fatal(err)
	}
	if err := c.Step([]float64{1, 2, 3, 4}); err == nil {
		t.Error("a spectral radius of 3 must run away")
	}
	if s := c.Settling(); s.Settled || s.Residual-s.Residual == 0 {
		t.Errorf("%+v", s)
	}
}
