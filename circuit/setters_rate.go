package circuit

import (
	"fmt"
	"slices"

	"twophase/internal/text/number"
)

// A projection may learn at a rate of its own from some step on. The scales of its neurons keep
// theirs: the rate of lateral is that of M_o alone.

// RateOf returns the present learning-rate schedule of a projection, without the division by τ.
// It returns an error as SetRateOf does.
func (c *Circuit) RateOf(projection string) (Rate, error) {
	l, err := c.learner(projection)
	if err != nil {
		return Rate{}, err
	}
	factor := 1.0
	if l.spec.Pace.Times != 0 {
		factor = l.spec.Pace.Times
	}
	if l.paced() {
		factor *= l.times
	}
	return c.scheduleOf(l).Times(factor), nil
}

// SetRateOf gives one projection its own α_t from now on, in the place of what SetRateOf or
// MultiplyRate have set before. It is divided by τ if the network's α_t is for this
// projection. SetRateOf returns an error if the circuit has no such projection, if the
// projection has no rule, or if the network cannot have the rate.
func (c *Circuit) SetRateOf(projection string, r Rate) error {
	l, err := c.learner(projection)
	if err != nil {
		return err
	}
	if err := c.spec.Network.CheckRate(r); err != nil {
		return err
	}
	l.ownRate, l.times, c.paced = r, 1, true
	return nil
}

// MultiplyRate sets a factor of the learning rate of one projection, by > 0, from now on. It
// multiplies the rate that Spec or SetRateOf has set, and replaces an earlier factor. The errors
// are those of SetRateOf.
func (c *Circuit) MultiplyRate(projection string, by float64) error {
	l, err := c.learner(projection)
	if err != nil {
		return err
	}
	if err := CheckRateFactor(by); err != nil {
		return err
	}
	if err := c.spec.Network.CheckRate(ConstantRate(1).Times(by)); c.spec.Network.SetsOwnRate() && err != nil {
		return err
	}
	l.times, c.paced = by, true
	return nil
}

// CheckRateFactor returns an error unless v is valid for MultiplyRate, a positive number.
func CheckRateFactor(v float64) error {
	if !positive(v) {
		return fmt.Errorf("a learning rate times %s: give a positive number, or freeze the projection", number.Format(v))
	}
	return nil
}

// learner returns a projection that can have a rate of its own.
func (c *Circuit) learner(projection string) (*link, error) {
	if err := c.spec.Network.CheckLearner(projection); err != nil {
		return nil, err
	}
	return c.link(projection), c.schedule.checkPaced()
}

// paces returns the rates of projections that were set in mid-run.
func (c *Circuit) paces() (all []PaceState) {
	for _, l := range c.links {
		if l.paced() {
			all = append(all, PaceState{l.name, l.ownRate, l.times})
		}
	}
	return all
}

func (c *Circuit) restorePaces(all []PaceState) error {
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q PaceState) bool { return q.Projection == p.Projection }) {
			return fmt.Errorf("restore: the rate of projection %s is given twice", p.Projection)
		}
		if len(p.Rate.segments) > 0 {
			if err := c.SetRateOf(p.Projection, p.Rate); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
		}
		if err := c.MultiplyRate(p.Projection, p.Times); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	return nil
}
