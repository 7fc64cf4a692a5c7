package sweep

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
)

// RunOptions say which part of a sweep runs, and how.
type RunOptions struct {
	Shard    Shard             // the zero Shard: all
	Workers  int               // batches of points at a time; 0: one for each processor
	Progress planning.Progress // in points that are left; nil: not reported
}

// Run runs the points of the shard that have no results. It returns when all have one, with the number of
// points of the shard and how many of them had one before. It waits for points that other processes run.
// Many processes may call it at the same time, with any shards.
//
// A point that cannot be run does not stop the others; the error names the first few. A run
// that is interrupted or killed loses at most the points that it was running, and a power cut the
// results of the last few seconds too. When Run returns, all results that it has seen are on the disk.
func (s *Sweep) Run(ctx context.Context, o RunOptions) (points, before int, err error) {
	if o.Shard == (Shard{}) {
		o.Shard = Shard{0, 1}
	}
	if err := errors.Join(s.checkSweep(), o.Shard.validate()); err != nil {
		return 0, 0, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = planning.Silent{}
	}
	r, err := s.begin(o, nil)
	if err != nil {
		return 0, 0, err
	}
	chunks := slices.Collect(o.Shard.chunks(s.Chunks()))
	points, before = r.count(chunks)
	if before == points {
		return points, before, r.reader.sync()
	}
	o.Progress.Start(points - before)
	defer func() { err = errors.Join(err, r.end()) }()
	if err := r.open(); err != nil {
		return points, before, err
	}
	return points, before, r.run(ctx, o.Workers, chunks)
}

// begin reads the journals for a run. keep, which may be nil, takes all results, those of the run too.
func (s *Sweep) begin(o RunOptions, keep func(Result)) (*runner, error) {
	running := *s
	running.workers = min(o.Workers, s.Points)
	r := &runner{Sweep: &running, done: newPointSet(s.Points), failed: map[int]bool{}, progress: o.Progress, keep: keep}
	r.reader = s.newReader(func(e entry) error {
		if keep != nil {
			one, err := e.decode(s.Plan)
			if err != nil {
				return err
			}
			keep(one)
		}
		if r.done.add(e.point) && r.journal != nil && r.inShard(e.point, o.Shard) {
			o.Progress.Add(1)
		}
		return nil
	})
	return r, r.reader.scan()
}

// open begins the journal of the run.
func (r *runner) open() (err error) {
	if r.claims, err = r.openClaims(); err != nil {
		return err
	}
	if r.journal, err = r.createJournal(); err != nil {
		return err
	}
	r.reader.except = r.journal.name()
	return nil
}

// end has all results that the run has seen reach the disk.
func (r *runner) end() (err error) {
	if r.journal != nil {
		err = interrupt.Save(r.journal.close)
	}
	if r.claims != nil {
		r.claims.close()
	}
	return errors.Join(err, r.reader.sync())
}
