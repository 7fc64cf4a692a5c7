package sweep

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Pilot is what a few points cost, run on one processor.
type Pilot struct {
	Points  int           // that were run
	Each    time.Duration // a point of the slowest group
	Memory  int64         // bytes, of the process at its largest
	Assumed bool          // it was not measured, but given
}

// pilotTime is how long a pilot goes on to start another group.
const pilotTime = 20 * time.Second

// Pilot runs points of the first group, of the last, and of one in the middle, and
// says what they cost. Their results are not kept.
func (s *Sweep) Pilot(ctx context.Context) (Pilot, error) {
	var p Pilot
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
		results, failures := s.execute(ctx, points)
		if ctx.Err() != nil {
			return p, ErrInterrupted
		}
		if len(results) == 0 {
			return p, fmt.Errorf("the pilot could not run a point: %w", failures[0])
		}
		p.Points += len(results)
		p.Each = max(p.Each, time.Since(start)/time.Duration(len(results)))
	}
	p.Memory = peakMemory()
	return p, nil
}

// String says what was measured.
func (p Pilot) String() string {
	how := fmt.Sprintf("measured on %d points", p.Points)
	if p.Assumed {
		how = "as given"
	}
	return fmt.Sprintf("%.3g s for a point, %d MB (%s)", p.Each.Seconds(), p.Memory/1e6, how)
}

// Tasks is how a sweep is divided among the tasks of a cluster.
type Tasks struct {
	Count  int
	Points int           // of a task, at most
	CPUs   int           // of a task
	Time   time.Duration // limit, in whole minutes
	Memory int64         // limit, in megabytes
}

// String says into what the sweep is divided.
func (t Tasks) String() string {
	return fmt.Sprintf("%s of at most %s", counted(t.Count, "task"), counted(t.Points, "point"))
}

// What a task gets beyond what the pilot measured: processors of a cluster differ,
// and points do.
const (
	timeMargin  = 3
	timeLeast   = 3 * time.Minute
	memoryLeast = 256
)

// Divide divides the sweep into tasks that take about so long, of which there are
// no more than most.
func (s *Sweep) Divide(p Pilot, target time.Duration, cpus, most int) (Tasks, error) {
	if target <= 0 || cpus < 1 || most < 1 {
		return Tasks{}, fmt.Errorf("%v for a task, %d processors and %d tasks: all must be positive", target, cpus, most)
	}
	total := p.Each.Seconds() * float64(s.Points) / float64(cpus)
	t := Tasks{CPUs: cpus}
	t.Count = int(min(max(math.Ceil(total/target.Seconds()), 1), float64(min(most, s.chunks()))))
	t.Points = (s.chunks() + t.Count - 1) / t.Count * s.Chunk
	t.Points = min(t.Points, s.Points)
	seconds := p.Each.Seconds() * float64(t.Points) / float64(cpus) * timeMargin
	t.Time = max(timeLeast, time.Duration(math.Ceil(seconds/60))*time.Minute)
	t.Memory = max(memoryLeast, int64(math.Ceil(float64(p.Memory)/1e6))*int64(1+cpus))
	return t, nil
}
