package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// BenchmarkChanged is one step of ifPSP as it is, and with a change of the kinds that
// interventions make. Those that leave the feedforward rows alone cost what the
// lateral ones cost; those that touch some or all of them cost a pass more over these.
func BenchmarkChanged(b *testing.B) {
	with := func(phases ...circuit.Phase) func(*circuit.Circuit) error {
		return func(c *circuit.Circuit) error {
			return c.SetSchedule(append(c.Schedule(), phases...))
		}
	}
	for _, change := range []struct {
		name  string
		apply func(*circuit.Circuit) error
	}{
		{"plain", func(*circuit.Circuit) error { return nil }},
		{"lateral-noise-one", with(circuit.SynapticNoise{Where: selection.MustParse("lateral[1,0]"), Size: 1e-9})},
		{"lateral-noise", with(circuit.SynapticNoise{Where: selection.All(selection.Lateral), Size: 1e-9})},
		{"lateral-quantise", with(circuit.Quantise{Where: selection.All(selection.Lateral), Step: 1e-9})},
		{"lateral-frozen", func(c *circuit.Circuit) error {
			for s := range c.Among().Onto(1) {
				s.Freeze()
			}
			return nil
		}},
		{"feedforward-row-frozen", func(c *circuit.Circuit) error {
			for s := range c.Forward().Onto(1) {
				s.Freeze()
			}
			return nil
		}},
		{"scale-frozen", func(c *circuit.Circuit) error { c.Outputs().Output(1).OwnScale().Freeze(); return nil }},
		{"input-clamped", func(c *circuit.Circuit) error { return c.Inputs().Input(1).Clamp(1e-3) }},
		{"output-clamped", func(c *circuit.Circuit) error { return c.Outputs().Output(1).Clamp(1e-3) }},
		{"stale", func(c *circuit.Circuit) error {
			return c.SetSchedule(circuit.Schedule{circuit.Feedforward, circuit.StaleLateral, circuit.Plasticity{}})
		}},
		{"lateral-failure", func(c *circuit.Circuit) error {
			return c.SetSchedule(append(circuit.Schedule{circuit.TransmissionFailure{Projection: "lateral", Probability: 0.1}}, c.Schedule()...))
		}},
		{"feedforward-noise-one", with(circuit.SynapticNoise{Where: selection.MustParse("feedforward[0,0]"), Size: 1e-9})},
		{"feedforward-noise-row", with(circuit.SynapticNoise{Where: selection.MustParse("feedforward[0,*]"), Size: 1e-9})},
		{"feedforward-noise", with(circuit.SynapticNoise{Where: selection.All(selection.Feedforward), Size: 1e-9})},
		{"feedforward-quantise-one", with(circuit.Quantise{Where: selection.MustParse("feedforward[0,0]"), Step: 1e-9})},
		{"feedforward-quantise-row", with(circuit.Quantise{Where: selection.MustParse("feedforward[0,*]"), Step: 1e-9})},
		{"feedforward-quantise", with(circuit.Quantise{Where: selection.All(selection.Feedforward), Step: 1e-9})},
		{"feedforward-sign-one", with(circuit.SignConstraint{Where: selection.MustParse("feedforward[0,0]")})},
		{"feedforward-sign-row", with(circuit.SignConstraint{Where: selection.MustParse("feedforward[0,*]")})},
		{"feedforward-sign", with(circuit.SignConstraint{Where: selection.All(selection.Feedforward)})},
		{"feedforward-failure", func(c *circuit.Circuit) error {
			return c.SetSchedule(append(circuit.Schedule{circuit.TransmissionFailure{Projection: "feedforward", Probability: 0.1}}, c.Schedule()...))
		}},
	} {
		for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
			b.Run(fmt.Sprintf("%s/%dx%d", change.name, size.n, size.k), func(b *testing.B) {
				c := newCircuit(b, circuit.Spec{
					Network: circuit.IfPSP, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7),
					Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				})
				if err := change.apply(c); err != nil {
					b.Fatal(err)
				}
				benchmarkSteps(b, c)
			})
		}
	}
}
