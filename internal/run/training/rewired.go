package training

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/traces/result"
)

// rewired notes a rewiring that took place, and records it as an event of no intervention.
func (t *Trial) rewired(r circuit.Rewired) error {
	all := &t.monitor.Rewired
	i := slices.IndexFunc(*all, func(of result.Rewired) bool { return of.Projection == r.Projection })
	if i < 0 {
		i, *all = len(*all), append(*all, result.Rewired{Projection: r.Projection})
	}
	sum := &(*all)[i]
	sum.Pruned, sum.Grown, sum.Last = sum.Pruned+len(r.Pruned), sum.Grown+len(r.Grown), t.circuit.StepCount()
	if t.events == nil {
		return nil
	}
	e := intervention.Event{
		Step: t.circuit.StepCount(), Intervention: -1, Trigger: fmt.Sprintf("every %d", r.Every),
		Edit: fmt.Sprintf("rewire %s: %d pruned, %d grown", r.Projection, len(r.Pruned), len(r.Grown)),
	}
	for _, p := range r.Pruned {
		e.Changes = append(e.Changes, turnover(intervention.Pruned, p, p.Weight, 0))
	}
	for _, g := range r.Grown {
		e.Changes = append(e.Changes, turnover(intervention.Grown, g, 0, g.Weight))
	}
	return t.events.Append(e)
}

// turnover returns the change of a synapse that was pruned or has grown.
func turnover(what intervention.Aspect, of circuit.Turnover, before, after float64) intervention.Change {
	return intervention.Change{
		What: what, Projection: of.Synapse.Projection().Name(), Post: of.Synapse.Post().Index(), Pre: of.Synapse.Pre().Index(),
		Before: intervention.Number(before), After: intervention.Number(after),
	}
}
