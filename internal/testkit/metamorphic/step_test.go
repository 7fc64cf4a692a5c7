package metamorphic

import (
	"slices"

	"twophase/circuit"
)

// step lets all circuits take some steps, as the execution says.
func (w *world) step(steps int) {
	var going []*subject
	for _, s := range w.subjects {
		if s.failed == "" {
			going = append(going, s)
		}
	}
	for rest := steps; rest > 0; {
		n := rest
		if w.how.Chunk > 0 {
			n = min(n, w.how.Chunk)
		}
		switch w.how.Together {
		case inEnsemble, inEnsembles:
			w.stepTogether(n)
		default:
			stepAlone(going, n, w.how.Together == byPhases)
		}
		rest -= n
	}
	for _, s := range going {
		if s.failed == "" {
			s.glance()
		}
	}
}

// stepAlone lets circuits take some steps, one after another.
func stepAlone(all []*subject, steps int, phases bool) {
	for _, s := range all {
		x := make([]float64, s.Inputs().Len())
		for range steps {
			if s.failed != "" {
				break
			}
			s.stimulus(x, s.StepCount()+1)
			var err error
			if phases {
				err = s.StepPhases(x, func(circuit.Phase) error { return nil })
			} else {
				err = s.Step(x)
			}
			if err != nil {
				s.fail(err)
			}
		}
	}
}

// stepTogether lets all circuits take some steps in an ensemble. Those that fail stay
// in it.
func (w *world) stepTogether(steps int) {
	if w.how.Together == inEnsembles || !slices.Equal(w.members, w.subjects) {
		w.members = nil
		var circuits []*circuit.Circuit
		for _, s := range w.subjects {
			if s.failed == "" || w.how.Together == inEnsemble {
				w.members, circuits = append(w.members, s), append(circuits, s.Circuit)
			}
		}
		w.ensemble = circuit.NewEnsemble(circuits...)
	}
	at := make([]int, len(w.members))
	for i, s := range w.members {
		at[i] = s.StepCount()
	}
	failures := w.ensemble.Run(steps, func(i int, x []float64) (n int, err error) {
		s := w.members[i]
		for inputs := s.Inputs().Len(); len(x) > 0; x = x[inputs:] {
			if s.failed != "" { // before it came into this ensemble
				return n, errFailed
			}
			at[i]++
			n++
			s.stimulus(x[:inputs], at[i])
		}
		return n, nil
	})
	for i, err := range failures {
		if s := w.members[i]; err != nil && s.failed == "" {
			s.fail(err)
		}
	}
}
