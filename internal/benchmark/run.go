package benchmark

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// Result is the result of a benchmark.
type Result struct {
	Stimuli         string // what they are
	Inputs, Outputs int    // N, K
	Steps, Trials   int    // T, and the number of trials
	TuningTrials    int    // 0 if nothing was tuned
	Seed            uint64
	Tune            []string  // parameters that were tuned
	Factors         []float64 // of the default rates, that were tried by any network
	Widened         bool      // more was tried beside the best of what was tried first
	Criterion       string    // of the best setting
	Rows            []Row     // by network, in the order of Options
}

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
		p, err := c.at(ctx, c.winner, func(*experiment.Experiment) {})
		if err != nil {
			return interruptedBy(ctx, errors.Join(err, reported.Wait()))
		}
		p.FollowSubspace()
		c.plan = p
		reported.measure(p, &c.outcomes)
	}
	return interruptedBy(ctx, reported.Wait())
}

// interruptedBy returns the error of an interruption if there was one, and else err.
func interruptedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return planning.ErrInterrupted
	}
	return err
}

// group is trials that some workers run.
type group struct {
	errgroup.Group
	ctx      context.Context
	progress planning.Progress
}

// measure runs the trials of a plan, in groups that run in lockstep.
func (g *group) measure(p *planning.Plan, to *[]engine.Outcome) {
	trials, together := p.Experiment.Trials, p.TogetherTrials()
	*to = make([]engine.Outcome, trials)
	for from := 0; from < trials; from += together {
		until := min(from+together, trials)
		g.Go(func() error {
			outcomes, err := engine.MeasureTrials(g.ctx, p, from, until)
			if err != nil {
				return fmt.Errorf("%s: %w", p.Network().Name, err)
			}
			copy((*to)[from:until], outcomes)
			g.progress.Add(until - from)
			return nil
		})
	}
}

// result summarises the trials, and measures the times of the networks in turns.
func (o Options) result(ctx context.Context, contenders []*contender) (*Result, error) {
	var plans []*planning.Plan
	for _, c := range contenders {
		plans = append(plans, c.plan)
	}
	first := plans[0].Experiment
	times, err := engine.Times(ctx, plans, min(first.Steps, timedSteps))
	if errors.Is(err, planning.ErrInterrupted) || err != nil {
		return nil, err
	}
	r := &Result{
		Stimuli: plans[0].StimuliTitle(), Inputs: plans[0].Inputs(), Steps: first.Steps, Trials: first.Trials,
		Seed: first.Seed, Tune: o.Tune, Factors: factors(contenders), Widened: !o.fixed || o.tunes(TuneTau) || o.tunes(TuneLambda), Criterion: o.Criterion,
	}
	if o.tunesAnything() {
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
