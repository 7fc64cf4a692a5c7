package recorder

import (
	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// blockRows is how many rows are handed over at a time. They become one page of
// each column. With fewer, the bytes of a weight of the same rank do not stand
// together in one block of the compressor, which then finds less.
const blockRows = 1 << 15

// block is a number of rows on their way from the simulation to the writer: the
// numbers, and where they come from.
type block struct {
	portions []portion
	weights  []float64                // [rows there is room for]
	changes  [changeColumns][]float64 // of the rows that have parts, by column from hebbian on
	rows     int
	ends     bool // the part ends with this block
}

// portion is what a block holds of one record: its rows from some row of the
// first run on.
type portion struct {
	step  int64
	runs  []run
	skip  int // rows of the first run that were in the block before
	rows  int
	makes [neuron.PartCount]bool // what the circuit's phases make of W
}

// phasesOf returns which parts the phases of a circuit make.
func phasesOf(c *circuit.Circuit) (makes [neuron.PartCount]bool) {
	for part := range makes {
		makes[part] = c.Makes(neuron.Part(part))
	}
	return makes
}

// has reports whether the rows of a run have a number in a column of changes.
func (p *portion) has(r run, column int) bool {
	switch column {
	case columnNonlocal, columnUnlearning:
		return r.changed && r.kind == selection.Feedforward && p.makes[column-columnNonlocal]
	case columnPreActivity:
		return r.changed && r.kind.Synaptic()
	}
	return r.changed
}

// newBlock returns an empty block, with room for a number of rows and, if asked
// for, the parts of changes.
func newBlock(rows int, parts bool) *block {
	b := &block{weights: make([]float64, rows)}
	if parts {
		for i := range b.changes {
			b.changes[i] = make([]float64, 0, rows)
		}
	}
	return b
}

// reset empties the block.
func (b *block) reset() {
	clear(b.portions) // lets go of the runs
	b.portions, b.rows, b.ends = b.portions[:0], 0, false
	for i := range b.changes {
		b.changes[i] = b.changes[i][:0]
	}
}

// full reports whether nothing more fits.
func (b *block) full() bool { return b.rows == len(b.weights) }

// add appends as many rows as fit of those that the portion is still to have,
// from the circuit's present step, and returns the portion that is left.
func (b *block) add(c *circuit.Circuit, p portion) (rest portion) {
	p.makes = phasesOf(c)
	rest, p.rows = p, min(p.rows, len(b.weights)-b.rows)
	rest.rows -= p.rows
	for left := p.rows; left > 0; {
		r := rest.runs[0]
		r.first += rest.skip
		n := min(r.end-r.first, left)
		if n < r.end-r.first {
			r.end = r.first + n
			rest.skip += n
		} else {
			rest.runs, rest.skip = rest.runs[1:], 0
		}
		b.copy(c, &p, r)
		left -= n
	}
	b.portions = append(b.portions, p)
	return rest
}

// copy appends one run of a portion.
func (b *block) copy(c *circuit.Circuit, p *portion, r run) {
	b.rows += copy(b.weights[b.rows:], row(c, r.kind, r.post)[r.first:r.end])
	if !r.changed {
		return
	}
	if r.kind == selection.Scale {
		b.change(c.Outputs().Output(r.post).LastScaleChange(), changeParts{})
		return
	}
	has := changeParts{p.has(r, columnNonlocal), p.has(r, columnUnlearning), true}
	changes := r.kind.Projection(c).LastChanges(r.post, r.first, r.end)
	for _, change := range changes {
		b.change(change, has)
	}
	for range r.end - r.first - len(changes) { // somebody else has switched them off
		b.change(neuron.Change{}, has)
	}
}

// changeParts says which numbers the changes of a run have beside those that all have.
type changeParts struct{ nonlocal, unlearning, pre bool }

// change appends the parts of the change of a synapse, or of a scale.
func (b *block) change(c neuron.Change, has changeParts) {
	b.note(columnHebbian, c.Hebbian)
	b.note(columnDecay, c.Decay)
	b.note(columnRounding, c.Rounding)
	if has.nonlocal {
		b.note(columnNonlocal, c.Nonlocal)
	}
	if has.unlearning {
		b.note(columnUnlearning, c.Unlearning)
	}
	if has.pre {
		b.note(columnPreActivity, c.Pre)
	}
	b.note(columnPostActivity, c.Post)
}

// note appends a number to a column of changes.
func (b *block) note(column int, v float64) {
	to := &b.changes[column-columnHebbian]
	*to = append(*to, v)
}

// each calls f for every run of rows in the block, in order.
func (b *block) each(f func(p *portion, r run)) {
	for i := range b.portions {
		p := &b.portions[i]
		left, skip := p.rows, p.skip
		for _, r := range p.runs {
			r.first += skip
			skip = 0
			r.end = min(r.end, r.first+left)
			f(p, r)
			if left -= r.end - r.first; left == 0 {
				break
			}
		}
	}
}

// row returns the numbers of one kind that belong to output neuron post [width
// of the kind], as the circuit's own memory.
func row(c *circuit.Circuit, k selection.Kind, post int) []float64 {
	switch k {
	case selection.Scale:
		return c.Outputs().Scales()[post : post+1]
	case selection.Outputs:
		return c.Outputs().Signals(neuron.Final)[post : post+1]
	}
	return k.Projection(c).Row(post)
}
