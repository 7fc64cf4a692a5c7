package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// What neurons know beyond the fields of neuron.Local (PopulationSpec.Further), in a step:
//
//  1. present fills signals and the learning rate, and forgets what neurons have received.
//  2. carry stores what a population receives through a projection (link.compartments).
//  3. Before Plasticity or Learn, observe fills in what is left: the currents of projections that reach no
//     turn, norms, and broadcasts.
//  4. Then all changes are computed from the old values, and variables change last.

// connectFurther says where the further quantities of all populations come from.
func (c *Circuit) connectFurther() {
	f := &c.further
	for _, b := range c.spec.Network.Graph.Broadcasts {
		f.broadcasts = append(f.broadcasts, broadcast{BroadcastSpec: b, of: c.node(b.Of)})
	}
	for _, n := range c.nodes {
		if slices.ContainsFunc(n.spec.Further, func(q neuron.Further) bool { return q.Change != nil }) {
			f.changing = append(f.changing, n)
		}
		for k, q := range n.spec.Further {
			values := n.Further(k)
			switch q.From {
			case neuron.CurrentThrough:
				l := c.link(q.Name)
				l.compartments = append(l.compartments, values)
			case neuron.NormThrough:
				f.norms = append(f.norms, norm{c.link(q.Name), values})
			case neuron.Signal:
				f.signals = append(f.signals, values)
				f.ofSignal = append(f.ofSignal, slices.Index(c.spec.Network.Graph.Signals, q.Name))
			case neuron.LearningRate:
				f.alpha = append(f.alpha, values)
			case neuron.Broadcast:
				i := slices.IndexFunc(f.broadcasts, func(b broadcast) bool { return b.Name == q.Name })
				f.broadcasts[i].to = append(f.broadcasts[i].to, values)
			}
		}
	}
}

// presentFurther fills in signals [len(Graph.Signals)] and the learning rate. A probe has no signals, and learns nothing.
func (c *Circuit) presentFurther(signals []float64) error {
	if c.further.signals == nil && c.further.alpha == nil {
		return nil
	}
	for i, v := range signals {
		if !finite(v) {
			return fmt.Errorf("step %d: the signal %s is %v, not a finite number", c.step, c.spec.Network.Graph.Signals[i], v)
		}
	}
	for i, values := range c.further.signals {
		if len(signals) == 0 {
			break
		}
		fill(values, signals[c.further.ofSignal[i]])
	}
	for _, values := range c.further.alpha {
		fill(values, c.rate.At(c.step))
	}
	return nil
}

// observe fills in the further quantities that phases before have not.
func (c *Circuit) observe() {
	f := &c.further
	for _, l := range f.unsent {
		c.carry(c.node(l.spec.To).current, l, neuron.Final)
	}
	for _, n := range f.norms {
		n.of.norms(n.to)
	}
	for i := range f.broadcasts {
		b := &f.broadcasts[i]
		b.of.Evaluate(b.of.current, b.Sum, 1, neuron.Currents{})
		sum := 0.0
		for _, v := range b.of.current {
			sum += v
		}
		for _, values := range b.to {
			fill(values, sum)
		}
	}
}

// norms sets dst to the squared norms of the weights of a link for the neurons at its end.
func (l *link) norms(dst []float64) {
	clear(dst)
	for i := range l.synapses.Post().Len() {
		row := l.synapses.Row(i)
		if !l.back {
			dst[i] = kernel.Dot(row, row)
			continue
		}
		for j, w := range row {
			dst[j] += float64(w * w)
		}
	}
}

// changeVariables gives the neurons the variables that were prepared; with a name, one of them.
func (c *Circuit) changeVariables(n *node, name string) error {
	of, i := n.ChangeVariables(name)
	if i < 0 {
		return nil
	}
	err := c.divergedAt(n.Population, i, fmt.Sprintf("the variable %s of %v is no longer finite", of, n.Neuron(i)))
	if d := (*Divergence)(nil); errors.As(err, &d) {
		d.Changed = true
	}
	return err
}
