package engine

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/planning"
	"twophase/internal/result"
	"twophase/internal/training"
)

// divergenceOf returns what is kept of a run that diverged, or nil if another error ended it.
func divergenceOf(p *planning.Plan, m result.Manifest, err error) *result.Diverged {
	var failed *trialFailure
	var d *circuit.Divergence
	if training.GoesOn(err) || !errors.As(err, &failed) || !errors.As(err, &d) {
		return nil
	}
	return newDiverged(m, divergedTrial(p, failed.trial, d))
}

func newDiverged(m result.Manifest, trials ...result.DivergedTrial) *result.Diverged {
	return &result.Diverged{Schema: result.DivergedSchema, Run: m.Run, Trials: trials}
}

func divergedTrial(p *planning.Plan, trial int, d *circuit.Divergence) result.DivergedTrial {
	return result.DivergedTrial{Trial: trial, Step: d.Step, Reason: d.Reason() + freezing(p)}
}

// freezing returns what else may help where interventions make whitening outputs silent.
func freezing(p *planning.Plan) string {
	if len(p.Interventions) == 0 || !p.Spec.Network.Whitens {
		return ""
	}
	return fmt.Sprintf("; where an intervention silences or holds an output that whitens, its scale decays below 0: freeze it too, as in freeze: \"%s[0]\"", selection.Scale)
}
