package result

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/number"
	"twophase/internal/phrase"
)

// found is the |cos| from which a component, or a principal direction, counts as found: less
// than 18° away.
const found = 0.95

// Headline returns what came of the run in a sentence or two: see Headline; of several trials,
// in how many of them all was found and pruned.
func (s *Summary) Headline() string {
	if len(s.Results) == 1 {
		return headline(s.Network, s.Results[0])
	}
	var sentences []string
	known, all, synapses, pruned, trapped := 0, 0, 0, 0, 0
	for _, r := range s.Results {
		if isTrap(r.State) {
			trapped++
		}
		if text := foundIn(s.Network, r); text != "" {
			known++
			if cosines, _ := sought(s.Network, r); above(cosines) == len(cosines) {
				all++
			}
		}
		if n := r.Pruning.Synapses - r.Pruning.Lesioned; n > 0 {
			synapses = n
			if r.Pruning.Pruned == n {
				pruned++
			}
		}
	}
	if trapped > 0 {
		sentences = append(sentences, fmt.Sprintf("%d of %d trials ended in a trap.", trapped, len(s.Results)))
	}
	if known > 0 {
		_, thing := sought(s.Network, s.Results[0])
		sentences = append(sentences, fmt.Sprintf("All %s found in %d of %d trials (|cos| ≥ %v).", plural(thing), all, known, found))
	}
	if synapses > 0 {
		sentences = append(sentences, fmt.Sprintf("All lateral synapses are %s at the end in %d of %d.", measure.PrunedAtEnd, pruned, len(s.Results)))
	}
	return strings.Join(sentences, " ")
}

// headline is Headline without the observatory.
func headline(network string, r *Result) string {
	if r == nil {
		return ""
	}
	return strings.TrimSpace(finding(network, r) + " " + r.Pruning.sentence())
}

// sought returns the cosines that say how well the outputs found what the network finds, and
// what that is called; none if it is not of the principal subspace.
func sought(network string, r *Result) (cosines []number.Number, thing string) {
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
func directions(r *Result) (cosines []number.Number) {
	for _, a := range r.Measures.Angles {
		cosines = append(cosines, number.Number(math.Cos(float64(a))))
	}
	return cosines
}

// plural returns a thing in the plural: its first word counts.
func plural(thing string) string {
	first, rest, _ := strings.Cut(thing, " ")
	return strings.TrimSpace(first + "s " + rest)
}

// finding says whether a trial is trapped, and what the outputs found of the principal subspace.
func finding(network string, r *Result) string {
	text := foundIn(network, r)
	if isTrap(r.State) {
		text = strings.TrimSpace(fmt.Sprintf("Trapped: rank %d of %d. %s", r.State.Rank, len(r.State.Eigenvalues), text))
	}
	return text
}

func foundIn(network string, r *Result) string {
	cosines, thing := sought(network, r)
	text := counted(thing, cosines)
	if spanned, k := above(directions(r)), len(cosines); text != "" && thing == "component" && above(cosines) < k && spanned < k {
		text += fmt.Sprintf(" The outputs span %d of the %d principal directions.", spanned, k)
	}
	return text
}

// above returns how many cosines count as found.
func above(cosines []number.Number) (n int) {
	for _, c := range cosines {
		if c >= found {
			n++
		}
	}
	return n
}

// counted says how many of some things were found, and the least of their cosines, which is no threshold;
// nothing where one is not known.
func counted(thing string, cosines []number.Number) string {
	least, worst := number.Number(1), number.Number(1) // of those that were found, and of all
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
	if k == 1 {
		several = thing
	}
	switch n {
	case len(cosines):
		return fmt.Sprintf("%d %s found (least |cos| %s).", k, several, down(least))
	case 0:
		return fmt.Sprintf("None of the %d %s found: all have a |cos| below %v.", k, several, found)
	}
	return fmt.Sprintf("%d of %d %s found (least |cos| %s); the worst of all has %s.", n, k, several, down(least), down(worst))
}

// down writes a cosine to three digits after the point, not rounded up.
func down(c number.Number) string {
	return strconv.FormatFloat(math.Floor(min(float64(c), 1)*1000)/1000, 'f', 3, 64)
}

// sentence says how many synapses are pruned by the summary's criterion.
func (p Pruning) sentence() string {
	n := p.Synapses - p.Lesioned
	if n <= 0 {
		return ""
	}
	are := "is " + strings.Replace(measure.PrunedAtEnd, "their", "its", 1)
	if p.Pruned > 1 {
		are = "are " + measure.PrunedAtEnd
	}
	return fmt.Sprintf("%s %s at the end.", ofAll(p.Pruned, n), are)
}

// ofAll counts lateral synapses out of all.
func ofAll(n, all int) string {
	switch {
	case n == all && all == 1:
		return "The lateral synapse"
	case n == all:
		return fmt.Sprintf("All %d lateral synapses", all)
	case n == 0:
		return fmt.Sprintf("None of the %s", phrase.Count(all, "lateral synapse"))
	}
	return fmt.Sprintf("%d of %s", n, phrase.Count(all, "lateral synapse"))
}
