package sweep

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// Shard is one of Of equal parts of a sweep: every Of-th chunk, beginning with chunk Index.
type Shard struct{ Index, Of int }

// has reports whether a chunk is in the shard.
func (s Shard) has(chunk int) bool { return chunk%s.Of == s.Index }

// chunks ranges over the chunks of the shard, of n in all.
func (s Shard) chunks(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for chunk := range n {
			if s.has(chunk) && !yield(chunk) {
				return
			}
		}
	}
}

// ParseShard reads "i/n", with i from 0 to n − 1.
func ParseShard(text string) (Shard, error) {
	which, of, ok := strings.Cut(text, "/")
	if !ok {
		return Shard{}, fmt.Errorf("shard %q: write i/n, such as 0/4 to 3/4", text)
	}
	i, err := wording.Int(which, math.MinInt, math.MaxInt)
	n, err2 := wording.Int(of, math.MinInt, math.MaxInt)
	if err = cmp.Or(err, err2); err != nil {
		return Shard{}, fmt.Errorf("shard %q: %w; write i/n, such as 0/4 to 3/4", text, err)
	}
	s := Shard{int(i), int(n)}
	return s, s.validate()
}

func (s Shard) validate() error {
	switch {
	case s.Of < 1:
		return fmt.Errorf("shard %d/%d: there must be at least 1 shard, such as 0/1", s.Index, s.Of)
	case s.Index < 0 || s.Index >= s.Of:
		return fmt.Errorf("shard %d/%d: of %d shards, choose 0/%d to %d/%d", s.Index, s.Of, s.Of, s.Of, s.Of-1, s.Of)
	}
	return nil
}

// String returns the shard in the form that ParseShard reads.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Environment variables of Slurm.
const (
	slurmID    = "SLURM_ARRAY_TASK_ID"
	slurmCount = "SLURM_ARRAY_TASK_COUNT"
	slurmMin   = "SLURM_ARRAY_TASK_MIN"
	slurmMax   = "SLURM_ARRAY_TASK_MAX"
	slurmStep  = "SLURM_ARRAY_TASK_STEP"
	slurmCPUs  = "SLURM_CPUS_PER_TASK"
	slurmJob   = "SLURM_JOB_ID"
)

// ShardFrom returns the shard of a Slurm array task, or the shard of all chunks outside of
// Slurm arrays.
func ShardFrom(getenv func(string) string) (Shard, error) {
	if getenv(slurmID) != "" {
		return slurmShard(getenv)
	}
	return Shard{0, 1}, nil
}

// slurmShard counts the tasks of an array from 0, wherever they begin and however
// they are spaced.
func slurmShard(getenv func(string) string) (Shard, error) {
	n, err := integers(func(name string) string {
		v := getenv(name)
		switch { // the values of an array of 0 to n − 1
		case v == "" && name == slurmMin:
			return "0"
		case v == "" && name == slurmStep:
			return "1"
		}
		return v
	}, slurmID, slurmCount, slurmMin, slurmStep)
	if err != nil {
		return Shard{}, fmt.Errorf("%w; give --shard", err)
	}
	id, count, first, step := n[0], n[1], n[2], max(n[3], 1)
	last := first + (count-1)*step
	if most := getenv(slurmMax); (id-first)%step != 0 || id < first || id > last || most != "" && most != strconv.Itoa(last) {
		return Shard{}, fmt.Errorf("task %d is not of an array of %d tasks evenly spaced from %d by %d: give --shard, such as --shard \"$%s/N\" with the N of the whole array",
			id, count, first, step, slurmID)
	}
	s := Shard{(id - first) / step, count}
	return s, s.validate()
}

func integers(getenv func(string) string, names ...string) ([]int, error) {
	var all []int
	for _, name := range names {
		text := getenv(name)
		if text == "" {
			return nil, fmt.Errorf("%s is not set", name)
		}
		n, err := wording.Int(text, 0, math.MaxInt32)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, int(n))
	}
	return all, nil
}

// WorkersFrom returns the number of processors that Slurm gave to the task, 0 if it is not
// known.
func WorkersFrom(getenv func(string) string) int {
	n, _ := wording.Int(getenv(slurmCPUs), 0, math.MaxInt32)
	return int(n)
}

// RequeueExit is the exit code of a run that a scheduler terminated before it was done, and
// that should run again. Slurm requeues such jobs where slurm.conf has RequeueExit=99.
const RequeueExit = 99

// Scheduled reports whether a scheduler has started the process and may start it again.
func Scheduled(getenv func(string) string) bool {
	return getenv(slurmJob) != ""
}
