package circuit

import (
	"errors"
	"fmt"
	"strconv"

	"twophase/neuron"
	"twophase/synapse"
)

// State is all by which a circuit goes on, beside the Spec that it was built from,
// as plain data: encoding/gob and encoding/json keep it to the last bit. Observers
// and interveners are not part of it.
type State struct {
	Step                 int
	Inputs, Outputs      neuron.State // the outputs' gains, as they are now, among it
	Feedforward, Lateral synapse.State
	Unlearning           *UnlearningState `json:",omitempty"` // nil if no phase unlearns

	Rate     Rate
	Tau      float64
	Schedule Schedule
	Settling SettlingState
}

// UnlearningState is what the outputs have for unlearning alone: see Unlearn.
type UnlearningState struct {
	Outputs neuron.State
	Lateral synapse.State
}

// SettlingState is a Settling of which the residual, which may be infinite, is
// written as text.
type SettlingState struct {
	Sweeps   int
	Residual string
	Settled  bool
}

// State returns the circuit's state, as a copy; what was put off is done first. It
// returns an error if the last step did not run to its end, if a weight is not
// finite, or if the schedule has a phase that cannot be written down.
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
		Step:   c.step,
		Inputs: c.inputs.State(), Outputs: c.outputs.State(),
		Feedforward: c.feedforward.State(), Lateral: c.lateral.State(),
		Rate: c.rate, Tau: c.tau, Schedule: c.Schedule(),
		Settling: SettlingState{c.settling.Sweeps, number(c.settling.Residual), c.settling.Settled},
	}
	if u := c.unlearning; u != nil {
		s.Unlearning = &UnlearningState{u.outputs.State(), u.lateral.State()}
	}
	return s, nil
}

// Restore builds a circuit that goes on as the one went on of which s is the state,
// to the last bit. The spec is the one that it was built from; another Executor does
// the same. It returns an error if the state is damaged or does not fit: what it
// returns has the very state s.
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
		func() error { return c.inputs.Restore(s.Inputs) },
		func() error { return c.outputs.Restore(s.Outputs) },
		func() error { return c.SetGains(s.Outputs.Gains) },
		func() error { return c.feedforward.Restore(s.Feedforward) },
		func() error { return c.lateral.Restore(s.Lateral) },
		func() error { return c.restoreUnlearning(s.Unlearning) },
		func() error { return c.SetRate(s.Rate) },
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
