package planning

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// resolveGraphParts gives the specification the sizes, rates and τ of single populations and
// projections.
func (p *Plan) resolveGraphParts(network circuit.Network) error {
	e := &p.Experiment
	g := network.Graph
	for _, one := range e.Sizes {
		key := "sizes." + one.Name
		switch _, isView := p.Spec.Sizes[one.Name]; {
		case g.CheckPopulation(one.Name) != nil:
			return document.Blame(g.CheckPopulation(one.Name), key, "sizes")
		case isView:
			return document.Blame(fmt.Errorf("the views of the stimuli say how many inputs %s has: leave one of both out", one.Name), key, "sizes")
		case one.Name == g.OutputName():
			return document.Blame(errors.New("these are the outputs: give their number as outputs"), key, "sizes")
		}
		if p.Spec.Sizes == nil {
			p.Spec.Sizes = map[string]int{}
		}
		p.Spec.Sizes[one.Name] = one.Value
	}
	paces := map[string]circuit.OwnPace{}
	for _, one := range e.Rates {
		if err := g.CheckOwn(one.Name); err != nil {
			return document.Blame(err, "rates."+one.Name, "rates")
		}
		paces[one.Name] = circuit.OwnPace{Rate: one.Value}
	}
	for _, one := range e.Taus {
		if err := g.CheckOwn(one.Name); err != nil {
			return document.Blame(err, "taus."+one.Name, "taus")
		}
		paces[one.Name] = circuit.OwnPace{Rate: paces[one.Name].Rate, Tau: one.Value}
	}
	p.Spec.Paces = paces
	return nil
}

// viewSizes returns the number of inputs of each population of inputs, from the views of the
// stimuli, which have their names. It returns nil where the stimuli have no views, or the
// network has one population of inputs, which sees all of them.
func (p *Plan) viewSizes(n circuit.Network) (map[string]int, error) {
	var populations []string
	for _, spec := range n.Graph.Populations {
		if spec.Input {
			populations = append(populations, spec.Name)
		}
	}
	views := p.Stimuli.Views()
	if views == nil || len(populations) < 2 {
		return nil, nil
	}
	var names []string
	sizes := map[string]int{}
	for _, v := range views {
		names = append(names, v.Name)
		sizes[v.Name] = v.Inputs
	}
	if !slices.Equal(names, populations) {
		return nil, fmt.Errorf("the stimuli have the %s %s, and network %s has the %s of inputs %s: give each population a view of its name, in this order",
			wording.Noun(len(names), "view"), wording.List(names, "and"), n.Name, wording.Noun(len(populations), "population"), wording.List(populations, "and"))
	}
	return sizes, nil
}
