package simulator

import (
	"errors"

	"twophase/circuit"
)

// walk is a step that is taken phase by phase. A goroutine takes it and waits after each phase, so that
// the circuit can be looked at in between. Either that goroutine runs or its caller, never both.
type walk struct {
	reached chan string   // the phase after which it waits
	on      chan struct{} // it may go on; closed: it ends
	done    chan error    // of the whole step
	phase   string        // the last one
	phases  int           // that it has taken
}

var errLeft = errors.New("the step was left")

// beginWalk starts to take a step. What is measured between steps is measured before it.
func (c *course) beginWalk() *walk {
	c.measure()
	w := &walk{make(chan string), make(chan struct{}), make(chan error, 1), "", 0}
	go func() {
		w.done <- c.trial.StepPhases(c.x, func(p circuit.Phase) error {
			w.reached <- p.Signature().Name
			if _, open := <-w.on; !open {
				return errLeft
			}
			return nil
		})
	}()
	return w
}

// wait waits for the next phase. It reports false at the end of the step.
func (w *walk) wait() (bool, error) {
	select {
	case w.phase = <-w.reached:
		w.phases++
		return true, nil
	case err := <-w.done:
		return false, err
	}
}

// leave ends the step where it is. The circuit cannot be used after it.
func (w *walk) leave() {
	close(w.on)
	<-w.done
}

// phase takes one phase and returns its name, empty if the circuit has ended.
func (c *course) phase() string {
	if c.walk != nil {
		c.goOn()
	}
	for c.ended == nil && c.walk == nil {
		c.walk = c.beginWalk()
		c.await()
	}
	if c.walk == nil {
		return ""
	}
	return c.walk.phase
}

// finish takes the phases that are left of a step that has begun.
func (c *course) finish() {
	for c.walk != nil {
		c.goOn()
	}
}

// goOn takes the next phase of a step that has begun, or ends the step.
func (c *course) goOn() {
	c.walk.on <- struct{}{}
	c.await()
}

func (c *course) await() {
	waits, err := c.walk.wait()
	if !waits {
		c.walk, c.ended = nil, err
	}
}
