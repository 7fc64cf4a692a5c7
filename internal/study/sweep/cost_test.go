package sweep

import "testing"

func TestChunkOf(t *testing.T) {
	for _, test := range []struct {
		cost                float64
		points, seeds, want int
	}{
		{3e6, 1000, 10, 60}, // whole groups, a fraction of a second
		{3e6, 1_000_000, 10, 60},
		{1e3, 1_000_000, 1, 1024}, // the largest chunk
		{1e12, 1000, 10, 8},       // as many as run side by side
		{1e12, 1000, 1, 1},
		{1e12, 1000, 3, 3},
		{3e6, 24, 4, 4}, // enough of them for several processes
		{3e6, 5, 1, 1},
		{3e6, 10_000, 5000, 66}, // a group is divided if it is large
	} {
		if got := chunkOf(test.cost, test.points, test.seeds); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
