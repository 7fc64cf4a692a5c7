package series

import (
	"twophase/circuit/selection"
	"twophase/internal/files/wire"
)

// AppendState appends the rows of a block that is not full yet, of kinds of a circuit. A nil
// block has none.
func (b *Block) AppendState(dst []byte, of *Sources) []byte {
	if b == nil {
		b = new(Block)
	}
	runs, before := 0, int64(0)
	b.each(func(*Portion, run) { runs++ })
	dst = wire.AppendInt(dst, runs)
	b.each(func(p *Portion, r run) {
		dst = wire.AppendInt(dst, int(p.step-before))
		dst = wire.AppendBool(dst, r.changed)
		for _, made := range r.makes {
			dst = wire.AppendBool(dst, made)
		}
		dst = wire.AppendInt(dst, r.of.number)
		dst = wire.AppendInt(dst, r.post)
		dst = wire.AppendInt(dst, r.first)
		dst = wire.AppendInt(dst, r.end-r.first)
		before = p.step
	})
	dst = wire.AppendFloats(dst, b.weights)
	for i := range of.stateColumns() {
		var values []float64
		if i < len(b.changes) {
			values = b.changes[i]
		}
		dst = wire.AppendFloats(dst, values)
	}
	return dst
}

// stateColumns returns the number of columns of changes in a state, which are empty if no
// parts are recorded.
func (s *Sources) stateColumns() int { return columnSecond - columnHebbian + s.products }

// StateBytes estimates the number of bytes that AppendState appends.
func (b *Block) StateBytes() int {
	if b == nil {
		return 0
	}
	size := 8*b.rows + 16*len(b.portions)
	for _, values := range b.changes {
		size += 8 * len(values)
	}
	return size
}

// Restore reads the rows of a block, recorded of the kinds of a circuit until step
// seen, into an empty block.
func (b *Block) Restore(r *wire.Reader, of *Sources, seen int) {
	step := 0
	counts := make([]int, of.stateColumns())
	for range r.Count() {
		step += r.Int(seen - step)
		p := Portion{step: int64(step)}
		q := run{changed: r.Bool()}
		for part := range q.makes {
			q.makes[part] = r.Bool()
		}
		q.of = of.all[r.Int(len(of.all)-1)]
		q.post, q.first = r.Int(q.of.neurons-1), r.Int(q.of.width-1)
		q.end = q.first + r.Int(q.of.width-q.first)
		n := q.end - q.first
		if n == 0 || n > b.capacity-b.rows || q.changed && (len(b.changes) == 0 || q.of.class == selection.Neurons || q.of.products > len(b.changes)-(columnSecond-columnHebbian)) {
			r.Fail("the rows of a page are not whole")
		}
		if r.Err() != nil {
			return
		}
		b.append(p, q)
		for i := range counts {
			if q.has(columnHebbian + i) {
				counts[i] += n
			}
		}
	}
	b.weights = r.Floats(b.weights, b.rows)
	whole := len(b.weights) == b.rows
	for i, count := range counts {
		var values []float64
		if i < len(b.changes) {
			values = b.changes[i]
		}
		if values = r.Floats(values, count); i < len(b.changes) {
			b.changes[i] = values
		}
		whole = whole && len(values) == count
	}
	if !whole {
		r.Fail("the numbers of a page are not all there")
	}
}

// append appends a run of rows without their numbers, to the last portion if that
// is of the same step.
func (b *Block) append(p Portion, r run) {
	last := len(b.portions) - 1
	if last < 0 || b.portions[last].step != p.step {
		b.portions, last = append(b.portions, p), last+1
	}
	to := &b.portions[last]
	to.runs, to.rows = append(to.runs, r), to.rows+r.end-r.first
	b.rows += r.end - r.first
}
