package result

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// found is the |cos| from which a component, or a principal direction, counts as found: less
// than 18° away.
const found = 0.95

// sought returns the cosines that say how well the outputs found what the network finds, and
// what that is called; none if it is not of the principal subspace.
func sought(network string, r *Result) (cosines []wording.Number, thing string) {
	n, err := circuit.LookupNetwork(network)
	if err != nil || len(r.Measures.Angles) == 0 {
		return nil, ""
	}
	switch n.Finds {
	case circuit.Components, circuit.UnorderedComponents:
		return r.Measures.Alignment, "component"
	case circuit.Subspace:
		return directions(r), "direction of the principal subspace"
	}
	return nil, ""
}

// directions returns the cosines of the principal angles.
func directions(r *Result) (cosines []wording.Number) {
	for _, a := range r.Measures.Angles {
		cosines = append(cosines, wording.Number(math.Cos(float64(a))))
	}
	return cosines
}

// plural returns a thing in the plural: its first word counts.
func plural(thing string) string {
	first, rest, _ := strings.Cut(thing, " ")
	return strings.TrimSpace(first + "s " + rest)
}

// above returns how many cosines count as found.
func above(cosines []wording.Number) (n int) {
	for _, c := range cosines {
		if c >= found {
			n++
		}
	}
	return n
}

// counted says how many of some things were found, and the least of their cosines, which is no threshold;
// nothing where one is not known.
func counted(thing string, cosines []wording.Number) string {
	least, worst := wording.Number(1), wording.Number(1) // of those that were found, and of all
	if len(cosines) == 0 {
		return ""
	}
	for _, c := range cosines {
		if !c.Finite() {
			return ""
		}
		if worst = min(worst, c); c >= found {
			least = min(least, c)
		}
	}
	k, n := len(cosines), above(cosines)
	several := plural(thing)
	switch {
	case k == 1 && n == 1:
		return fmt.Sprintf("1 %s found (|cos| %s).", thing, down(least))
	case k == 1:
		return fmt.Sprintf("The %s is not found: its |cos| is %s, below %v.", thing, down(worst), found)
	case n == k:
		return fmt.Sprintf("%d %s found (least |cos| %s).", k, several, down(least))
	case n == 0:
		return fmt.Sprintf("None of the %d %s found: all have a |cos| below %v.", k, several, found)
	}
	return fmt.Sprintf("%d of %d %s found (least |cos| %s); the worst of all has %s.", n, k, several, down(least), down(worst))
}

// down writes a cosine to three digits after the point, not rounded up.
func down(c wording.Number) string {
	return strconv.FormatFloat(math.Floor(min(float64(c), 1)*1000)/1000, 'f', 3, 64)
}
