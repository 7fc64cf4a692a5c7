package sweep

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"twophase/internal/experiment"
)

// Result is what the trials of one point came to.
type Result struct {
	Point  int     `json:"point"`
	Run    string  `json:"run"` // the ID of a run of this point's experiment
	Trials []Trial `json:"trials"`
}

// Trial is what one trial came to: measures, or where it diverged.
type Trial struct {
	Trial    int    `json:"trial"`
	Measures Vector `json:"measures,omitempty"` // in the order of Measures
	Diverged int    `json:"diverged,omitempty"` // the step
	Why      string `json:"why,omitempty"`
}

// measure is one number of a trial, and how it is found.
type measure struct {
	name string
	of   func(o experiment.Outcome) float64
}

var measures = []measure{
	{"e_pro", func(o experiment.Outcome) float64 { return float64(o.Measures.Error) }},
	{"projector_error", func(o experiment.Outcome) float64 { return float64(o.Measures.ProjectorError) }},
	{"largest_angle", func(o experiment.Outcome) float64 { return last(o.Measures.Angles) }},
	{"worst_alignment", func(o experiment.Outcome) float64 { return least(o.Measures.Alignment) }},
	{"output_covariance_error", func(o experiment.Outcome) float64 { return float64(o.Measures.OutputCovariance) }},
	{"settling_error", func(o experiment.Outcome) float64 { return float64(o.Measures.SettlingError) }},
	{"spectral_radius", func(o experiment.Outcome) float64 { return float64(o.Measures.SpectralRadius) }},
	{"lateral_ratio", func(o experiment.Outcome) float64 { return float64(o.Measures.LateralRatio) }},
	{"largest_lateral", func(o experiment.Outcome) float64 { return float64(o.Pruning.LargestFinal) }},
	{"pruned", func(o experiment.Outcome) float64 { return float64(o.Pruning.Pruned) / float64(o.Pruning.Synapses) }},
	{"mean_sweeps", func(o experiment.Outcome) float64 { return float64(o.MeanSweeps) }},
	{"unsettled", func(o experiment.Outcome) float64 { return float64(o.Unsettled) }},
}

// Measures returns the names of what is measured of every trial.
func Measures() []string {
	names := make([]string, len(measures))
	for i, m := range measures {
		names[i] = m.name
	}
	return names
}

// last returns the last number, NaN if there is none.
func last(v []experiment.Number) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return float64(v[len(v)-1])
}

// least returns the smallest number, NaN if there is none.
func least(v []experiment.Number) float64 {
	smallest := math.NaN()
	for _, n := range v {
		if !(float64(n) >= smallest) {
			smallest = float64(n)
		}
	}
	return smallest
}

// trial returns the result of one trial.
func trialOf(o experiment.Outcome) Trial {
	t := Trial{Trial: o.Trial}
	if d := o.Diverged; d != nil {
		t.Diverged, t.Why = d.Step, d.Error()
		return t
	}
	for _, m := range measures {
		t.Measures = append(t.Measures, m.of(o))
	}
	return t
}

// Vector is numbers that are null in JSON where they are not finite.
type Vector []float64

// MarshalJSON implements json.Marshaler, with all digits.
func (v Vector) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, n := range v {
		if i > 0 {
			text = append(text, ',')
		}
		if n-n != 0 {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendFloat(text, n, 'g', -1, 64)
		}
	}
	return append(text, ']'), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector) UnmarshalJSON(text []byte) error {
	var numbers []*float64
	if err := json.Unmarshal(text, &numbers); err != nil {
		return err
	}
	*v = make(Vector, len(numbers))
	for i, n := range numbers {
		(*v)[i] = math.NaN()
		if n != nil {
			(*v)[i] = *n
		}
	}
	return nil
}

// check returns an error unless the result can be one of the plan.
func (r *Result) check(p *Plan) error {
	if r.Point < 0 || r.Point >= p.Points || len(r.Trials) == 0 {
		return errors.New("it is not a result of this plan")
	}
	for _, t := range r.Trials {
		if t.Diverged == 0 && len(t.Measures) != len(measures) {
			return errors.New("its measures are not those of this version of twophase")
		}
	}
	return nil
}
