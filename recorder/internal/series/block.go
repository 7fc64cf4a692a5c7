package series

import "twophase/neuron"

// Block is a number of rows on their way from the simulation to a writer: the numbers, and
// their places.
type Block struct {
	portions []Portion
	capacity int         // in rows
	Number   int         // of the blocks that were given to the writers before it
	weights  []float64   // [rows]
	changes  [][]float64 // of the rows that have parts, by column from hebbian on
	rows     int
	Ends     bool // the part ends with this block
}

// Portion is the part of one record in a block: its rows from some row of the first run on.
type Portion struct {
	step int64
	plan int // its number; 0 if it is not known
	from int // rows of the record that were in earlier blocks
	runs []run
	skip int // rows of the first run that were in the block before
	rows int
}

// NewPortion returns the record of a plan at a step.
func NewPortion(step int, p Plan) Portion {
	return Portion{step: int64(step), plan: p.number, runs: p.runs, rows: p.Rows}
}

// Rows returns the number of rows that remain of a record.
func (p *Portion) Rows() int { return p.rows }

// has reports whether the rows of a run have a number in a column of changes.
func (r run) has(column int) bool {
	switch column {
	case columnNonlocal, columnUnlearning:
		return r.changed && r.makes[column-columnNonlocal]
	case columnPreActivity:
		return r.changed && r.of.synaptic()
	case columnSecond, columnThird:
		return r.changed && r.of.products > column-columnSecond
	}
	return r.changed
}

// NewBlock returns an empty block with a capacity in rows, and with that many columns for the
// parts of changes. Its memory grows with what is in it.
func NewBlock(rows, columns int) *Block {
	return &Block{capacity: rows, changes: make([][]float64, columns)}
}

// Reset empties the block.
func (b *Block) Reset() {
	clear(b.portions) // so that the runs can be freed
	b.portions, b.weights, b.rows, b.Ends = b.portions[:0], b.weights[:0], 0, false
	for i := range b.changes {
		b.changes[i] = b.changes[i][:0]
	}
}

// Rows returns the number of rows in the block.
func (b *Block) Rows() int { return b.rows }

// Full reports whether nothing more fits.
func (b *Block) Full() bool { return b.rows == b.capacity }

// Add appends as many rows as fit of the portion's remaining rows, and returns what remains of the
// portion.
func (b *Block) Add(p Portion) (rest Portion) {
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
		b.copy(r)
		left -= n
	}
	b.portions = append(b.portions, p)
	return rest
}

// copy appends one run of a portion.
func (b *Block) copy(r run) {
	b.weights = append(b.weights, r.of.row(r.post)[r.first:r.end]...)
	b.rows += r.end - r.first
	if !r.changed {
		return
	}
	if !r.of.synaptic() {
		b.change(r.of.population.Output(r.post).LastScaleChange(), changeParts{})
		return
	}
	has := changeParts{r.makes[neuron.Nonlocal], r.makes[neuron.Unlearning], true, r.of.products}
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
func (b *Block) change(c neuron.Change, has changeParts) {
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
func (b *Block) note(column int, v float64) {
	to := &b.changes[column-columnHebbian]
	*to = append(*to, v)
}

// each calls f for every run of rows in the block, in order.
func (b *Block) each(f func(p *Portion, r run)) {
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

// pattern is what the places of a block follow from: the rest of a record, whole records, and the
// beginning of one. Blocks of records of the same elements have few patterns, as all parts of a
// trace begin alike.
type pattern [3]stretch

// stretch is successive portions that differ in their steps only.
type stretch struct {
	plan, from, rows int
	times            int
}

// patternOf returns the pattern of a block, or false if it has none.
func patternOf(b *Block) (of pattern, ok bool) {
	n := 0
	for _, p := range b.portions {
		if p.plan == 0 {
			return of, false
		}
		s := stretch{plan: p.plan, from: p.from, rows: p.rows}
		if n > 0 {
			if s.times = of[n-1].times; s == of[n-1] {
				of[n-1].times++
				continue
			}
		}
		if n == len(of) {
			return of, false
		}
		s.times = 1
		of[n] = s
		n++
	}
	return of, true
}
