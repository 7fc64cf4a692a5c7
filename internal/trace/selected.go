package trace

import (
	"fmt"

	"twophase/circuit/selection"
)

// Unselected is the error of a selection, or an element, of which nothing was recorded.
type Unselected struct{ error }

// Unwrap returns what is wrong.
func (u Unselected) Unwrap() error { return u.error }

// Selected returns the recorded elements of a selection, or an Unselected error.
func (t *Trial) Selected(s selection.Selection) (elements []Element, err error) {
	if err := s.Check(t.size); err != nil {
		return nil, Unselected{err}
	}
	for _, e := range t.Elements() {
		if from, end := s.Row(t.size, e.Kind, e.Post); from <= max(e.Pre, 0) && max(e.Pre, 0) < end {
			elements = append(elements, e)
		}
	}
	if len(elements) == 0 {
		return nil, Unselected{fmt.Errorf("nothing of %v was recorded: recorded are %s", s, t.recorded())}
	}
	return elements, nil
}

// Recorded returns an Unselected error unless an element was recorded.
func (t *Trial) Recorded(e Element) error {
	if t.Has(e) {
		return nil
	}
	s, err := selection.Parse(e.String())
	if err == nil {
		err = s.Check(t.size)
	}
	if err == nil {
		err = fmt.Errorf("%v was not recorded: recorded are %s", e, t.recorded())
	}
	return Unselected{err}
}
