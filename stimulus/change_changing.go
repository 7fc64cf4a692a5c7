package stimulus

import (
	"fmt"

	"twophase/internal/numerics/random"
)

// Changing yields the stimuli of another source, which can be changed in mid-run: see
// Change. Without a change they are those of the other source, to the bit.
//
// Stimulus t is a function of the seed, the trial, t, and the changes before it with their
// steps. It results from
//
//	the source → the rotations so far → correlation → drift → noise
//
// where the rotations of a Gaussian cost nothing, because its directions are turned instead.
// Any other rotation or drift costs O(N·K) a stimulus, and all rotations together cost O(N²)
// at most.
type Changing struct {
	world
	source   Seekable    // not used elsewhere
	spectrum []float64   // of a Gaussian as it was given [N]
	base     [][]float64 // the directions before any change, at least as many as turn

	step    uint64
	history history
	taken   int    // number of changes of the history that have taken effect
	due     uint64 // the step of the next change, or never
	altered bool   // whether the stimuli differ from those of the source
}

// Inputs returns N.
func (c *Changing) Inputs() int { return c.source.Inputs() }

// Step returns the number of the last stimulus, 0 before the first one.
func (c *Changing) Step() uint64 { return c.step }

// Next fills x [N] with the next stimulus. Its errors are those of the source. It
// does not allocate unless a change of the history comes due.
func (c *Changing) Next(x []float64) error {
	if err := c.source.Next(x); err != nil {
		return err
	}
	c.step++
	if c.altered {
		c.alter(x, c.step)
	}
	if c.step == c.due {
		c.takeUntil(c.step)
	}
	return nil
}

// Apply changes the stimuli from the next one on. After a Seek back it drops the later
// changes of the history. After an error nothing has changed, unless the source failed.
func (c *Changing) Apply(change Change) error {
	if err := c.allows(change); err != nil {
		return fmt.Errorf("changing the stimulus after step %d: %w", c.step, err)
	}
	c.history = append(c.history[:c.taken:c.taken], ChangeAt{c.step, change})
	if c.width() > len(c.directions) {
		if err := c.rebuild(c.taken); err != nil {
			return err
		}
	}
	c.takeUntil(c.step)
	if c.process.lacks(c.step) {
		return c.Seek(c.step)
	}
	return nil
}

// Apply changes the stimuli from the next one on, as Changing.Apply does, if the source is a
// Changing. It discards the prepared ones.
func (p *Prefetched) Apply(change Change) error {
	c, ok := p.source.(*Changing)
	if !ok {
		return fmt.Errorf("changing the stimulus after step %d: its source cannot change", p.step)
	}
	if err := p.Seek(p.step); err != nil {
		return err
	}
	return c.Apply(change)
}

// Seek makes the source continue after stimulus number step, across any changes. Each
// stimulus of a correlation depends on the one before it. So Seek computes all stimuli since
// the correlation began, or since the present step if that is not later. Restore does not.
func (c *Changing) Seek(step uint64) error {
	from := c.history.independent(step)
	if from <= c.step && c.step <= step && c.process.rho > 0 && !c.process.lacks(c.step) {
		from = c.step
	} else {
		c.process.lastStep = 0
	}
	if n := c.history.until(from); n != c.taken {
		if err := c.rebuild(n); err != nil {
			return err
		}
	}
	if err := c.source.Seek(from); err != nil {
		return err
	}
	c.step = from
	var x []float64
	if from < step {
		x = make([]float64, c.Inputs())
	}
	for c.step < step {
		if err := c.Next(x); err != nil {
			return err
		}
	}
	return nil
}

// width returns the number of directions that the history needs, for the rotating subspace and for
// the first spectrum too.
func (c *Changing) width() int {
	wide := c.k
	if c.gaussian != nil {
		wide = max(wide, aboveFloor(c.spectrum))
	}
	return c.history.width(wide, c.inputs)
}

// rebuild applies the first n changes of the history to the original world. The stored
// stimulus of the correlation stays.
func (c *Changing) rebuild(n int) error {
	if width := max(c.width(), len(c.base)); width > 0 {
		if c.gaussian != nil && width > len(c.base) {
			if c.base == nil {
				c.base = c.gaussian.unpacked() // without any rotation
			}
			c.base = random.MoreHaar(c.base, c.Inputs(), width, random.New(c.gaussian.seed, c.gaussian.trial, "rotation"))
		}
		c.directions = c.base
		if c.gaussian != nil {
			c.gaussian.populate(c.spectrum, c.directions)
		}
	}
	c.taken, c.rotated, c.rotations, c.drift, c.noise = 0, 0, nil, nil, 0
	remembered := c.process
	c.process = autoregression{}
	for i, h := range c.history[:n] {
		if err := c.allows(h.Change); err != nil {
			return fmt.Errorf("change %d of the stimulus, after step %d: %w", i+1, h.Step, err)
		}
		c.take(h.Change, h.Step)
		c.taken++
	}
	if remembered.last != nil {
		c.process.last, c.process.lastStep = remembered.last, remembered.lastStep
	}
	c.settle()
	return nil
}

// takeUntil takes the changes up to and including those after stimulus number step.
func (c *Changing) takeUntil(step uint64) {
	for _, h := range c.history[c.taken:c.history.until(step)] {
		c.take(h.Change, h.Step)
		c.taken++
	}
	c.settle()
}

// settle notes the next change, and whether the stimuli differ from those of the source.
func (c *Changing) settle() {
	c.due = never
	if c.taken < len(c.history) {
		c.due = c.history[c.taken].Step
	}
	if c.process.last == nil && c.history.correlates() {
		c.process.last = make([]float64, c.Inputs())
	}
	c.altered = c.rotations != nil || c.drift != nil || c.noise > 0 || c.process.last != nil
}

// mark notes the present step and the last stimulus.
func (c *Changing) mark(m *mark) { m.set(c.step, c.process.last) }

// seekFrom is Seek from a mark, which is not after step.
func (c *Changing) seekFrom(m *mark, step uint64) error {
	if n := c.history.until(m.step); n != c.taken {
		if err := c.rebuild(n); err != nil {
			return err
		}
	}
	c.step = m.step
	copy(c.process.last, m.last)
	c.process.lastStep = m.step
	return c.Seek(step)
}
