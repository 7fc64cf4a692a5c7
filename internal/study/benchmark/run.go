package benchmark

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// timedSteps is the largest number of steps of each network on the clock.
const timedSteps = 8192

// Run compares networks. All of them learn from the same stimuli and start from the
// same random weights.
func Run(ctx context.Context, o Options) (*Result, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	var contenders []*contender
	defer func() {
		for _, c := range contenders {
			c.close()
		}
	}()
	var prepared []*planning.Plan
	for _, name := range o.Networks {
		c, err := o.newContender(ctx, name, &prepared)
		if err != nil {
			return nil, err
		}
		contenders = append(contenders, c)
	}
	if err := o.tryAll(ctx, contenders); err != nil {
		return nil, err
	}
	return o.result(ctx, contenders)
}

// tryAll tunes all networks, and then runs the reported trials.
func (o Options) tryAll(ctx context.Context, contenders []*contender) error {
	t := tuner{o, make(chan struct{}, o.Workers), newGrowing(o.Progress)}
	t.progress.more(o.Experiment.Trials * len(contenders))
	if o.tunesAnything() {
		tuning, within := errgroup.WithContext(ctx)
		for _, c := range contenders {
			tuning.Go(func() error { return t.tune(within, c) })
		}
		if err := interruptedBy(ctx, tuning.Wait()); err != nil {
			return err
		}
	}
	reported := &group{ctx: ctx, progress: o.Progress}
	reported.SetLimit(o.Workers)
	for _, c := range contenders {
		var err error
		if c.plan, err = c.at(ctx, c.winner, c.follow); err != nil {
			return interruptedBy(ctx, errors.Join(err, reported.Wait()))
		}
		reported.measure(c)
	}
	return interruptedBy(ctx, reported.Wait())
}

// follow has the measures of networks that find principal components taken throughout the run.
func (c *contender) follow(e *experiment.Experiment) {
	if c.network.FindsPrincipal() {
		e.Follow = []string{measure.SubspaceError, measure.MeanAlignment}
	}
}

// interruptedBy returns the error of an interruption if there was one, and else err.
func interruptedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return interrupt.ErrInterrupted
	}
	return err
}

// group is trials that some workers run.
type group struct {
	errgroup.Group
	ctx      context.Context
	progress planning.Progress
}

// measure runs the reported trials of a contender, in groups that run in lockstep.
func (g *group) measure(c *contender) {
	p := c.plan
	trials, together := p.Experiment.Trials, p.TogetherTrials()
	c.outcomes = make([]engine.Outcome, trials)
	for from := 0; from < trials; from += together {
		until := min(from+together, trials)
		g.Go(func() error {
			outcomes, err := c.measure(g.ctx, p, from, until)
			copy(c.outcomes[from:], outcomes)
			g.progress.Add(len(outcomes))
			return err
		})
	}
}

// result summarises the trials, and measures the times of the networks in turns.
func (o Options) result(ctx context.Context, contenders []*contender) (*Result, error) {
	first := contenders[0].plan.Experiment
	times, err := timesOf(ctx, contenders, min(first.Steps, timedSteps))
	if err != nil {
		return nil, err
	}
	r := &Result{
		Stimuli: contenders[0].plan.StimuliTitle(), Inputs: contenders[0].plan.Inputs(), Steps: first.Steps, Trials: first.Trials,
		Seed: first.Seed, Tune: o.Tune, Factors: factors(contenders), Widened: !o.fixed || o.tunes(TuneTau) || o.tunes(TuneLambda), Criterion: o.Criterion,
	}
	if slices.ContainsFunc(contenders, func(c *contender) bool { return c.tried != nil }) {
		r.TuningTrials = o.TuningTrials
	}
	for i, c := range contenders {
		row := o.newRow(c)
		row.Nanoseconds = times[i]
		r.Outputs = max(r.Outputs, row.Outputs)
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// factors returns the multiples of the rates that any network tried, in ascending order.
func factors(contenders []*contender) (all []float64) {
	for _, c := range contenders {
		for _, t := range c.tried {
			all = append(all, t.Rate)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// timesOf returns the time of a step of each contender. Circuits take turns on the clock.
func timesOf(ctx context.Context, contenders []*contender, steps int) (times []float64, err error) {
	var plans []*planning.Plan
	for _, c := range contenders {
		if c.algorithm == nil {
			plans = append(plans, c.plan)
		}
	}
	var circuits []float64
	if len(plans) > 0 {
		if circuits, err = engine.Times(ctx, plans, steps); err != nil {
			return nil, err
		}
	}
	for _, c := range contenders {
		if c.algorithm == nil {
			times, circuits = append(times, circuits[0]), circuits[1:]
			continue
		}
		t, err := algorithmTime(ctx, *c.algorithm, c.plan, steps)
		if err != nil {
			return nil, err
		}
		times = append(times, t)
	}
	return times, nil
}
