package selection

import (
	"errors"
	"fmt"
	"strings"

	"twophase/internal/text/wording"
	"twophase/synapse"
)

// Choice names elements of a circuit by selections, by their weights at the time, and by
// lot: the package documentation has its grammar. ParseChoice and Of make one.
type Choice struct {
	Of     []Selection // at least one: the elements of any of them
	Except []Selection // without the elements of these
	Where  []Bound     // of synapses and scales: all of these bounds hold
	Take   Take        // how many of those that remain, and which
	Number float64     // of Take: a fraction in (0, 1], or a whole number from 1
	Alike  bool        // drawn alike in all trials of a run
}

// Take says how many of the candidates are chosen, and which.
type Take string

// The ways of taking some of the candidates.
const (
	Everyone Take = ""         // all of them
	Fraction Take = "fraction" // that part of them, rounded to a whole number, at random
	Count    Take = "count"    // that many, at random; all if they are fewer
	Top      Take = "top"      // those with the largest absolute weights
	Bottom   Take = "bottom"   // those with the smallest absolute weights
)

// Bound is a bound on a weight.
type Bound struct {
	Absolute bool // on its absolute value
	Below    bool // else above
	Value    float64
}

// Holds reports whether a weight is within the bound. A NaN is not.
func (b Bound) Holds(w float64) bool {
	if b.Absolute {
		w = max(w, -w)
	}
	if b.Below {
		return w < b.Value
	}
	return w > b.Value
}

// String returns a bound as in |w| < 0.01.
func (b Bound) String() string {
	name, sign := "w", ">"
	if b.Absolute {
		name = "|w|"
	}
	if b.Below {
		sign = "<"
	}
	return name + " " + sign + " " + wording.Format(b.Value)
}

// Of returns the choice of all elements of the selections.
func Of(s ...Selection) Choice { return Choice{Of: s} }

// plain returns the one selection of a choice that has nothing else.
func (c Choice) plain() (Selection, bool) {
	if len(c.Of) == 1 && c.Except == nil && c.Where == nil && c.Take == Everyone {
		return c.Of[0], true
	}
	return Selection{}, false
}

// Kind returns the kind of the first selection, empty if there is none.
func (c Choice) Kind() Kind {
	if len(c.Of) == 0 {
		return ""
	}
	return c.Of[0].Kind()
}

// drawn reports whether the elements are drawn at random.
func (c Choice) drawn() bool { return c.Take == Fraction || c.Take == Count }

// String returns the choice in the form that ParseChoice reads.
func (c Choice) String() string {
	text := c.candidates()
	if c.Take != Everyone {
		text += fmt.Sprintf(" %s %s", c.Take, wording.Format(c.Number))
	}
	if c.Alike {
		text += " draw alike"
	}
	return text
}

// candidates returns the choice in words without what is taken of it.
func (c Choice) candidates() string {
	text := list(c.Of)
	if c.Except != nil {
		text += " except " + list(c.Except)
	}
	for i, b := range c.Where {
		text += []string{" where ", " and "}[min(i, 1)] + b.String()
	}
	return text
}

// list returns selections with commas between them.
func list(all []Selection) string {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.String())
	}
	return strings.Join(texts, ", ")
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (c Choice) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseChoice.
func (c *Choice) UnmarshalText(text []byte) (err error) {
	*c, err = ParseChoice(string(text))
	return err
}

// Check returns an error unless every selection of the choice passes Selection.Check, they are
// all of neurons or none is, something remains to be chosen, and a count is not above what a
// circuit of that size has.
func (c Choice) Check(z Size, allowed ...Kind) error {
	if len(c.Of) == 0 {
		return errors.New("nothing is selected: name a selection, such as " + ExampleRow)
	}
	neurons := z.Class(c.Kind()) == Neurons
	for _, s := range append(c.Of[:len(c.Of):len(c.Of)], c.Except...) {
		if err := s.Check(z, allowed...); err != nil {
			return err
		}
		if (z.Class(s.Kind()) == Neurons) != neurons {
			return fmt.Errorf("%v and %v are not alike: select neurons, or synapses and scales, and not both", c.Of[0], s)
		}
	}
	if neurons && (c.Where != nil || c.Take == Top || c.Take == Bottom) {
		return fmt.Errorf("%v are neurons, and have no weights: where, top and bottom are for synapses and scales", c.Kind())
	}
	if _, plain := c.plain(); plain {
		return nil
	}
	switch n := c.places(z); {
	case n == 0:
		return fmt.Errorf("nothing remains of %s: except takes all of it away", c.candidates())
	case c.Take != Everyone && c.Take != Fraction && c.Number > float64(n):
		return fmt.Errorf("%s %s of %s: choose at most that number", c.Take, wording.Format(c.Number), wording.Count(n, "element"))
	}
	return nil
}

// mostPlaces is the size of a projection up to which elements are counted.
const mostPlaces = 1 << 22

// HasPositiveScales reports whether scales that must stay positive, of a circuit of that size, are among what the
// selections name.
func (c Choice) HasPositiveScales(z Size) bool {
	marks := make([]bool, max(z.Widest(), 1))
	for _, k := range z.all() {
		for i := range z.Neurons(k) {
			if of, class := z.holder(k); class == Scales && of.Positive && c.names(marks, z, k, i) {
				return true
			}
		}
	}
	return false
}

// places returns the number of elements that the selections name, without regard to weights.
// Pairs that a listed wiring leaves out count.
// It does not count in large circuits, where an element more or less is found when they run.
func (c Choice) places(z Size) (n int) {
	if z.Outputs*z.Widest() > mostPlaces {
		return mostPlaces
	}
	marks := make([]bool, max(z.Widest(), 1))
	for _, k := range z.all() {
		if k == Weights {
			continue
		}
		wiring, within := z.Within(k)
		for post := range z.Neurons(k) {
			from, end := c.row(marks, z, k, post)
			for pre := from; pre < end; pre++ {
				if marks[pre] && !(within && pre == post && wiring != synapse.Listed && wiring != synapse.WithSelf) {
					n++
				}
			}
		}
	}
	return n
}

// row marks the places of a row, as of Selection.Row, that the selections of the choice name.
// It returns the places within which all marks are.
func (c Choice) row(marks []bool, z Size, k Kind, post int) (from, end int) {
	clear(marks)
	from = len(marks)
	mark := func(all []Selection, as bool) {
		for _, s := range all {
			first, last := s.Row(z, k, post)
			for pre := first; pre < last; pre++ {
				marks[pre] = as
			}
			if as && first < last {
				from, end = min(from, first), max(end, last)
			}
		}
	}
	mark(c.Of, true)
	mark(c.Except, false)
	return from, end
}
