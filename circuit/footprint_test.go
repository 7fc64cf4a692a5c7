package circuit_test

import (
	"runtime"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// footprints are circuits of many shapes.
func footprints() map[string]circuit.Spec {
	all := map[string]circuit.Spec{}
	for _, n := range circuit.Networks() {
		spec := circuit.Spec{Network: n, Inputs: 300, Gains: n.DefaultGains(120), Rate: circuit.ConstantRate(1e-6)}
		switch n.Name {
		case "oja":
			spec.Gains = spec.Gains[:1]
		case "adaptive-whitening":
			spec.Inputs, spec.Gains = 12, n.DefaultGains(12) // and 78 interneurons
		case "similarity-matching", "similarity-matching-off-diagonal", "nsm":
			spec.Rate = circuit.ConstantRate(1)
		}
		all[n.Name] = spec
	}
	hidden := func(n int, size string, within circuit.ProjectionSpec) circuit.Spec {
		g := circuit.Graph{
			Output:      "y",
			Populations: []circuit.PopulationSpec{{Name: "x", Input: true}, {Name: "y"}, {Name: "h", Size: size, Mean: &neuron.Window{Steps: 10}, Previous: true}},
			Projections: []circuit.ProjectionSpec{
				{Name: "W", From: "x", To: "y", Rule: synapse.Hebbian},
				{Name: "V", From: "x", To: "h", Rule: synapse.Hebbian, Current: true},
				{Name: "U", From: "h", To: "y", Rule: synapse.Hebbian},
			},
		}
		receives := []circuit.Reception{{Through: "V", Slot: neuron.Final}}
		if within.From != "" {
			within.Name, within.Rule = "L", synapse.Hebbian
			g.Projections = append(g.Projections, within)
			slot := neuron.Provisional
			if within.From == "x" {
				slot = neuron.Stimulus
			}
			receives = append(receives, circuit.Reception{Through: "L", Slot: slot})
		}
		return circuit.Spec{Inputs: n, Gains: []float64{1, 0.9, 0.8}, Rate: circuit.ConstantRate(1e-6), Network: circuit.Network{
			Name: "hidden", Tau: 1, InitialScale: 1, Graph: g, Schedule: circuit.Schedule{
				circuit.Turn{Population: "h", Slot: neuron.Provisional, Receives: circuit.ReceptionsOf(receives[:1]...)},
				circuit.Turn{Population: "h", Slot: neuron.Final, Receives: circuit.ReceptionsOf(receives...)},
				circuit.Turn{Population: "y", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "W", Slot: neuron.Final}, circuit.Reception{Through: "U", Slot: neuron.Final})},
				circuit.Plasticity{},
			},
		}}
	}
	all["hidden"] = hidden(10, "5000", circuit.ProjectionSpec{})
	all["hidden, wide"] = hidden(1000, "200", circuit.ProjectionSpec{})
	all["hidden, dense"] = hidden(10, "400", circuit.ProjectionSpec{From: "h", To: "h"})
	all["hidden, sparse"] = hidden(10, "400", circuit.ProjectionSpec{From: "h", To: "h", Probability: 0.05})
	all["hidden, half"] = hidden(10, "400", circuit.ProjectionSpec{From: "h", To: "h", Probability: 0.5})
	all["hidden, ordered"] = hidden(10, "400", circuit.ProjectionSpec{From: "h", To: "h", Wiring: synapse.Ordered})
	all["hidden, one to one"] = hidden(400, "400", circuit.ProjectionSpec{From: "x", To: "h", OneToOne: true})
	rewired := hidden(10, "400", circuit.ProjectionSpec{From: "h", To: "h", Probability: 0.05})
	rewired.Network.Schedule = append(rewired.Network.Schedule, circuit.Rewire{Projection: "L", Every: 3, Below: 1, For: 1, Grow: circuit.GrowCorrelated})
	all["hidden, rewired"] = rewired
	many := hidden(10, "3", circuit.ProjectionSpec{})
	for i := range 80 {
		name := "h" + string(rune('a'+i/10)) + string(rune('a'+i%10))
		g := &many.Network.Graph
		g.Populations = append(g.Populations, circuit.PopulationSpec{Name: name, Size: "30"})
		g.Projections = append(g.Projections, circuit.ProjectionSpec{Name: "V" + name, From: "x", To: name, Rule: synapse.Hebbian})
		many.Network.Schedule = append(circuit.Schedule{circuit.Turn{Population: name, Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "V" + name, Slot: neuron.Final})}}, many.Network.Schedule...)
	}
	all["many small populations"] = many
	return all
}

// heap returns the bytes in use after garbage is collected.
func heap() float64 {
	runtime.GC()
	runtime.GC() // what the first one has finalised
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// TestFootprint: what is foreseen is no less than the heap that a circuit takes once it has stepped, and half more at most.
func TestFootprint(t *testing.T) {
	for name, spec := range footprints() {
		t.Run(name, func(t *testing.T) {
			foreseen, err := spec.Footprint()
			if err != nil {
				t.Fatal(err)
			}
			took := 0.
			for range 2 { // the second time without what is made once for all circuits
				before := heap()
				c, err := circuit.New(spec)
				for i := 0; i < 3 && err == nil; i++ { // the third rewires
					err = c.Step(smallStimulus(spec.Inputs, i))
				}
				if err != nil {
					t.Fatal(err)
				}
				took = heap() - before
				runtime.KeepAlive(c)
			}
			if ratio := foreseen.Bytes / took; ratio < 1 || ratio > 1.5 {
				t.Errorf("%.0f kB are foreseen, and it takes %.0f: %.2f", foreseen.Bytes/1e3, took/1e3, ratio)
			}
		})
	}
}
