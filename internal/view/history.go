package view

import (
	"math"
	"slices"
	"sort"
	"sync"
	"time"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/trace"
	"twophase/neuron"
	"twophase/recorder"
)

// history is what was seen of a trial while it went on: the recorded elements, at evenly
// spaced steps, in bounded memory. It is a circuit.Occasional.
type history struct {
	size   selection.Size
	runs   []run // of elements, in the order of a record
	width  int   // numbers of a record
	stride int
	told   func(step int) // now and then
	latest time.Time      // when it was last told

	mu      sync.Mutex
	steps   []int64
	records []float64 // [steps×width]
}

// run is a stretch of neighbours in one row: pre from first up to end.
type run struct {
	kind             selection.Kind
	post, first, end int
	at               int // the place of the first in a record
}

// What a history holds at most, and all histories of a run.
const (
	mostRecords  = 2000
	historyBytes = 64 << 20
)

// now and then is so often.
const tellEvery = 100 * time.Millisecond

// newHistory returns the history of a trial of so many steps, in which some requests are
// recorded.
func newHistory(c *circuit.Circuit, requests []recorder.Request, steps int, told func(step int)) *history {
	h := &history{size: selection.SizeOf(c), told: told}
	for _, k := range []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs} {
		chosen := make([]bool, max(h.size.Inputs, h.size.Outputs))
		for post := range h.size.Outputs {
			clear(chosen)
			for _, r := range requests {
				from, end := r.Selection.Row(h.size, k, post)
				for pre := from; pre < end; pre++ {
					chosen[pre] = true
				}
			}
			if k == selection.Lateral {
				chosen[post] = false
			}
			h.add(k, post, chosen)
		}
	}
	h.stride = max(1, (steps+h.room()-1)/h.room())
	return h
}

// add appends the chosen places of a row as runs.
func (h *history) add(k selection.Kind, post int, chosen []bool) {
	for pre := 0; pre < len(chosen); pre++ {
		first := pre
		for pre < len(chosen) && chosen[pre] {
			pre++
		}
		if first < pre {
			h.runs = append(h.runs, run{k, post, first, pre, h.width})
			h.width += pre - first
		}
	}
}

// room returns how many records there is room for.
func (h *history) room() int { return max(2, min(mostRecords, historyBytes/8/max(1, h.width))) }

// bytes returns how much memory the history takes in the end.
func (h *history) bytes() int { return 8 * (h.room() + 2) * (h.width + 1) }

// Next implements circuit.Occasional.
func (h *history) Next() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.steps); n > 0 {
		last := int(h.steps[n-1])
		return last + h.stride - last%h.stride
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
	for _, r := range h.runs {
		switch {
		case r.kind.Synaptic():
			h.records = append(h.records, r.kind.Projection(c).Row(r.post)[r.first:r.end]...)
		case r.kind == selection.Scale:
			h.records = append(h.records, c.Outputs().Scales()[r.post])
		case c.StepCount() == 0:
			h.records = append(h.records, math.NaN()) // it has not answered yet
		default:
			h.records = append(h.records, c.Outputs().Signals(neuron.Final)[r.post])
		}
	}
	h.mu.Unlock()
	if now := time.Now(); now.Sub(h.latest) >= tellEvery {
		h.latest = now
		h.told(c.StepCount())
	}
	return nil
}

// place returns where in a record an element is, or −1.
func (h *history) place(e trace.Element) int {
	pre := max(e.Pre, 0)
	for _, r := range h.runs {
		if r.kind == e.Kind && r.post == e.Post && r.first <= pre && pre < r.end && e.Kind.Synaptic() == (e.Pre >= 0) {
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
	return newSeries(e, trace.Thin(to-from, q.Points, func(i int) (int64, float64) {
		return h.steps[from+i], h.records[(from+i)*h.width+place]
	}))
}

// snapshot returns the newest record at or before a step, or nil if there is none.
func (h *history) snapshot(step int64) *Snapshot {
	h.mu.Lock()
	i := sort.Search(len(h.steps), func(i int) bool { return h.steps[i] > step }) - 1
	if i < 0 {
		h.mu.Unlock()
		return nil
	}
	at := h.steps[i]
	record := slices.Clone(h.records[i*h.width : (i+1)*h.width])
	h.mu.Unlock()
	n, k := h.size.Inputs, h.size.Outputs
	var matrices [3][]float64 // W, M, y
	for _, r := range h.runs {
		into, place, rows, columns := 0, r.post*n+r.first, k, n
		switch r.kind {
		case selection.Lateral:
			into, place, columns = 1, r.post*k+r.first, k
		case selection.Scale:
			into, place, columns = 1, r.post*(k+1), k
		case selection.Outputs:
			into, place, columns = 2, r.post, 1
		}
		if matrices[into] == nil {
			matrices[into] = make([]float64, rows*columns)
			for j := range matrices[into] {
				matrices[into][j] = math.NaN()
			}
		}
		copy(matrices[into][place:], record[r.at:r.at+r.end-r.first])
	}
	return newSnapshot(at, n, k, matrices[0], matrices[1], matrices[2])
}

// last returns the newest step, and how many numbers there are.
func (h *history) last() (step, rows int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.steps); n > 0 {
		step = h.steps[n-1]
	}
	return step, int64(len(h.records))
}
