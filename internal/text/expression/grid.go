package expression

// Grid is a table of numbers [Rows×Columns] over which an expression is evaluated, such as one for each synapse. From one row to the
// next are Stride numbers: what is between two rows may be anything.
type Grid struct{ Rows, Columns, Stride int }

// Of says what a name of an expression has a value for in a grid.
type Of uint8

const (
	Place  Of = iota // each place: the values [Rows×Stride]
	Row              // each row
	Column           // each column
	All              // all places, one number
)

// piece is a part of a grid.
type piece struct {
	Grid
	row, rows, column int // where it begins, and how many rows it has
	length            int
}

// EvalGrid evaluates the expression over a grid, to the bits of Eval, where values [name] are those of what the name is of; all is the
// value of a name of All, and a name of something else whose values are nil is 0. use gets the results of one part after the other, and
// where it begins: some of a row, or several short rows with what is between them.
func (e Expression) EvalGrid(g Grid, of []Of, values [][]float64, all float64, use func(from int, results []float64)) {
	s := stacks.Get().(*stack)
	for len(s.tiles) < len(values) {
		s.tiles = append(s.tiles, [block]float64{})
	}
	s.all[0] = all
	together := max(1, min(block/g.Stride, mostRows))
	for row := 0; row < g.Rows; row += together {
		rows := min(together, g.Rows-row)
		n := g.Columns
		if rows > 1 {
			n = rows * g.Stride
		}
		for from := 0; from < n; from += block {
			p := &piece{g, row, rows, from, min(block, n-from)}
			s.names = s.names[:0]
			for i, v := range values {
				s.names = append(s.names, s.operandOf(p, i, of[i], v))
			}
			results := s.memory[0][:p.length]
			s.run(e.code, results, g.Stride)
			use(row*g.Stride+from, results)
		}
	}
	stacks.Put(s)
}

// operandOf returns what a name with some values is in a part of a grid.
func (s *stack) operandOf(p *piece, name int, of Of, values []float64) operand {
	switch {
	case of == All:
		return operand{rows: s.all[:]}
	case values == nil:
		return zero
	case of == Row:
		return operand{rows: values[p.row : p.row+p.rows]}
	case of == Place:
		return operand{places: values[p.row*p.Stride+p.column:][:p.length]}
	case p.rows == 1:
		return operand{places: values[p.column:][:p.length]}
	}
	tile := s.tiles[name][:p.length]
	for r := 0; p.row == 0 && r < p.rows; r++ { // no later part has more rows
		copy(tile[r*p.Stride:], values)
	}
	return operand{places: tile}
}
