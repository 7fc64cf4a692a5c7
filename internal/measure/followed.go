package measure

import (
	"math"
	"slices"

	"twophase/internal/text/wording"
)

// Followed is a measure over the steps at which it was taken.
type Followed struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit,omitempty"`
	Steps  []int            `json:"steps"`
	Values []wording.Number `json:"values"`
}

// Add adds the measure at the next step, which may be NaN.
func (f *Followed) Add(step int, v wording.Number) {
	f.Steps, f.Values = append(f.Steps, step), append(f.Values, v)
}

// Finite returns the measure at the steps at which it is known. It may be from an unknown source.
func (f Followed) Finite() (known Followed) {
	for i := range min(len(f.Steps), len(f.Values)) {
		if f.Values[i].Finite() {
			known.Add(f.Steps[i], f.Values[i])
		}
	}
	return known
}

// At returns the measure at a step, NaN where it was not taken.
func (f Followed) At(step int) wording.Number {
	if at, found := slices.BinarySearch(f.Steps, step); found {
		return f.Values[at]
	}
	return wording.NaN
}

// ValuesAt returns the values of a measure at a step in those of several trials that have one there.
func ValuesAt(trials []Followed, step int) (values []float64) {
	for _, f := range trials {
		if v := float64(f.At(step)); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// Follow adds the measures of a step to what was followed. Those that are absent have no value
// there.
func (d *Declared) Follow(all []Followed, step int) []Followed {
	for _, v := range d.Values {
		at := slices.IndexFunc(all, func(f Followed) bool { return f.Name == v.Name })
		if at < 0 {
			at, all = len(all), append(all, Followed{Name: v.Name, Unit: v.Unit})
		}
		all[at].Add(step, v.Value)
	}
	return all
}
