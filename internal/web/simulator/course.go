package simulator

import (
	"context"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
)

// course is one circuit that learns.
type course struct {
	plan  *planning.Plan // with the acts among its interventions
	trial *training.Trial
	x     []float64 // the present stimulus
	walk  *walk     // of a step that has begun; nil between steps
	ended error     // why it learns no more

	look     measure.Look
	measured measured
}

// newCourse begins the first trial of an experiment.
func newCourse(e experiment.Experiment) (*course, error) {
	return newCourseFrom(e, func(*planning.Plan) (*training.State, error) { return nil, nil })
}

// newCourseFrom begins a trial of an experiment from a state; nil: its start.
func newCourseFrom(e experiment.Experiment, state func(*planning.Plan) (*training.State, error)) (*course, error) {
	if err := Check(e); err != nil {
		return nil, err
	}
	ctx := context.Background() // it reads no files
	p, err := planning.Resolve(ctx, e)
	if err != nil {
		return nil, err
	}
	c := &course{plan: p, x: make([]float64, p.Spec.Width())}
	if err := c.begin(ctx, state); err != nil {
		p.Close()
		return nil, err
	}
	return c, nil
}

// begin begins the trial of the plan.
func (c *course) begin(ctx context.Context, state func(*planning.Plan) (*training.State, error)) error {
	if err := c.plan.Check(ctx, planning.RunOptions{}); err != nil {
		return err
	}
	from, err := state(c.plan)
	if err != nil {
		return err
	}
	c.trial = &training.Trial{Plan: c.plan, From: from, Overview: true}
	return c.trial.Begin()
}

// close ends the trial.
func (c *course) close() {
	if c.walk != nil {
		c.walk.leave()
		c.walk = nil
	}
	c.trial.Close()
	c.plan.Close()
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

// twin returns a course of its own in the same state, between two steps.
func (c *course) twin() (*course, error) {
	if c.ended != nil {
		return nil, c.ended
	}
	return newCourseFrom(c.plan.Experiment, c.trial.Extended)
}
