package recorder

import (
	"cmp"
	"math"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/recorder/internal/series"
)

// BenchmarkParts measures what a step of a circuit of 100×10 takes if some of it is
// recorded at every step, with the parts of changes and without, beside a step that is
// not recorded: the least of many short blocks, interleaved, of the circuit's own
// goroutine alone. The writer's time is not in it.
func BenchmarkParts(b *testing.B) {
	type recorded struct {
		*timed
		name  string
		trace *series.Trace
		steps int
		least float64 // ns per step
	}
	var all []*recorded
	for _, request := range []string{"", "lateral[2,0]", "lateral[2,*]", "scale", "feedforward[2,*]", "weights"} {
		for _, text := range []string{"", "all"} {
			if request == "" && text != "" {
				continue
			}
			r := &recorded{timed: &timed{network: newNetwork(b, 100, 10, circuit.Compiled), next: prepared(b, 100)}, steps: 500, least: math.Inf(1)}
			r.name = cmp.Or(request, "unrecorded")
			if request == "weights" {
				r.steps = 20
			}
			if text != "" {
				r.name += "+parts"
			}
			if request != "" {
				recorder, err := Start(r.Circuit, requests(b, request), Options{Folder: b.TempDir(), Parts: selected(text != "")})
				if err != nil {
					b.Fatal(err)
				}
				defer recorder.Discard()
				r.trace = recorder.trace
			}
			all = append(all, r)
		}
	}
	for b.Loop() {
		for _, r := range all {
			if r.trace != nil {
				r.trace.Settle()
			}
			r.spent = 0
			r.run(b, r.steps)
			r.least = min(r.least, float64(r.spent)/float64(time.Nanosecond)/float64(r.steps))
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, r := range all {
		b.ReportMetric(r.least, "ns/"+r.name)
	}
}
