package training

import (
	"errors"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// find measures the circuit at its end.
func (t *Trial) find(elapsed time.Duration) (*monitor.Finding, error) {
	c, m := t.circuit, t.monitor
	r, err := t.stimuli.Present()
	if err != nil {
		return nil, err
	}
	if err := c.CheckWeights(); err != nil {
		return nil, err
	}
	if err := m.Look(c); err != nil {
		return nil, err
	}
	measures, err := r.Measure(c)
	if err != nil {
		return nil, err
	}
	declared, err := t.declared()
	if err != nil {
		return nil, err
	}
	if last := &m.Curve[len(m.Curve)-1]; m.Health {
		last.SettlingError, last.SpectralRadius = measures.SettlingError, measures.SpectralRadius
	}
	lateral, others := m.Pruning(c.Among(), func(projection string) bool {
		return len(t.Plan.Interventions) == 0 && c.Spec().Network.IsFixed(projection)
	})
	return &monitor.Finding{
		Result: &result.Result{
			Trial:      t.Number,
			Measures:   measures,
			State:      r.State(c, measures),
			Pruning:    lateral,
			Prunings:   others,
			Curve:      m.Curve,
			Declared:   declared,
			Followed:   m.Followed,
			MeanSweeps: wording.Number(float64(m.Sweeps) / float64(c.StepCount())),
			Unsettled:  wording.Number(float64(m.Unsettled) / float64(c.StepCount())),
			Events:     m.Events,
			Happened:   m.Happened,
			Effects:    m.Effects,
			WrongSigns: m.WrongSigns(),
			Rewired:    m.Rewired,
			Exact:      slices.ContainsFunc(c.Schedule(), func(p circuit.Phase) bool { return p == circuit.Solve }),
		},
		Weights: weights.FinalOf(c),
		Preview: m.Preview.Recorded(),
		Path:    m.Path,
		Against: r.Against(c.StepCount()),
		Elapsed: elapsed,
	}, nil
}

// declared takes the declared measures of the circuit at its end, nil if none is wanted.
func (t *Trial) declared() (*measure.Declared, error) {
	names := t.Plan.Declared()
	if len(names) == 0 {
		return nil, nil
	}
	return t.take(names)
}

// take takes declared measures of the circuit as it is. Once the stimuli were changed, only those of populations and
// projections are left, and all if one of them is followed.
func (t *Trial) take(names []string) (*measure.Declared, error) {
	changed := len(t.stimuli.History()) > 0
	follows := func(name string) bool { return slices.Contains(t.Plan.Experiment.Followed(), name) }
	var gone []string
	if changed && !slices.ContainsFunc(names, follows) {
		names, gone = measure.Divide(names)
	}
	absent, err := measure.TakeNone(gone, "the stimuli were changed in mid-run, so that what is known of them does not hold any more")
	if err != nil || len(names) == 0 {
		return absent, err
	}
	subject, err := t.subject(changed)
	if err != nil {
		return nil, err
	}
	if subject.Filter == nil || subject.ReadsPopulations(names) {
		probe := t.circuit.Probe()
		defer probe.End()
		subject.Respond = probe.Respond
	}
	found, err := measure.Take(names, subject)
	if err == nil {
		found.Absent = append(found.Absent, absent.Absent...)
	}
	return found, err
}

// subject returns the circuit as it is and its stimuli; changed says that these were changed in mid-run.
func (t *Trial) subject(changed bool) (s measure.Subject, err error) {
	r, err := t.stimuli.Present()
	if err != nil {
		return s, err
	}
	filter, err := t.circuit.Filter()
	if err != nil && !errors.Is(err, circuit.ErrNotLinear) {
		return s, err
	}
	shown, on := t.stimuli.Shown()
	s = measure.Subject{
		Outputs: t.circuit.Outputs().Len(),
		Filter:  filter, // nil if the circuit is not known to be linear
		Shown:   shown,

		Before: t.monitor.Reference(t.circuit.Outputs().Len()), Circuit: t.circuit, Reference: r, Recent: &t.monitor.Recent, Data: t.Plan.Data,
	}
	if !changed {
		s.Known = t.stimuli.Known
	}
	s.On = func(shown int) string {
		says := wording.Count(shown, "held-out stimulus")
		if on != nil {
			says = on(shown, t.circuit.StepCount())
		}
		if changed {
			says += ", from before the change of the stimuli"
		}
		return says
	}
	return s, nil
}
