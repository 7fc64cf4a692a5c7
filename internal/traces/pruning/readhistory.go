package pruning

import (
	"context"
	"errors"
	"math"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
)

// Limits of memory: synapses, and records of all of them.
const (
	mostSynapses = 10_000
	mostRecords  = 4 << 20 // 64 MB
	mostOutputs  = 1 << 12 // of the circuit: its square bounds the places of a projection
)

// history is the kept records of one synapse while a trace is read: one in every, and the
// last.
type history struct {
	History
	element trace.Element
	every   int // one in every records is kept
	seen    int // records
	last    int64
	final   float64
	room    int
}

// add adds the next record. When there is no room, it drops every other record.
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

// fraction returns the fraction of synapses that are pruned by what was read of them so far, of those that are not
// lesioned by a step.
func fraction(all []*history, lesioned map[trace.Element]int64, step int64, c Criterion) wording.Number {
	pruned, of := 0, 0
	for _, h := range all {
		if cut := h.cut(lesioned); h.seen == 0 || cut >= 0 && cut <= step {
			continue
		}
		if of++; math.Abs(h.final) < c.threshold(h.Peak) {
			pruned++
		}
	}
	return wording.Number(float64(pruned) / float64(of))
}

// collect reads the histories of the synapses of a kind, and the course of M, in one pass. It also
// returns how many were recorded.
func collect(ctx context.Context, t *trace.Trial, kind selection.Kind, c *course, pruned func([]*history, int64) wording.Number) (all []*history, recorded int, err error) {
	rows, k := t.Size().Neurons(kind), t.Size().Width(kind)
	if rows > mostOutputs*mostOutputs/k {
		return nil, 0, errors.New("there are too many neurons to follow their synapses")
	}
	of := t.Elements(kind)
	apart := (len(of) + mostSynapses - 1) / mostSynapses
	table := make([]*history, rows*k) // by post, then by pre
	for i := 0; i < len(of); i += apart {
		h := &history{element: of[i], every: 1, room: mostRecords / min(len(of), mostSynapses)}
		table[of[i].Post*k+of[i].Pre] = h
		all = append(all, h)
	}
	c.pruned = func(step int64) wording.Number { return pruned(all, step) }
	err = t.Scan(ctx, t.First(), t.Last(), []selection.Kind{kind, c.scale}, func(r trace.Rows) error {
		for i, step := range r.Steps {
			post, pre := int(r.Posts[i]), int(r.Pres[i])
			if err := c.add(step, r.Kinds[i], post, pre, r.Weights[i]); err != nil {
				return err
			}
			if r.Kinds[i] != kind {
				continue
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
	c.end()
	for _, h := range all {
		h.end()
	}
	return all, len(of), err
}
