package settlingbudget

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"
)

// ErrInterrupted is the error of a run whose context was cancelled.
var ErrInterrupted = errors.New("interrupted")

// Run runs every case on every problem. All cases of a trial learn from the same
// stimuli and start from the same weights.
func Run(ctx context.Context, o Options) (*Result, error) { return run(ctx, o, allCases()) }

// run runs some of the cases.
func run(ctx context.Context, o Options, cases []Case) (*Result, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	problems, notes, err := openProblems(ctx, o)
	if err != nil {
		return nil, interrupted(err)
	}
	steps := 0
	for _, p := range problems {
		steps += p.steps * p.trials
	}
	o.Progress.Start(steps)
	outcomes := make([][][]outcome, len(problems)) // by problem, trial, case
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(o.Workers)
	for i, p := range problems {
		outcomes[i] = make([][]outcome, p.trials)
		for trial := range outcomes[i] {
			group.Go(func() (err error) {
				outcomes[i][trial], err = p.runTrial(ctx, cases, o, uint64(trial))
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return nil, interrupted(err)
	}
	result := &Result{Seed: o.Seed, Notes: notes}
	for i, p := range problems {
		described := Problem{p.name, p.title, p.inputs, len(p.gains), p.steps, p.trials}
		result.Problems = append(result.Problems, described)
		for j, c := range cases {
			var trials []outcome
			for _, t := range outcomes[i] {
				trials = append(trials, t[j])
			}
			result.Rows = append(result.Rows, newRow(described, c, trials))
		}
	}
	return result, nil
}

// interrupted returns ErrInterrupted for the error of a cancelled run, and other errors unchanged.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return ErrInterrupted
	}
	return err
}

// openProblems opens the problems that are asked for, and notes those that are left out.
func openProblems(ctx context.Context, o Options) (all []*problem, notes []string, err error) {
	names := o.Problems
	if names == nil {
		names = ProblemNames()
	}
	for _, name := range ProblemNames() {
		var p *problem
		switch {
		case !slices.Contains(names, name):
			continue
		case name == Images:
			var note string
			if p, note, err = openImages(ctx, o); note != "" {
				notes = append(notes, note)
				continue
			}
		case name == Large:
			p, err = gaussian(o, Large, 0, 100_000, 4)
		case name == Correlated:
			p, err = gaussian(o, Small, Correlation, 100_000, 8)
		default:
			p, err = gaussian(o, Small, 0, 100_000, 12)
		}
		if err != nil {
			return nil, nil, err
		}
		all = append(all, p)
	}
	return all, notes, nil
}
