package measure

import (
	"encoding/json"

	"twophase/internal/text/number"
)

// Point is one moment of a run, with its measures.
type Point struct {
	Step         int           `json:"step"`
	Error        number.Number `json:"e_pro"`
	LateralRatio number.Number `json:"lateral_ratio"`

	// For runs that are recorded: see Measures. NaN at points where they were not measured.
	SettlingError  number.Number `json:"settling_error"`
	SpectralRadius number.Number `json:"spectral_radius"`

	// For plans that follow the subspace: see Plan.FollowSubspace.
	Subspace  number.Number `json:"-"` // subspace error, Measures.Subspace
	Alignment number.Number `json:"-"` // mean |cos| of the components
}

// UnmarshalJSON implements json.Unmarshaler. What is missing is not known.
func (p *Point) UnmarshalJSON(text []byte) error {
	type plain Point
	known := plain{Error: number.NaN, LateralRatio: number.NaN, Subspace: number.NaN, Alignment: number.NaN, SettlingError: number.NaN, SpectralRadius: number.NaN}
	if err := json.Unmarshal(text, &known); err != nil {
		return err
	}
	*p = Point(known)
	return nil
}
