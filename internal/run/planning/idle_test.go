package planning

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/traces/result"
)

// A key of every network is said to do nothing if and only if the circuit ends with the same weights
// without it; and an intervention that sets what nothing uses is refused.
func TestKeysThatDoNothing(t *testing.T) {
	for _, network := range circuit.Networks() {
		usual := resolved(t, experiment.Experiment{Network: network.Name})
		for key, give := range map[string]func(*experiment.Experiment){
			"tau":       func(e *experiment.Experiment) { e.Tau = 3 * usual.Experiment.Tau },
			"rate":      func(e *experiment.Experiment) { e.Rate = circuit.ConstantRate(2e-3) },
			"initial_m": func(e *experiment.Experiment) { e.InitialM = 2 * usual.Experiment.InitialM },
			"initial_w": func(e *experiment.Experiment) { e.InitialW = 0.7 },
		} {
			if network.SetsOwnRate() && (key == "tau" || key == "rate") {
				continue // refused
			}
			e := experiment.Experiment{Network: network.Name}
			give(&e)
			p := resolved(t, e)
			idle := slices.ContainsFunc(p.idle, func(s string) bool { return strings.HasPrefix(s, key+" is ") })
			if same := equal(learnt(t, p.Spec), learnt(t, usual.Spec)); same != idle {
				t.Errorf("%s with another %s: the same weights: %v; said: %q", network.Name, key, same, p.idle)
			}
			if key != "tau" && key != "rate" {
				continue
			}
			line := map[string]string{"tau": "{at: 5, tau: 3}", "rate": "{at: 5, rate: 2e-3}"}[key]
			doc, err := experiment.Parse("x.yaml", []byte("network: "+network.Name+"\nsteps: 10\ninterventions: ["+line+"]\n"))
			if err != nil {
				t.Fatal(err)
			}
			p, err = Resolve(context.Background(), doc.Experiment)
			if err == nil {
				p.Close()
			}
			if (err != nil) != idle {
				t.Errorf("%s: %s where it does nothing, %v: %v", network.Name, line, idle, err)
			}
		}
	}
}

func resolved(t *testing.T, e experiment.Experiment) *Plan {
	t.Helper()
	e.Steps = 10
	p, err := Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// learnt returns the weights and scales of a circuit after 20 steps.
func learnt(t *testing.T, spec circuit.Spec) map[string][]float64 {
	t.Helper()
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, spec.Inputs)
	for step := range 20 {
		for i := range x {
			x[i] = float64((step*7+i*i*3)%11) / 5
		}
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string][]float64{}
	for _, p := range c.Projections() {
		for s := range p.All() {
			all[p.Name()] = append(all[p.Name()], s.Weight())
		}
	}
	for _, p := range c.Populations() {
		all[p.Name()] = slices.Clone(p.Scales())
	}
	return all
}

// equal reports whether all numbers are the same but for rounding.
func equal(a, b map[string][]float64) bool {
	return maps.EqualFunc(a, b, func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	})
}

// Interventions are the reason for no theory only where there is one without them.
func TestWhyThereIsNoTheory(t *testing.T) {
	for network, intervened := range map[string]bool{"ifPSP": true, "sanger": false, "rubner-tavan": false} {
		doc, err := experiment.Parse("x.yaml", []byte("network: "+network+"\nsteps: 10\noutputs: 2\ninterventions: [{at: 5, freeze: feedforward}]\n"))
		if err != nil {
			t.Fatal(err)
		}
		p := resolved(t, doc.Experiment)
		if _, err := p.PrepareRun(t.Context(), RunOptions{}.WithDefaults()); err != nil {
			t.Fatal(err)
		}
		if p.Forecast != nil || p.Unpredicted == "" || (p.Unpredicted == result.Intervened) != intervened {
			t.Errorf("%s: no theory because %q", network, p.Unpredicted)
		}
	}
}
