package sweep

import (
	"context"
	"fmt"
	"math"
	"time"

	"twophase/internal/files/interrupt"
	"twophase/internal/text/wording"
)

// Pilot is the cost of a few points, run on one processor.
type Pilot struct {
	Points  int           // number of points that were run
	Each    time.Duration // time of a point in the slowest group
	Memory  int64         // bytes, the peak of the process
	Assumed bool          // the cost was given, not measured
}

// pilotTime is the time after which a pilot starts no other group.
const pilotTime = 20 * time.Second

// Pilot runs points of the first, the middle and the last group and returns their cost. It
// does not keep their results.
func (s *Sweep) Pilot(ctx context.Context) (Pilot, error) {
	var p Pilot
	if err := s.checkSweep(); err != nil {
		return p, err
	}
	begin := time.Now()
	last := s.Groups() - 1
	for i, group := range []int{0, last, last / 2} {
		if i > 0 && group == 0 || time.Since(begin) > pilotTime {
			continue
		}
		var points []int
		for seed := range min(len(s.Seeds), batchPoints) {
			points = append(points, group*len(s.Seeds)+seed)
		}
		start := time.Now()
		var ran int
		var failures []error
		for results, failed := range s.execute(ctx, points) {
			ran, failures = ran+len(results), append(failures, failed...)
		}
		if ctx.Err() != nil {
			return p, interrupt.ErrInterrupted
		}
		if ran == 0 {
			return p, fmt.Errorf("the pilot could not run a point: %w", failures[0])
		}
		p.Points += ran
		p.Each = max(p.Each, time.Since(start)/time.Duration(ran))
	}
	p.Memory = peakMemory()
	return p, nil
}

// String returns the cost as text.
func (p Pilot) String() string {
	how := fmt.Sprintf("measured on %s", wording.Count(p.Points, "point"))
	if p.Assumed {
		how = "as given"
	}
	return fmt.Sprintf("%.3g s for a point, %d MB (%s)", p.Each.Seconds(), p.Memory/1e6, how)
}

// Tasks is how a sweep is divided among the tasks of a cluster.
type Tasks struct {
	Count  int
	Points int           // largest number of points of a task
	CPUs   int           // of a task
	Time   time.Duration // limit, in whole minutes
	Memory int64         // limit, in megabytes
}

// String returns the division as text.
func (t Tasks) String() string {
	return fmt.Sprintf("%s of at most %s", wording.Count(t.Count, "task"), wording.Count(t.Points, "point"))
}

// Margins of a task over what the pilot measured: the processors of a cluster differ, and so
// do points.
const (
	timeMargin  = 3
	timeLeast   = 3 * time.Minute
	memoryLeast = 256
)

// Divide divides the sweep into at most most tasks that take about the target time.
func (s *Sweep) Divide(p Pilot, target time.Duration, cpus, most int) (Tasks, error) {
	if target <= 0 || cpus < 1 || most < 1 {
		return Tasks{}, fmt.Errorf("%v for a task, %d processors and %d tasks: all must be positive", target, cpus, most)
	}
	total := p.Each.Seconds() * float64(s.Points) / float64(cpus)
	t := Tasks{CPUs: cpus}
	t.Count = int(min(max(math.Ceil(total/target.Seconds()), 1), float64(min(most, s.Chunks()))))
	t.Points = (s.Chunks() + t.Count - 1) / t.Count * s.Chunk
	t.Points = min(t.Points, s.Points)
	seconds := p.Each.Seconds() * float64(t.Points) / float64(cpus) * timeMargin
	t.Time = max(timeLeast, time.Duration(math.Ceil(seconds/60))*time.Minute)
	t.Memory = max(memoryLeast, int64(math.Ceil(float64(p.Memory)/1e6))*int64(1+cpus))
	return t, nil
}
