package circuit

import (
	"fmt"
	"slices"

	"twophase/synapse"
)

// isPair reports whether a graph has the roles of a pair.
func (g Graph) isPair() bool {
	forward, _ := g.roles()
	return forward != nil
}

// pairFor returns the projection among the outputs of a pair, or nil; for any other graph the error of a phase that needs
// a pair.
func (g Graph) pairFor(phase string) (among *ProjectionSpec, err error) {
	forward, among := g.roles()
	if forward == nil {
		err = fmt.Errorf("%s is for circuits of inputs, linear outputs, one projection of all synapses between them and at most one among the outputs", phase)
	}
	return among, err
}

// isOfThePaper reports whether a graph is a pair with the names of the paper's circuits, with or without lateral, and
// their rates α and α/τ.
func (g Graph) isOfThePaper() bool {
	forward, among := g.roles()
	return forward != nil && slices.Equal(g.populationNames(), []string{"inputs", "outputs"}) &&
		slices.Equal(g.projectionNames(), []string{"feedforward", "lateral"}[:len(g.Projections)]) &&
		forward.Pace.isPlain(false) && (among == nil || among.Pace.isPlain(true))
}

// isPlain reports whether a pace is α, or α/τ.
func (p Pace) isPlain(overTau bool) bool {
	return len(p.Rate.segments) == 0 && p.OverTau == overTau && (p.Times == 0 || p.Times == 1)
}

// roles returns the projections of a pair: one population of inputs, one of linear outputs, a
// projection of all synapses from the former, whose signals add, and one among the latter, if there is
// one, whose signals are subtracted. What the paper says of W and M is true of these. Both are nil for any
// other graph.
func (g Graph) roles() (forward, among *ProjectionSpec) {
	if len(g.Populations) != 2 || len(g.Projections) < 1 || len(g.Projections) > 2 {
		return nil, nil
	}
	in, out := &g.Populations[0], &g.Populations[1]
	if !in.Input {
		in, out = out, in
	}
	for i := range g.Projections {
		switch p := &g.Projections[i]; {
		case p.Tied != "" || p.hasList() || p.Carries != nil || p.Wiring == synapse.WithSelf || p.Current || p.MeanCurrent != nil:
			return nil, nil
		case forward == nil && p.From == in.Name && p.To == out.Name && !p.Sign.subtracts():
			forward = p
		case among == nil && p.From == out.Name && p.To == out.Name && p.Sign.subtracts():
			among = p
		default:
			return nil, nil
		}
	}
	plain := func(p *PopulationSpec) bool {
		return p.Activation.IsLinear() && !p.Previous && p.Delays == 0 && p.Further == nil && p.Mean == nil && p.Paced == "" && p.NormOf == "" && !p.Scale.Multiplies && !p.Scale.NoLeak
	}
	if !in.Input || out.Input || out.Name != g.OutputName() || !plain(in) || !plain(out) {
		return nil, nil
	}
	return forward, among
}

// paperNames returns the names that the parts of a pair have in the paper, by their own; nil for any other graph.
func (g Graph) paperNames() map[string]string {
	forward, among := g.roles()
	if forward == nil {
		return nil
	}
	of := map[string]string{forward.From: "inputs", forward.To: "outputs", forward.Name: "feedforward"}
	if among != nil {
		of[among.Name] = "lateral"
	}
	return of
}
