package experiment

import (
	"slices"
	"time"

	"twophase/circuit"
	"twophase/internal/report"
	"twophase/recorder"
)

// Result is what one trial found.
type Result struct {
	Trial    int      `json:"trial"`
	Measures Measures `json:"measures"`
	Pruning  Pruning  `json:"pruning"`
	Curve    []Point  `json:"curve"`

	MeanSweeps Number `json:"mean_sweeps"` // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  Number `json:"unsettled"`   // fraction of stimuli that did not settle

	Happened int      `json:"happened,omitempty"` // interventions that took place
	Events   []event  `json:"events,omitempty"`   // the first of them; all are in the event log
	Effects  []effect `json:"effects,omitempty"`  // of each intervention

	Exact bool `json:"-"` // at the end the outputs are solved for, not approximated

	weights recorder.Final
	preview *report.Traces // of trial 0
	path    path
	against against
	elapsed time.Duration
}

// measure measures the circuit at its end.
func (t *trialRun) measure(elapsed time.Duration) (*Result, error) {
	c, m := t.circuit, t.monitor
	r, err := t.stimuli.present()
	if err != nil {
		return nil, err
	}
	if err := c.CheckWeights(); err != nil {
		return nil, err
	}
	if err := m.look(c); err != nil {
		return nil, err
	}
	measures, err := r.measure(c)
	if err != nil {
		return nil, err
	}
	return &Result{
		Trial:      t.trial,
		Measures:   measures,
		Pruning:    m.pruning(),
		Curve:      m.Curve,
		MeanSweeps: Number(float64(m.Sweeps) / float64(c.StepCount())),
		Unsettled:  Number(float64(m.Unsettled) / float64(c.StepCount())),
		weights:    recorder.FinalOf(c),
		preview:    m.preview.recorded(),
		Events:     m.Events,
		Happened:   m.Happened,
		Effects:    m.Effects,
		Exact:      slices.ContainsFunc(c.Schedule(), func(p circuit.Phase) bool { return p == circuit.Solve{} }),
		path:       m.Path,
		against:    r.against(c.StepCount()),
		elapsed:    elapsed,
	}, nil
}
