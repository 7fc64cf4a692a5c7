package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/internal/run/engine"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Result holds the trials of one point.
type Result struct {
	Point  int     `json:"point"`
	Run    string  `json:"run"` // the ID of a run of this point's experiment
	Trials []Trial `json:"trials"`
}

// Trial is the outcome of one trial: measures, or the step at which it diverged.
type Trial struct {
	Trial    int    `json:"trial"`
	Measures Vector `json:"measures,omitempty"` // in the order of Measures
	Diverged int    `json:"diverged,omitempty"` // the step
	Why      string `json:"why,omitempty"`
}

// Measures returns the names of the measures that every sweep has.
func Measures() []string { return measuresOf(new(Plan)) }

// measuresOf returns the names of the measures of a trial of a plan.
func measuresOf(p *Plan) (names []string) {
	for _, m := range result.Quantities(p.Declared...) {
		names = append(names, m.Name)
	}
	return names
}

// checkMeasure returns an error unless the points of a plan have a measure.
func (p *Plan) checkMeasure(name string) error {
	names := measuresOf(p)
	switch {
	case slices.Contains(names, name):
		return nil
	case result.CheckQuantity(name) == nil:
		return fmt.Errorf("%s is not measured in this experiment: write follow: [%s] into it", name, name)
	}
	return wording.Unknown("measure", name, names)
}

// trialOf returns the result of one trial.
func trialOf(p *Plan, o engine.Outcome) Trial {
	t := Trial{Trial: o.Trial}
	if d := o.Diverged; d != nil {
		t.Diverged, t.Why = d.Step, d.Error()
		return t
	}
	for _, m := range result.Quantities(p.Declared...) {
		t.Measures = append(t.Measures, float64(m.Of(&o.Result)))
	}
	return t
}

// Vector is a list of numbers; those that are not finite are null in JSON.
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

// check returns an error if the result cannot be one of the plan.
func (r *Result) check(p *Plan) error {
	if r.Point < 0 || r.Point >= p.most() || len(r.Trials) == 0 {
		return errors.New("it is not a result of this plan")
	}
	for _, t := range r.Trials {
		if t.Diverged == 0 && len(t.Measures) != len(measuresOf(p)) {
			return errors.New("its measures are not those of this version of twophase")
		}
	}
	return nil
}
