package random

import (
	"encoding/binary"
	"math/bits"

	"twophase/internal/kernel"
)

// assembly says that normals are drawn four at a time.
var assembly = kernel.Assembly()

// wide says that words are multiplied by AVX-512.
var wide = kernel.LongProducts()

// batch is the number of normals drawn before plain Go finishes the words that were not
// accepted at once.
const batch = 256

// normalsBatch draws the normals as normalsReference does, but leaves only those
// words to plain Go that are not accepted at once.
func (s Stream) normalsBatch(dst []float64, step uint64) {
	words := s.words(step)
	sides := ^words.counter // the key of side
	for first := 0; first < len(dst); first += batch {
		part := dst[first:min(first+batch, len(dst))]
		var outside [batch / 4]byte // four normals each
		if wide {
			normalsAVX512(&part[0], len(part), words.counter, &edge[0], &outside[0])
		} else {
			normalsAVX2(&part[0], len(part), words.counter, &edge[0], &outside[0])
		}
		for from := 0; from < len(part); from += 32 {
			for set := binary.LittleEndian.Uint64(outside[from/4:]); set != 0; set &= set - 1 {
				// Bit 8a+b stands for normal 4a+b.
				bit := bits.TrailingZeros64(set)
				i := from + bit/8*4 + bit%8
				at := words
				at.skip(uint64(i))
				side := sequence{absorb(sides, uint64(first+i))}
				part[i] = side.edgeNormal(at.next())
			}
		}
		words.skip(batch)
	}
}
