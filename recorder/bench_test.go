package recorder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"twophase/circuit"
)

// The runs from which the constants of Estimate come. Rows per second are
// counted without the time that the circuit takes by itself.
func BenchmarkRecord(b *testing.B) {
	for _, bench := range []struct {
		name            string
		n, k, steps, at int
		parts           bool
	}{
		{"10x3@10", 10, 3, 100_000, 10, false},
		{"10x3@10+parts", 10, 3, 100_000, 10, true},
		{"100x10@1", 100, 10, 2000, 1, false},
		{"100x10@1+parts", 100, 10, 2000, 1, true},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var rows, bytes float64
			var spent time.Duration
			request := Request{Selection{Weights, all, all}, Stride(bench.at)}
			for b.Loop() {
				plain := newNetwork(b, bench.n, bench.k, circuit.Compiled)
				before := time.Now()
				plain.run(b, bench.steps)
				spent -= time.Since(before)

				net, folder := newNetwork(b, bench.n, bench.k, circuit.Compiled), b.TempDir()
				r, err := Start(net.Circuit, []Request{request}, Options{Folder: folder, Run: "bench", Parts: bench.parts})
				if err != nil {
					b.Fatal(err)
				}
				before = time.Now()
				net.run(b, bench.steps)
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
				spent += time.Since(before)
				for _, name := range files(b, folder) {
					info, err := os.Stat(filepath.Join(folder, name))
					if err != nil {
						b.Fatal(err)
					}
					bytes += float64(info.Size())
				}
				rows += float64((bench.steps/bench.at + 1) * (bench.k*bench.n + bench.k*bench.k))
			}
			b.ReportMetric(bytes/rows, "bytes/row")
			b.ReportMetric(rows/spent.Seconds()/1e6, "Mrows/s")
		})
	}
}
