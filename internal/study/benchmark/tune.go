package benchmark

import (
	"context"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"twophase/internal/experiment"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// tuner runs the tuning trials of all networks, some at a time.
type tuner struct {
	Options
	places   chan struct{} // one for each worker
	progress *growing
}

// tune finds the best setting of a network.
func (t tuner) tune(ctx context.Context, c *contender) error {
	return c.search(func(settings []Setting) ([]float64, error) {
		t.progress.more(len(settings) * t.TuningTrials)
		return t.try(ctx, c, settings)
	})
}

// search finds the setting with the smallest error. It tries a few settings, and then those beside
// the best one, until all of them have been tried and none is better: so the best is inside the
// grid. Of equal ones the first wins. An error that is infinite or undefined never wins.
func (c *contender) search(try func([]Setting) ([]float64, error)) error {
	best := math.Inf(1)
	known := map[Setting]bool{}
	for next := c.grid.start(); len(next) > 0; {
		errors, err := try(next)
		if err != nil {
			return err
		}
		better := false
		for i, s := range next {
			known[s] = true
			c.tried = append(c.tried, Tried{s, errors[i]})
			if errors[i] < best {
				best, c.winner, better = errors[i], s, true
			}
		}
		next = nil
		if better {
			next = slices.DeleteFunc(c.grid.beside(c.winner), func(s Setting) bool { return known[s] })
		}
	}
	return nil
}

// try returns the median errors of the tuning trials at some settings.
func (t tuner) try(ctx context.Context, c *contender, settings []Setting) ([]float64, error) {
	errors := make([]float64, len(settings))
	group, ctx := errgroup.WithContext(ctx)
	for i, s := range settings {
		group.Go(func() error {
			select {
			case t.places <- struct{}{}:
				defer func() { <-t.places }()
			case <-ctx.Done():
				return ctx.Err()
			}
			outcomes, err := t.trials(ctx, c, s)
			errors[i] = medianError(outcomes, c)
			return err
		})
	}
	return errors, group.Wait()
}

// trials runs the tuning trials at a setting. They are of another seed than those that are
// reported, so that a setting is not chosen by the trials that it is judged by.
func (t tuner) trials(ctx context.Context, c *contender, s Setting) ([]engine.Outcome, error) {
	p, err := c.at(ctx, s, t.forTuning)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	outcomes, err := c.measure(ctx, p, 0, p.Experiment.Trials)
	t.progress.Add(len(outcomes))
	return outcomes, err
}

// forTuning makes the experiment that of the tuning trials.
func (o Options) forTuning(e *experiment.Experiment) { e.Seed, e.Trials = ^e.Seed, o.TuningTrials }

// medianError returns the median error of some trials by the criterion.
func medianError(trials []engine.Outcome, c *contender) float64 {
	var errors []float64
	for _, t := range trials {
		errors = append(errors, c.errorOf(t))
	}
	return quantile.Among(errors, 0.5)
}

// errorOf returns the error of a trial by the criterion, infinite if it diverged.
func (c *contender) errorOf(t engine.Outcome) float64 {
	if !c.network.FindsPrincipal() {
		return ownError(c.network, t)
	}
	if c.criterion == BySubspace {
		return subspaceError(t, c.base.Experiment.Outputs)
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

// growing is a Progress whose total grows while it runs.
type growing struct {
	planning.Progress
	lock  chan struct{} // of one place
	total int
}

func newGrowing(p planning.Progress) *growing {
	return &growing{Progress: p, lock: make(chan struct{}, 1)}
}

// more adds units to the total.
func (g *growing) more(units int) {
	g.lock <- struct{}{}
	g.total += units
	g.Start(g.total)
	<-g.lock
}
