package circuit

import "slices"

// isTwoPopulations reports whether the names are those of TwoPopulations.
func (g Graph) isTwoPopulations() bool {
	return slices.Equal(g.populationNames(), []string{"inputs", "outputs"}) && slices.Equal(g.projectionNames(), []string{"feedforward", "lateral"})
}

// isOfThePaper reports whether a graph is that of TwoPopulations, with linear outputs and the
// rates α and α/τ.
func (g Graph) isOfThePaper() bool {
	paced := func(p Pace, overTau bool) bool {
		return len(p.Rate.segments) == 0 && p.OverTau == overTau && (p.Times == 0 || p.Times == 1)
	}
	return g.isLinearPair() && paced(g.Projections[0].Pace, false) && paced(g.Projections[1].Pace, true)
}

// isLinearPair reports whether a graph is that of TwoPopulations, with linear outputs and any
// rates.
func (g Graph) isLinearPair() bool {
	if !g.isTwoPopulations() {
		return false
	}
	in, out, forward, lateral := g.Populations[0], g.Populations[1], g.Projections[0], g.Projections[1]
	plain := func(p PopulationSpec) bool {
		return p.Activation.IsLinear() && !p.Previous && p.Mean == nil && p.Paced == "" && p.NormOf == "" && !p.Scale.Multiplies && !p.Scale.NoLeak
	}
	whole := func(p ProjectionSpec) bool {
		return p.Tied == "" && !p.OneToOne && p.Probability == 0 && p.Pairs == nil && !p.Current && p.MeanCurrent == nil
	}
	return in.Input && !out.Input && plain(in) && plain(out) && whole(forward) && whole(lateral) &&
		!forward.Sign.subtracts() && lateral.Sign.subtracts()
}
