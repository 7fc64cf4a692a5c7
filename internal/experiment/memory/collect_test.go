package memory

import (
	"runtime/debug"
	"testing"
)

// A limit of the memory is one of the heap too, unless GOMEMLIMIT is another.
func TestCollect(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "")
	for _, c := range []struct {
		text, own string
		want      int64
	}{
		{"none", "", before},
		{"500MB", "1GiB", before},
		{"500MB", "", heapLimit(500e6)},
		{"1MB", "", heapLimit(ProgramBytes)},
	} {
		t.Setenv(Variable, c.text)
		t.Setenv("GOMEMLIMIT", c.own)
		if err := Collect(); err != nil || debug.SetMemoryLimit(-1) != c.want {
			t.Errorf("%s, GOMEMLIMIT %q: %d, %v; want %d", c.text, c.own, debug.SetMemoryLimit(-1), err, c.want)
		}
	}
	t.Setenv(Variable, "much")
	if Collect() == nil {
		t.Error("no error for a size that is none")
	}
}
