package view

import (
	"math"
	"slices"
)

// moments returns at most n steps from the first to the last, both included: of few, all
// logarithmically apart; of many, half of them linearly.
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

// stretch is some steps, with the number of points that they are drawn with.
type stretch struct {
	from, to int64
	points   int
}

// stretches divides the steps of a trace into decades, so that a logarithmic axis shows as
// much as a linear one; the last decade, which is nearly all of the latter, has more.
func stretches(first, last int64, points int) []stretch {
	edges := []int64{first}
	for edge := int64(10); edge < last; edge *= 10 {
		if edge > first {
			edges = append(edges, edge)
		}
	}
	const shareOfLast = 3
	each := points / (len(edges) - 1 + shareOfLast)
	var all []stretch
	for i, from := range edges {
		if i+1 < len(edges) {
			all = append(all, stretch{from, edges[i+1] - 1, max(4, each)})
		} else {
			all = append(all, stretch{from, last, max(4, each*shareOfLast)})
		}
	}
	return all
}

// extend appends the records of a later stretch.
func (s *Series) extend(part *Series) {
	missing := make(Vector, len(s.Step))
	for i := range missing {
		missing[i] = math.NaN()
	}
	for _, c := range []struct {
		to   *Vector
		from Vector
	}{{&s.Weight, part.Weight}, {&s.Hebbian, part.Hebbian}, {&s.Decay, part.Decay}, {&s.Rounding, part.Rounding}, {&s.Nonlocal, part.Nonlocal}, {&s.Unlearning, part.Unlearning}, {&s.Pre, part.Pre}, {&s.Post, part.Post}} {
		switch {
		case c.from == nil && *c.to != nil:
			for range part.Step {
				*c.to = append(*c.to, math.NaN())
			}
		case c.from != nil && *c.to == nil:
			*c.to = append(append(Vector{}, missing...), c.from...)
		case c.from != nil:
			*c.to = append(*c.to, c.from...)
		}
	}
	s.Step = append(s.Step, part.Step...)
	s.Total += part.Total
}
