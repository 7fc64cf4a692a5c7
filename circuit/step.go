package circuit

import (
	"errors"
	"fmt"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// Step presents one stimulus x [N], followed by the signals of the circuit if it has any, and runs the schedule once. It returns an error if the
// stimulus is not finite, or if a phase, an observer or an intervener fails. It returns a
// *Divergence if an activity is no longer finite or a scale no longer positive. After an
// error the circuit cannot be used. Step panics if x has the wrong length.
func (c *Circuit) Step(x []float64) error { return c.take(x, nil) }

// StepPhases is Step, to the same bits, one phase after another. It calls after when a
// phase has run. The last call comes before observers and interveners. An error of after
// stops the circuit like an error of a phase.
func (c *Circuit) StepPhases(x []float64, after func(Phase) error) error { return c.take(x, after) }

// take takes one step, phase by phase if after is not nil.
func (c *Circuit) take(x []float64, after func(Phase) error) error {
	if len(x) != c.width {
		panic(fmt.Sprintf("circuit: a stimulus of %d numbers for %d inputs and %d signals", len(x), c.spec.Inputs, len(c.spec.Network.Graph.Signals)))
	}
	c.step++
	if err := c.run(x, after); err != nil {
		return err
	}
	c.complete = c.step
	if c.step >= c.nextVisit {
		return c.visit()
	}
	return nil
}

// run runs the schedule once on the stimulus x.
func (c *Circuit) run(x []float64, after func(Phase) error) error {
	for _, p := range c.projections {
		p.BeginChanges()
	}
	if f := c.whole(); f != nil && after == nil && f.intact(c) && !c.inputs.HasClamps() {
		return f.runOn(c, x)
	}
	for _, n := range c.nodes {
		n.BeginStep()
	}
	if err := c.present(x); err != nil {
		return err
	}
	for _, n := range c.late {
		copy(n.Signals(neuron.Late), n.Signals(neuron.Provisional))
	}
	err := c.runPhases(after)
	for _, l := range c.links {
		l.memory.Recover()
	}
	return err
}

// present splits a stimulus over the populations of inputs, and the signals behind it over those that know them.
func (c *Circuit) present(x []float64) error {
	rest := x
	for _, n := range c.nodes {
		if !n.spec.Input {
			continue
		}
		present := n.Signals(neuron.Stimulus)
		if !kernel.CopyFinite(present, rest[:len(present)]) {
			return c.badStimulus(x)
		}
		n.Impose(neuron.Stimulus)
		rest = rest[len(present):]
	}
	return c.presentFurther(rest)
}

// checkWritten imposes clamps on the signals that a phase of the schedule has written, and
// returns an error unless all are finite.
func (c *Circuit) checkWritten(phase int) error {
	for _, w := range c.written[phase] {
		w.population.Impose(w.slot)
		if err := c.checkSignals(w.population, w.slot); err != nil {
			return err
		}
	}
	return nil
}

// runPhases runs the phases of the schedule: the segments as one routine each, unless there is a call after every
// phase, and the others one by one.
func (c *Circuit) runPhases(after func(Phase) error) error {
	for i := 0; i < len(c.schedule); i++ {
		if s := c.segments[i]; s != nil && after == nil && s.intact(c) {
			if err := s.run(c); err != nil {
				return err
			}
			i += s.phases() - 1
			continue
		}
		phase := c.schedule[i]
		if err := c.runs[i](); err != nil {
			if diverged := (*Divergence)(nil); errors.As(err, &diverged) {
				return err // it says where
			}
			return fmt.Errorf("step %d, %s: %w", c.step, phase.Signature().Name, err)
		}
		if err := c.checkWritten(i); err != nil {
			return err
		}
		if after == nil {
			continue
		}
		if err := after(phase); err != nil {
			return fmt.Errorf("step %d, after %s: %w", c.step, phase.Signature().Name, err)
		}
	}
	return c.checkScales()
}

// visit calls the observers and then the interveners that are due.
func (c *Circuit) visit() error {
	if err := c.call(c.observers); err != nil {
		return err
	}
	if err := c.call(c.interveners); err != nil {
		return err
	}
	c.nextVisit = never
	for _, all := range [][]*visitor{c.observers, c.interveners} {
		for _, v := range all {
			c.nextVisit = min(c.nextVisit, v.next)
		}
	}
	return nil
}
