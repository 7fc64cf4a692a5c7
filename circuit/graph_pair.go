package circuit

import (
	"fmt"
	"slices"

	"twophase/synapse"
)

// isPair reports whether a graph has the roles of a pair.
func (g Graph) isPair() bool {
	_, _, ok := g.roles()
	return ok
}

// pairFor returns the projection among the outputs of a pair, or nil; for any other graph the error of a phase that needs
// a pair.
func (g Graph) pairFor(phase string) (among *ProjectionSpec, err error) {
	_, among, ok := g.roles()
	if !ok {
		err = fmt.Errorf("%s is for circuits of inputs, linear outputs, one projection of all synapses between them and at most one among the outputs", phase)
	}
	return among, err
}

// isOfThePaper reports whether a graph is a pair with the names of the paper's circuits, with or without lateral, and
// their rates α and α/τ.
func (g Graph) isOfThePaper() bool {
	forward, among, ok := g.roles()
	return ok && slices.Equal(g.populationNames(), []string{"inputs", "outputs"}) &&
		slices.Equal(g.projectionNames(), []string{"feedforward", "lateral"}[:len(g.Projections)]) &&
		forward.Pace.isPlain(false) && (among == nil || among.Pace.isPlain(true))
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
		case p.Tied != "" || p.hasList() || p.Carries != nil || p.Wiring == synapse.WithSelf || p.Current || p.MeanCurrent != nil:
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
		return p.Activation.IsLinear() && !p.Previous && p.Delays == 0 && p.Further == nil && p.Mean == nil && p.Paced == "" && p.NormOf == "" && !p.Scale.Multiplies && !p.Scale.NoLeak
	}
	return forward, among, forward != nil && in.Input && !out.Input && out.Name == g.OutputName() && plain(in) && plain(out)
}
