package result

import (
	"cmp"
	"fmt"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Headline returns the sentences of the function Headline for one trial. For several it says
// in how many trials everything was found and pruned.
func (s *Summary) Headline() string {
	if len(s.Results) == 1 {
		return headline(s.Network, s.Results[0])
	}
	var sentences []string
	known, all, synapses, pruned, trapped, zero := 0, 0, 0, 0, 0, true
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
		if n := r.Pruning.Synapses - r.Pruning.Lesioned; n > 0 && !r.Pruning.Fixed {
			synapses = n
			if zero = zero && r.Pruning.LargestPeak == 0; r.Pruning.Pruned == n {
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
	switch {
	case s.Results[0].Pruning.Fixed:
		sentences = append(sentences, s.Results[0].Pruning.sentence())
	case synapses > 0 && zero:
		sentences = append(sentences, fmt.Sprintf("All %s were 0 throughout, in all trials.", wording.Noun(2, s.Results[0].Pruning.What())))
	case synapses > 0:
		sentences = append(sentences, fmt.Sprintf("All %s are %s at the end in %d of %d.", wording.Noun(2, s.Results[0].Pruning.What()), measure.PrunedAtEnd(measure.PrunedFraction), pruned, len(s.Results)))
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

// sentence says how many synapses are pruned.
func (p Pruning) sentence() string {
	if p.Fixed {
		return fmt.Sprintf("The weights of %s are fixed.", cmp.Or(p.Projection, "lateral"))
	}
	return prunedSentence(p.Pruned, p.Synapses-p.Lesioned, p.What(), measure.PrunedFraction, p.LargestPeak == 0)
}

// prunedSentence says how many of some synapses are pruned, at a fraction of their peak, or that they had no peak as
// they were zero throughout; nothing of none.
func prunedSentence(pruned, of int, what string, fraction float64, zero bool) string {
	if of <= 0 {
		return ""
	}
	if zero && of == 1 {
		return "The " + what + " was 0 throughout."
	}
	if zero {
		return ofAll(of, of, what) + " were 0 throughout."
	}
	are := "is " + strings.Replace(measure.PrunedAtEnd(fraction), "their", "its", 1)
	switch {
	case pruned > 1:
		are = "are " + measure.PrunedAtEnd(fraction)
	case pruned == 0 && of == 1:
		are = "is not" + strings.TrimPrefix(are, "is")
	}
	return fmt.Sprintf("%s %s at the end.", ofAll(pruned, of, what), are)
}

// ofAll counts synapses out of all.
func ofAll(n, all int, what string) string {
	switch {
	case all == 1:
		return "The " + what
	case n == all && n == 2:
		return "Both " + wording.Noun(n, what)
	case n == all:
		return fmt.Sprintf("All %s", wording.Count(all, what))
	case n == 0:
		return fmt.Sprintf("None of the %s", wording.Count(all, what))
	}
	return fmt.Sprintf("%d of %s", n, wording.Count(all, what))
}
