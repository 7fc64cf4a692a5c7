package theory_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/neuron"
	"twophase/synapse"
)

// squash is a user's phase of which nothing is known.
type squash struct{}

func (squash) Signature() circuit.Signature {
	return circuit.Signature{Name: "Squash", Reads: []circuit.Variable{circuit.Y}, Writes: []circuit.Variable{circuit.Y}}
}
func (squash) Run(*circuit.Circuit) error { return nil }

// There is no theory of a schedule with another phase, a user's or not, nor of scales that
// learn by another rule.
func TestThereIsNoTheoryOfOtherPhases(t *testing.T) {
	checks := func(n circuit.Network) (point, flow error) {
		spectrum, gains := []float64{1, 0.5, 0.2}, []float64{1, 0.8}
		return theory.FixedPoint{Network: n, Spectrum: spectrum, Gains: gains}.Validate(),
			theory.FlowSpec{Network: n, Spectrum: spectrum, Gains: gains, InitialWeights: []float64{1, 0, 0, 0, 1, 0}}.Validate()
	}
	changes := map[string]func(*circuit.Network){
		"a user's phase": func(n *circuit.Network) {
			n.Schedule = slices.Insert(slices.Clone(n.Schedule), 2, circuit.Phase(squash{}))
		},
		"a phase at the end": func(n *circuit.Network) { n.Schedule = append(slices.Clone(n.Schedule), circuit.Phase(squash{})) },
		"learning twice": func(n *circuit.Network) {
			n.Schedule = append(slices.Clone(n.Schedule), circuit.Phase(circuit.Plasticity{}))
		},
		"no learning": func(n *circuit.Network) { n.Schedule = n.Schedule[:2] },
		"fixed scales": func(n *circuit.Network) {
			*n = n.WithPopulation("outputs", func(p *circuit.PopulationSpec) { p.Scale = neuron.NoScale })
		},
	}
	for _, n := range []circuit.Network{circuit.IfPSP, circuit.PSW, circuit.CascadePSP} {
		if point, flow := checks(n); point != nil || flow != nil {
			t.Errorf("%s: %v, %v", n.Name, point, flow)
		}
		for name, change := range changes {
			changed := n
			change(&changed)
			if point, flow := checks(changed); point == nil || flow == nil {
				t.Errorf("%s with %s has a theory: %v, %v", n.Name, name, point, flow)
			}
		}
	}
}

// A network that learns as one that whitens, and does not say so, is told what to say.
func TestWhitensIsMissing(t *testing.T) {
	n := circuit.IfPSW
	n.Whitens = false
	if _, err := (theory.FixedPoint{Network: n, Spectrum: []float64{1, 0.5, 0.2}, Gains: []float64{1, 0.7}}).Linearise(1); err == nil || !strings.Contains(err.Error(), "whitens: true") {
		t.Errorf("error %v", err)
	}
}

// A rule is known by what it does, not by its name.
func TestRulesUnderOtherNames(t *testing.T) {
	n := circuit.IfPSP
	n.Graph.Projections, n.Graph.Populations = slices.Clone(n.Graph.Projections), slices.Clone(n.Graph.Populations)
	for i, p := range n.Graph.Projections {
		rule := p.Rule.(synapse.Factored)
		rule.Name, rule.Equation = "own", ""
		n.Graph.Projections[i].Rule = rule
	}
	scale := &n.Graph.Populations[1].Scale
	scale.Name, scale.Equation = "own", ""
	if err := theory.CheckNetwork(n); err != nil {
		t.Error(err)
	}
	rule := n.Graph.Projections[0].Rule.(synapse.Factored)
	rule.Post.Drive = neuron.SquaredActivity
	n.Graph.Projections[0].Rule = rule
	if err := theory.CheckNetwork(n); err == nil || !strings.Contains(err.Error(), "plasticity") {
		t.Errorf("error %v", err)
	}
}
