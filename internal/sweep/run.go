package sweep

import (
	"context"
	"errors"
	"runtime"
)

// RunOptions say which part of a sweep is run, and how.
type RunOptions struct {
	Shard    Shard // the zero Shard: all
	Workers  int   // batches of points at a time; 0: one for each processor
	Progress Progress
}

// Progress is told how far a run is.
type Progress interface {
	// Start tells how many points the shard has, and how many are done.
	Start(points, done int)
	// Add tells of points that were done. Many goroutines call it.
	Add(points int)
}

type silent struct{}

func (silent) Start(int, int) {}
func (silent) Add(int)        {}

// ErrInterrupted is the error of a run whose context was cancelled. What was done
// is kept.
var ErrInterrupted = errors.New("interrupted")

// Run runs the points of the shard that have no results. It returns nil when all
// have: those that another process is running at the time are waited for. It may be
// called by many processes at the same time, with whatever shards.
//
// A point that cannot be run does not stop the others; the error tells of the first
// few. A run that is interrupted, or dies, has lost no more than the points that it
// was running.
func (s *Sweep) Run(ctx context.Context, o RunOptions) (err error) {
	if o.Shard == (Shard{}) {
		o.Shard = Shard{0, 1}
	}
	if err := o.Shard.validate(); err != nil {
		return err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	r := &runner{Sweep: s, done: newDone(s.Points), failed: map[int]bool{}, progress: o.Progress}
	r.reader = s.newReader(func(f found) error {
		if r.done.add(f.point) && r.started && r.inShard(f.point, o.Shard) {
			o.Progress.Add(1)
		}
		return nil
	})
	if err := r.reader.scan(); err != nil {
		return err
	}
	points, done := r.count(o.Shard)
	o.Progress.Start(points, done)
	if done == points {
		return nil
	}
	r.started = true
	if r.claims, err = s.openClaims(); err != nil {
		return err
	}
	defer r.claims.close()
	if r.journal, err = s.createJournal(); err != nil {
		return err
	}
	r.reader.except = r.journal.name()
	defer func() { err = errors.Join(err, r.journal.close()) }()
	return r.run(ctx, o)
}
