package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// BenchmarkGraph is one step of ifPSP fused and, beside it, of the same circuit and of
// others as graphs, which run phase by phase.
//
//   - general: ifPSP itself, as a graph whose projections have names of their own
//   - user: with a Hebbian rule whose four factors a user wrote in Go
//   - rectified: psp-rectified-2phase
//   - layer: the second layer of stack-2phase by itself, K inputs and K outputs
//   - stack: stack-2phase, whose layers are general and layer
func BenchmarkGraph(b *testing.B) {
	for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
		for _, of := range []struct {
			name    string
			network circuit.Network
			inputs  int
		}{
			{"fused", circuit.IfPSP, size.n},
			{"general", twoPhaseGraph(synapse.Hebbian, neuron.Linear), size.n},
			{"user", twoPhaseGraph(userHebbian(), neuron.Linear), size.n},
			{"rectified", circuit.RectifiedTwoPhase, size.n},
			{"layer", twoPhaseGraph(synapse.Hebbian, neuron.Rectified), size.k},
			{"stack", circuit.StackTwoPhase, size.n},
		} {
			b.Run(fmt.Sprintf("%s/%dx%d", of.name, size.n, size.k), func(b *testing.B) {
				benchmarkStep(b, circuit.Spec{
					Network: of.network, Inputs: of.inputs, Gains: circuit.LinearGains(size.k, 1, 0.7),
					Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				})
			})
		}
	}
}

// userHebbian is synapse.Hebbian with four factors that a user wrote in Go.
func userHebbian() synapse.Rule {
	activity := neuron.Function{Symbol: "y", F: func(n neuron.Local) float64 { return n.Activity }}
	one := neuron.Function{Symbol: "1", F: func(neuron.Local) float64 { return 1 }}
	rule := synapse.Hebbian
	rule.Post, rule.Pre = synapse.Endpoint{Drive: activity, Decay: one}, synapse.Endpoint{Drive: activity, Decay: one}
	return rule
}

// twoPhaseGraph is the two-phase circuit with the rule of PSP as a graph. Its projections
// have names of their own, so that it runs as any graph does.
func twoPhaseGraph(feedforward synapse.Rule, activation neuron.Activation) circuit.Network {
	base := circuit.SlotOf(neuron.Provisional)
	first := circuit.Reception{Through: "W", Slot: neuron.Stimulus}
	receives := []circuit.Reception{{Through: "M", Slot: neuron.Provisional}}
	current := false
	if activation.IsRectified() {
		base, current = circuit.Base{}, true
		first.Again = true
		receives = append([]circuit.Reception{first}, receives...)
		first.Again = false
	}
	return circuit.Network{
		Name: "two phases as a graph", Tau: 0.5, InitialScale: 1, Rate: circuit.DecayingRate(10, 500),
		Graph: circuit.Graph{
			Populations: []circuit.PopulationSpec{
				{Name: "inputs", Input: true},
				{Name: "outputs", Scale: neuron.ScalePSP, Activation: activation},
			},
			Projections: []circuit.ProjectionSpec{
				{Name: "W", From: "inputs", To: "outputs", Rule: feedforward, Current: current},
				{Name: "M", From: "outputs", To: "outputs", Sign: circuit.Subtracts, Rule: synapse.AntiHebbianPSP, Pace: circuit.Pace{OverTau: true}},
			},
		},
		Schedule: circuit.Schedule{
			circuit.Turn{Population: "outputs", Slot: neuron.Provisional, Receives: circuit.ReceptionsOf(first)},
			circuit.Turn{Population: "outputs", Slot: neuron.Final, Base: base, Receives: circuit.ReceptionsOf(receives...)},
			circuit.Plasticity{},
		},
	}
}

// benchmarkStep is one step of a circuit on prepared stimuli.
func benchmarkStep(b *testing.B, spec circuit.Spec) { benchmarkSteps(b, newCircuit(b, spec)) }

// benchmarkSteps is benchmarkStep of a circuit that was built.
func benchmarkSteps(b *testing.B, c *circuit.Circuit) {
	stimuli := make([][]float64, 16)
	for t := range stimuli {
		stimuli[t] = smallStimulus(c.Spec().Inputs, t)
	}
	b.ReportAllocs()
	t := 0
	for b.Loop() {
		if err := c.Step(stimuli[t%len(stimuli)]); err != nil {
			b.Fatal(err)
		}
		t++
	}
}
