package comparison

import (
	"context"
	"errors"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"

	"twophase/internal/experiment"
	"twophase/internal/quantile"
)

// Result is what a comparison found.
type Result struct {
	Stimuli         string // what they are
	Inputs, Outputs int    // N, K
	Steps, Trials   int    // T, and how often
	TuningTrials    int    // 0 if nothing was tuned
	Seed            uint64
	Factors         []float64 // of the default rates that were tried
	Criterion       string    // by which one of them won
	Rows            []Row     // by network, as they were asked for
}

// timedSteps is how many steps each network takes on the clock, at most.
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
	var prepared []*experiment.Plan
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

// tryAll tunes all networks, and then runs the trials that are reported.
func (o Options) tryAll(ctx context.Context, contenders []*contender) error {
	trials := o.Experiment.Trials
	if len(o.Factors) > 1 {
		trials += len(o.Factors) * o.TuningTrials
	}
	o.Progress.Start(trials * len(contenders))
	tuning := o.group(ctx)
	for _, c := range contenders {
		c.tuned = make([][]experiment.Outcome, len(c.tuning))
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

// tune chooses the rate with the least median error, the first of equals. If no rate
// has one, it is the first.
func (c *contender) tune() {
	best := math.Inf(1)
	for i := range c.tuned {
		if e := c.tuningError(i); e < best {
			best, c.winner = e, i
		}
	}
}

// tuningError returns the median error of the tuning trials at a rate: what the
// criterion says.
func (c *contender) tuningError(factor int) float64 {
	var errors []float64
	for _, t := range c.tuned[factor] {
		errors = append(errors, c.errorOf(t))
	}
	return quantile.Among(errors, 0.5)
}

// errorOf returns the error by which rates are compared, infinite if the trial diverged.
func (c *contender) errorOf(t experiment.Outcome) float64 {
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
func subspaceError(t experiment.Outcome, k int) float64 {
	if t.Diverged != nil {
		return math.Inf(1)
	}
	if e := float64(t.Measures.Subspace(k)); !math.IsNaN(e) {
		return e
	}
	return math.Inf(1)
}

// group is trials that are run by some workers.
type group struct {
	errgroup.Group
	ctx      context.Context
	progress experiment.Progress
}

func (o Options) group(ctx context.Context) *group {
	g := &group{ctx: ctx, progress: o.Progress}
	g.SetLimit(o.Workers)
	return g
}

// measure runs the trials of a plan, as many together as go side by side.
func (g *group) measure(p *experiment.Plan, to *[]experiment.Outcome) {
	trials, together := p.Experiment.Trials, p.TogetherTrials()
	*to = make([]experiment.Outcome, trials)
	for from := 0; from < trials; from += together {
		until := min(from+together, trials)
		g.Go(func() error {
			outcomes, err := p.MeasureTrials(g.ctx, from, until)
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
		return experiment.ErrInterrupted
	}
	return err
}

// result summarises the trials, and has the networks take turns on the clock.
func (o Options) result(ctx context.Context, contenders []*contender) (*Result, error) {
	var plans []*experiment.Plan
	for _, c := range contenders {
		plans = append(plans, c.plan())
	}
	first := plans[0].Experiment
	times, err := experiment.Times(ctx, plans, min(first.Steps, timedSteps))
	if errors.Is(err, experiment.ErrInterrupted) || err != nil {
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
