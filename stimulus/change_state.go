package stimulus

import (
	"errors"
	"fmt"
	"slices"
)

// State is the state of a Changing: everything that a resumed run needs to continue with the
// same stimuli. It is plain data, exact as JSON.
type State struct {
	Step    uint64     `json:"step"`
	Changes []ChangeAt `json:"changes,omitempty"` // so far
	Last    []float64  `json:"last,omitempty"`    // the last stimulus without drift and noise, if stimuli are correlated [N]
}

// State returns the present state.
func (c *Changing) State() State {
	s := c.stateAt(c.step)
	if c.process.rho > 0 && c.step > 0 {
		s.Last = slices.Clone(c.process.last)
	}
	return s
}

// State returns the state of the source after the last stimulus that Next has yielded, if the
// source is a Changing. The prepared stimuli stay, unless a change correlates the stimuli.
func (p *Prefetched) State() (State, error) {
	c, ok := p.source.(*Changing)
	if !ok {
		return State{}, fmt.Errorf("the state of the stimuli after step %d: their source has none", p.step)
	}
	if !c.history.correlates() {
		return c.stateAt(p.step), nil
	}
	if err := p.Seek(p.step); err != nil {
		return State{}, err
	}
	return c.State(), nil
}

// stateAt returns the state after a step without the last stimulus of a correlation. It reads
// the history alone, which Next leaves as it is.
func (c *Changing) stateAt(step uint64) State {
	return State{Step: step, Changes: slices.Clone(c.history[:c.history.until(step)])}
}

// Restore brings a source that was built alike into a state. It costs no more than a Seek of
// the source, however long stimuli have been correlated. Its errors say what does not fit.
func (c *Changing) Restore(s State) error {
	fail := func(err error) error { return fmt.Errorf("restoring the stimuli after step %d: %w", s.Step, err) }
	for i, h := range s.Changes {
		switch {
		case h.Change == nil:
			return fail(fmt.Errorf("change %d is missing", i+1))
		case h.Step > s.Step:
			return fail(fmt.Errorf("change %d is of step %d, later than that", i+1, h.Step))
		case i > 0 && h.Step < s.Changes[i-1].Step:
			return fail(fmt.Errorf("change %d is of step %d, earlier than the one before it", i+1, h.Step))
		}
	}
	before := c.history
	c.history = slices.Clone(s.Changes)
	err := c.rebuild(len(c.history))
	if err == nil {
		err = c.checkLast(s)
	}
	if err == nil {
		err = c.source.Seek(s.Step)
	}
	if err != nil {
		c.history = before
		return errors.Join(fail(err), c.rebuild(c.history.until(c.step)), c.Seek(c.step))
	}
	c.step, c.process.lastStep = s.Step, 0 // the stored stimulus of this source is void
	if s.Last != nil {
		copy(c.process.last, s.Last)
		c.process.lastStep = s.Step
	}
	return nil
}

// checkLast returns an error unless a state has the stored stimulus of its correlation.
func (c *Changing) checkLast(s State) error {
	if c.process.rho == 0 || s.Step == 0 {
		if s.Last != nil {
			return errors.New("a last stimulus where there is no correlation")
		}
		return nil
	}
	if len(s.Last) != c.Inputs() {
		return fmt.Errorf("a last stimulus of %d inputs, not %d", len(s.Last), c.Inputs())
	}
	return CheckFinite(s.Last)
}
