package engine

import (
	"errors"
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// endOf returns what is kept of a run that an error ended, or nil if it can go on from there.
func endOf(p *planning.Plan, m result.Manifest, err error) *result.Ended {
	var failed *trialFailure
	var d *circuit.Divergence
	switch isTrial := errors.As(err, &failed); {
	case training.GoesOn(err):
		return nil
	case isTrial && errors.As(err, &d):
		return newEnded(m, divergedTrial(p, failed.trial, d))
	case isTrial:
		return failedEnd(m, failed.trial, failed.step, failed.err)
	}
	return failedEnd(m, 0, p.Steps(), err)
}

func newEnded(m result.Manifest, trials ...result.EndedTrial) *result.Ended {
	return &result.Ended{Schema: result.EndedSchema, Run: m.Run, Trials: trials}
}

// failedEnd returns the end of a run that an error ended which is no divergence.
func failedEnd(m result.Manifest, trial, step int, err error) *result.Ended {
	reason := strings.Join(strings.Fields(err.Error()), " ")
	for _, at := range []string{"step %d: ", "step %d, "} { // which the end says itself
		reason = strings.TrimPrefix(reason, fmt.Sprintf(at, step))
	}
	e := newEnded(m, result.EndedTrial{Trial: trial, Step: step, Reason: reason})
	e.Failed = true
	return e
}

func divergedTrial(p *planning.Plan, trial int, d *circuit.Divergence) result.EndedTrial {
	return result.EndedTrial{Trial: trial, Step: d.Step, Reason: d.Reason() + freezing(p)}
}

// freezing returns what else may help where interventions make whitening outputs silent.
func freezing(p *planning.Plan) string {
	if len(p.Interventions) == 0 || !p.Spec.Network.Whitens {
		return ""
	}
	return fmt.Sprintf("; where an intervention silences or holds an output that whitens, its scale decays below 0: freeze it too, as in freeze: \"%s[0]\"", selection.Scale)
}
