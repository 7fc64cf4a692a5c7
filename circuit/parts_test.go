package circuit_test

import (
	"math/big"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

// exactly returns a sum in real arithmetic.
func exactly(terms ...float64) *big.Float {
	sum := new(big.Float).SetPrec(2300)
	for _, v := range terms {
		sum.Add(sum, big.NewFloat(v))
	}
	return sum
}

// In every network the parts of every synapse's and every scale's change add up to it in
// real arithmetic, at every step: small ones, and large ones in which weights go through
// zero. Phases before plasticity have their share where there are such, and only there.
func TestPartsOfEveryNetworkAddUp(t *testing.T) {
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		for executor := range circuit.Literal + 1 {
			for _, rate := range []float64{0.002, 0.1} {
				spec := paperSpec(network, 10, 3)
				spec.Rate, spec.Executor = rateOf(network, circuit.ConstantRate(rate)), executor
				c := newCircuit(t, spec)
				for _, p := range c.Projections() {
					p.KeepChanges(true)
				}
				c.Forward().Synapse(0, 4).Lesion()
				c.Forward().Synapse(outputsOf(network, 3)-1, 7).Freeze()
				var seen [neuron.PartCount]bool
				for step, x := range normals("stimuli", 50, 10) {
					before := [2][]float64{c.Forward().Weights(), c.M()}
					scales := slices.Clone(c.Outputs().Scales())
					if err := c.Step(x); err != nil {
						t.Fatal(err)
					}
					check := func(what any, was, is float64, change neuron.Change) {
						if left := exactly(was, change.Nonlocal, change.Unlearning, change.Decay, change.Hebbian, change.Rounding, -is); left.Sign() != 0 {
							t.Fatalf("%s, %v, rate %v, step %d: %v moved from %v to %v by %+v, which leaves %v", network.Name, executor, rate, step+1, what, was, is, change, left)
						}
					}
					for i, p := range c.Projections() {
						for s := range p.All() {
							change := s.LastChange()
							if check(s, before[i][s.Post().Index()*p.Pre().Len()+s.Pre().Index()], s.Weight(), change); i > 0 && (change.Nonlocal != 0 || change.Unlearning != 0) {
								t.Fatalf("%s: %v moved by %+v", network.Name, s, change)
							}
							for part := range neuron.PartCount {
								seen[part] = seen[part] || *change.Part(part) != 0
							}
						}
					}
					for i, was := range scales {
						check(i, was, c.Outputs().Scales()[i], c.Outputs().Output(i).LastScaleChange())
					}
				}
				parts := c.PartsOf("feedforward")
				if parts != seen {
					t.Errorf("%s, %v: makes the parts %v, and noted %v", network.Name, executor, parts, seen)
				}
				if hasResidual := slices.ContainsFunc(network.Schedule, func(p circuit.Phase) bool { _, is := p.(circuit.Residual); return is }); parts != [...]bool{hasResidual, network.Name == "linsker"} {
					t.Errorf("%s: parts %v", network.Name, parts)
				}
			}
		}
	}
}

// A schedule that is exchanged for one without such a phase leaves no part behind, nor
// does plasticity that is frozen.
func TestPartsEndWithTheirPhase(t *testing.T) {
	for _, network := range []circuit.Network{circuit.Sanger, circuit.Linsker} {
		c := newCircuit(t, paperSpec(network, 5, 2))
		c.Forward().KeepChanges(true)
		step := func() neuron.Change {
			if err := c.Step([]float64{1, 2, 3, 4, 5}); err != nil {
				t.Fatal(err)
			}
			return c.Forward().Synapse(1, 1).LastChange()
		}
		if change := step(); change.Nonlocal == 0 && change.Unlearning == 0 {
			t.Errorf("%s: %+v", network.Name, change)
		}
		c.Forward().Freeze()
		if change := step(); change.Nonlocal != 0 || change.Unlearning != 0 || change.Hebbian != 0 {
			t.Errorf("%s, frozen: %+v", network.Name, change)
		}
		c.Forward().Thaw()
		step()
		if err := c.SetSchedule(slices.DeleteFunc(c.Schedule(), func(p circuit.Phase) bool { return len(p.Signature().Parts) > 0 })); err != nil {
			t.Fatal(err)
		}
		if change := step(); change.Nonlocal != 0 || change.Unlearning != 0 || change.Hebbian == 0 || c.PartsOf("feedforward") != [neuron.PartCount]bool{} {
			t.Errorf("%s, without its phase: %+v", network.Name, change)
		}
	}
}
