package sweep

import (
	"context"
	"errors"
	"fmt"

	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
	"twophase/internal/sweep/grid"
)

// ErrInterrupted is the error of a run whose context was cancelled. The results so far are
// kept.
var ErrInterrupted = errors.New("interrupted")

// execute runs the points of one batch on one processor and returns their results. No other
// function runs points. It leaves out a point that cannot be run, and returns an error for
// each of these.
func (s *Sweep) execute(ctx context.Context, points []int) (_ []Result, failures []error) {
	var results []Result
	var plans []*planning.Plan
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
	for i := 0; i < len(plans); { // plans with equal numbers of steps run together
		n := i + 1
		for n < len(plans) && plans[n].Experiment.Steps == plans[i].Experiment.Steps {
			n++
		}
		outcomes, errs := engine.Measure(ctx, plans[i:n], s.unfinished())
		for j, err := range errs {
			r := results[i+j]
			if err != nil {
				failures = append(failures, s.failed(r.Point, err))
				continue
			}
			for _, o := range outcomes[j] {
				r.Trials = append(r.Trials, trialOf(s.Plan, o))
			}
			kept = append(kept, r)
		}
		i = n
	}
	return kept, failures
}

// unfinished is the folder for the checkpoints of interrupted trials.
func (s *Sweep) unfinished() string { return s.path("unfinished") }

// prepare returns the plan of a point's experiment, and the ID of its run.
func (s *Sweep) prepare(ctx context.Context, point int) (_ *planning.Plan, run string, err error) {
	e, err := s.Point(point)
	if err != nil {
		return nil, "", s.failed(point, err)
	}
	p, err := planning.Resolve(ctx, e)
	if err != nil {
		return nil, "", s.failed(point, err)
	}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	p.Beside = s.workers
	m, err := engine.Prepare(ctx, p, 1)
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
	return fmt.Errorf("%s: %w", s.Name(point), err)
}

// unchanged returns an error if a file was changed after the plan was frozen.
func (s *Sweep) unchanged(f experiment.InputFile) error {
	for _, g := range s.Files {
		if g.Path == f.Path && g.SHA256 == f.SHA256 {
			return nil
		}
	}
	return fmt.Errorf("%s was changed after the plan was frozen: put it back, or plan a new sweep", f.Path)
}

// batches returns the points of a chunk that have no result, in batches that run together. A
// batch is of one group, because a group learns alike. If every group has one seed, it is of
// neighbouring points.
func (s *Sweep) batches(chunk int, done func(point int) bool) [][]int {
	var runs [][]int // points that can share a batch
	last := -1
	for point, end := s.Plan.ChunkPoints(chunk); point < end; point++ {
		if done(point) {
			continue
		}
		kind := s.Group(point)
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
		n := (len(points) + grid.BatchPoints - 1) / grid.BatchPoints
		for i := range n { // of nearly equal size
			batches = append(batches, points[i*len(points)/n:(i+1)*len(points)/n])
		}
	}
	return batches
}
