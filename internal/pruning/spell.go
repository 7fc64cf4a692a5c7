package pruning

import "math"

// spell is a time in which a synapse was pruned.
type spell struct {
	from, end int64 // steps; the end is that of the resurrection or of the recording
	over      bool  // it came back
}

// spells returns the record in which |weight| first reached high, −1 if it never did,
// and the times after it in which it fell below low and stayed below high for a dwell.
func (h History) spells(low, high float64, dwell int64) (birth int, all []spell) {
	birth = -1
	below := int64(-1) // since when
	end := func(at int64, over bool) {
		if below >= 0 && at-below >= dwell {
			all = append(all, spell{below, at, over})
		}
		below = -1
	}
	for i, w := range h.Weights {
		switch a := math.Abs(w); {
		case a >= high:
			if birth < 0 {
				birth = i
			}
			end(h.Steps[i], true)
		case a < low && birth >= 0 && below < 0:
			below = h.Steps[i]
		}
	}
	if n := len(h.Steps); n > 0 {
		end(h.Steps[n-1], false)
	}
	return birth, all
}
