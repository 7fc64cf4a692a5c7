package stimulus

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/orthonormal"
	"twophase/internal/random"
)

// This file applies changes to a Changing, and rebuilds it from its history.

func (r Rotate) check(c *Changing) error { return c.checkSubspace() }

func (r Rotate) take(c *Changing, step uint64) {
	t := newPlanes(c.subspace(step), c.planes, c.rotated).by(r.Degrees)
	c.rotated++
	c.rotate(t)
	if c.drift != nil { // Q Q_d Qᵀ turns in the planes that Q makes of those of Q_d
		c.drift = newRotation(t.turned(c.drift.from), t.turned(c.drift.to))
	}
}

func (d Drift) check(c *Changing) error {
	if d.DegreesPerStep == 0 {
		return nil
	}
	return c.checkSubspace()
}

func (d Drift) take(c *Changing, step uint64) {
	if c.drift != nil {
		c.rotate(c.drift.by(c.driftAngle(step)))
		c.drift = nil
	}
	if d.DegreesPerStep == 0 {
		return
	}
	c.drift = newPlanes(c.subspace(step), c.planes, c.rotated)
	c.driftRate, c.driftFrom = d.DegreesPerStep, step
	c.rotated++
}

func (s Spectrum) check(c *Changing) error {
	if c.gaussian == nil {
		return errors.New("the spectrum of stimuli from a file is what it is: it can be changed of Gaussian stimuli only")
	}
	if c.drift == nil {
		return nil
	}
	if err := checkDirections(s.whole(c.Inputs()), c.k); err != nil {
		return fmt.Errorf("the subspace that drifts is lost: %w; end the drift before", err)
	}
	return nil
}

func (s Spectrum) take(c *Changing, _ uint64) {
	c.gaussian.populate(s.whole(c.Inputs()), c.directions)
}

func (r Correlate) check(*Changing) error { return nil }

func (r Correlate) take(c *Changing, _ uint64) {
	c.process.set(r.Rho)
	c.process.around(c.mean, c.rotations)
}

func (n Noise) check(*Changing) error { return nil }

func (n Noise) take(c *Changing, _ uint64) {
	c.noise = n.Size
	if c.eta == nil {
		c.eta = make([]float64, c.Inputs())
	}
}

// checkSubspace returns an error if there is no definite subspace to turn.
func (c *Changing) checkSubspace() error {
	var err error
	switch n := c.Inputs(); {
	case c.k == 0 && c.gaussian == nil:
		return errors.New("there is no subspace to turn: the principal directions of the stimuli are not known")
	case c.k == 0:
		return errors.New("there is no subspace to turn: it was not said how many dimensions it has")
	case c.k == n:
		err = fmt.Errorf("all %d principal directions span the whole space, whatever the stimuli", n)
	case c.gaussian != nil:
		err = checkDirections(c.gaussian.spectrum, c.k)
	}
	if err != nil {
		return fmt.Errorf("there is no subspace to turn: %w", err)
	}
	return nil
}

// subspace returns the directions of the rotating subspace at a step, with the drift.
func (c *Changing) subspace(step uint64) [][]float64 {
	return c.drifted(c.directions[:c.k], step)
}

// drifted returns directions after the drift.
func (c *Changing) drifted(directions [][]float64, step uint64) [][]float64 {
	if c.drift == nil {
		return directions
	}
	return c.drift.by(c.driftAngle(step)).turned(directions)
}

// rotate rotates the stimuli for good, before the correlation and the drift. The stored stimulus
// of the correlation is rotated with them.
func (c *Changing) rotate(t *rotation) {
	c.directions = t.turned(c.directions)
	if c.gaussian != nil {
		c.gaussian.populate(c.gaussian.spectrum, c.directions)
	} else {
		if c.rotations == nil {
			c.rotations = new(rotations)
		}
		c.rotations.add(t)
		c.process.around(c.mean, c.rotations)
	}
	c.process.rotate(t)
}

// width returns the number of directions that the history needs: those of the rotating
// subspace, and of all eigenvalues above the floor at any time. It returns 0 if nothing turns
// and the spectrum stays.
func (c *Changing) width() int {
	wide, needed := c.k, false
	if c.gaussian != nil {
		wide = max(wide, aboveFloor(c.spectrum))
	}
	for _, h := range c.history {
		switch change := h.Change.(type) {
		case Rotate, Drift:
			needed = true
		case Spectrum:
			needed, wide = true, max(wide, aboveFloor(change.whole(c.Inputs())))
		}
	}
	if !needed {
		return 0
	}
	return wide
}

// rebuild applies the first n changes of the history to the original world. The stored
// stimulus of the correlation stays.
func (c *Changing) rebuild(n int) error {
	if width := max(c.width(), len(c.base)); width > 0 {
		if c.gaussian != nil && width > len(c.base) {
			if c.base == nil {
				c.base = c.gaussian.unpacked() // without any rotation
			}
			c.base = orthonormal.MoreHaar(c.base, c.Inputs(), width, random.New(c.gaussian.seed, c.gaussian.trial, "rotation"))
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
		c.take(h)
	}
	if remembered.last != nil {
		c.process.last, c.process.lastStep = remembered.last, remembered.lastStep
	}
	c.settle()
	return nil
}

// takeUntil takes the changes up to and including those after stimulus number step.
func (c *Changing) takeUntil(step uint64) {
	for _, h := range c.history[c.taken:c.countUntil(step)] {
		c.take(h)
	}
	c.settle()
}

// take takes the next change of the history.
func (c *Changing) take(h ChangeAt) {
	h.Change.take(c, h.Step)
	c.taken++
}

// settle notes the next change, and whether the stimuli differ from those of the source.
func (c *Changing) settle() {
	c.due = never
	if c.taken < len(c.history) {
		c.due = c.history[c.taken].Step
	}
	if c.process.last == nil && c.correlates() {
		c.process.last = make([]float64, c.Inputs())
	}
	c.altered = c.rotations != nil || c.drift != nil || c.noise > 0 || c.process.last != nil
}

// countUntil returns the number of changes of the history up to and including those after
// stimulus number step.
func (c *Changing) countUntil(step uint64) int {
	n := slices.IndexFunc(c.history, func(h ChangeAt) bool { return h.Step > step })
	if n < 0 {
		return len(c.history)
	}
	return n
}

// correlates reports whether the history has any correlation. Then the last stimulus is
// stored, also at the steps before it.
func (c *Changing) correlates() bool {
	return slices.ContainsFunc(c.history, func(h ChangeAt) bool {
		change, ok := h.Change.(Correlate)
		return ok && change.Rho > 0
	})
}

// independent returns the number of the last stimulus, at most step, after which the source
// can continue without the stimuli before it: step itself, or the last but one before the
// correlation began.
func (c *Changing) independent(step uint64) uint64 {
	began, before, ended := uint64(never), uint64(never), uint64(never)
	for _, h := range c.history[:c.countUntil(step)] {
		change, ok := h.Change.(Correlate)
		switch {
		case !ok:
		case change.Rho == 0 && began != never:
			began, before, ended = never, began, h.Step
		case change.Rho > 0 && began == never:
			if began = h.Step; h.Step == ended { // the last stimulus belongs to the process before
				began = before
			}
		}
	}
	if began == never {
		return step
	}
	return min(step, max(began, 1)-1)
}
