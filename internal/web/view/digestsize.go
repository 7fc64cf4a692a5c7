package view

import (
	"math"
	"slices"

	"twophase/internal/traces/trace"
)

// Limits of a digest. A number takes about numberBytes.
const (
	numberBytes   = 11
	snapshotBytes = 500_000   // of all snapshots, if fewSnapshots fit in
	traceBytes    = 1_200_000 // of all traces, if as many elements as mostElements have fewPoints
	fewSnapshots  = 16
	manySnapshots = 240
	largestRecord = 6_000_000 // of all snapshots, whatever their number
	mostElements  = 600
	fewPoints     = 60
	manyPoints    = 1200
	largestStep   = 20_000 // numbers of W in a step that is shown phase by phase
)

// moments returns at most n steps from the first to the last, both included: few are
// logarithmically spaced, and of many, half are evenly spaced.
func moments(first, last int64, n int) []int64 {
	steps := []int64{first, last}
	logarithmic := n
	if n > 8 {
		logarithmic = n / 2
		for i := range n - logarithmic {
			steps = append(steps, first+(last-first)*int64(i)/int64(n-logarithmic))
		}
	}
	for i := range logarithmic {
		apart := math.Pow(float64(1+last-first), float64(i)/float64(max(1, logarithmic-1)))
		steps = append(steps, min(last, first+int64(math.Round(apart))-1))
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

// stretches divides the steps of a trace into decades, so that a logarithmic axis shows as
// much as a linear one; the last decade, which is nearly all of the latter, has more.
func stretches(first, last int64, points int) []trace.Stretch {
	edges := []int64{first}
	for edge := int64(10); edge < last; edge *= 10 {
		if edge > first {
			edges = append(edges, edge)
		}
	}
	const shareOfLast = 3
	each := points / (len(edges) - 1 + shareOfLast)
	var all []trace.Stretch
	for i, from := range edges {
		if i+1 < len(edges) {
			all = append(all, trace.Stretch{From: from, To: edges[i+1] - 1, Points: max(4, each)})
		} else {
			all = append(all, trace.Stretch{From: from, To: last, Points: max(4, each*shareOfLast)})
		}
	}
	return all
}
