package kernel

import "sync"

// combination is the memory of CombineRows.
type combination struct {
	panels Columns
	sum    [PartLength]float64
}

var combinations = sync.Pool{New: func() any { return new(combination) }}

// CombineRows forms linear combinations of the rows, Σ_j c_j·row_j, one for each of the count
// vectors c [rows] that follow one another in coefficients. From zero on the rows are added in their
// order, each addition fused. It visits the combinations in parts of at most PartLength elements, all
// of them for some columns before the next columns: combination i from the element from on. The part
// is the visitor's until it returns.
func (m *Matrix) CombineRows(count int, coefficients []float64, visit func(i, from int, part []float64)) {
	memory := combinations.Get().(*combination)
	defer combinations.Put(memory)
	for from := 0; from < m.cols; from += PartLength {
		to := min(from+PartLength, m.cols)
		panels := memory.panels.reshape(to-from, m.rows)
		for j := range m.rows {
			panels.SetColumn(j, m.Row(j)[from:to])
		}
		part := memory.sum[:to-from]
		for i := range count {
			clear(part)
			panels.AddPart(part, 0, coefficients[i*m.rows:])
			visit(i, from, part)
		}
	}
}

// Products sets dst [p×rows] to the dot products of the rows of a [p×cols] with the rows of this
// matrix, in the order of Forward and Total. It goes by tiles, each of which some rows of a
// use while it is near.
func (m *Matrix) Products(dst, a *Matrix) {
	if m.cols <= tileColumns {
		for i := range a.rows {
			m.Forward(a.Row(i))
			m.Total(dst.Row(i))
		}
		return
	}
	const most = 16 // rows of a for a tile
	memory := combinations.Get().(*combination)
	defer combinations.Put(memory)
	each := len(m.sums)
	sums := memory.panels.reshape(each, min(most, a.rows)).panels
	for first := 0; first < a.rows; first += most {
		end := min(first+most, a.rows)
		for from := 0; from < m.cols; from += tileColumns {
			cols := min(tileColumns, m.cols-from)
			for i := first; i < end; i++ {
				forwardTile(m.w[from:], m.rows, cols, m.stride, a.Row(i)[from:from+cols], sums[(i-first)*each:][:each], from)
			}
		}
		for i := first; i < end; i++ {
			copy(m.sums, sums[(i-first)*each:][:each])
			m.Total(dst.Row(i))
		}
	}
}
