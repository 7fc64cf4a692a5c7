package circuit

import "fmt"

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

// watch is an observer of a circuit with its next step.
type watch struct {
	Observer
	occasional Occasional // the same, or nil if it observes every step
	next       int        // the next step that it observes
}

// Attach adds an observer of the steps from now on.
func (c *Circuit) Attach(o Observer) {
	w := watch{Observer: o}
	w.occasional, _ = o.(Occasional)
	w.wait(c.step)
	c.observers = append(c.observers, w)
	c.nextVisit = min(c.nextVisit, w.next)
}

// wait sets the next step, later than step, that the observer observes.
func (w *watch) wait(step int) {
	w.next = step + 1
	if w.occasional != nil {
		w.next = max(w.next, w.occasional.Next())
	}
}

// observe calls the observers that are due.
func (c *Circuit) observe() error {
	for i, w := range c.observers {
		if w.next <= c.step {
			if err := w.Observe(c); err != nil {
				return fmt.Errorf("step %d: %w", c.step, err)
			}
			w.wait(c.step)
			c.observers[i].next = w.next
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

// intervention is an intervener of a circuit with its next step.
type intervention struct {
	Intervener
	next int // the next step at which it acts
}

// Intervene adds an intervener, after those that the circuit has. If its next step is the
// present one (0 before the first stimulus), it acts at once, and Intervene returns its
// error.
func (c *Circuit) Intervene(i Intervener) error {
	v := intervention{Intervener: i}
	if i.Next() == c.step {
		if err := c.act(&v); err != nil {
			return err
		}
	}
	v.wait(c.step)
	c.interveners = append(c.interveners, v)
	c.nextVisit = min(c.nextVisit, v.next)
	return nil
}

// wait sets the next step, later than step, at which the intervener acts.
func (v *intervention) wait(step int) { v.next = max(step+1, v.Next()) }

// act calls one intervener. If it fails, it may have made some of its changes.
func (c *Circuit) act(v *intervention) error {
	c.intervened = c.step
	if err := v.Intervene(c); err != nil {
		c.complete = never
		return fmt.Errorf("step %d: %w", c.step, err)
	}
	return nil
}

// intervene calls the interveners that are due.
func (c *Circuit) intervene() error {
	for i, v := range c.interveners {
		if v.next <= c.step {
			if err := c.act(&v); err != nil {
				return err
			}
			v.wait(c.step)
			c.interveners[i].next = v.next
		}
	}
	return nil
}
