package rundiff

import (
	"bytes"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"twophase/internal/traces/result"
)

// Measures are found by matrix routines whose last digits depend on the processor, unlike weights and traces, which are
// compared by their bytes. Two of them agree if they differ by a part of closeTo at most, or are both next to zero.
const (
	closeTo  = 1e-9
	nextZero = 1e-12
)

// hasMeasures reports whether a file has measures, or pictures of them, and no weights.
func hasMeasures(path string) bool {
	name := filepath.Base(path)
	return hasRunPath(path) || name == "comparison.svg" || name == "traces.svg" ||
		slices.ContainsFunc(result.ComparisonTables, func(t result.TableFile) bool { return t.File == name })
}

// aNumber is a number in a text.
var aNumber = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

// closeNumbers compares two texts that should be the same but for the last digits of measures. It returns how many
// numbers differ, or false if anything else does.
func closeNumbers(a, b []byte) (differing int, ok bool) {
	here, there := aNumber.FindAll(a, -1), aNumber.FindAll(b, -1)
	if len(here) != len(there) || !bytes.Equal(aNumber.ReplaceAll(a, []byte("0")), aNumber.ReplaceAll(b, []byte("0"))) {
		return 0, false
	}
	for i := range here {
		if bytes.Equal(here[i], there[i]) {
			continue
		}
		if !agree(string(here[i]), string(there[i])) {
			return 0, false
		}
		differing++
	}
	return differing, true
}

// agree reports whether two numbers are the same measure. Whole numbers, such as counts, agree if they are equal.
func agree(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	_, notWhole := strconv.Atoi(a)
	_, notWhole2 := strconv.Atoi(b)
	if err != nil || err2 != nil || notWhole == nil && notWhole2 == nil {
		return a == b
	}
	return math.Abs(x-y) <= max(nextZero, closeTo*max(math.Abs(x), math.Abs(y)))
}
