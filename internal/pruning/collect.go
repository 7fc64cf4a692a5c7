package pruning

import (
	"context"
	"errors"
	"math"

	"twophase/circuit/selection"
	"twophase/internal/trace"
)

// What is kept in memory at most: synapses, and records of all of them.
const (
	mostSynapses = 10_000
	mostRecords  = 4 << 20 // 64 MB
	mostOutputs  = 1 << 12 // that a circuit may have
)

// history is what is kept of one synapse while a trace is read: one of every so many
// records, and the last.
type history struct {
	History
	element trace.Element
	every   int // one of so many records is kept
	seen    int // records
	last    int64
	final   float64
	room    int
}

// add takes the next record. When there is no room, every other record is dropped.
func (h *history) add(step int64, w float64) {
	if a := math.Abs(w); a > h.Peak && a <= math.MaxFloat64 {
		h.Peak, h.PeakAt = a, step
	}
	h.last, h.final = step, w
	h.seen++
	if (h.seen-1)%h.every != 0 {
		return
	}
	if len(h.Steps) >= h.room {
		n := 0
		for i := 0; i < len(h.Steps); i += 2 {
			h.Steps[n], h.Weights[n] = h.Steps[i], h.Weights[i]
			n++
		}
		h.Steps, h.Weights = h.Steps[:n], h.Weights[:n]
		h.every *= 2
		if (h.seen-1)%h.every != 0 {
			return
		}
	}
	h.Steps, h.Weights = append(h.Steps, step), append(h.Weights, w)
}

// end adds the last record, if it was not kept.
func (h *history) end() {
	if n := len(h.Steps); n > 0 && h.Steps[n-1] < h.last {
		h.Steps, h.Weights = append(h.Steps, h.last), append(h.Weights, h.final)
	}
}

// cut returns the step after which the synapse was lesioned, or −1.
func (h *history) cut(lesioned map[trace.Element]int64) int64 {
	if at, ok := lesioned[h.element]; ok {
		return at
	}
	return -1
}

// collect reads the histories of the lateral synapses.
func (p *Circuit) collect(ctx context.Context, t *trace.Trial) ([]*history, error) {
	k := t.Size().Outputs
	if k > mostOutputs {
		return nil, errors.New("there are too many outputs to follow their synapses")
	}
	of := t.Elements(selection.Lateral)
	p.Recorded = len(of)
	apart := (len(of) + mostSynapses - 1) / mostSynapses
	table := make([]*history, k*k) // by post, then by pre
	var all []*history
	for i := 0; i < len(of); i += apart {
		h := &history{element: of[i], every: 1, room: mostRecords / min(len(of), mostSynapses)}
		table[of[i].Post*k+of[i].Pre] = h
		all = append(all, h)
	}
	p.Followed = len(all)
	err := t.Scan(ctx, t.First(), t.Last(), []selection.Kind{selection.Lateral}, func(r trace.Rows) error {
		for i, step := range r.Steps {
			post, pre := int(r.Posts[i]), int(r.Pres[i])
			if post < 0 || post >= k || pre < 0 || pre >= k {
				return errors.New("there is a row of a synapse that does not exist")
			}
			if h := table[post*k+pre]; h != nil {
				if h.seen > 0 && step <= h.last {
					return errors.New("there are two rows of one synapse in a step")
				}
				h.add(step, r.Weights[i])
			}
		}
		return nil
	})
	p.Thinned = 1
	for _, h := range all {
		h.end()
		p.Thinned = max(p.Thinned, h.every)
	}
	return all, err
}
