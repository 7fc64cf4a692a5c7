package circuit

import "slices"

// hasPaperNames reports whether the parts have the names of the paper, with or without lateral.
func (g Graph) hasPaperNames() bool {
	names := g.projectionNames()
	return slices.Equal(g.populationNames(), []string{"inputs", "outputs"}) &&
		(slices.Equal(names, []string{"feedforward", "lateral"}) || slices.Equal(names, []string{"feedforward"}))
}

// isOfThePaper reports whether a graph has the names and the form of the paper's circuits, with the
// rates α and α/τ.
func (g Graph) isOfThePaper() bool {
	forward, among, ok := g.roles()
	return ok && g.hasPaperNames() && forward.Pace.isPlain(false) && (among == nil || among.Pace.isPlain(true))
}

// isPlain reports whether a pace is α, or α/τ.
func (p Pace) isPlain(overTau bool) bool {
	return len(p.Rate.segments) == 0 && p.OverTau == overTau && (p.Times == 0 || p.Times == 1)
}

// roles returns the projections of a pair: one population of inputs, one of linear outputs, a
// projection of all synapses from the former, whose signals add, and one among the latter, if there is
// one, whose signals are subtracted. What the paper says of W and M is true of these. ok is false of any
// other graph.
func (g Graph) roles() (forward, among *ProjectionSpec, ok bool) {
	if len(g.Populations) != 2 || len(g.Projections) < 1 || len(g.Projections) > 2 {
		return nil, nil, false
	}
	in, out := &g.Populations[0], &g.Populations[1]
	if !in.Input {
		in, out = out, in
	}
	for i := range g.Projections {
		switch p := &g.Projections[i]; {
		case p.Tied != "" || p.OneToOne || p.Probability != 0 || p.Pairs != nil || p.Current || p.MeanCurrent != nil:
			return nil, nil, false
		case forward == nil && p.From == in.Name && p.To == out.Name && !p.Sign.subtracts():
			forward = p
		case among == nil && p.From == out.Name && p.To == out.Name && p.Sign.subtracts():
			among = p
		default:
			return nil, nil, false
		}
	}
	plain := func(p *PopulationSpec) bool {
		return p.Activation.IsLinear() && !p.Previous && p.Mean == nil && p.Paced == "" && p.NormOf == "" && !p.Scale.Multiplies && !p.Scale.NoLeak
	}
	return forward, among, forward != nil && in.Input && !out.Input && out.Name == g.output() && plain(in) && plain(out)
}
