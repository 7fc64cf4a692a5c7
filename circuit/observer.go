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
