package theory

import (
	"fmt"

	"twophase/circuit"
)

// difference says what keeps a network from being a pair (see circuit.Network.IsPair): the first that it finds.
func difference(n circuit.Network) string {
	if k := len(n.Graph.Populations); k != 2 {
		return fmt.Sprintf("it has %d populations, and the theory is of 2", k)
	}
	for _, p := range n.Graph.Populations {
		if !p.Activation.IsLinear() {
			return fmt.Sprintf("population %s is not linear", p.Name)
		}
	}
	within := func(p circuit.ProjectionSpec) bool { return p.From == p.To }
	subtracts := func(p circuit.ProjectionSpec) bool {
		return p.Sign == circuit.Subtracts || p.Sign == circuit.Inhibitory
	}
	for i, p := range n.Graph.Projections {
		for _, before := range n.Graph.Projections[:i] {
			if before.From == p.From && before.To == p.To {
				return fmt.Sprintf("projections %s and %s join the same populations", before.Name, p.Name)
			}
		}
		switch {
		case p.OneToOne, p.Probability != 0, p.Pairs != nil:
			return fmt.Sprintf("projection %s does not have all synapses", p.Name)
		case within(p) != subtracts(p):
			return fmt.Sprintf("the signals of projection %s %s", p.Name, map[bool]string{true: "are subtracted", false: "add"}[subtracts(p)])
		case p.Pace.OverTau != within(p), p.Pace.Times != 0 && p.Pace.Times != 1, p.Pace.Rate.String() != "":
			return fmt.Sprintf("projection %s does not learn at %s", p.Name, map[bool]string{true: "α/τ", false: "α"}[within(p)])
		}
	}
	return fmt.Sprintf("it has more than weights and scales, or its phases are others: %v", n.Schedule)
}
