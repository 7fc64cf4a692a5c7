package view

import (
	"maps"
	"math"
	"slices"
	"sort"
	"sync"
	"time"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
	"twophase/recorder"
)

// history holds what was observed of a running trial: the recorded elements, half of the
// records at evenly spaced steps and half at log-spaced ones, in bounded memory. It is a
// circuit.Occasional.
type history struct {
	size   selection.Size
	spans  []span         // of elements, in the order of a record
	width  int            // numbers of a record
	stride int            // between even steps
	spread int            // log-spaced steps are apart by one in spread
	report func(step int) // called from time to time
	latest time.Time      // time of the last call

	mu      sync.Mutex
	steps   []int64
	records []float64                         // [steps×width]
	largest map[selection.Kind]wording.Number // the extremes of the records by kind
}

// span is a range of neighbouring elements in one row: pre from first to end − 1.
type span struct {
	kind             selection.Kind
	class            selection.Class
	post, first, end int
	at               int // the place of the first in a record
}

// Limits of a history, and of all histories of a run.
const (
	mostRecords  = 2000
	historyBytes = 64 << 20
)

// reportEvery is the time between two calls of report.
const reportEvery = 100 * time.Millisecond

// newHistory returns the history of a trial with that many steps, in which some requests are
// recorded.
func newHistory(c *circuit.Circuit, requests []recorder.Request, steps int, report func(step int)) *history {
	h := &history{size: selection.SizeOf(c), report: report, largest: make(map[selection.Kind]wording.Number)}
	for _, k := range h.size.Kinds() {
		chosen, joins := make([]bool, h.size.Width(k)), k.Projection(c)
		for post := range h.size.Neurons(k) {
			clear(chosen)
			for _, r := range requests {
				from, end := r.Selection.Row(h.size, k, post)
				for pre := from; pre < end; pre++ {
					chosen[pre] = true
				}
			}
			for pre := range chosen {
				chosen[pre] = chosen[pre] && (joins == nil || joins.Has(post, pre))
			}
			h.add(k, post, chosen)
		}
	}
	half := h.room() / 2
	h.stride = max(1, (steps+half-1)/half)
	h.spread = max(1, int(float64(half)/(1+math.Log(float64(max(steps, 1))))))
	return h
}

// add appends the chosen places of a row as spans.
func (h *history) add(k selection.Kind, post int, chosen []bool) {
	for pre := 0; pre < len(chosen); pre++ {
		first := pre
		for pre < len(chosen) && chosen[pre] {
			pre++
		}
		if first < pre {
			h.spans = append(h.spans, span{k, h.size.Class(k), post, first, pre, h.width})
			h.width += pre - first
		}
	}
}

// room returns the number of records that fit.
func (h *history) room() int { return max(2, min(mostRecords, historyBytes/8/max(1, h.width))) }

// bytes returns the memory of a full history.
func (h *history) bytes() int { return 8 * (h.room() + 2) * (h.width + 1) }

// Next implements circuit.Occasional.
func (h *history) Next() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.steps); n > 0 {
		last := int(h.steps[n-1])
		return min(last+h.stride-last%h.stride, last+max(1, last/h.spread))
	}
	return 0
}

// Observe implements circuit.Observer.
func (h *history) Observe(c *circuit.Circuit) error {
	h.mu.Lock()
	if h.records == nil {
		h.records = make([]float64, 0, h.bytes()/8)
	}
	h.steps = append(h.steps, int64(c.StepCount()))
	for _, r := range h.spans {
		from := len(h.records)
		switch {
		case r.class == selection.Synapses:
			h.records = append(h.records, r.kind.Projection(c).Row(r.post)[r.first:r.end]...)
		case r.class == selection.Neurons && c.StepCount() == 0:
			h.records = append(h.records, math.NaN()) // there is no activity before the first step
		default:
			h.records = append(h.records, r.kind.Values(c)[r.post])
		}
		h.widen(r.kind, h.records[from:])
	}
	h.mu.Unlock()
	if now := time.Now(); now.Sub(h.latest) >= reportEvery {
		h.latest = now
		h.report(c.StepCount())
	}
	return nil
}

// widen takes values of a kind into the extremes.
func (h *history) widen(k selection.Kind, values []float64) {
	most := wording.Number(0)
	for _, v := range values {
		if a := wording.Number(math.Abs(v)); a > most && a.Finite() {
			most = a
		}
	}
	h.largest[k] = max(h.largest[k], most)
}

// place returns the place of an element in a record, or −1.
func (h *history) place(e trace.Element) int {
	pre := max(e.Pre, 0)
	for _, r := range h.spans {
		if r.kind == e.Kind && r.post == e.Post && r.first <= pre && pre < r.end && (r.class == selection.Synapses) == (e.Pre >= 0) {
			return r.at + pre - r.first
		}
	}
	return -1
}

// series returns the records of an element.
func (h *history) series(e trace.Element, place int, q SeriesQuery) *Series {
	h.mu.Lock()
	defer h.mu.Unlock()
	from := sort.Search(len(h.steps), func(i int) bool { return h.steps[i] >= q.From })
	to := sort.Search(len(h.steps), func(i int) bool { return h.steps[i] > q.To })
	s := newSeries(e, trace.Thin(to-from, q.Points, func(i int) (int64, float64) {
		return h.steps[from+i], h.records[(from+i)*h.width+place]
	}))
	if len(q.Columns) > 0 && !slices.Contains(q.Columns, "weight") {
		s.Weight = nil
	}
	return s
}

// snapshot returns the newest record at or before a step, or nil if there is none.
func (h *history) snapshot(step int64) *Snapshot {
	h.mu.Lock()
	i := sort.Search(len(h.steps), func(i int) bool { return h.steps[i] > step }) - 1
	if i < 0 {
		h.mu.Unlock()
		return nil
	}
	found := &trace.Snapshot{Step: h.steps[i]}
	record := slices.Clone(h.records[i*h.width : (i+1)*h.width])
	h.mu.Unlock()
	for _, r := range h.spans {
		columns := h.size.Width(r.kind)
		if n := len(found.Parts); n == 0 || found.Parts[n-1].Kind != r.kind {
			values := slices.Repeat([]float64{math.NaN()}, h.size.Neurons(r.kind)*columns)
			for i := range values {
				if _, within := h.size.Within(r.kind); within && i/columns == i%columns {
					values[i] = 0 // there is no synapse
				}
			}
			found.Parts = append(found.Parts, trace.SnapshotPart{Kind: r.kind, Step: found.Step, Columns: columns, Values: values})
		}
		copy(found.Parts[len(found.Parts)-1].Values[r.post*columns+r.first:], record[r.at:r.at+r.end-r.first])
	}
	return snapshotOf(found)
}

// last returns the newest step, the number of records, and their extremes.
func (h *history) last() (step, rows int64, largest map[selection.Kind]wording.Number) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.steps); n > 0 {
		step = h.steps[n-1]
	}
	return step, int64(len(h.records)), maps.Clone(h.largest)
}
