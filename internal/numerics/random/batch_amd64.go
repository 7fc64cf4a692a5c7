package random

import (
	"math"
	"math/bits"

	"twophase/internal/numerics/kernel"
)

// assembly says that normals are drawn eight at a time.
var assembly = kernel.Assembly()

// wide says that they are drawn by AVX-512.
var wide = kernel.LongProducts()

const (
	batch = 256 // normals that the assembly draws before plain Go looks at those not accepted at once
	room  = 14  // of those, before plain Go finishes them
)

// place is where a normal is that its first word does not decide.
type place struct{ row, i uint32 }

// places are those that plain Go has yet to finish.
type places struct {
	all [room + 2]place
	n   int
}

// add adds the place of the lowest bit of a set, if it has one, and returns the others. It has no
// branch, which a processor would often guess wrongly.
func (p *places) add(row, at int, set uint64) uint64 {
	p.all[p.n] = place{uint32(row), uint32(at + bits.TrailingZeros64(set))}
	if set != 0 {
		p.n++
	}
	return set & (set - 1)
}

// normalRows draws the normals as normalsReference does, but leaves only those words to plain
// Go that are not accepted at once.
func (s Stream) normalRows(rows [][]float64, first uint64) {
	var later places
	for r, row := range rows {
		words := s.words(first + uint64(r))
		for from := 0; from < len(row); from += batch {
			part := row[from:min(from+batch, len(row))]
			var outside [batch / 64]uint64
			words.normals(part, &outside)
			for i := 0; i < len(part); i += 64 {
				// Most sets have none, one or two.
				set := later.add(r, from+i, outside[i/64])
				set = later.add(r, from+i, set)
				for ; set != 0 || later.n >= room; set = later.add(r, from+i, set) {
					if later.n >= room {
						s.finish(rows, first, &later)
					}
				}
			}
			words.skip(batch)
		}
	}
	if later.n > 0 {
		s.finish(rows, first, &later)
	}
}

// normals sets dst to the normals of the next words, and bit i mod 64 of outside[i/64] where word
// i is not accepted at once.
func (q sequence) normals(dst []float64, outside *[batch / 64]uint64) {
	if wide {
		normalsAVX512(&dst[0], len(dst), q.counter, &edge[0], &outside[0])
	} else {
		normalsAVX2(&dst[0], len(dst), q.counter, &edge[0], &outside[0])
	}
}

// finish finishes the normals at the places. It first tries what is right for nearly all of them:
// the point under the parabola is kept, and for any other the next word is accepted at once. So
// that a processor has nothing to guess, there are no branches.
func (s Stream) finish(rows [][]float64, first uint64, p *places) {
	n := 0
	for _, at := range p.all[:p.n] {
		word, side := s.at(first, at)
		x, layer := position(word)
		above, near := wedges[layer].above(x, side.open01()), wedges[layer].near
		next := side.next()
		nextX, nextLayer := position(next)
		under, undecided, accepted := negative(above), negative(math.Abs(above)-near), negative(nextX-edge[nextLayer+1])
		rows[at.row][at.i] = math.Float64frombits(math.Float64bits(withSign(x, word))&under | math.Float64bits(withSign(nextX, next))&^under)
		p.all[n] = at
		n += int((undecided | ^under&^accepted) & 1)
	}
	for _, at := range p.all[:n] {
		word, side := s.at(first, at)
		rows[at.row][at.i] = side.edgeNormal(word)
	}
	p.n = 0
}

// at returns the word of a place and those that belong to it.
func (s Stream) at(first uint64, p place) (word uint64, side sequence) {
	words := s.words(first + uint64(p.row))
	side = words.side(uint64(p.i))
	words.skip(uint64(p.i))
	return words.next(), side
}

// negative returns ones if x is less than 0, and otherwise zeros.
func negative(x float64) uint64 { return uint64(int64(math.Float64bits(x)) >> 63) }
