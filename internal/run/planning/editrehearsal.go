package planning

import (
	"cmp"
	"slices"

	"twophase/circuit"
)

// rehearseEdits returns an error if an intervention cannot change the circuit as it says. Each is
// tried on a circuit at its start: those at known steps in their order, and each one on a
// condition, which may come at any time, alone. keys are those to blame, by intervention.
func (p *Plan) rehearseEdits(keys [][]string) error {
	lists := [][]int{p.timedEdits()}
	for n, i := range p.Experiment.Interventions {
		if _, known := i.First(); !known {
			lists = append(lists, []int{n})
		}
	}
	for _, list := range lists {
		if n, err := p.tryEdits(list); err != nil {
			return blame(n, err, keys[n]...)
		}
	}
	return nil
}

// timedEdits returns the numbers of the interventions at known steps, in the order in which they
// take place. One that is repeated occurs again after the first occurrence of each other one, as
// it then finds another circuit.
func (p *Plan) timedEdits() (order []int) {
	var all []occurrence
	for n, i := range p.Experiment.Interventions {
		if first, known := i.First(); known {
			all = append(all, occurrence{n, first})
		}
	}
	firsts := len(all)
	for _, repeated := range all[:firsts] {
		i := p.Experiment.Interventions[repeated.n]
		if i.At != nil {
			continue
		}
		for _, other := range all[:firsts] {
			gone := max(0, other.step-repeated.step)
			next := repeated.step + (gone+i.Every-1)/i.Every*i.Every
			if next > repeated.step && (i.Until == 0 || next <= i.Until) {
				all = append(all, occurrence{repeated.n, next})
			}
		}
	}
	slices.SortFunc(all, func(a, b occurrence) int { return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.n, b.n)) })
	for _, o := range slices.Compact(all) {
		order = append(order, o.n)
	}
	return order
}

// tryEdits applies interventions to a circuit, one after another. With an error it returns the
// number of the one that fails. Those that change the stimuli are left out.
func (p *Plan) tryEdits(list []int) (int, error) {
	if len(list) == 0 {
		return 0, nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return list[0], err
	}
	for _, n := range list {
		if p.Experiment.Interventions[n].Stimulus != nil {
			continue
		}
		if _, err := p.Interventions[n].Edit.Apply(c); err != nil {
			return n, err
		}
	}
	return 0, nil
}
