package recorder

import (
	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// blockRows is the number of rows that go to a writer at a time. They become one page of
// each column. With fewer, the bytes of equal rank of a weight are not together in one block
// of the compressor, and the compression is worse.
const blockRows = 1 << 15

// block is a number of rows on their way from the simulation to a writer: the numbers, and
// their places.
type block struct {
	portions []portion
	capacity int         // in rows
	number   int         // of the blocks that were given to the writers before it
	weights  []float64   // [rows]
	changes  [][]float64 // of the rows that have parts, by column from hebbian on
	rows     int
	ends     bool // the part ends with this block
}

// portion is the part of one record in a block: its rows from some row of the first run on.
type portion struct {
	step  int64
	plan  int // its number; 0 if it is not known
	from  int // rows of the record that were in earlier blocks
	runs  []run
	skip  int // rows of the first run that were in the block before
	rows  int
	makes [neuron.PartCount]bool // parts of the change of W that the circuit's phases make
}

// phasesOf returns which parts the phases of a circuit make.
func phasesOf(c *circuit.Circuit) (makes [neuron.PartCount]bool) {
	for part := range makes {
		makes[part] = c.HasPart(neuron.Part(part))
	}
	return makes
}

// has reports whether the rows of a run have a number in a column of changes.
func (p *portion) has(r run, column int) bool {
	switch column {
	case columnNonlocal, columnUnlearning:
		return r.changed && r.of.kind == selection.Feedforward && p.makes[column-columnNonlocal]
	case columnPreActivity:
		return r.changed && r.of.synaptic()
	case columnSecond, columnThird:
		return r.changed && r.of.products > column-columnSecond
	}
	return r.changed
}

// newBlock returns an empty block with a capacity in rows, and with that many columns for the
// parts of changes. Its memory grows with what is in it.
func newBlock(rows, columns int) *block {
	return &block{capacity: rows, changes: make([][]float64, columns)}
}

// reset empties the block.
func (b *block) reset() {
	clear(b.portions) // so that the runs can be freed
	b.portions, b.weights, b.rows, b.ends = b.portions[:0], b.weights[:0], 0, false
	for i := range b.changes {
		b.changes[i] = b.changes[i][:0]
	}
}

// full reports whether nothing more fits.
func (b *block) full() bool { return b.rows == b.capacity }

// add appends as many rows as fit of the portion's remaining rows, at the circuit's present
// step, and returns what remains of the portion.
func (b *block) add(c *circuit.Circuit, p portion) (rest portion) {
	p.makes = phasesOf(c)
	rest, p.rows = p, min(p.rows, b.capacity-b.rows)
	rest.rows -= p.rows
	rest.from += p.rows
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
		b.copy(&p, r)
		left -= n
	}
	b.portions = append(b.portions, p)
	return rest
}

// copy appends one run of a portion.
func (b *block) copy(p *portion, r run) {
	b.weights = append(b.weights, r.of.row(r.post)[r.first:r.end]...)
	b.rows += r.end - r.first
	if !r.changed {
		return
	}
	if !r.of.synaptic() {
		b.change(r.of.population.Output(r.post).LastScaleChange(), changeParts{})
		return
	}
	has := changeParts{p.has(r, columnNonlocal), p.has(r, columnUnlearning), true, r.of.products}
	changes := r.of.projection.LastChanges(r.post, r.first, r.end)
	for _, change := range changes {
		b.change(change, has)
	}
	for range r.end - r.first - len(changes) { // the changes were switched off elsewhere
		b.change(neuron.Change{}, has)
	}
}

// changeParts says which optional parts the changes of a run have.
type changeParts struct {
	nonlocal, unlearning, pre bool
	products                  int // products of drives, beside the first one
}

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
	for i, product := range [2]float64{c.Second, c.Third} {
		if i < has.products {
			b.note(columnSecond+i, product)
		}
	}
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
