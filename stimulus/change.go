package stimulus

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/text/strict"
)

// A Change is a change of the stimuli between two of them: a Rotate, Drift, Spectrum,
// Correlate or Noise. It is plain data: as JSON an object with one key, {"rotate": 45},
// which DecodeChange reads.
type Change interface {
	// String says what the change is, as in "rotate by 45 degrees".
	String() string
	// Validate returns an error if the change is not valid for stimuli of that many
	// inputs.
	Validate(inputs int) error

	// isChange marks the changes of this package, which are all that a Changing knows.
	isChange()
}

// Rotate turns the principal subspace. Of the subspaces of K dimensions before and after it,
// min(K, N−K) principal angles are the given one, from 0 to 90 degrees, and the others are 0.
// The stimuli turn with it: their covariance becomes Q G Qᵀ. The planes of a drift turn too.
type Rotate struct {
	Degrees float64 `json:"rotate"`
}

// Drift turns the principal subspace at every stimulus, in the planes in which a Rotate would
// turn it: after t stimuli by t·DegreesPerStep, each step from −90 to 90 degrees. It replaces
// an earlier drift, whose rotation so far stays; 0 only ends that.
type Drift struct {
	DegreesPerStep float64 `json:"drift"`
}

// Spectrum gives the population other eigenvalues [N], not increasing, along the
// same directions. The last of fewer values stands for all further ones. While the
// subspace drifts they must keep it definite.
type Spectrum struct {
	Values []float64 `json:"spectrum"`
}

// Correlate makes independent stimuli an autoregressive process of first order:
// x_t = ρ x_{t−1} + √(1−ρ²) ξ_t with 0 ≤ ρ < 1, where ξ_t is the stimulus without the change.
// The process begins with the last stimulus, so it is stationary from the start and the
// covariance stays. 0 ends it.
type Correlate struct {
	Rho float64 `json:"correlate"`
}

// Noise adds Size·η to every stimulus, η ~ N(0, I), and so Size² to every
// eigenvalue. It replaces the noise before it; 0 ends it.
type Noise struct {
	Size float64 `json:"noise"`
}

func (Rotate) isChange()    {}
func (Drift) isChange()     {}
func (Spectrum) isChange()  {}
func (Correlate) isChange() {}
func (Noise) isChange()     {}

func (r Rotate) String() string { return fmt.Sprintf("rotate by %v degrees", r.Degrees) }
func (d Drift) String() string {
	return fmt.Sprintf("drift by %v degrees a stimulus", d.DegreesPerStep)
}
func (s Spectrum) String() string {
	return "spectrum " + strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Values), " ", ", "), "[]")
}
func (c Correlate) String() string { return fmt.Sprintf("correlate by %v", c.Rho) }
func (n Noise) String() string     { return fmt.Sprintf("noise of size %v", n.Size) }

// Validate accepts angles from 0 to 90 degrees.
func (r Rotate) Validate(int) error {
	if !(r.Degrees >= 0 && r.Degrees <= 90) {
		return fmt.Errorf("a rotation by %v degrees: a principal angle is from 0 to 90 degrees", r.Degrees)
	}
	return nil
}

// Validate accepts −90 to 90 degrees.
func (d Drift) Validate(int) error {
	if !(math.Abs(d.DegreesPerStep) <= 90) {
		return fmt.Errorf("a drift by %v degrees a stimulus: give −90 to 90", d.DegreesPerStep)
	}
	return nil
}

// Validate accepts a spectrum that NewGaussian accepts, or the first values of one.
func (s Spectrum) Validate(inputs int) error {
	if len(s.Values) > inputs {
		return fmt.Errorf("a spectrum of %d eigenvalues for stimuli of %d inputs: give at most one for each", len(s.Values), inputs)
	}
	return checkSpectrum(s.Values)
}

// Validate accepts 0 ≤ ρ < 1.
func (c Correlate) Validate(int) error {
	if !(c.Rho >= 0 && c.Rho < 1) {
		return fmt.Errorf("correlation %v from one stimulus to the next: give a number from 0 to below 1", c.Rho)
	}
	return nil
}

// Validate accepts finite sizes that are not negative.
func (n Noise) Validate(int) error {
	if !(n.Size >= 0 && n.Size <= math.MaxFloat32) {
		return fmt.Errorf("noise of size %v: give a number that is not negative, 0 for none", n.Size)
	}
	return nil
}

// whole returns the eigenvalues [N] that a Spectrum stands for.
func (s Spectrum) whole(inputs int) []float64 {
	all := slices.Clone(s.Values)
	for len(all) < inputs {
		all = append(all, all[len(all)-1])
	}
	return all
}

// DecodeChange reads a change from JSON. Its errors list the keys.
func DecodeChange(data []byte) (Change, error) {
	var one struct {
		Rotate    *float64  `json:"rotate"`
		Drift     *float64  `json:"drift"`
		Spectrum  []float64 `json:"spectrum"`
		Correlate *float64  `json:"correlate"`
		Noise     *float64  `json:"noise"`
	}
	if err := strict.Unmarshal(data, &one); err != nil {
		return nil, fmt.Errorf("reading a change of the stimuli: %w (the changes are rotate, drift, spectrum, correlate, noise)", err)
	}
	var all []Change
	if one.Rotate != nil {
		all = append(all, Rotate{*one.Rotate})
	}
	if one.Drift != nil {
		all = append(all, Drift{*one.Drift})
	}
	if one.Spectrum != nil {
		all = append(all, Spectrum{one.Spectrum})
	}
	if one.Correlate != nil {
		all = append(all, Correlate{*one.Correlate})
	}
	if one.Noise != nil {
		all = append(all, Noise{*one.Noise})
	}
	if len(all) != 1 {
		return nil, errors.New("a change of the stimuli is one of rotate, drift, spectrum, correlate, noise")
	}
	return all[0], nil
}
