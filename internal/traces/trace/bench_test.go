package trace

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"twophase/circuit/selection"
	"twophase/recorder"
)

// benchmarked are traces of 1e7 rows: of a small circuit in every step, of a larger
// one, of its lateral synapses only, and with parts of changes.
var benchmarked = []struct {
	n, k, steps int
	parts       bool
	request     string
}{
	{10, 3, 256_000, false, "weights"},
	{100, 10, 9_090, false, "weights"},
	{100, 10, 111_111, false, "lateral"},
	{100, 10, 9_090, true, "weights"},
	{784, 100, 113, false, "weights"},
}

// benchmark calls f with each of the traces.
func benchmark(b *testing.B, f func(*testing.B, string)) {
	for _, c := range benchmarked {
		folder := sync.OnceValue(func() string {
			return record(b, c.n, c.k, c.steps, partsIf(c.parts, recorder.Options{Folder: b.TempDir()}), c.request)
		})
		b.Run(fmt.Sprintf("%dx%d/%s/parts=%v", c.n, c.k, c.request, c.parts), func(b *testing.B) { f(b, folder()) })
	}
}

func BenchmarkOpen(b *testing.B) {
	benchmark(b, func(b *testing.B, folder string) {
		for b.Loop() {
			t, err := Open(folder, 0)
			if err != nil {
				b.Fatal(err)
			}
			t.Close()
		}
	})
}

// BenchmarkSeries follows one synapse through the whole run.
func BenchmarkSeries(b *testing.B) {
	benchmark(b, func(b *testing.B, folder string) {
		t := open(b, folder, 0)
		var peak runtime.MemStats
		for b.Loop() {
			if _, err := t.Series(b.Context(), lateral(2, 1), 0, t.Last(), 2000); err != nil {
				b.Fatal(err)
			}
		}
		runtime.ReadMemStats(&peak)
		b.ReportMetric(float64(peak.Sys)/1e6, "MB-of-the-process")
	})
}

func BenchmarkSnapshot(b *testing.B) {
	benchmark(b, func(b *testing.B, folder string) {
		t := open(b, folder, 0)
		step := int64(0)
		for b.Loop() {
			step = (step + 7919) % t.Last()
			if _, err := t.Snapshot(b.Context(), step); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	benchmark(b, func(b *testing.B, folder string) {
		t := open(b, folder, 0)
		rows := 0
		for b.Loop() {
			err := t.Scan(b.Context(), 0, t.Last(), []selection.Kind{selection.Lateral, selection.Scale}, func(r Rows) error {
				rows += len(r.Steps)
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
	})
}
