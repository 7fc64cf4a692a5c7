package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
)

// claimedAgain is the time after which a run tests again whether points of another process
// are done, or whether that process has ended.
const claimedAgain = 200 * time.Millisecond

// fewFailures is the largest number of reasons in the error of a run.
const fewFailures = 5

// runner is a run of a shard.
type runner struct {
	*Sweep
	claims   *claims
	journal  *journal
	progress planning.Progress
	keep     func(Result) // or nil

	mu       sync.Mutex // of the fields below
	reader   *reader
	done     *pointSet    // points that have results
	failed   map[int]bool // points that cannot be run
	failures []error      // the first few of their errors
}

// inShard reports whether a point is in a shard.
func (s *Sweep) inShard(point int, shard Shard) bool { return shard.has(point / s.Chunk) }

// count returns the number of points of some chunks, and how many of them are done.
func (r *runner) count(chunks []int) (points, done int) {
	for _, c := range chunks {
		first, end := r.ChunkPoints(c)
		points += end - first
		for point := first; point < end; point++ {
			if r.done.has(point) {
				done++
			}
		}
	}
	return points, done
}

// run goes through some chunks until all are done.
func (r *runner) run(ctx context.Context, workers int, all []int) error {
	chunks := all
	for {
		left, err := r.pass(ctx, workers, chunks)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			points, done := r.count(all)
			return fmt.Errorf("%w: %d of %d points are done, and the same command goes on with the others", interrupt.ErrInterrupted, done, points)
		case len(left) == 0:
			return r.failure()
		}
		chunks = left
		select {
		case <-ctx.Done():
		case <-time.After(claimedAgain):
		}
	}
}

// pass goes through some chunks once, and returns those that other processes have claimed.
func (r *runner) pass(ctx context.Context, workers int, chunks []int) (left []int, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var next atomic.Int64
	taken := make([]bool, len(chunks))
	var group errgroup.Group
	for range min(workers, len(chunks)) {
		group.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(chunks) {
					return nil
				}
				var err error
				if taken[i], err = r.take(ctx, chunks[i]); err != nil {
					stop()
					return err
				}
			}
			return nil
		})
	}
	err = group.Wait()
	for i, chunk := range chunks {
		if !taken[i] {
			left = append(left, chunk)
		}
	}
	return left, err
}

// take runs the rest of a chunk. It reports false if another process has claimed it.
func (r *runner) take(ctx context.Context, chunk int) (bool, error) {
	if len(r.missing(chunk)) == 0 {
		return true, nil
	}
	if !r.claims.claim(chunk) {
		return false, nil
	}
	defer r.claims.release(chunk)
	// A process that had the chunk before has written its results.
	r.mu.Lock()
	err := r.reader.scan()
	r.mu.Unlock()
	if err != nil {
		return false, err
	}
	for _, points := range r.missing(chunk) {
		var failures []error
		for results, failed := range r.execute(ctx, points) {
			if len(results) > 0 {
				if err := r.journal.add(results...); err != nil {
					return false, err
				}
				r.add(results)
			}
			failures = append(failures, failed...)
		}
		if ctx.Err() != nil {
			return false, nil
		}
		if len(failures) > 0 {
			r.note(points, failures)
		}
	}
	return true, nil
}

// missing returns the batches of a chunk that have no results yet.
func (r *runner) missing(chunk int) [][]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.batches(chunk, func(point int) bool { return r.done.has(point) || r.failed[point] })
}

// add notes that points are done.
func (r *runner) add(results []Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, result := range results {
		if r.keep != nil {
			r.keep(result)
		}
		if r.done.add(result.Point) {
			r.progress.Add(1)
		}
	}
}

// note notes points that could not be run, and each different reason once.
func (r *runner) note(points []int, failures []error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, point := range points {
		if !r.done.has(point) {
			r.failed[point] = true
		}
	}
	for _, failure := range failures {
		known := slices.ContainsFunc(r.failures, func(err error) bool { return err.Error() == failure.Error() })
		if len(r.failures) < fewFailures && !known {
			r.failures = append(r.failures, failure)
		}
	}
}

// failure returns the error of a run after its last chunk.
func (r *runner) failure() error {
	if len(r.failed) == 0 {
		return nil
	}
	return fmt.Errorf("%s could not be run: %w", wording.Count(len(r.failed), "point"), errors.Join(r.failures...))
}
