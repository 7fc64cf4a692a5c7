package circuit

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/neuron"
)

// What a circuit learns by and what runs in it can be set between two steps. Each
// setter checks as New does, and changes nothing if it returns an error.

// Rate returns the present learning-rate schedule α_t.
func (c *Circuit) Rate() Rate { return c.rate }

// SetRate sets the learning-rate schedule. Its t goes on counting the circuit's
// steps from 1.
func (c *Circuit) SetRate(r Rate) error {
	if err := r.Validate(); err != nil {
		return err
	}
	c.rate = r
	return nil
}

// Tau returns the present τ.
func (c *Circuit) Tau() float64 { return c.tau }

// SetTau sets τ, a positive number.
func (c *Circuit) SetTau(tau float64) error {
	if err := CheckTau(tau); err != nil {
		return err
	}
	c.tau = tau
	return nil
}

// SetGains sets Λ, one gain for each output, as the network needs them.
func (c *Circuit) SetGains(gains []float64) error {
	if err := c.spec.Network.Gains.Check(gains, c.outputs.Len()); err != nil {
		return err
	}
	copy(c.outputs.Gains(), gains) // the fused step works with these
	if c.unlearning != nil {
		copy(c.unlearning.outputs.Gains(), gains)
	}
	return nil
}

// Schedule returns a copy of the list of phases that run for every stimulus.
func (c *Circuit) Schedule() Schedule { return slices.Clone(c.schedule) }

// SetSchedule sets the phases that run for every stimulus from now on.
func (c *Circuit) SetSchedule(s Schedule) error {
	if err := s.Check(); err != nil {
		return err
	}
	if err := s.checkSize(selection.SizeOf(c)); err != nil {
		return err
	}
	c.setSchedule(slices.Clone(s))
	return nil
}

// setSchedule sets the schedule, and what follows from it. The report of the last
// settling stays as long as the circuit settles in the same way.
func (c *Circuit) setSchedule(s Schedule) {
	if !slices.Equal(c.schedule.settlings(), s.settlings()) {
		c.settling = Settling{}
	}
	c.schedule, c.written, c.late = s, s.written(), s.reads(Late)
	c.makes = [neuron.PartCount]bool{}
	for _, p := range s {
		for _, part := range p.Signature().Makes {
			c.makes[part] = true
		}
	}
	c.fused = fuse(c)
	switch needed := slices.ContainsFunc(s, unlearns); {
	case !needed:
		c.unlearning = nil
	case c.unlearning == nil:
		c.unlearning = newUnlearning(c)
	}
}
