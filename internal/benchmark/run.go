package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"

	"twophase/internal/engine"
	"twophase/internal/planning"
	"twophase/internal/quantile"
)

// Result is the result of a benchmark.
type Result struct {
	Stimuli         string // what they are
	Inputs, Outputs int    // N, K
	Steps, Trials   int    // T, and the number of trials
	TuningTrials    int    // 0 if nothing was tuned
	Seed            uint64
	Factors         []float64 // of the default rates, that were tried
	Criterion       string    // of the best factor
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
	trials := o.Experiment.Trials
	if len(o.Factors) > 1 {
		trials += len(o.Factors) * o.TuningTrials
	}
	o.Progress.Start(trials * len(contenders))
	tuning := o.group(ctx)
	for _, c := range contenders {
		c.tuned = make([][]engine.Outcome, len(c.tuning))
		for i, p := range c.tuning {
			tuning.measure(p, &c.tuned[i])
		}
	}
	if err := tuning.wait(); err != nil {
		return err
	}
	reported := o.group(ctx)
	for _, c := range contenders {
		c.tune()
		reported.measure(c.plan(), &c.outcomes)
	}
	return reported.wait()
}

// tune chooses the rate with the smallest median error, and the first one among equals. If all are
// NaN, it chooses the first rate.
func (c *contender) tune() {
	best := math.Inf(1)
	for i := range c.tuned {
		if e := c.tuningError(i); e < best {
			best, c.winner = e, i
		}
	}
}

// tuningError returns the median error of the tuning trials at a rate, by the criterion.
func (c *contender) tuningError(factor int) float64 {
	var errors []float64
	for _, t := range c.tuned[factor] {
		errors = append(errors, c.errorOf(t))
	}
	return quantile.Among(errors, 0.5)
}

// errorOf returns the error of a trial by the criterion, infinite if it diverged.
func (c *contender) errorOf(t engine.Outcome) float64 {
	if c.criterion == BySubspace {
		return subspaceError(t, c.plan().Experiment.Outputs)
	}
	mean, _ := t.Measures.MeanAlignment()
	if t.Diverged != nil || math.IsNaN(float64(mean)) {
		return math.Inf(1)
	}
	return 1 - float64(mean)
}

// subspaceError returns the subspace error of a trial with k outputs: infinite if it
// diverged.
func subspaceError(t engine.Outcome, k int) float64 {
	if t.Diverged != nil {
		return math.Inf(1)
	}
	if e := float64(t.Measures.Subspace(k)); !math.IsNaN(e) {
		return e
	}
	return math.Inf(1)
}

// group is trials that some workers run.
type group struct {
	errgroup.Group
	ctx      context.Context
	progress planning.Progress
}

func (o Options) group(ctx context.Context) *group {
	g := &group{ctx: ctx, progress: o.Progress}
	g.SetLimit(o.Workers)
	return g
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

func (g *group) wait() error {
	err := g.Wait()
	if g.ctx.Err() != nil {
		return planning.ErrInterrupted
	}
	return err
}

// result summarises the trials, and measures the times of the networks in turns.
func (o Options) result(ctx context.Context, contenders []*contender) (*Result, error) {
	var plans []*planning.Plan
	for _, c := range contenders {
		plans = append(plans, c.plan())
	}
	first := plans[0].Experiment
	times, err := engine.Times(ctx, plans, min(first.Steps, timedSteps))
	if errors.Is(err, planning.ErrInterrupted) || err != nil {
		return nil, err
	}
	r := &Result{
		Stimuli: plans[0].StimuliTitle(), Inputs: plans[0].Inputs(), Steps: first.Steps, Trials: first.Trials,
		Seed: first.Seed, Factors: o.Factors, Criterion: o.Criterion,
	}
	if len(o.Factors) > 1 {
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
