package circuit_test

import (
	"slices"
	"testing"

	"twophase/circuit"
)

// What a schedule says that it writes is what changes: in no network does Plasticity speak of weights or
// scales that are not there or are fixed.
func TestPhasesWriteWhatLearns(t *testing.T) {
	symbols := map[string][]circuit.Variable{"feedforward": {circuit.W}, "lateral": {circuit.Mo}, "outputs.scale": {circuit.Md, "Ŷ"}, "hidden.scale": {"hidden.scale", "hidden.Ŷ"}}
	for _, network := range circuit.Networks() {
		c, source := graphCircuit(t, network, circuit.Compiled)
		g, written := network.Graph, []circuit.Variable{}
		for _, p := range network.Schedule {
			written = append(written, circuit.SignatureIn(p, g).Writes...)
		}
		numbers := func() map[string][]float64 {
			all := map[string][]float64{}
			for _, p := range c.Projections() {
				all[p.Name()] = p.Weights()
			}
			for _, p := range c.Populations() {
				all[p.Name()+".scale"] = slices.Clone(p.Scales())
			}
			return all
		}
		before, x := numbers(), make([]float64, source.Inputs())
		for range 20 {
			if err := source.Next(x); err != nil {
				t.Fatal(err)
			}
			if err := c.Step(x); err != nil {
				t.Fatal(network.Name, err)
			}
		}
		for name, after := range numbers() {
			of := append(symbols[name], circuit.Variable(name))
			for _, p := range g.Projections {
				if p.Name == name && p.Tied != "" {
					of = append(symbols[p.Tied], circuit.Variable(p.Tied))
				}
			}
			said := slices.ContainsFunc(of, func(v circuit.Variable) bool { return slices.Contains(written, v) })
			if changed := !slices.Equal(before[name], after); changed != said {
				t.Errorf("%s: %s changed: %v; the schedule says so: %v, as it writes %v", network.Name, name, changed, said, written)
			}
		}
	}
}
