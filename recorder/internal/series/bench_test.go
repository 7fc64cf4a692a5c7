//go:build !js

package series

import (
	"fmt"
	"testing"

	"twophase/internal/numerics/random"
)

// BenchmarkWriter is the writer by itself: blocks of one record after another
// are encoded and written. The constants of Estimate are bytes per row.
func BenchmarkWriter(b *testing.B) {
	for _, parts := range []bool{false, true} {
		b.Run(fmt.Sprintf("100x10/parts=%v", parts), func(b *testing.B) {
			o := Options{Folder: b.TempDir()}
			if parts {
				o.Parts = "weights"
			}
			r := record(b, 100, 10, o)
			s := r.trace.files
			columns := ChangeColumns(o.Description, r.trace.of)
			x, stream := make([]float64, 100), random.New(1, 0, "stimulus")
			var blocks []*Block
			present := NewBlock(blockRows, columns)
			for len(blocks) < 16 {
				stream.Normals(x, uint64(r.StepCount()))
				check(b, r.Step(x))
				for left := NewPortion(r.StepCount(), r.plan); left.Rows() > 0; {
					if present.Full() {
						blocks, present = append(blocks, present), NewBlock(blockRows, columns)
					}
					left = present.Add(left)
				}
			}
			e, i := NewEncoder(s.locator), 0
			for b.Loop() {
				blocks[i%len(blocks)].Number = i
				if s.write(e, blocks[i%len(blocks)]); s.err != nil {
					b.Fatal(s.err)
				}
				i++
			}
			b.ReportMetric(float64(b.N*blockRows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
			if err := s.discard(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
