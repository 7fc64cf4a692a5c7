package synapse

import "slices"

// fewWeights is up to how many weights it takes longer to make the change that is
// pending in one row and later in the others than in all of them at once.
var fewWeights = 4000

// Alter lets change rewrite the weights onto neuron post from the presynaptic
// neurons from … end−1, at once or not at all: the synapses that are absent, frozen
// or lesioned keep theirs. Other projections and what they put off are not touched,
// nor are the other rows of a large one.
func (p *Projection) Alter(post, from, end int, change func(w []float64)) {
	if p.frozen {
		return
	}
	if p.Len() <= fewWeights {
		p.settle()
	} else {
		p.settleRow(post)
	}
	change(p.weights.Row(post)[from:end])
	p.putBackRow(post)
}

// settleRow makes the change that is pending in one row, if there is one.
func (p *Projection) settleRow(post int) {
	at, settled := slices.BinarySearch(p.settled, post)
	if !p.pending || settled {
		return
	}
	p.change(post, post+1, nil)
	p.putBackRow(post)
	p.settled = slices.Insert(p.settled, at, post)
	if len(p.settled) == p.post.Len() {
		p.pending, p.settled = false, p.settled[:0]
	}
}

// changeRest makes the change that is pending in the rows that are not settled and, if
// signals [pre] are given, sends them from all rows, in one pass over each.
func (p *Projection) changeRest(signals []float64) {
	from := 0
	for _, row := range p.settled {
		p.change(from, row, signals)
		if signals != nil {
			p.weights.ForwardRow(row, signals)
		}
		from = row + 1
	}
	p.change(from, p.post.Len(), signals)
	p.pending, p.settled = false, p.settled[:0]
}

// change makes the change of which the factors are kept in the rows from … end−1 and,
// if signals are given, sends them in the same pass.
func (p *Projection) change(from, end int, signals []float64) {
	if from == end {
		return
	}
	w, f := p.weights.Rows(from, end), &p.factors
	keep, drive, decay := f.keep[from:end], f.postDrive[from:end], f.postDecay[from:end]
	switch {
	case f.uniform && signals == nil:
		w.Update(keep, drive, f.preDrive)
	case f.uniform:
		w.UpdateForward(signals, keep, drive, f.preDrive)
	case signals == nil:
		w.UpdateDecay(decay, drive, f.preDrive, f.preDecay)
	default:
		w.UpdateDecayForward(signals, decay, drive, f.preDrive, f.preDecay)
	}
}
