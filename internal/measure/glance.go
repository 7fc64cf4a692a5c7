package measure

import (
	"encoding/json"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/numerics/kernel"
	"twophase/internal/text/wording"
)

// Point is one moment of a run, with its measures.
type Point struct {
	Step  int            `json:"step"`
	Error wording.Number `json:"e_pro"`
	Ratio wording.Number `json:"lateral_ratio"`

	// Of runs that are recorded: see Measures. NaN at points where they were not measured.
	SettlingError  wording.Number `json:"settling_error"`
	SpectralRadius wording.Number `json:"spectral_radius"`
}

// NewPoint returns a moment at which nothing is known.
func NewPoint(step int) Point { return Point{step, wording.NaN, wording.NaN, wording.NaN, wording.NaN} }

// UnmarshalJSON implements json.Unmarshaler. What is missing is not known.
func (p *Point) UnmarshalJSON(text []byte) error {
	type plain Point
	known := plain(NewPoint(0))
	if err := json.Unmarshal(text, &known); err != nil {
		return err
	}
	*p = Point(known)
	return nil
}

// Look says what Glance takes beside E_Pro and the lateral ratio. It has the memory of a glance,
// for the next one of the same circuit.
type Look struct {
	Health  bool // the settling error and the spectral radius, as of Measure
	Cosines bool // the |cos| of every component

	filter, estimate, exact, lateral mat.Dense
}

// forget gives up the memory.
func (l *Look) forget() {
	l.filter, l.estimate, l.exact, l.lateral = mat.Dense{}, mat.Dense{}, mat.Dense{}, mat.Dense{}
}

// Glance takes the measures that a run follows, and the |cos| of every component if that is wanted.
// For a network that finds a subspace it is the |cos| of every principal angle; without a reference
// there is none. Where there is no filter, Glance returns an error of circuit.ErrNotLinear and
// the measures that need no filter.
func (r *Reference) Glance(c *circuit.Circuit, look *Look) (Point, []float64, error) {
	k := c.Outputs().Len()
	if k*c.Inputs().Len() > kernel.MostKept {
		defer look.forget()
	}
	if look.lateral.IsEmpty() {
		look.lateral.ReuseAs(k, k)
	}
	lateral := &look.lateral
	c.MTo(lateral.RawMatrix().Data)
	p := NewPoint(c.StepCount())
	p.Ratio = lateralRatio(c, lateral)
	finds := r != nil && c.Spec().Network.FindsPrincipal()
	if !finds && !look.Health {
		return p, nil, nil
	}
	err := c.FilterTo(&look.filter)
	switch {
	case err != nil && finds:
		return p, unknown(k), err
	case errors.Is(err, circuit.ErrNotLinear):
		return p, nil, nil
	case err != nil:
		return p, nil, err
	}
	if look.Health {
		p.SettlingError, p.SpectralRadius, _ = r.health(c, &look.filter, lateral, &look.exact)
	}
	if !finds {
		return p, nil, nil
	}
	estimate := &look.estimate
	c.EstimateTo(estimate, &look.filter, r.Eigenvalues)
	p.Error = wording.Number(subspace.ProcrustesError(estimate, r.Basis))
	if !look.Cosines {
		return p, nil, nil
	}
	if c.Spec().Network.Finds != circuit.Subspace {
		return p, r.alignment(c.Spec().Network.Finds, estimate), nil
	}
	cosines := subspace.PrincipalAngles(estimate, r.Basis)
	for k, angle := range cosines {
		cosines[k] = math.Cos(angle)
	}
	return p, cosines, nil
}
