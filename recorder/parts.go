package recorder

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// changing lists the kinds of what changes, whose parts can be recorded.
var changing = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}

// AllParts is how the parts of whatever changes are selected: the text stands for
// weights.
const AllParts = "all"

// ParseParts reads what is to be recorded with the parts of its changes: all, or
// selections of synapses and scales with commas between them, as
// feedforward[0,*],lateral. The error says what is wrong and how to write it.
func ParseParts(text string) (parts []selection.Selection, err error) {
	for _, one := range SplitParts(text) {
		s := selection.All(selection.Weights)
		if one != AllParts {
			if s, err = selection.Parse(one, changing...); err != nil {
				return nil, fmt.Errorf("%w; or %s", err, AllParts)
			}
		}
		parts = append(parts, s)
	}
	return parts, nil
}

// SplitParts splits a text at the commas that are not among indices.
func SplitParts(text string) (all []string) {
	from, depth := 0, 0
	for i, c := range text {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth <= 0:
			all, from = append(all, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(text[from:]))
}

// hasParts reports whether parts of changes are recorded.
func (o Options) hasParts() bool { return len(o.Parts) > 0 }

// checkParts returns an error if a circuit of that size does not have what is
// selected, or if nothing of a selection is requested.
func checkParts(requests []Request, parts []selection.Selection, z selection.Size) error {
	for _, s := range parts {
		if err := s.Check(z, changing...); err != nil {
			return fmt.Errorf("parts of changes: %w", err)
		}
		if planOf(z, selectionsOf(requests), nil, []selection.Selection{s}).changed == 0 {
			return fmt.Errorf("parts of changes: nothing of %v is recorded, but %s: record %v too, or leave its parts out", s, join(requests), s)
		}
	}
	return nil
}

// selectionsOf returns what is requested.
func selectionsOf(requests []Request) (all []selection.Selection) {
	for _, r := range requests {
		all = append(all, r.Selection)
	}
	return all
}

// joinParts writes selections as ParseParts reads them.
func joinParts(parts []selection.Selection) string {
	texts := make([]string, len(parts))
	for i, s := range parts {
		texts[i] = s.String()
	}
	return strings.Join(texts, ",")
}

// keeper is what can keep its last changes: a projection, or the outputs with their
// scales.
type keeper interface{ KeepChanges(on bool) }

// keepersOf chooses of a circuit the synapses of a plan whose parts are recorded, and
// returns what is to keep its changes.
func keepersOf(c *circuit.Circuit, p plan) (all []keeper) {
	for _, k := range []selection.Kind{selection.Feedforward, selection.Lateral} {
		var of []synapse.Stretch
		for _, r := range p.runs {
			if r.kind == k && r.changed {
				of = append(of, synapse.Stretch{Post: r.post, First: r.first, End: r.end})
			}
		}
		if of != nil {
			k.Projection(c).KeepChangesOf(of)
			all = append(all, k.Projection(c))
		}
	}
	if slices.ContainsFunc(p.runs, func(r run) bool { return r.kind == selection.Scale && r.changed }) {
		all = append(all, c.Outputs())
	}
	return all
}
