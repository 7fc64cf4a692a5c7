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

// EvalGrid evaluates the expression over a grid, to the bits of Eval, where values [name] are those of what the name is of; all is the
// value of a name of All, and a name of something else whose values are nil is 0. use gets the results of one part of the grid after
// the other, and where it begins: a part of a row, or several short rows with what is between them.
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
			first, results := row*g.Stride+from, s.memory[0][:min(block, n-from)]
			s.names = s.names[:0]
			for i, v := range values {
				o := zero
				switch {
				case of[i] == All:
					o.rows = s.all[:]
				case v == nil:
				case of[i] == Place:
					o.places = v[first : first+len(results)]
				case of[i] == Row:
					o.rows = v[row : row+rows]
				case rows == 1:
					o.places = v[from : from+len(results)]
				default:
					o.places = s.tiles[i][:len(results)]
					for r := 0; row == 0 && r < rows; r++ { // no later part has more rows
						copy(o.places[r*g.Stride:], v)
					}
				}
				s.names = append(s.names, o)
			}
			s.run(e.code, results, g.Stride)
			use(first, results)
		}
	}
	stacks.Put(s)
}
