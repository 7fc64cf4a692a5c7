package simulator

import (
	"context"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/planning"
	"twophase/internal/training"
)

// course is one circuit that learns.
type course struct {
	plan  *planning.Plan // with the acts among its interventions
	trial *training.Trial
	x     []float64 // the present stimulus
	walk  *walk     // of a step that has begun; nil between steps
	ended error     // why it learns no more

	own    int               // interventions of the experiment; those behind them are acts
	before []*training.State // of each act

	plane    []float64 // the first components of the stimuli, the columns of a matrix [N×…]; nil before they are needed
	look     measure.Look
	measured measured
}

// newCourse begins the first trial of an experiment.
func newCourse(e experiment.Experiment) (*course, error) {
	c := &course{own: len(e.Interventions)}
	return c, c.begin(e, func(*planning.Plan) (*training.State, error) { return nil, nil })
}

// begin replaces the trial by one of an experiment, from a state; nil: its start.
func (c *course) begin(e experiment.Experiment, state func(*planning.Plan) (*training.State, error)) error {
	ctx := context.Background() // it reads no files
	p, err := planning.Resolve(ctx, e)
	if err != nil {
		return err
	}
	if err := p.Check(ctx, planning.RunOptions{}); err != nil {
		p.Close()
		return err
	}
	from, err := state(p)
	if err != nil {
		p.Close()
		return err
	}
	trial := &training.Trial{Plan: p, From: from, Overview: true}
	if err := trial.Begin(); err != nil {
		p.Close()
		return err
	}
	c.close()
	c.plan, c.trial, c.ended, c.measured = p, trial, nil, measured{}
	c.x = make([]float64, p.Spec.Inputs)
	return nil
}

// close ends the trial.
func (c *course) close() {
	if c.walk != nil {
		c.walk.leave()
		c.walk = nil
	}
	if c.trial != nil {
		c.trial.Close()
		c.plan.Close()
	}
}

// step returns the number of the present step.
func (c *course) step() int { return c.trial.Circuit().StepCount() }

// steps takes some steps, and returns how many it took.
func (c *course) steps(n int) (done int) {
	if n > 0 && c.walk != nil {
		if c.finish(); c.ended != nil {
			return 0
		}
		done++
	}
	for ; done < n && c.ended == nil; done++ {
		if c.ended = c.trial.Step(c.x); c.ended != nil {
			break
		}
	}
	return done
}

// twin returns a course of its own in the same state.
func (c *course) twin() (*course, error) {
	if c.finish(); c.ended != nil {
		return nil, c.ended
	}
	t := &course{own: c.own, before: append([]*training.State{}, c.before...)}
	return t, t.begin(c.plan.Experiment, func(p *planning.Plan) (*training.State, error) { return c.trial.Extended(p) })
}
