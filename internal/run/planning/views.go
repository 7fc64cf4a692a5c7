package planning

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/text/phrase"
)

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
			phrase.Noun(len(names), "view"), phrase.List(names, "and"), n.Name, phrase.Noun(len(populations), "population"), phrase.List(populations, "and"))
	}
	return sizes, nil
}
