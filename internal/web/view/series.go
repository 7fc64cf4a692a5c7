package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/traces/trace"
)

// Series is what api/series answers: the records of one element, by step. Columns that were
// not recorded are null.
type Series struct {
	Element    string  `json:"element"`
	Total      int     `json:"total"` // number of records between the two steps
	Step       []int64 `json:"step"`
	Weight     Vector  `json:"weight"`
	Hebbian    Vector  `json:"hebbian"`
	Decay      Vector  `json:"decay"`
	Rounding   Vector  `json:"rounding"`
	Nonlocal   Vector  `json:"nonlocal"`
	Unlearning Vector  `json:"unlearning"`
	Second     Vector  `json:"second"` // by the second product of drives of the rule
	Third      Vector  `json:"third"`  // by the third
	Pre        Vector  `json:"pre"`
	Post       Vector  `json:"post"`
}

// seriesColumns are the columns of Series: each with its name in a trace.
var seriesColumns = [...]struct {
	name, inTrace string
	of            func(*Series) *Vector
}{
	{"weight", "weight", func(s *Series) *Vector { return &s.Weight }},
	{"hebbian", "hebbian", func(s *Series) *Vector { return &s.Hebbian }},
	{"decay", "decay", func(s *Series) *Vector { return &s.Decay }},
	{"rounding", "rounding", func(s *Series) *Vector { return &s.Rounding }},
	{"nonlocal", "nonlocal", func(s *Series) *Vector { return &s.Nonlocal }},
	{"unlearning", "unlearning", func(s *Series) *Vector { return &s.Unlearning }},
	{"second", "second", func(s *Series) *Vector { return &s.Second }},
	{"third", "third", func(s *Series) *Vector { return &s.Third }},
	{"pre", "pre_activity", func(s *Series) *Vector { return &s.Pre }},
	{"post", "post_activity", func(s *Series) *Vector { return &s.Post }},
}

// TraceColumns returns the columns of a trace that some columns of Series are, by their names in JSON; without names, those of
// all.
func TraceColumns(names ...string) (inTrace []string, err error) {
	known := make([]string, len(seriesColumns))
	for i, c := range seriesColumns {
		if known[i] = c.name; len(names) == 0 || slices.Contains(names, c.name) {
			inTrace = append(inTrace, c.inTrace)
		}
	}
	if len(names) > 0 && len(inTrace) != len(names) {
		return nil, fmt.Errorf("choose of %s, each once, with commas between them", strings.Join(known, ", "))
	}
	return inTrace, nil
}

// newSeries returns the records of an element in the form of the API.
func newSeries(e trace.Element, s trace.Series) *Series {
	return &Series{e.String(), s.Total, s.Steps, s.Weight, s.Hebbian, s.Decay, s.Rounding, s.Nonlocal, s.Unlearning, s.Second, s.Third, s.PreActivity, s.PostActivity}
}

// extend appends the records of a later range.
func (s *Series) extend(part *Series) {
	missing := make(Vector, len(s.Step))
	for i := range missing {
		missing[i] = math.NaN()
	}
	for _, c := range seriesColumns {
		to, from := c.of(s), *c.of(part)
		switch {
		case from == nil && *to != nil:
			for range part.Step {
				*to = append(*to, math.NaN())
			}
		case from != nil && *to == nil:
			*to = append(slices.Clone(missing), from...)
		case from != nil:
			*to = append(*to, from...)
		}
	}
	s.Step = append(s.Step, part.Step...)
	s.Total += part.Total
}

func (s *Series) rounded() *Series {
	r := &Series{Element: s.Element, Total: s.Total, Step: s.Step}
	for _, c := range seriesColumns {
		*c.of(r) = c.of(s).rounded()
	}
	return r
}
