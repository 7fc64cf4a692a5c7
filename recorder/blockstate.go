package recorder

import (
	"twophase/circuit/selection"
	"twophase/internal/wire"
)

// appendState appends the rows of a block that is not full yet; of no block,
// those of an empty one.
func (b *block) appendState(dst []byte) []byte {
	if b == nil {
		b = new(block)
	}
	runs, before := 0, int64(0)
	b.each(func(*portion, run) { runs++ })
	dst = wire.AppendInt(dst, runs)
	b.each(func(p *portion, r run) {
		dst = wire.AppendInt(dst, int(p.step-before))
		dst = wire.AppendBool(dst, r.changed)
		for _, made := range p.makes {
			dst = wire.AppendBool(dst, made)
		}
		dst = wire.AppendInt(dst, int(r.kind))
		dst = wire.AppendInt(dst, r.post)
		dst = wire.AppendInt(dst, r.first)
		dst = wire.AppendInt(dst, r.end-r.first)
		before = p.step
	})
	dst = wire.AppendFloats(dst, b.weights[:b.rows])
	for _, values := range b.changes {
		dst = wire.AppendFloats(dst, values)
	}
	return dst
}

// stateBytes returns about how many bytes appendState appends.
func (b *block) stateBytes() int {
	if b == nil {
		return 0
	}
	size := 8*b.rows + 16*len(b.portions)
	for _, values := range b.changes {
		size += 8 * len(values)
	}
	return size
}

// restore reads the rows of a block, recorded of a circuit of size z until step
// seen, into an empty block.
func (b *block) restore(r *wire.Reader, z selection.Size, seen int) {
	step := 0
	var counts [changeColumns]int
	for range r.Count() {
		step += r.Int(seen - step)
		p := portion{step: int64(step)}
		q := run{changed: r.Bool()}
		for part := range p.makes {
			p.makes[part] = r.Bool()
		}
		q.kind, q.post = rowKinds[r.Int(len(rowKinds)-1)], r.Int(z.Outputs-1)
		q.first = r.Int(z.Width(q.kind) - 1)
		q.end = q.first + r.Int(z.Width(q.kind)-q.first)
		n := q.end - q.first
		if n == 0 || n > len(b.weights)-b.rows || q.changed && (cap(b.changes[0]) == 0 || q.kind == selection.Outputs) {
			r.Fail("the rows of a page are not whole")
		}
		if r.Err() != nil {
			return
		}
		b.append(p, q)
		for i := range counts {
			if p.has(q, columnHebbian+i) {
				counts[i] += n
			}
		}
	}
	whole := len(r.Floats(b.weights[:0], b.rows)) == b.rows
	for i, count := range counts {
		b.changes[i] = r.Floats(b.changes[i], count)
		whole = whole && len(b.changes[i]) == count
	}
	if !whole {
		r.Fail("the numbers of a page are not all there")
	}
}

// append appends a run of rows without their numbers, to the last portion if that
// is of the same step.
func (b *block) append(p portion, r run) {
	last := len(b.portions) - 1
	if last < 0 || b.portions[last].step != p.step {
		b.portions, last = append(b.portions, p), last+1
	}
	to := &b.portions[last]
	to.runs, to.rows = append(to.runs, r), to.rows+r.end-r.first
	b.rows += r.end - r.first
}
