package circuit

import "slices"

// InPaperNames returns a network that is a pair (see Circuit.SettlesByM) under the names of the paper: inputs, outputs,
// feedforward and lateral. Theory knows these names alone. A turn that adds W x afresh is then Lateral, to which it is
// equal but for rounding. Any other network, and one with other phases than neural
// ones, Residual and Plasticity, is returned as it is.
func (n Network) InPaperNames() Network {
	forward, among, ok := n.Graph.roles()
	if !ok {
		return n
	}
	of := map[string]string{forward.From: "inputs", forward.To: "outputs", forward.Name: "feedforward"}
	if among != nil {
		of[among.Name] = "lateral"
	}
	name := func(s string) string { return of[s] } // a pair has no other parts
	g := n.Graph
	g.Populations, g.Projections, g.Output = slices.Clone(g.Populations), slices.Clone(g.Projections), ""
	for i := range g.Populations {
		g.Populations[i].Name = name(g.Populations[i].Name)
	}
	for i := range g.Projections {
		p := &g.Projections[i]
		p.Name, p.From, p.To = name(p.Name), name(p.From), name(p.To)
	}
	g = g.AsPair()
	whole := n
	n.Graph, n.Schedule = g, slices.Clone(n.Schedule)
	for i, phase := range n.Schedule {
		switch p := phase.(type) {
		case Turn:
			if n.Schedule[i] = p.renamed(name); n.Schedule[i] == Phase(lateralAfresh) {
				n.Schedule[i] = Lateral
			}
		case Settle:
			p.Turn = p.turn().renamed(name)
			if p.Turn == LateralAgain {
				p.Turn = Turn{} // which stands for it
			}
			n.Schedule[i] = p
		case Equilibrate:
			p.Populations = NamesOf(name(string(p.Populations)))
			n.Schedule[i] = p
		case Residual:
			if p.Through = name(p.through()); p.Through == "feedforward" {
				p.Through = "" // which stands for it
			}
			n.Schedule[i] = p
		case Plasticity, MeanField, Unlearn: // which name no part
		default:
			return whole // which may name parts
		}
	}
	return n
}

// LateralName returns the name of the projection among the outputs of a pair, or "".
func (n Network) LateralName() string {
	if _, among, ok := n.Graph.roles(); ok && among != nil {
		return among.Name
	}
	return ""
}

// renamed returns a turn of parts with other names.
func (t Turn) renamed(name func(string) string) Turn {
	t.Population = name(t.Population)
	receives := t.Receives.List()
	for i := range receives {
		receives[i].Through = name(receives[i].Through)
	}
	t.Receives = ReceptionsOf(receives...)
	return t
}
