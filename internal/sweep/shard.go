package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of several equal parts of a sweep: every Of-th chunk, from Index on.
type Shard struct{ Index, Of int }

// ParseShard reads "i/n", with i from 0 to n − 1.
func ParseShard(text string) (Shard, error) {
	index, of, found := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !found || err != nil || err2 != nil {
		return Shard{}, fmt.Errorf("shard %q: write i/n, such as 0/4 to 3/4", text)
	}
	s := Shard{i, n}
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

// Environment variables of the schedulers that twophase knows.
const (
	slurmID    = "SLURM_ARRAY_TASK_ID"
	slurmCount = "SLURM_ARRAY_TASK_COUNT"
	slurmMin   = "SLURM_ARRAY_TASK_MIN"
	slurmMax   = "SLURM_ARRAY_TASK_MAX"
	slurmStep  = "SLURM_ARRAY_TASK_STEP"
	slurmCPUs  = "SLURM_CPUS_PER_TASK"
	slurmJob   = "SLURM_JOB_ID"

	kubernetesIndex = "JOB_COMPLETION_INDEX"
	// ShardsVariable is the number of completions of an indexed Kubernetes job,
	// which Kubernetes does not tell.
	ShardsVariable = "TWOPHASE_SHARDS"
)

// ShardFrom returns the shard that a Slurm array task or a Kubernetes indexed job
// is to run, or all if the environment is of neither.
func ShardFrom(getenv func(string) string) (Shard, error) {
	switch {
	case getenv(slurmID) != "":
		return slurmShard(getenv)
	case getenv(kubernetesIndex) != "":
		n, err := integers(getenv, kubernetesIndex, ShardsVariable)
		if err != nil {
			return Shard{}, fmt.Errorf("%w; set %s to the completions of the job, or give --shard", err, ShardsVariable)
		}
		s := Shard{n[0], n[1]}
		return s, s.validate()
	}
	return Shard{0, 1}, nil
}

// slurmShard counts the tasks of an array from 0, wherever they begin and however
// they are spaced.
func slurmShard(getenv func(string) string) (Shard, error) {
	n, err := integers(func(name string) string {
		v := getenv(name)
		switch { // what an array of 0 to n − 1 would say
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
		n, err := strconv.Atoi(getenv(name))
		if err != nil {
			return nil, fmt.Errorf("%s is %q, not a whole number", name, getenv(name))
		}
		all = append(all, n)
	}
	return all, nil
}

// WorkersFrom returns how many processors Slurm has given to the task, 0 if it does
// not say.
func WorkersFrom(getenv func(string) string) int {
	n, err := strconv.Atoi(getenv(slurmCPUs))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// RequeueExit is the exit code of a run that was terminated by a scheduler before
// it was done: run it again. Slurm requeues such jobs where slurm.conf has
// RequeueExit=99; a Kubernetes job does not count it as a failure.
const RequeueExit = 99

// Scheduled reports whether a scheduler has started the process and may start it
// again.
func Scheduled(getenv func(string) string) bool {
	return getenv(slurmJob) != "" || getenv(kubernetesIndex) != ""
}
