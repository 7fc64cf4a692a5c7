package circuit

import (
	"fmt"
	"math"
)

// Observer is told of every step after its last phase, or of some if it is
// Occasional. It may read the whole circuit but must not change it. An error
// stops the circuit.
type Observer interface {
	Observe(c *Circuit) error
}

// Occasional is an observer that does not look at every step. Steps at which no
// observer looks cost nothing, and an Ensemble can take them side by side.
type Occasional interface {
	Observer
	// Next returns the next step to observe. It is asked when the observer is
	// attached and after each Observe; a step that is past stands for the very
	// next one.
	Next() int
}

// never is a step that does not come.
const never = math.MaxInt

// watch is an observer of a circuit, and when it looks.
type watch struct {
	Observer
	occasional Occasional // the same, or nil if it looks at every step
	next       int        // the next step at which it looks
}

// Attach lets an observer see the steps from now on.
func (c *Circuit) Attach(o Observer) {
	w := watch{Observer: o}
	w.occasional, _ = o.(Occasional)
	w.wait(c.step)
	c.observers = append(c.observers, w)
	c.look = min(c.look, w.next)
}

// wait sets the next step, later than step, at which the observer looks.
func (w *watch) wait(step int) {
	w.next = step + 1
	if w.occasional != nil {
		w.next = max(w.next, w.occasional.Next())
	}
}

// attend lets the observers look for whom it is time, and then the interveners act.
func (c *Circuit) attend() error {
	if err := c.observe(); err != nil {
		return err
	}
	if err := c.intervene(); err != nil {
		return err
	}
	c.look = never
	for _, w := range c.observers {
		c.look = min(c.look, w.next)
	}
	for _, v := range c.interveners {
		c.look = min(c.look, v.next)
	}
	return nil
}

// observe lets the observers look for whom it is time.
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
