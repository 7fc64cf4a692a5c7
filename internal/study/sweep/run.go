package sweep

import (
	"context"
	"errors"
	"runtime"

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
	if err := o.Shard.validate(); err != nil {
		return 0, 0, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = planning.Silent{}
	}
	running := *s
	running.workers = min(o.Workers, s.Points)
	r := &runner{Sweep: &running, done: newPointSet(s.Points), failed: map[int]bool{}, progress: o.Progress}
	r.reader = s.newReader(func(e entry) error {
		if r.done.add(e.point) && r.started && r.inShard(e.point, o.Shard) {
			o.Progress.Add(1)
		}
		return nil
	})
	if err := r.reader.scan(); err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, r.reader.sync()) }()
	if points, before = r.count(o.Shard); before == points {
		return points, before, nil
	}
	o.Progress.Start(points - before)
	r.started = true
	if r.claims, err = s.openClaims(); err != nil {
		return points, before, err
	}
	defer r.claims.close()
	if r.journal, err = s.createJournal(); err != nil {
		return points, before, err
	}
	r.reader.except = r.journal.name()
	defer func() { err = errors.Join(err, interrupt.Save(r.journal.close)) }()
	return points, before, r.run(ctx, o.Workers, o.Shard)
}
