package circuit

import (
	"errors"
	"fmt"
	"strconv"

	"twophase/internal/text/number"
)

// Restore builds a circuit with the state s, which continues to the same bits as the circuit
// that had the state. The spec is that of this circuit; it may have another Executor.
// Restore returns an error if the state is damaged or does not fit the spec.
func Restore(spec Spec, s State) (*Circuit, error) {
	c, err := New(spec)
	if err != nil {
		return nil, err
	}
	if s.Step < 0 {
		return nil, fmt.Errorf("restore: step %d: steps count from 0", s.Step)
	}
	for _, restore := range []func() error{
		func() error { return c.SetSchedule(s.Schedule) },
		func() error { return c.restoreParts(s) },
		func() error { return c.SetRate(s.Rate) },
		func() error { return c.restorePaces(s.Paces) },
		func() error { return c.restoreRules(s.Rules) },
		func() error { return c.SetTau(s.Tau) },
		func() error { return c.restoreSettling(s.Settling) },
	} {
		if err := restore(); err != nil {
			return nil, err
		}
	}
	c.step, c.complete = s.Step, s.Step
	restored, err := c.State() // only of phases that are known, which Hash needs
	if err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	if restored.Hash() != s.Hash() {
		return nil, errors.New("restore: the state is damaged: it is not one that a circuit was in")
	}
	return c, nil
}

// restoreParts gives the populations and projections their state.
func (c *Circuit) restoreParts(s State) error {
	if len(s.Populations) != len(c.nodes) || len(s.Projections) != len(c.projections) {
		return fmt.Errorf("restore: a state of %d populations and %d projections, for a circuit of %d and %d", len(s.Populations), len(s.Projections), len(c.nodes), len(c.projections))
	}
	for i, n := range c.nodes {
		if s.Populations[i].Name != n.Name() {
			return fmt.Errorf("restore: a state of population %s in the place of %s", s.Populations[i].Name, n.Name())
		}
		if err := n.Restore(s.Populations[i].State); err != nil {
			return err
		}
		if n.Population == c.outputs {
			if err := c.SetGains(n.Gains()); err != nil {
				return err
			}
		}
	}
	for i, p := range c.projections {
		if s.Projections[i].Name != p.Name() {
			return fmt.Errorf("restore: a state of projection %s in the place of %s", s.Projections[i].Name, p.Name())
		}
		if err := p.Restore(s.Projections[i].State); err != nil {
			return err
		}
	}
	return c.restoreUnlearning(s.Unlearning)
}

func (c *Circuit) restoreUnlearning(s *UnlearningState) error {
	switch {
	case (s == nil) != (c.unlearning == nil):
		return errors.New("restore: the state of unlearning and the schedule do not belong together: one of them has it, the other has not")
	case s == nil:
		return nil
	}
	if err := c.unlearning.outputs.Restore(s.Outputs); err != nil {
		return err
	}
	return c.unlearning.lateral.Restore(s.Lateral)
}

func (c *Circuit) restoreSettling(s SettlingState) error {
	residual, err := strconv.ParseFloat(s.Residual, 64)
	switch {
	case err != nil || !(residual >= 0):
		return fmt.Errorf("restore: the residual of the last settling, %q, is not a number from 0 on", s.Residual)
	case s.Sweeps < 0:
		return fmt.Errorf("restore: the last settling took %d sweeps", s.Sweeps)
	}
	c.settling = Settling{s.Sweeps, residual, s.Settled}
	return nil
}

// State returns a copy of the circuit's state. It first applies the pending change of the
// weights. It returns an error if the last step did not run to its end, if a weight is not
// finite, or if the schedule has a phase that has no JSON form.
func (c *Circuit) State() (State, error) {
	if !c.Complete() {
		return State{}, fmt.Errorf("state: step %d did not run to its end", c.step)
	}
	if err := c.CheckWeights(); err != nil {
		return State{}, err
	}
	for _, phase := range c.schedule {
		if err := checkKnown(phase); err != nil {
			return State{}, fmt.Errorf("state: %w", err)
		}
	}
	s := State{
		Step: c.step,
		Rate: c.rate, Paces: c.paces(), Rules: c.rules(), Tau: c.tau, Schedule: c.Schedule(),
		Settling: SettlingState{c.settling.Sweeps, number.Format(c.settling.Residual), c.settling.Settled},
	}
	for _, n := range c.nodes {
		s.Populations = append(s.Populations, NamedPopulation{n.Name(), n.State()})
	}
	for _, p := range c.projections {
		s.Projections = append(s.Projections, NamedProjection{p.Name(), p.State()})
	}
	if u := c.unlearning; u != nil {
		s.Unlearning = &UnlearningState{u.outputs.State(), u.lateral.State()}
	}
	return s, nil
}
