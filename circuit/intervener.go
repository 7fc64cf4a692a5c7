package circuit

import "fmt"

// Intervener changes a circuit between two stimuli: at step n it acts after the
// observers of that step have looked, and before stimulus n+1. It may do anything
// to its circuit that can be done between steps. An error stops the circuit.
type Intervener interface {
	Intervene(c *Circuit) error
	// Next returns the next step at which to act, math.MaxInt for never again. It
	// is asked when the intervener is attached and after each Intervene; a step
	// that is past stands for the very next one.
	Next() int
}

// intervention is an intervener of a circuit, and when it acts.
type intervention struct {
	Intervener
	next int // the next step at which it acts
}

// Intervene lets an intervener act on the circuit from now on, after those that
// are there already. If its next step is the one that the circuit has just taken
// (0 before the first stimulus), it acts at once, and its error is returned.
func (c *Circuit) Intervene(i Intervener) error {
	v := intervention{Intervener: i}
	if i.Next() == c.step {
		if err := c.act(&v); err != nil {
			return err
		}
	}
	v.wait(c.step)
	c.interveners = append(c.interveners, v)
	c.look = min(c.look, v.next)
	return nil
}

// wait sets the next step, later than step, at which the intervener acts.
func (v *intervention) wait(step int) { v.next = max(step+1, v.Next()) }

// act lets one intervener act. One that fails may have done half of what it wanted.
func (c *Circuit) act(v *intervention) error {
	c.intervened = c.step
	if err := v.Intervene(c); err != nil {
		c.complete = never
		return fmt.Errorf("step %d: %w", c.step, err)
	}
	return nil
}

// intervene lets the interveners act for whom it is time.
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
