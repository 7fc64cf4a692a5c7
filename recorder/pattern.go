//go:build !js

package recorder

import "twophase/neuron"

// pattern is what the places of a block follow from: the rest of a record, whole records, and the
// beginning of one. Blocks of records of the same elements have few patterns, as all parts of a
// trace begin alike.
type pattern [3]stretch

// stretch is successive portions that differ in their steps only.
type stretch struct {
	plan, from, rows int
	makes            [neuron.PartCount]bool
	times            int
}

// patternOf returns the pattern of a block, or false if it has none.
func patternOf(b *block) (of pattern, ok bool) {
	n := 0
	for _, p := range b.portions {
		if p.plan == 0 {
			return of, false
		}
		s := stretch{plan: p.plan, from: p.from, rows: p.rows, makes: p.makes}
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
