package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/web/simulator"
)

// weightsOf returns how many weights of synapses a circuit has, at most.
func weightsOf(z selection.Size) (n int) {
	for _, p := range z.Graph.Projections {
		n += p.Post * p.Pre
	}
	return n
}

// elementsOf returns the names of recorded elements of a circuit, at most so many: those of small parts first, and of a
// part the strongest in a snapshot first.
func elementsOf(g *simulator.Graph, end *Snapshot, most int) (names []string) {
	if g == nil {
		return nil
	}
	parts := slices.DeleteFunc(slices.Clone(g.Parts), func(p simulator.GraphPart) bool { return !p.Recorded })
	slices.SortStableFunc(parts, func(a, b simulator.GraphPart) int { return a.Rows*a.Columns - b.Rows*b.Columns })
	for _, p := range parts {
		for _, at := range strongest(p, end) {
			post, pre := at/p.Columns, at%p.Columns
			switch {
			case len(names) == most:
				return names
			case p.Class != "synapses":
				names = append(names, fmt.Sprintf("%s[%d]", p.Kind, post))
			case p.From != p.To || post != pre:
				names = append(names, fmt.Sprintf("%s[%d,%d]", p.Kind, post, pre))
			}
		}
	}
	return names
}

// strongest returns the places of the elements of a part, those with the largest value in a snapshot first.
func strongest(p simulator.GraphPart, in *Snapshot) []int {
	order := make([]int, p.Rows*p.Columns)
	for at := range order {
		order[at] = at
	}
	i := slices.IndexFunc(in.Parts, func(q SnapshotPart) bool { return q.Kind == p.Kind })
	if i < 0 || len(in.Parts[i].Values) != len(order) {
		return order
	}
	values := in.Parts[i].Values
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(values[b]), math.Abs(values[a])) })
	return order
}
