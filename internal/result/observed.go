//go:build !js

package result

import (
	"fmt"
	"strings"

	"twophase/internal/pruning"
)

// Headline returns one or two sentences on a trial: what the network found, and how its
// lateral synapses were pruned. The latter is by p, the analysis of a trace, or without it by
// the summary's criterion. It is empty if neither is known; r and p may be nil.
func Headline(network string, r *Result, p *pruning.Circuit) string {
	if p == nil {
		return headline(network, r)
	}
	var sentences []string
	if r != nil {
		sentences = append(sentences, finding(network, r))
	}
	return strings.TrimSpace(strings.Join(append(sentences, observed(p)), " "))
}

// observed says how the lateral synapses were pruned, from their lives.
func observed(p *pruning.Circuit) string {
	n := p.Pruned + p.Active + p.Unborn
	if n == 0 {
		return ""
	}
	text := ofAll(p.Pruned, n)
	if p.Followed < p.Lateral {
		text += " that were followed"
	}
	if p.Pruned == 0 {
		return text + " is pruned." + lesioned(p)
	}
	var last *pruning.Synapse
	for i := range p.Synapses {
		if s := &p.Synapses[i]; s.BelowSince != nil && (last == nil || *s.BelowSince > *last.BelowSince) {
			last = s
		}
	}
	if last == nil {
		return text + " pruned." + lesioned(p)
	}
	text += fmt.Sprintf(" pruned by step %d", *last.BelowSince)
	if p.Pruned > 1 {
		text += "; the last, " + last.Synapse + ","
		switch last.Resurrections {
		case 0:
			text += " never came back"
		case 1:
			text += " came back once"
		default:
			text += fmt.Sprintf(" came back %d times", last.Resurrections)
		}
	}
	return text + "." + lesioned(p)
}

// lesioned says how many synapses were lesioned.
func lesioned(p *pruning.Circuit) string {
	switch p.Lesioned {
	case 0:
		return ""
	case 1:
		return " 1 was lesioned."
	}
	return fmt.Sprintf(" %d were lesioned.", p.Lesioned)
}
