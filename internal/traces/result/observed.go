//go:build !js

package result

import (
	"fmt"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/traces/pruning"
)

// Seen returns what a run saw of each synapse that it followed, by name; nil if its summary does not list them.
func Seen(r *Result) map[string]pruning.Seen {
	if r == nil {
		return nil
	}
	seen := make(map[string]pruning.Seen, len(r.Pruning.Each))
	for _, of := range append([]Pruning{r.Pruning}, r.Prunings...) {
		for _, g := range of.Each {
			seen[g.Synapse] = pruning.Seen{Peak: float64(g.Peak), PeakStep: int64(g.PeakStep), Final: float64(g.Final)}
		}
	}
	return seen
}

// Headline returns sentences on a trial: what the network found, and how many of the synapses among its outputs
// are pruned. The count is that of the summary wherever there is one; p, the analysis of a trace, adds when and
// what else. It is empty if neither is known; r and p may be nil.
func Headline(network string, r *Result, p *pruning.Circuit) string {
	if p == nil {
		return headline(network, r)
	}
	count := prunedSentence(p.Pruned, p.Counted(), p.What(), p.Criterion.Fraction, p.Absent == p.Counted())
	if p.Followed < p.Size {
		count = strings.Replace(count, p.What(), "followed "+p.What(), 1)
	}
	found := ""
	if r != nil {
		found = finding(network, r)
		if said := r.PruningOf(p.Projection).sentence(); said != "" && p.Criterion.Fraction == measure.PrunedFraction {
			count = said
		}
	}
	return strings.Join(strings.Fields(found+" "+count+" "+further(p)), " ")
}

// further says since when the synapses are pruned, and what became of others.
func further(p *pruning.Circuit) string {
	var sentences []string
	if last := p.LastPruned(); last != nil {
		who := "It has been so"
		if p.Pruned > 1 {
			who = "The last of them, " + last.Synapse + ", has been so"
		}
		sentences = append(sentences, fmt.Sprintf("%s since step %d, and %s.", who, *last.BelowSince, cameBack(last.Resurrections)))
	}
	if p.Faint > 0 {
		who, are := fmt.Sprint(p.Faint), "are"
		if p.Faint == 1 {
			are = "is"
		}
		switch {
		case p.Pruned > 0:
			who += " more"
		case p.Counted() == 1:
			who = "It"
		}
		sentences = append(sentences, fmt.Sprintf("%s %s faint, below %v times the noise floor.", who, are, p.Criterion.Noise))
	}
	switch n := p.Lesioned; {
	case n > 1 && n == p.Size:
		sentences = append(sentences, ofAll(n, n, p.What())+" were lesioned.")
	case n > 0:
		were := "%d were lesioned."
		if p.Lesioned == 1 {
			were = "%d was lesioned."
		}
		sentences = append(sentences, fmt.Sprintf(were, p.Lesioned))
	}
	return strings.Join(sentences, " ")
}

// cameBack says how often a synapse came back before.
func cameBack(times int) string {
	switch times {
	case 0:
		return "never came back"
	case 1:
		return "had come back once before"
	}
	return fmt.Sprintf("had come back %d times before", times)
}
