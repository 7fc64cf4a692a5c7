package comparison

import (
	"context"
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/internal/experiment"
)

// contender is a network on its way through a comparison.
type contender struct {
	network   circuit.Network
	criterion string
	tuning    []*experiment.Plan // by factor; nil if there is nothing to tune
	plans     []*experiment.Plan // of the trials that are reported, by factor

	tuned    [][]experiment.Outcome // by factor and trial
	winner   int                    // among the factors
	outcomes []experiment.Outcome
}

// newContender resolves and prepares the plans of a network. A plan whose stimuli were
// prepared before, among those given, is prepared like it.
func (o Options) newContender(ctx context.Context, name string, prepared *[]*experiment.Plan) (c *contender, err error) {
	c = &contender{criterion: o.Criterion}
	defer func() {
		if err != nil {
			c.close()
			c, err = nil, fmt.Errorf("%s: %w", name, err)
		}
	}()
	if c.network, err = circuit.LookupNetwork(name); err != nil {
		return c, err
	}
	base := o.Experiment
	base.Network = name
	if c.network.MostOutputs > 0 {
		base.Outputs = min(base.Outputs, c.network.MostOutputs)
	}
	if c.network.Scale.Metaplastic {
		base.Rate = circuit.Rate{}
	}
	other := base // of another seed
	other.Seed, other.Trials = ^base.Seed, o.TuningTrials
	for _, f := range o.Factors {
		p, err := prepare(ctx, base, f, o.Workers, prepared)
		if err != nil {
			return c, err
		}
		p.FollowSubspace()
		c.plans = append(c.plans, p)
		if len(o.Factors) == 1 {
			break
		}
		if p, err = prepare(ctx, other, f, o.Workers, prepared); err != nil {
			return c, err
		}
		c.tuning = append(c.tuning, p)
	}
	return c, nil
}

// prepare returns a prepared plan of an experiment, its learning rate times a factor.
func prepare(ctx context.Context, e experiment.Experiment, factor float64, workers int, prepared *[]*experiment.Plan) (*experiment.Plan, error) {
	p, err := experiment.Resolve(e)
	if err == nil && factor != 1 {
		e.Rate = p.Experiment.Rate.Times(factor)
		err = p.Close()
		if err == nil {
			p, err = experiment.Resolve(e)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, q := range *prepared {
		if q.Experiment.Outputs == p.Experiment.Outputs {
			_, err = p.PrepareLike(ctx, q, workers)
			return p, err
		}
	}
	if _, err = p.Prepare(ctx, workers); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	*prepared = append(*prepared, p)
	return p, nil
}

// close gives back what the plans hold open.
func (c *contender) close() {
	for _, p := range append(c.plans, c.tuning...) {
		p.Close()
	}
}

// plan returns the plan with the rate that won.
func (c *contender) plan() *experiment.Plan { return c.plans[c.winner] }
