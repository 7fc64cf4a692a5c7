package circuit

import (
	"fmt"

	"twophase/synapse"
)

// Observer reads a circuit after the last phase of every step, or of some steps if it is
// Occasional. It may read the whole circuit and must not change it. An error stops the
// circuit.
type Observer interface {
	Observe(c *Circuit) error
}

// Occasional is an observer of some steps only. Steps without an observer cost nothing, and
// an Ensemble can take them in shared lanes.
type Occasional interface {
	Observer
	// Next returns the next step to observe. The circuit calls it when the observer is
	// attached, and after each Observe. A step in the past means the next one.
	Next() int
}

// visitor is an observer or an intervener of a circuit with its next step.
type visitor struct {
	act  func(c *Circuit) error
	due  func() int // the next step that it asks for; nil: every step
	next int        // at which it acts
}

// Attach adds an observer of the steps from now on.
func (c *Circuit) Attach(o Observer) {
	v := &visitor{act: o.Observe}
	if occasional, is := o.(Occasional); is {
		v.due = occasional.Next
	}
	c.observers = append(c.observers, v)
	c.await(v)
}

// await sets the next step of a visitor, after the present one.
func (c *Circuit) await(v *visitor) {
	v.next = c.step + 1
	if v.due != nil {
		v.next = max(v.next, v.due())
	}
	c.nextVisit = min(c.nextVisit, v.next)
}

// call calls the visitors that are due.
func (c *Circuit) call(all []*visitor) error {
	for _, v := range all {
		if v.next <= c.step {
			if err := v.act(c); err != nil {
				return fmt.Errorf("step %d: %w", c.step, err)
			}
			c.await(v)
		}
	}
	return nil
}

// Intervener changes a circuit between two stimuli: at step n it acts after the observers
// of that step and before stimulus n+1. It may call anything of its circuit except Step. An
// error stops the circuit.
type Intervener interface {
	Intervene(c *Circuit) error
	// Next returns the next step at which to act, or math.MaxInt for none. The circuit
	// calls it when the intervener is attached, and after each Intervene. A step in the
	// past means the next one.
	Next() int
}

// Intervene adds an intervener, after those that the circuit has. If its next step is the
// present one (0 before the first stimulus), it acts at once, and Intervene returns its
// error.
func (c *Circuit) Intervene(i Intervener) error {
	v := &visitor{due: i.Next, next: i.Next()}
	v.act = func(c *Circuit) error {
		c.intervened = c.step
		err := i.Intervene(c)
		if err != nil { // it may have made some of its changes
			c.complete = never
		}
		return err
	}
	if v.next == c.step {
		if err := c.call([]*visitor{v}); err != nil {
			return err
		}
	} else {
		c.await(v)
	}
	c.interveners = append(c.interveners, v)
	return nil
}

// Rewired is what a phase Rewire has done in one step: the synapses that it pruned, with the weights that they had, and
// those that it grew, with the weights that they have.
type Rewired struct {
	Projection    string
	Every         int // steps from one rewiring to the next
	Pruned, Grown []Turnover
}

// Turnover is a synapse that was pruned or has grown.
type Turnover struct {
	Synapse synapse.Synapse
	Weight  float64
}

// WatchRewiring calls back after each rewiring that has pruned a synapse. An error stops the circuit.
func (c *Circuit) WatchRewiring(watch func(Rewired) error) { c.watchRewiring = watch }
