package intervention_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Whatever the order in which they come, phases stand where they belong, and the
// dynamics change in their place.
func TestPhasesStandWhereTheyBelong(t *testing.T) {
	c := small(t, circuit.PSP)
	sweeps := circuit.Settle{Sweeps: 3}
	for _, test := range []struct {
		edit           intervention.Edit
		change, phases string
	}{
		{intervention.Quantise{Where: all(selection.Lateral), Step: 0.5}, "phase none → Quantise: w ← 0.5 round(w/0.5), lateral", "Feedforward → Solve → Plasticity → Quantise"},
		{intervention.Noise{Where: at("lateral"), Size: 0.1}, "phase none → SynapticNoise: w ← w + 0.1 N(0, 1), lateral", "Feedforward → Solve → Plasticity → SynapticNoise → Quantise"},
		{intervention.Dale{at("feedforward"), intervention.Positive}, "phase none → SignConstraint: w ← max(w, 0), feedforward", "Feedforward → Solve → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.Noise{Where: at("feedforward[0,1]"), Size: 0.2}, "phase none → SynapticNoise: w ← w + 0.2 N(0, 1), feedforward[0,1]", "Feedforward → Solve → Plasticity → SynapticNoise → SynapticNoise → SignConstraint → Quantise"},
		{intervention.Noise{Where: at("lateral"), Size: 0.3}, "phase SynapticNoise: w ← w + 0.1 N(0, 1), lateral → SynapticNoise: w ← w + 0.3 N(0, 1), lateral", ""},
		{intervention.Noise{Where: at("lateral"), Size: 0}, "phase SynapticNoise: w ← w + 0.3 N(0, 1), lateral → none", "Feedforward → Solve → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.Noise{Where: at("lateral[1,0]"), Size: 0}, "", ""},
		{intervention.Failure{"feedforward", 0.5}, "phase none → TransmissionFailure: each signal through a synapse of feedforward is lost with probability 0.5", "TransmissionFailure → Feedforward → Solve → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.SetSchedule{}, "phase Solve: y = (I + M_d⁻¹ M_o)⁻¹ ỹ = M⁻¹ W x → Lateral: y = ỹ − M_d⁻¹ M_o ỹ", "TransmissionFailure → Feedforward → Lateral → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.SetSchedule{Turns: 4}, "phase Lateral: y = ỹ − M_d⁻¹ M_o ỹ → Lateral: y = ỹ − M_d⁻¹ M_o ỹ, 4 turns", "TransmissionFailure → Feedforward → Lateral → LateralAgain → LateralAgain → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.SetSchedule{Turns: 3}, "phase Lateral: y = ỹ − M_d⁻¹ M_o ỹ, 4 turns → Lateral: y = ỹ − M_d⁻¹ M_o ỹ, 3 turns", ""},
		{intervention.SetSchedule{}, "", "TransmissionFailure → Feedforward → Lateral → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.SetSchedule{Dynamics: intervention.Stale}, "phase Lateral: y = ỹ − M_d⁻¹ M_o ỹ → StaleLateral: y = ỹ − M_d⁻¹ M_o ỹ(t−1)", ""},
		{intervention.SetSchedule{Dynamics: intervention.Settling, Settle: sweeps}, "", "TransmissionFailure → Feedforward → Settle → Plasticity → SynapticNoise → SignConstraint → Quantise"},
		{intervention.Dale{at("feedforward"), intervention.Negative}, "phase SignConstraint: w ← max(w, 0), feedforward → SignConstraint: w ← min(w, 0), feedforward", ""},
		{intervention.Dale{at("feedforward"), intervention.Free}, "phase SignConstraint: w ← min(w, 0), feedforward → none", "TransmissionFailure → Feedforward → Settle → Plasticity → SynapticNoise → Quantise"},
		{intervention.Quantise{Where: at("lateral"), Off: true}, "phase Quantise: w ← 0.5 round(w/0.5), lateral → none", "TransmissionFailure → Feedforward → Settle → Plasticity → SynapticNoise"},
		{intervention.Failure{"feedforward", 0}, "", "Feedforward → Settle → Plasticity → SynapticNoise"},
		{intervention.SetSchedule{Dynamics: intervention.Exact}, "", "Feedforward → Solve → Plasticity → SynapticNoise"},
		{intervention.ActivityNoise{"outputs", 0.1, 0}, "phase none → Noise: y ← y + 0.1 ξ_i", "Feedforward → Solve → Noise → Plasticity → SynapticNoise"},
		{intervention.ActivityNoise{"outputs", 0.2, 0.25}, "phase Noise: y ← y + 0.1 ξ_i → Noise: y ← y + 0.2 (√0.25 ξ + √0.75 ξ_i)", ""},
		{intervention.SetSchedule{Turns: 3}, "", "Feedforward → Lateral → LateralAgain → Noise → Plasticity → SynapticNoise"},
		{intervention.ActivityNoise{"outputs", 0, 1}, "phase Noise: y ← y + 0.2 (√0.25 ξ + √0.75 ξ_i) → none", "Feedforward → Lateral → LateralAgain → Plasticity → SynapticNoise"},
	} {
		changes := words(apply(t, c, test.edit))
		if test.change != "" && (len(changes) != 1 || changes[0] != test.change) {
			t.Errorf("%v changes %q, want %q", test.edit, changes, test.change)
		}
		if got := c.Schedule().String(); test.phases != "" && got != test.phases {
			t.Errorf("%v: the schedule is %s, want %s", test.edit, got, test.phases)
		}
		if again := apply(t, c, test.edit); again != nil {
			t.Errorf("%v: done again, it changes %v", test.edit, words(again))
		}
	}
}

// Phases of one kind stand in the order in which they came.
func TestPhasesOfAKindStandInOrder(t *testing.T) {
	c := small(t, circuit.IfPSP)
	apply(t, c, intervention.Noise{Where: at("lateral"), Size: 0.1})
	apply(t, c, intervention.Noise{Where: at("feedforward"), Size: 0.1})
	apply(t, c, intervention.Noise{Where: at("lateral"), Size: 0.2})
	s := c.Schedule()
	if s[3] != circuit.Phase(circuit.SynapticNoise{Where: at("lateral"), Size: 0.2}) || s[4] != circuit.Phase(circuit.SynapticNoise{Where: at("feedforward"), Size: 0.1}) {
		t.Errorf("the schedule is %#v", s)
	}
}

func TestImpossiblePhasesAreRefused(t *testing.T) {
	z := selection.PairSize(4, 3, synapse.AllToAll)
	for _, test := range []struct {
		edit intervention.Edit
		want string
	}{
		{intervention.Noise{Where: at("lateral"), Size: -1}, "0 or a positive number"},
		{intervention.Noise{Where: at("scale"), Size: 1}, "choose a projection, or weights for all"},
		{intervention.Noise{Where: at("lateral[1,3]"), Size: 1}, "lateral has synapses [0-2, 0-2]"},
		{intervention.ActivityNoise{"outputs", -1, 0}, "0 or a positive number"},
		{intervention.ActivityNoise{"outputs", 1, 1.5}, "from 0 to 1"},
		{intervention.ActivityNoise{"inputs", 1, 0}, "add the noise to that"},
		{intervention.ActivityNoise{"lateral", 1, 0}, "cannot be selected here: choose outputs"},
		{intervention.Failure{"lateral", 1.5}, "from 0 to 1"},
		{intervention.Failure{"lateral", math.NaN()}, "from 0 to 1"},
		{intervention.Failure{"sideways", 0.5}, "choose feedforward or lateral"},
		{intervention.Quantise{Where: at("weights")}, "give a positive number, or off"},
		{intervention.Quantise{Where: at("weights"), Step: -1}, "positive"},
		{intervention.Quantise{Where: at("weights"), Step: 1, Off: true}, "give one of them"},
		{intervention.Quantise{Where: at("inputs"), Off: true}, "choose feedforward, lateral, weights"},
		{intervention.Dale{at("outputs"), intervention.Positive}, "choose feedforward, lateral, weights"},
		{intervention.Dale{at("lateral"), 9}, "choose free, positive, negative"},
		{intervention.SetSchedule{Dynamics: 9}, "choose two-phase, stale, exact, settling"},
		{intervention.SetSchedule{Dynamics: intervention.Settling}, "at least 1"},
		{intervention.SetSchedule{Dynamics: intervention.Exact, Settle: circuit.Settle{Sweeps: 3}}, "do not settle"},
		{intervention.SetSchedule{Turns: 1}, "at least 2"},
		{intervention.SetSchedule{Dynamics: intervention.Exact, Turns: 3}, "no turns"},
	} {
		if err := test.edit.Validate(z); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.edit, err, test.want)
		}
	}
	if err := (intervention.Failure{"lateral", 0.5}).Validate(selection.PairSize(4, 1, synapse.AllToAll)); err == nil {
		t.Error("lateral synapses of a single output fail")
	}
}

// From the step after the edit on, a circuit is the one that was built that way.
func TestDynamicsFromTheStartAreThoseOfTheNetwork(t *testing.T) {
	four, err := circuit.IfPSP.Turning(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		from, to circuit.Network
		edit     intervention.SetSchedule
	}{
		{circuit.PSP, circuit.IfPSP, intervention.SetSchedule{}},
		{circuit.IfPSP, four, intervention.SetSchedule{Turns: 4}},
		{four, circuit.PSP, intervention.SetSchedule{Dynamics: intervention.Exact}},
		{circuit.IfPSW, circuit.PSW, intervention.SetSchedule{Dynamics: intervention.Exact}},
	} {
		changed, built := small(t, test.from), small(t, test.to)
		start(t, changed, intervention.Intervention{intervention.At(0), test.edit})
		run(t, changed, 50)
		run(t, built, 50)
		if diff := cmp.Diff(bits(built), bits(changed)); diff != "" {
			t.Errorf("%v (-built +changed):\n%s", test.edit, diff)
		}
	}
}

func TestAScheduleOfAUsersOwnHasNoDynamics(t *testing.T) {
	n := circuit.IfPSP
	n.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, circuit.Lateral, circuit.Plasticity{}}
	if _, err := (intervention.SetSchedule{Dynamics: intervention.Exact}).Apply(small(t, n)); err == nil || !strings.Contains(err.Error(), "Feedforward → Lateral → Lateral → Plasticity") {
		t.Errorf("error %v", err)
	}
}
