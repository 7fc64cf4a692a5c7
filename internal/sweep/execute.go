package sweep

import (
	"context"
	"fmt"

	"twophase/internal/experiment"
)

// batchPoints is how many points are run side by side at most.
const batchPoints = 8

// execute runs points, which belong to one batch, on one processor, and returns
// their results. This is where a point is run. A point that cannot be run is left
// out; the failures say why, one for each such point.
func (s *Sweep) execute(ctx context.Context, points []int) (_ []Result, failures []error) {
	var results []Result
	var plans []*experiment.Plan
	defer func() {
		for _, p := range plans {
			p.Close()
		}
	}()
	for _, point := range points {
		p, run, err := s.prepare(ctx, point)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		plans = append(plans, p)
		results = append(results, Result{Point: point, Run: run})
	}
	kept := results[:0]
	for i := 0; i < len(plans); { // those of as many steps together
		n := i + 1
		for n < len(plans) && plans[n].Experiment.Steps == plans[i].Experiment.Steps {
			n++
		}
		outcomes, errs := experiment.Measure(ctx, plans[i:n], s.unfinished())
		for j, err := range errs {
			r := results[i+j]
			if err != nil {
				failures = append(failures, s.failed(r.Point, err))
				continue
			}
			for _, o := range outcomes[j] {
				r.Trials = append(r.Trials, trialOf(o))
			}
			kept = append(kept, r)
		}
		i = n
	}
	return kept, failures
}

// unfinished is the folder for the checkpoints of trials that are interrupted.
func (s *Sweep) unfinished() string { return s.path("unfinished") }

// prepare returns the plan of a point's experiment, and the ID of its run.
func (s *Sweep) prepare(ctx context.Context, point int) (_ *experiment.Plan, run string, err error) {
	e, err := s.base.experiment(s.settings(s.group(point)), s.seed(point))
	if err != nil {
		return nil, "", s.failed(point, err)
	}
	p, err := experiment.Resolve(e)
	if err != nil {
		return nil, "", s.failed(point, err)
	}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	m, err := p.Prepare(ctx, 1)
	if err != nil {
		return nil, "", s.failed(point, err)
	}
	for _, f := range m.Inputs {
		if err := s.unchanged(f); err != nil {
			return nil, "", err
		}
	}
	return p, m.Run, nil
}

// failed returns the error of a point.
func (s *Sweep) failed(point int, err error) error {
	return fmt.Errorf("%s: %w", s.name(point), err)
}

// unchanged returns an error if a file is not what it was when the plan was frozen.
func (s *Sweep) unchanged(f experiment.InputFile) error {
	for _, g := range s.Files {
		if g.Path == f.Path && g.SHA256 == f.SHA256 {
			return nil
		}
	}
	return fmt.Errorf("%s was changed after the plan was frozen: put it back, or plan a new sweep", f.Path)
}

// batches returns the points of a chunk that are still to be run, in batches that
// are run together: those of a group, for they learn alike, or where every group
// has one seed, neighbours.
func (s *Sweep) batches(chunk int, done func(point int) bool) [][]int {
	var runs [][]int // of points of one kind
	last := -1
	for point, end := s.Plan.chunk(chunk); point < end; point++ {
		if done(point) {
			continue
		}
		kind := s.group(point)
		if len(s.Seeds) == 1 {
			kind = 0
		}
		if kind != last {
			runs = append(runs, nil)
			last = kind
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], point)
	}
	var batches [][]int
	for _, points := range runs {
		n := (len(points) + batchPoints - 1) / batchPoints
		for i := range n { // of equal sizes, nearly
			batches = append(batches, points[i*len(points)/n:(i+1)*len(points)/n])
		}
	}
	return batches
}
