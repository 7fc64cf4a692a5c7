package experiment

import (
	"fmt"
	"slices"

	"twophase/internal/text/document"
)

// Measure says at which steps a run is measured besides those of NextLook.
type Measure struct {
	Every  int    `json:"every,omitempty"`  // at this step, and after each further period
	At     []int  `json:"at,omitempty"`     // at these steps
	Around string `json:"around,omitempty"` // interventions: see Looks
}

func measureSection(m *Measure) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "every", About: "measure every period", Unit: "steps", Example: "1000", Default: "none", Value: document.Integer(&m.Every, 1, MaxSteps)},
		{Name: "at", About: "measure at these steps", Example: "[20000, 20010]", Default: "none", Value: document.ListOf(&m.At, func(v *int) document.Value { return document.Integer(v, 1, MaxSteps) })},
		{Name: "around", About: "measure densely around the interventions at known steps (at and every): just before each, one step after it, and then some twenty times in each decade of the time since", Example: "interventions", Default: "none", Value: document.Choice(&m.Around, "interventions")},
	}}
}

// mostLooks is the largest number of further measures in a run. Each keeps some 150 bytes.
const mostLooks = 100_000

// Looks returns, in order, the steps at which a run of some steps is measured besides those of
// NextLook.
func (e Experiment) Looks(steps int) (looks []int, err error) {
	m := e.Measure
	if m == nil {
		return nil, nil
	}
	for _, at := range m.At {
		if at > steps {
			return nil, document.Blame(fmt.Errorf("measured at step %d, and the run has %d: choose an earlier step, or take more", at, steps), "measure.at", "measure")
		}
		looks = append(looks, at)
	}
	if m.Every > 0 && steps/m.Every <= mostLooks {
		for at := m.Every; at <= steps; at += m.Every {
			looks = append(looks, at)
		}
	} else if m.Every > 0 {
		return nil, e.tooMany(steps/m.Every, "measure.every")
	}
	if m.Around != "" {
		times := e.ChangeTimes(steps)
		for n, at := range times {
			end := steps
			if n+1 < len(times) {
				end = times[n+1]
			}
			if at > 0 {
				looks = append(looks, at)
			}
			for since := 1; at+since <= end && len(looks) <= mostLooks; since = NextLook(since) {
				looks = append(looks, at+since)
			}
		}
	}
	slices.Sort(looks)
	looks = slices.Compact(looks)
	if len(looks) > mostLooks {
		return nil, e.tooMany(len(looks), "measure")
	}
	return looks, nil
}

// NextLook returns the step at which a run is measured next after a step. That makes some twenty
// measurements in each decade, as 1/8 ≈ 10^(1/20) − 1.
func NextLook(step int) int { return step + max(1, step/8) }

// tooMany returns the error of a number of further measures, which is not known where stimuli go on
// without end.
func (e Experiment) tooMany(n int, key string) error {
	if e.Steps == 0 && e.Stimulus.FromPipe() {
		return document.Blame(fmt.Errorf("stimuli from a pipe may go on without end, and a run is measured at %d steps at most: give the number of steps, or leave this out", mostLooks), key, "measure")
	}
	return document.Blame(fmt.Errorf("%d measures: take %d at most", n, mostLooks), key, "measure")
}

// ChangeTimes returns the steps of the interventions whose steps are known beforehand, in
// order, up to the largest number of measurements.
func (e Experiment) ChangeTimes(steps int) (times []int) {
	for _, i := range e.Interventions {
		first, known := i.First()
		if !known {
			continue
		}
		last := first
		if i.Every > 0 {
			if last = steps; i.Until > 0 {
				last = min(last, i.Until)
			}
		}
		for at := first; at <= last && len(times) <= mostLooks; at += max(i.Every, 1) {
			times = append(times, at)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}
