package recorder

import (
	"errors"
	"fmt"
	"strings"

	"twophase/circuit/selection"
	"twophase/recorder/internal/series"
)

// changing lists the kinds of elements whose parts of changes can be recorded.
var changing = selection.KindsOf(selection.Synapses, selection.Scales, selection.Everything)

// AllParts is the text by which ParseParts selects the parts of all changes, as weights does.
const AllParts = "all"

// ParseParts reads the selections whose parts are recorded: all, or selections of synapses and
// scales separated by commas, as in W[0,*],V. The error says what is wrong and
// how to write it.
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

// SplitParts splits a text at commas, but not between the indices in brackets.
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

// checkParts returns an error if a circuit does not have a selected element, or if nothing of
// a selection is requested.
func checkParts(requests []Request, parts []selection.Selection, of *series.Sources) error {
	z := of.Size.WithoutVariables()
	for _, s := range parts {
		if of.Size.Class(s.Kind()) == selection.Variables {
			return fmt.Errorf("parts of changes: %v is a variable, whose change has no parts: select synapses or scales", s.Kind())
		}
		if err := s.Check(z, changing...); err != nil {
			var missing *selection.Missing
			if !errors.As(err, &missing) { // its name is wrong, not its indices
				err = fmt.Errorf("%w; or %s", err, AllParts)
			}
			return fmt.Errorf("parts of changes: %w", err)
		}
		if of.PlanOf(selectionsOf(requests), nil, []selection.Selection{s}).Changed == 0 {
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
