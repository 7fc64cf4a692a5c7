package sweep

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for _, pair := range pairs {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

func TestShardFrom(t *testing.T) {
	for _, test := range []struct {
		environment []string
		want        Shard
		err         string
	}{
		{nil, Shard{0, 1}, ""},
		{[]string{"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=8", "SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_MAX=7", "SLURM_ARRAY_TASK_STEP=1"}, Shard{3, 8}, ""},
		{[]string{"SLURM_ARRAY_TASK_ID=8", "SLURM_ARRAY_TASK_COUNT=8", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_MAX=8", "SLURM_ARRAY_TASK_STEP=1"}, Shard{7, 8}, ""},
		{[]string{"SLURM_ARRAY_TASK_ID=14", "SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=10", "SLURM_ARRAY_TASK_MAX=18", "SLURM_ARRAY_TASK_STEP=4"}, Shard{1, 3}, ""},
		{[]string{"SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_TASK_COUNT=4"}, Shard{2, 4}, ""},
		{[]string{"SLURM_ARRAY_TASK_ID=7", "SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_MAX=7", "SLURM_ARRAY_TASK_STEP=1"}, Shard{}, "not of an array of 3 tasks evenly spaced"},
		{[]string{"SLURM_ARRAY_TASK_ID=x", "SLURM_ARRAY_TASK_COUNT=3"}, Shard{}, `SLURM_ARRAY_TASK_ID: "x" is not a number`},
		{[]string{"SLURM_ARRAY_TASK_ID=1"}, Shard{}, `SLURM_ARRAY_TASK_COUNT is not set`},
	} {
		got, err := ShardFrom(environment(test.environment...))
		if test.err == "" && (err != nil || got != test.want) || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%v: %v, %v; want %v, %q", test.environment, got, err, test.want, test.err)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]string{
		"0/1": "", "3/4": "", "4/4": "of 4 shards, choose 0/4 to 3/4", "-1/4": "choose 0/4", "0/0": "at least 1 shard", "1": "write i/n", "a/b": "write i/n", "1/2/3": "write i/n",
	} {
		s, err := ParseShard(text)
		if want == "" && (err != nil || s.String() != text) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
}

// TestShardsArePartition checks that each point is in one shard.
func TestShardsArePartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Sweep{Plan: &Plan{Points: rapid.IntRange(1, 300).Draw(t, "points"), Chunk: rapid.IntRange(1, 20).Draw(t, "chunk"), Seeds: []uint64{1}}}
		r := &runner{Sweep: s, done: newPointSet(s.Points)}
		of := rapid.IntRange(1, 40).Draw(t, "shards")
		total := 0
		for i := range of {
			points, _ := r.count(slices.Collect(Shard{i, of}.chunks(s.Chunks())))
			total += points
			in := 0
			for point := range s.Points {
				if s.inShard(point, Shard{i, of}) {
					in++
				}
			}
			if in != points {
				t.Fatalf("%d points are in shard %d, which has %d", in, i, points)
			}
		}
		if total != s.Points {
			t.Fatalf("%d points in all shards", total)
		}
	})
}
