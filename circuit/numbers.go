package circuit

import (
	"maps"
	"math"
	"slices"
)

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// positive reports whether a number is positive and finite.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// finite reports whether a number is neither NaN nor infinite.
func finite(v float64) bool { return v-v == 0 }
