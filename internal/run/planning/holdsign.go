package planning

import (
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/text/wording"
)

// HoldsSign says how the weights of a projection are kept at the sign that it should have.
func (p *Plan) HoldsSign(projection string) string {
	switch own := p.Experiment.Circuit; {
	case own != nil && own.StartsNegative(projection):
		return fmt.Sprintf("the keys start: positive and enforce: clip of %s keep its weights from falling below 0", projection)
	case own != nil:
		return fmt.Sprintf("the key enforce: clip of %s sets such weights to 0", projection)
	}
	return fmt.Sprintf("the intervention {at: 0, dale: %s, sign: positive} sets such weights to 0", projection)
}

// checkSigns returns an error if a projection that enforces its sign begins with a negative weight.
func (p *Plan) checkSigns(initial map[string][]float64, c *circuit.Circuit) error {
	if p.Experiment.Circuit == nil {
		return nil
	}
	for _, of := range p.Experiment.Circuit.Projections {
		if i := slices.IndexFunc(initial[of.Name], func(w float64) bool { return w < 0 }); of.Enforce != "" && i >= 0 {
			columns := c.Projection(of.Name).Pre().Len()
			return fmt.Errorf("%s[%d,%d] begins at %s, and %[1]s, which is %[5]s, keeps its weights from falling below 0", of.Name, i/columns, i%columns, wording.Format(initial[of.Name][i]), of.Sign)
		}
	}
	return nil
}

// Limits of the steps that are taken to foresee weights of the wrong sign.
const (
	foreseenSteps = 200
	foreseenWork  = 2e7 // synapses × steps
)

// foreseeSigns says which projections that are excitatory or inhibitory get negative weights in the first
// steps. It takes these, on the stimuli of trial 0, unless an intervention keeps signs.
func (p *Plan) foreseeSigns() (all []string, err error) {
	g := p.Spec.Network.Graph
	signed := slices.ContainsFunc(g.Projections, func(q circuit.ProjectionSpec) bool { _, is := g.SignOf(q.Name); return is })
	kept := slices.ContainsFunc(p.Experiment.Interventions, func(i experiment.Intervention) bool { return i.Dale != "" })
	if !signed || kept || p.Endless() || p.Spec.Network.IsOffline() || p.Experiment.Stimulus.FromPipe() {
		return nil, nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return nil, err
	}
	stimuli, err := p.Stimuli.Trial(0)
	if err != nil {
		return nil, err
	}
	defer stimuli.Close()
	synapses := 1
	for _, q := range c.Projections() {
		synapses += q.Post().Len() * q.Pre().Len()
	}
	x := make([]float64, p.Spec.Width())
	for range int(min(float64(p.Steps()), foreseenSteps, math.Ceil(foreseenWork/float64(synapses)))) {
		if err := stimuli.Next(x); err != nil {
			return nil, err
		}
		if c.Step(x) != nil {
			return nil, nil // tryCircuit, or the run, says so
		}
	}
	for _, q := range c.Projections() {
		sign, is := g.SignOf(q.Name())
		if n := circuit.CountNegative(q); is && n > 0 {
			all = append(all, fmt.Sprintf("%s is %v, with %d of its %s below 0 after %s: Dale's law does not hold; %s",
				q.Name(), sign, n, wording.Count(q.Len(), "weight"), wording.Count(c.StepCount(), "step"), p.HoldsSign(q.Name())))
		}
	}
	return all, nil
}
