package dense

import "slices"

// FewWeights is the largest number of synapses at which flushing all rows is faster than
// flushing rows one by one.
var FewWeights = 4000

// Defer marks the change of the Factors as pending. No change may be pending already.
func (p *Projection) Defer() { p.pending = true }

// DeferUniform is Defer of a change with equal presynaptic decays.
func (p *Projection) DeferUniform() { p.Factors.Uniform, p.pending = true, true }

// Flush makes the pending change, if there is one.
func (p *Projection) Flush() {
	if !p.pending {
		return
	}
	p.changeRest(nil)
	p.RestoreHeld()
}

// FlushRow makes the pending change in one row, if there is one.
func (p *Projection) FlushRow(post int) {
	at, flushed := slices.BinarySearch(p.flushed, post)
	if !p.pending || flushed {
		return
	}
	p.change(post, post+1, nil)
	p.restoreRow(post)
	p.flushed = slices.Insert(p.flushed, at, post)
	if len(p.flushed) == p.post {
		p.pending, p.flushed = false, p.flushed[:0]
	}
}

// Rewrite calls change to rewrite the weights onto neuron post from the presynaptic neurons
// from … end−1. Held places keep their weights. In a large projection it flushes this row
// only.
func (p *Projection) Rewrite(synapses, post, from, end int, change func(w []float64)) {
	if synapses <= FewWeights {
		p.Flush()
	} else {
		p.FlushRow(post)
	}
	change(p.weights.Row(post)[from:end])
	p.restoreRow(post)
}

// Stored returns the weights onto neuron post [pre] as they are before the pending
// change, unless their row is flushed.
func (p *Projection) Stored(post int) []float64 { return p.weights.Row(post) }

// Send makes the pending change, if there is one, and sends signals [pre], in one pass
// over the weights. What each neuron receives is left in the partial sums of the weights:
// see Received. Rows with held places are restored, and send again.
func (p *Projection) Send(signals []float64) {
	if !p.pending {
		p.weights.Forward(signals)
		return
	}
	p.changeRest(signals)
	if p.holds == 0 {
		return
	}
	for i, held := range p.held {
		if len(held) > 0 {
			p.restoreRow(i)
			p.weights.ForwardRow(i, signals)
		}
	}
}

// Received sets dst [post] to what every neuron receives of the signals sent last.
func (p *Projection) Received(dst []float64) { p.weights.Total(dst) }

// changeRest makes the pending change in the rows that are not flushed and, if signals
// [pre] are given, sends them from all rows, in one pass over each.
func (p *Projection) changeRest(signals []float64) {
	from := 0
	for _, row := range p.flushed {
		p.change(from, row, signals)
		if signals != nil {
			p.weights.ForwardRow(row, signals)
		}
		from = row + 1
	}
	p.change(from, p.post, signals)
	p.pending, p.flushed = false, p.flushed[:0]
}

// change makes the change of the Factors in the rows from … end−1 and, if signals are
// given, sends them in the same pass.
func (p *Projection) change(from, end int, signals []float64) {
	switch {
	case from == end:
	case p.team != nil && end-from > 4:
		p.team.change(p, from, end, signals)
	default:
		p.changeRows(from, end, signals)
	}
}

// changeRows is change of at least one row, by this thread.
func (p *Projection) changeRows(from, end int, signals []float64) {
	w, f := p.weights.Rows(from, end), &p.Factors
	keep, drive, decay := f.Keep[from:end], f.PostDrive[from:end], f.PostDecay[from:end]
	switch {
	case f.Uniform && signals == nil:
		w.Update(keep, drive, f.PreDrive)
	case f.Uniform:
		w.UpdateForward(signals, keep, drive, f.PreDrive)
	case signals == nil:
		w.UpdateDecay(decay, drive, f.PreDrive, f.PreDecay)
	default:
		w.UpdateDecayForward(signals, decay, drive, f.PreDrive, f.PreDecay)
	}
}
