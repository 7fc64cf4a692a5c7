package main

import (
	"fmt"
	"slices"
	"strings"
)

// verdict is what became of an expectation, of a condition or of a claim.
type verdict string

const (
	holds     verdict = "holds"
	fails     verdict = "fails"
	undecided verdict = "undecided"
)

// found is what was found of an expectation under a condition.
type found struct {
	expectation
	when              string
	trials, right     int       // and how many of them are on the right side of the bound
	median, low, high float64   // over the trials, with the interval of the median
	each              []float64 // medians of the two variants of a ratio
	floor             float64
	verdict           verdict
}

// judge compares the interval of a median, or a value, with the bound. An interval that is not known decides nothing.
func (x expectation) judge(low, high float64) verdict {
	switch {
	case x.below != nil && high < *x.below, x.above != nil && low > *x.above:
		return holds
	case x.below != nil && low >= *x.below, x.above != nil && high <= *x.above:
		return fails
	}
	return undecided
}

// overall is the verdict on what was found under one condition.
func overall(all []found) verdict {
	has := func(v verdict) bool { return slices.ContainsFunc(all, func(f found) bool { return f.verdict == v }) }
	switch {
	case has(fails):
		return fails
	case has(undecided):
		return undecided
	}
	return holds
}

// summed is the verdict on a claim, with the conditions if they differ in it.
func summed(all [][]found) string {
	var parts []string
	for _, v := range []verdict{holds, fails, undecided} {
		var under []string
		for _, some := range all {
			if overall(some) == v {
				under = append(under, some[0].when)
			}
		}
		switch {
		case len(under) == len(all):
			return string(v)
		case len(under) > 0:
			parts = append(parts, fmt.Sprintf("%s (%s)", v, strings.Join(under, "; ")))
		}
	}
	return strings.Join(parts, ", ")
}
