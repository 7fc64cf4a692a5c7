package metamorphic

import "pgregory.net/rapid"

// index draws a number below 128, all of them alike: rapid prefers small numbers. It
// shrinks to 0.
var index = rapid.Custom(func(t *rapid.T) (n int) {
	for range 7 {
		n *= 2
		if rapid.Bool().Draw(t, "bit") {
			n++
		}
	}
	return n
})

// pick draws one of some values, all of them alike. It shrinks to the first.
func pick[V any](t *rapid.T, what string, all ...V) V {
	return all[index.Draw(t, what)%len(all)]
}

// number draws a number from first to last, which are less than 128 apart.
func number(t *rapid.T, what string, first, last int) int {
	return first + index.Draw(t, what)%(last-first+1)
}

// chance is true once in n times, and shrinks to false.
func chance(t *rapid.T, what string, n int) bool { return number(t, what, 0, n-1) == n-1 }

// part draws a number from first to last, which may be far apart.
func part(t *rapid.T, what string, first, last int) int {
	return first + min(last-first, (last-first)*index.Draw(t, what)/100)
}
