package trace

import (
	"fmt"
	"slices"
	"strings"

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
	if err == nil && !t.Exists(e) {
		err = fmt.Errorf("%v does not exist: the wiring of %v has no synapse there", e, e.Kind)
	}
	if err == nil {
		err = fmt.Errorf("%v was not recorded: recorded are %s", e, t.recorded())
	}
	return Unselected{err}
}

// recorded lists the requests.
func (t *Trial) recorded() string {
	var texts []string
	for _, r := range t.requests {
		texts = append(texts, r.String())
	}
	if len(texts) > 10 {
		texts = append(texts[:10], "…")
	}
	return strings.Join(texts, ", ")
}

// Has reports whether an element was recorded.
func (t *Trial) Has(e Element) bool {
	if !slices.Contains(t.kinds, e.Kind) || !t.Exists(e) {
		return false
	}
	place := max(e.Pre, 0)
	for _, r := range t.requests {
		if from, end := r.Selection.Row(t.size, e.Kind, e.Post); from <= place && place < end {
			return true
		}
	}
	return false
}

// HasKind reports whether any element of a kind was recorded.
func (t *Trial) HasKind(k selection.Kind) bool {
	for _, r := range t.requests {
		if t.size.Includes(r.Selection.Kind(), k) {
			return true
		}
	}
	return false
}

// Elements returns the recorded elements of some kinds, or of all without kinds, in the order of a
// record: projections, scales, activities, by post, then by pre. There may be millions; Has
// is for a single one.
func (t *Trial) Elements(of ...selection.Kind) (all []Element) {
	if len(of) == 0 {
		of = t.kinds
	}
	for _, k := range of {
		if !t.HasKind(k) {
			continue
		}
		chosen := make([]int, t.size.Width(k)+1) // change of the number of requests that include a place
		for post := range t.size.Neurons(k) {
			from, end := t.size.Width(k), 0
			for _, r := range t.requests {
				if a, b := r.Selection.Row(t.size, k, post); a < b {
					from, end = min(from, a), max(end, b)
					chosen[a]++
					chosen[b]--
				}
			}
			requests := 0
			for pre := from; pre < end; pre++ {
				requests += chosen[pre]
				chosen[pre] = 0
				e := t.element(k, post, pre)
				if requests == 0 || !t.Exists(e) {
					continue
				}
				if int64(len(all)) == t.rows {
					return all
				}
				all = append(all, e)
			}
			chosen[max(end, 0)] = 0
		}
	}
	return all
}

// Exists reports whether a circuit has an element, recorded or not. Of synapses of a list it
// reports those that have a row, where this is known.
func (t *Trial) Exists(e Element) bool {
	z := t.size
	width := z.Width(e.Kind)
	if e.Post < 0 || e.Post >= z.Neurons(e.Kind) || e.Pre >= width || z.Synaptic(e.Kind) != (e.Pre >= 0) {
		return false
	}
	if wiring, within := z.Within(e.Kind); within && !wiring.Joins(e.Post, e.Pre) {
		return false
	}
	known := t.listed[e.Kind]
	return known == nil || known[e.Post*width+e.Pre]
}

// element returns an element by its place in a record.
func (t *Trial) element(k selection.Kind, post, place int) Element {
	if !t.size.Synaptic(k) {
		place = -1
	}
	return Element{k, post, place}
}

// Element names what one row of a trace is about: a synapse, a scale or the activity of an
// neuron.
type Element struct {
	Kind      selection.Kind // one of Size.Kinds
	Post, Pre int            // Pre is −1 for scales and activities
}

// String returns the element as a selection is written, with one or two indices.
func (e Element) String() string {
	if e.Pre >= 0 {
		return fmt.Sprintf("%v[%d,%d]", e.Kind, e.Post, e.Pre)
	}
	return fmt.Sprintf("%v[%d]", e.Kind, e.Post)
}

// recordable lists the kinds of elements of the paper's circuits, in the order of a record.
var recordable = append(selection.KindsOf(selection.Synapses, selection.Scales), selection.Outputs)

// ParseElement reads the form of String, of a circuit. The error says how to write one.
func ParseElement(z selection.Size, text string) (Element, error) {
	s, err := selection.Parse(text, recordable...)
	if err != nil {
		return Element{}, err
	}
	e := Element{Kind: s.Kind(), Pre: -1}
	format, fields := "[%d]", []any{&e.Post}
	if strings.Contains(s.String(), ",") {
		format, fields = "[%d,%d]", []any{&e.Post, &e.Pre}
	}
	if _, err := fmt.Sscanf(strings.TrimPrefix(s.String(), e.Kind.String()), format, fields...); err != nil || e.String() != s.String() {
		return Element{}, fmt.Errorf("%q is not one synapse or neuron: write %s, post before pre", text, z.Examples())
	}
	e.Kind = z.Canonical(e.Kind)
	return e, nil
}
