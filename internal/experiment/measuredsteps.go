package experiment

import (
	"fmt"
	"slices"

	"twophase/internal/measure"
	"twophase/internal/text/document"
)

// Measure says at which steps a run is measured besides those of NextLook.
type Measure struct {
	Every  int    `json:"every,omitempty"`  // at this step, and after each further period
	At     []int  `json:"at,omitempty"`     // at these steps
	Around string `json:"around,omitempty"` // interventions: see Looks

	Own document.Mapping[string] `json:"own,omitempty"` // measures of one's own: expressions by their names
}

func measureSection(m *Measure) *document.Section {
	own := document.MappingOf(&m.Own, func(to *string) document.Value { return document.Text(to, nil) })
	return &document.Section{Others: &document.Key{Name: "NAME", About: "follow a measure of your own, of any NAME: an expression of mean, sum, min, max, std or norm of a population (its activity for the stimuli that are shown) or of the weights of a projection, and of other measures, such as W.norm", Example: `"mean(E) - mean(I)"`, Default: "none", Value: own}, Keys: []document.Key{
		{Name: "every", About: "measure every period", Unit: "steps", Example: "1000", Default: "none", Value: document.Integer(&m.Every, 1, MaxSteps)},
		{Name: "at", About: "measure at these steps", Example: "[20000, 20010]", Default: "none", Value: document.ListOf(&m.At, func(v *int) document.Value { return document.Integer(v, 1, MaxSteps) })},
		{Name: "around", About: "measure densely around the interventions at known steps (at and every): just before each, one step after it, and then some twenty times in each decade of the time since", Example: "interventions", Default: "none", Value: document.Choice(&m.Around, "interventions")},
	}}
}

// Distance is what a part of the circuit is compared with.
type Distance struct {
	Weights   string `json:"weights,omitempty"`   // a projection,
	Responses string `json:"responses,omitempty"` // or a population
	File      string `json:"file"`
}

func distanceSection(x *Distance, folder string) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "weights", About: "the PROJECTION whose weights are compared", Default: "none", Example: "W", Value: document.Text(&x.Weights, nil)},
			{Name: "responses", About: "the POPULATION whose activity is compared, for the held-out stimuli of a file, or without these for its first", Default: "none", Example: "E", Value: document.Text(&x.Responses, nil)},
			{Name: "file", About: "the data, .csv, .npy or weights.npz:NAME: [post×pre], with the scales that learn on the diagonal of a projection within a population; or [stimulus×neuron]", Example: "w.npy", Required: true, Value: document.File(&x.File, folder)},
		},
		OneOf: []document.Group{{Keys: []string{"weights", "responses"}, Required: true}},
	}
}

// Followed returns the measures that are taken throughout the run: those of Follow, those of one's own, each with its
// declaration, and the distance.
func (e Experiment) Followed() []string {
	all := slices.Clone(e.Follow)
	if e.Measure != nil {
		for _, own := range e.Measure.Own {
			all = append(all, measure.Define(own.Name, own.Value))
		}
	}
	if e.Distance != nil && !slices.Contains(all, measure.DistanceName) {
		all = append(all, measure.DistanceName)
	}
	return all
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
