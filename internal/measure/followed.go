package measure

import (
	"encoding/json"

	"twophase/internal/text/wording"
)

// Point is one moment of a run, with its measures.
type Point struct {
	Step         int            `json:"step"`
	Error        wording.Number `json:"e_pro"`
	LateralRatio wording.Number `json:"lateral_ratio"`

	// For runs that are recorded: see Measures. NaN at points where they were not measured.
	SettlingError  wording.Number `json:"settling_error"`
	SpectralRadius wording.Number `json:"spectral_radius"`

	// For plans that follow the subspace: see Plan.FollowSubspace.
	Subspace  wording.Number `json:"-"` // subspace error, Measures.Subspace
	Alignment wording.Number `json:"-"` // mean |cos| of the components
}

// UnmarshalJSON implements json.Unmarshaler. What is missing is not known.
func (p *Point) UnmarshalJSON(text []byte) error {
	type plain Point
	known := plain{Error: wording.NaN, LateralRatio: wording.NaN, Subspace: wording.NaN, Alignment: wording.NaN, SettlingError: wording.NaN, SpectralRadius: wording.NaN}
	if err := json.Unmarshal(text, &known); err != nil {
		return err
	}
	*p = Point(known)
	return nil
}

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
