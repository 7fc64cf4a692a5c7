package sweep

import (
	"context"
	"fmt"
	"iter"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// execute runs the points of one batch on one processor, and ranges over their results as they come:
// those of points that run in lockstep together. No other function runs points. It leaves out a point
// that cannot be run, and has an error for each of these.
func (s *Sweep) execute(ctx context.Context, points []int) iter.Seq2[[]Result, []error] {
	return func(yield func([]Result, []error) bool) {
		var begun []Result // without trials
		var plans []*planning.Plan
		defer func() {
			for _, p := range plans {
				p.Close()
			}
		}()
		var failures []error
		for _, point := range points {
			p, run, err := s.prepare(ctx, point)
			if err != nil {
				failures = append(failures, err)
				continue
			}
			plans = append(plans, p)
			begun = append(begun, Result{Point: point, Run: run})
		}
		if len(failures) > 0 && !yield(nil, failures) {
			return
		}
		for i := 0; i < len(plans) && ctx.Err() == nil; {
			n := together(plans[i:])
			if !yield(s.measure(ctx, plans[i:i+n], begun[i:i+n])) {
				return
			}
			i += n
		}
	}
}

// together returns the number of plans, from the first on, that run in lockstep.
func together(plans []*planning.Plan) int {
	first, n := plans[0].Experiment, 1
	for n < len(plans) && plans[n].Experiment.Steps == first.Steps && (n+1)*first.Trials <= plans[0].TogetherTrials() {
		n++
	}
	return n
}

// measure runs points together, and returns their results with all trials.
func (s *Sweep) measure(ctx context.Context, plans []*planning.Plan, begun []Result) (results []Result, failures []error) {
	outcomes, errs := engine.Measure(ctx, plans, s.unfinished())
	for i, r := range begun {
		if errs[i] != nil {
			failures = append(failures, s.failed(r.Point, errs[i]))
			continue
		}
		for _, o := range outcomes[i] {
			r.Trials = append(r.Trials, trialOf(s.Plan, o))
		}
		results = append(results, r)
	}
	return results, failures
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
		n := (len(points) + batchPoints - 1) / batchPoints
		for i := range n { // of nearly equal size
			batches = append(batches, points[i*len(points)/n:(i+1)*len(points)/n])
		}
	}
	return batches
}
