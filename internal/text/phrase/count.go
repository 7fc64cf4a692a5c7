package phrase

import (
	"fmt"
	"strings"
)

// Count writes a number of things, such as "1 sweep" or "8 sweeps".
func Count[N ~int | ~int64](n N, thing string) string {
	return fmt.Sprintf("%d %s", n, Noun(n, thing))
}

// Noun writes the noun that goes with a number of things: "sweep" with 1, else "sweeps".
// It takes what is regular in English, such as "entry", or in Latin, such as "stimulus".
func Noun[N ~int | ~int64](n N, thing string) string {
	before, hasY := strings.CutSuffix(thing, "y")
	switch {
	case n == 1:
		return thing
	case hasY && !strings.ContainsAny(before[max(0, len(before)-1):], "aeiou"):
		return before + "ies"
	case strings.HasSuffix(thing, "us"): // stimulus
		return strings.TrimSuffix(thing, "us") + "i"
	case strings.HasSuffix(thing, "x"):
		return thing + "es"
	}
	return thing + "s"
}
