package reproduce

import (
	"context"
	"math"
	"slices"
)

// study is an experiment that is repeated over many trials: all networks of the paper on one problem,
// online or offline. Studies share trials, and for the progress a trial is one unit of work.
type repetition struct {
	problem problem
	steps   []int // at which the networks are measured, ascending
	tables  []int // those of them in a table of the paper
	samples bool  // the networks learn from samples, not from their mean field
	run     func(ctx context.Context, s *repetition, seed, trial uint64) (outcome, error)

	outcomes []outcome // by trial
}

// studies holds the studies that some parts need, in the order of problems().
type repetitions struct{ online, offline []*repetition }

// outcome is the result of one trial of a study.
type outcome struct {
	errors [][]float64 // E_Pro, by network and step
	batch  []float64   // E_Pro of batch PCA, by step of the tables; nil if not measured
}

// newRepetition returns a study of a problem up to the limit of its steps.
func newRepetition(p problem, table []printed, limit int, run func(context.Context, *repetition, uint64, uint64) (outcome, error)) *repetition {
	tables := tableSteps(table, p.Name, limit)
	return &repetition{problem: p, steps: lookSteps(tables), tables: tables, run: run}
}

// perDecade is the number of steps in each decade at which a run is measured.
const perDecade = 10

// lookSteps returns the steps at which runs are measured, ascending: log-spaced from 1 to the last of
// the steps in the tables, and the steps in the tables.
func lookSteps(tables []int) []int {
	last := slices.Max(tables)
	steps := slices.Clone(tables)
	for i := 0; ; i++ {
		t := int(math.Round(math.Pow(10, float64(i)/perDecade)))
		if t > last {
			break
		}
		steps = append(steps, t)
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

// tableSteps returns the steps of a problem in a table of the paper, up to a limit, ascending.
func tableSteps(table []printed, problem string, limit int) []int {
	var steps []int
	for _, row := range table {
		if row.problem == problem && row.steps <= limit {
			steps = append(steps, row.steps)
		}
	}
	return steps
}

// runTrials runs all trials of some studies.
func runTrials(ctx context.Context, studies []*repetition, o Options) error {
	for _, s := range studies {
		s.outcomes = make([]outcome, o.Trials)
	}
	return o.forTrials(ctx, func(ctx context.Context, trial int) (err error) {
		for _, s := range studies {
			if s.outcomes[trial], err = s.run(ctx, s, o.Seed, uint64(trial)); err != nil {
				return err
			}
		}
		return nil
	})
}

// errors returns E_Pro of all trials, ascending, of a network at a step of the study.
func (s *repetition) errors(network, step int) []float64 {
	return s.over(func(o outcome) float64 { return o.errors[network][slices.Index(s.steps, step)] })
}

// batch returns E_Pro of batch PCA in all trials, ascending, at a step of the tables, or nil if it was
// not measured.
func (s *repetition) batch(step int) []float64 {
	if s.outcomes[0].batch == nil {
		return nil
	}
	return s.over(func(o outcome) float64 { return o.batch[slices.Index(s.tables, step)] })
}

func (s *repetition) over(of func(outcome) float64) []float64 {
	var values []float64
	for _, o := range s.outcomes {
		values = append(values, of(o))
	}
	slices.Sort(values)
	return values
}
