package measure

import "twophase/internal/text/wording"

// Followed is a declared measure over the steps at which a run took it.
type Followed struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit,omitempty"`
	Steps  []int            `json:"steps"`
	Values []wording.Number `json:"values"`
}

// Follow adds the measures of a step to what was followed. Those that are absent have no value
// there.
func (d *Declared) Follow(all []Followed, step int) []Followed {
	for _, v := range d.Values {
		at := 0
		for at < len(all) && all[at].Name != v.Name {
			at++
		}
		if at == len(all) {
			all = append(all, Followed{Name: v.Name, Unit: v.Unit})
		}
		all[at].Steps, all[at].Values = append(all[at].Steps, step), append(all[at].Values, v.Value)
	}
	return all
}
