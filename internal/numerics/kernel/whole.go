package kernel

// Whole is rows of small whole numbers, of which Add forms sums of products. They are exact, and so
// are the bits of sums of floating-point products, in any order, as long as they are below 2⁵³.
//
// Two rows of one column make one word, and a part of PartLength columns has such words pair after
// pair.
type Whole struct {
	n     int
	words []uint32 // [parts×WholeRows/2×PartLength]
}

// WholeRows is the number of rows, and MostWhole the largest magnitude of a number.
const (
	WholeRows = 2 * exactRows
	MostWhole = 4096
)

// exactRows is how many rows fit: the sum of their products stays within 32 bits.
const exactRows = 64

const wholeWords = WholeRows / 2 * PartLength // of a part

// NewWhole returns rows of n zeros.
func NewWhole(n int) *Whole {
	return &Whole{n, make([]uint32, (n+PartLength-1)/PartLength*wholeWords)}
}

// Set sets the rows, WholeRows of them, each [n]. It reports false, and leaves them undefined, if a
// number is not whole or is larger than MostWhole.
func (w *Whole) Set(rows [][]float64) bool {
	for pair := range WholeRows / 2 {
		first, second := rows[2*pair][:w.n], rows[2*pair+1][:w.n]
		for j, a := range first {
			b := second[j]
			x, y := int32(a), int32(b)
			if float64(x) != a || float64(y) != b || max(x, y) > MostWhole || min(x, y) < -MostWhole {
				return false
			}
			w.words[j/PartLength*wholeWords+pair*PartLength+j%PartLength] = uint32(uint16(x)) | uint32(y)<<16
		}
	}
	return true
}

// Add adds the sum over all rows of the product of column i with each column from a given one on, a
// multiple of PartLength, to a part of a vector x [n]: at most PartLength elements.
func (w *Whole) Add(x []float64, from, i int) {
	part := x[from:min(from+PartLength, w.n)]
	words := w.words[from/PartLength*wholeWords:][:wholeWords]
	factors := w.words[i/PartLength*wholeWords+i%PartLength:]
	if len(part) < PartLength {
		var all [PartLength]float64
		copy(all[:], part)
		addWhole(all[:], factors, words, WholeRows/exactRows)
		copy(part, all[:])
		return
	}
	addWhole(part, factors, words, WholeRows/exactRows)
}

// addWholeReference adds the sums of products of times × exactRows rows in plain Go.
func addWholeReference(x []float64, factors, words []uint32, times int) {
	for j := range x {
		for some := range times {
			var sum int32
			for pair := some * exactRows / 2; pair < (some+1)*exactRows/2; pair++ {
				f, v := factors[pair*PartLength], words[pair*PartLength+j]
				sum += int32(int16(f))*int32(int16(v)) + int32(int16(f>>16))*int32(int16(v>>16))
			}
			x[j] += float64(sum)
		}
	}
}
