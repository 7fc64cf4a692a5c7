package recorder

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/stimulus"
	"twophase/synapse"
)

// feed draws the stimuli of a benchmark, or repeats prepared ones.
type feed func(x []float64)

func drawn(b *testing.B, n int) feed {
	spectrum := make([]float64, n)
	for j := range spectrum {
		spectrum[j] = 0.1
		if j < 4 {
			spectrum[j] = 1 - 0.2*float64(j)
		}
	}
	g, err := stimulus.NewGaussian(spectrum, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	return func(x []float64) {
		if err := g.Next(x); err != nil {
			b.Fatal(err)
		}
	}
}

func prepared(b *testing.B, n int) feed {
	draw, t := drawn(b, n), 0
	stimuli := make([][]float64, 64)
	for i := range stimuli {
		stimuli[i] = make([]float64, n)
		draw(stimuli[i])
	}
	return func(x []float64) {
		copy(x, stimuli[t%len(stimuli)])
		t++
	}
}

// timed is a circuit whose steps are timed.
type timed struct {
	network
	next  feed
	spent time.Duration
}

func (t *timed) run(b *testing.B, steps int) {
	before := time.Now()
	for range steps {
		t.next(t.stimulus)
		if err := t.Step(t.stimulus); err != nil {
			b.Fatal(err)
		}
	}
	t.spent += time.Since(before)
}

// BenchmarkRecord runs a circuit unrecorded and recorded in turn, and measures how
// much longer the recorded run takes, with all its rows on the disk; on another
// disk with TMPDIR. Stimuli are prepared, or drawn as in a run.
func BenchmarkRecord(b *testing.B) {
	for _, c := range []struct {
		n, k, steps int
		request     string // "" for none
		parts       string
	}{
		{100, 10, 400_000, "", ""},
		{100, 10, 400_000, "weights@100", ""},
		{100, 10, 10_000, "weights", ""},
		{100, 10, 10_000, "weights", "all"},
		{100, 10, 100_000, "lateral[2,0]", ""},
		{100, 10, 100_000, "lateral[2,0]", "all"},
		{100, 10, 100_000, "lateral[2,*]", ""},
		{100, 10, 100_000, "lateral[2,*]", "all"},
		{100, 10, 100_000, "feedforward[2,*]", ""},
		{100, 10, 100_000, "feedforward[2,*]", "all"},
		{10, 3, 400_000, "weights@10", ""},
		{10, 3, 400_000, "weights@10", "all"},
	} {
		name := fmt.Sprintf("%dx%d/%s", c.n, c.k, cmp.Or(c.request, "unrecorded"))
		if c.parts != "" {
			name += "+parts"
		}
		for i, next := range []func(*testing.B, int) feed{prepared, drawn} {
			b.Run(name+"/"+[]string{"prepared", "drawn"}[i], func(b *testing.B) {
				var plain, recorded time.Duration
				var rows, bytes float64
				for b.Loop() {
					one := timed{network: newNetwork(b, c.n, c.k, circuit.Compiled), next: next(b, c.n)}
					two := timed{network: newNetwork(b, c.n, c.k, circuit.Compiled), next: next(b, c.n)}
					end := func() error { return nil }
					folder := b.TempDir()
					if c.request != "" {
						asked := requests(b, c.request)
						r, err := Start(two.Circuit, asked, Options{Folder: folder, Run: "bench", Parts: selected(c.parts != "")})
						if err != nil {
							b.Fatal(err)
						}
						end = r.Close
						cost, err := Estimate(asked, Extent{Size: selection.PairSize(c.n, c.k, synapse.AllToAll), Steps: c.steps, Trials: 1})
						if err != nil {
							b.Fatal(err)
						}
						rows += cost.Rows
					}
					for range 10 {
						one.run(b, c.steps/10)
						two.run(b, c.steps/10)
					}
					before := time.Now()
					if err := end(); err != nil {
						b.Fatal(err)
					}
					plain += one.spent
					recorded += two.spent + time.Since(before)
					for _, name := range files(b, folder) {
						info, err := os.Stat(filepath.Join(folder, name))
						if err != nil {
							b.Fatal(err)
						}
						bytes += float64(info.Size())
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(recorded.Nanoseconds())/float64(b.N*c.steps), "ns/step")
				b.ReportMetric(100*(recorded.Seconds()/plain.Seconds()-1), "%longer")
				if c.request != "" {
					b.ReportMetric(rows/recorded.Seconds()/1e6, "Mrows/s")
					b.ReportMetric(8*rows/recorded.Seconds()/1e6, "MB/s")
					b.ReportMetric(bytes/rows, "bytes/row")
				}
			})
		}
	}
}

// BenchmarkSuspend measures what a suspension costs the circuit, at moments all over a
// row group: the waiting for the writer, and the rest, most of which is the disk's.
// On another disk with TMPDIR.
func BenchmarkSuspend(b *testing.B) {
	for _, parts := range []bool{false, true} {
		b.Run(fmt.Sprintf("100x10/parts=%v", parts), func(b *testing.B) {
			n := newNetwork(b, 100, 10, circuit.Compiled)
			r := start(b, n, Options{Folder: b.TempDir(), Parts: selected(parts)}, "weights")
			var waited, suspended time.Duration
			size := 0
			for b.Loop() {
				n.run(b, 37)
				start := time.Now()
				r.trace.Settle()
				settled := time.Now()
				s, err := r.Suspend()
				if err != nil {
					b.Fatal(err)
				}
				waited += settled.Sub(start)
				suspended += time.Since(settled)
				size += len(s)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(waited.Seconds()*1e3/float64(b.N), "ms-waiting")
			b.ReportMetric(suspended.Seconds()*1e3/float64(b.N), "ms")
			b.ReportMetric(float64(size)/float64(b.N)/1e6, "MB")
			if err := r.Discard(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
