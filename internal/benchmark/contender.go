package benchmark

import (
	"context"
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// contender is a network in a benchmark.
type contender struct {
	network   circuit.Network
	criterion string
	tuning    []*planning.Plan // by factor; nil without tuning
	plans     []*planning.Plan // of the reported trials, by factor

	tuned    [][]engine.Outcome // by factor and trial
	winner   int                // among the factors
	outcomes []engine.Outcome
}

// newContender resolves and prepares the plans of a network. It shares the stimuli of plans that
// were prepared before.
func (o Options) newContender(ctx context.Context, name string, prepared *[]*planning.Plan) (c *contender, err error) {
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
	base.Network, base.Circuit = name, nil
	if c.network.MostOutputs > 0 {
		base.Outputs = min(base.Outputs, c.network.MostOutputs)
	}
	if c.network.SetsOwnRate() {
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

// prepare returns a prepared plan of an experiment whose learning rate is multiplied by a factor.
// Where the neurons set their rate by themselves, it multiplies the start 1/Ŷ_0 instead.
func prepare(ctx context.Context, e experiment.Experiment, factor float64, workers int, prepared *[]*planning.Plan) (*planning.Plan, error) {
	p, err := planning.Resolve(e)
	if err == nil && factor != 1 {
		if p.Network().SetsOwnRate() {
			e.InitialM = p.Experiment.InitialM / factor
		} else {
			e.Rate = p.Experiment.Rate.Times(factor)
		}
		err = p.Close()
		if err == nil {
			p, err = planning.Resolve(e)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, q := range *prepared {
		if q.Experiment.Outputs == p.Experiment.Outputs {
			_, err = engine.PrepareLike(ctx, p, q, workers)
			return p, err
		}
	}
	if _, err = engine.Prepare(ctx, p, workers); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	*prepared = append(*prepared, p)
	return p, nil
}

// close closes the plans.
func (c *contender) close() {
	for _, p := range append(c.plans, c.tuning...) {
		p.Close()
	}
}

// plan returns the plan with the rate that won.
func (c *contender) plan() *planning.Plan { return c.plans[c.winner] }
