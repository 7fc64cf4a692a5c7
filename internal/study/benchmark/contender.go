package benchmark

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// contender is a network in a benchmark.
type contender struct {
	network   circuit.Network      // of an algorithm: the one whose stimuli, rate and start it has
	algorithm *onlinepca.Algorithm // nil for a circuit
	criterion string
	base      *planning.Plan // of the reported trials, with the network's defaults
	grid      grid           // of what is tuned
	like      *planning.Plan // a prepared plan of the same stimuli
	kept      *kept

	tried    []Tried // in the order in which they were tried; nil without tuning
	winner   Setting
	plan     *planning.Plan // of the reported trials, with the winner's setting
	outcomes []engine.Outcome
}

// newContender resolves and prepares the plan of a network with its defaults. It shares the stimuli
// of plans that were prepared before.
func (o Options) newContender(ctx context.Context, name string, prepared *[]*planning.Plan) (c *contender, err error) {
	c = &contender{criterion: o.Criterion, kept: o.kept, winner: Setting{Rate: o.Factors[0], Tau: 1}}
	defer func() {
		if err != nil {
			c.close()
			c, err = nil, fmt.Errorf("%s: %w", name, err)
		}
	}()
	if c.network, c.algorithm, err = lookup(name); err != nil {
		return c, err
	}
	base := o.Experiment
	base.Network, base.Circuit = c.network.Name, nil
	if c.algorithm != nil && !c.algorithm.HasRate() {
		c.winner.Rate = 1
	}
	if c.network.MostOutputs > 0 {
		base.Outputs = min(base.Outputs, c.network.MostOutputs)
	}
	if c.network.SetsOwnRate() {
		base.Rate = circuit.Rate{}
	}
	if c.base, err = planning.Resolve(ctx, base); err != nil {
		return c, err
	}
	if err := c.prepareBase(ctx, o.Workers, prepared); err != nil {
		return c, err
	}
	c.grid = grid{rates: o.Factors, fixed: o.fixed, network: c.network, outputs: c.base.Experiment.Outputs}
	if c.algorithm != nil && !c.algorithm.HasRate() {
		c.grid = grid{network: c.network, outputs: c.grid.outputs} // nothing to tune
		return c, nil
	}
	c.grid.tau = o.tunes(TuneTau) && hasTau(c.network)
	principal := c.network.FindsPrincipal() // what finds anything else has no eigenvalues to take gains from
	if c.grid.lambda = principal && o.tunes(TuneLambda) && c.network.Gains != circuit.NoGains && c.grid.outputs > 1; c.grid.lambda {
		trial, err := c.base.Stimuli.Trial(0)
		if err != nil {
			return c, err
		}
		defer trial.Close()
		reference, err := trial.Present()
		if err != nil {
			return c, err
		}
		c.grid.inputs = reference.Eigenvalues
	}
	return c, nil
}

// prepareBase prepares the plan with the defaults, like a plan that was prepared before if there
// is one with as many outputs.
func (c *contender) prepareBase(ctx context.Context, workers int, prepared *[]*planning.Plan) (err error) {
	same := func(p *planning.Plan) bool { return p.Experiment.Outputs == c.base.Experiment.Outputs }
	if i := slices.IndexFunc(*prepared, same); i >= 0 {
		c.like = (*prepared)[i]
		_, err = engine.PrepareLike(ctx, c.base, c.like, workers)
		return err
	}
	c.like = c.base
	if _, err = engine.Prepare(ctx, c.base, workers); err == nil {
		*prepared = append(*prepared, c.base)
	}
	return err
}

// name returns the name of the network, or of the algorithm.
func (c *contender) name() string {
	if c.algorithm != nil {
		return c.algorithm.Name
	}
	return c.network.Name
}

// measure runs some trials of a plan of the contender's.
func (c *contender) measure(ctx context.Context, p *planning.Plan, from, to int) (outcomes []engine.Outcome, err error) {
	outcomes, err = c.kept.keep(c.name(), p, from, to, func() ([]engine.Outcome, error) {
		if c.algorithm != nil {
			return algorithmTrials(ctx, *c.algorithm, p, from, to)
		}
		return engine.MeasureTrials(ctx, p, from, to)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name(), err)
	}
	return outcomes, nil
}

// at returns a prepared plan with a setting, for the trials of an experiment that has other trials
// and another seed than the base, perhaps.
func (c *contender) at(ctx context.Context, s Setting, change func(*experiment.Experiment)) (*planning.Plan, error) {
	e, err := s.apply(c.base.Experiment, c.network, c.grid.inputs)
	if err != nil {
		return nil, err
	}
	change(&e)
	p, err := planning.Resolve(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name(), err)
	}
	if _, err = engine.PrepareLike(ctx, p, c.like, 1); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.name(), err), p.Close())
	}
	return p, nil
}

// close closes the plans.
func (c *contender) close() {
	for _, p := range []*planning.Plan{c.plan, c.base} {
		if p != nil {
			p.Close()
		}
	}
}
