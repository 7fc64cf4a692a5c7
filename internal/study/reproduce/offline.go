package reproduce

import (
	"context"
	"fmt"

	"twophase/circuit/theory"
)

// repeatedOffline returns the study of the mean-field flows on a problem.
func repeatedOffline(p problem, limit int) *repetition {
	return newRepetition(p, tableII, limit, offlineTrial)
}

// offlineTrial runs one trial: the flows of all networks, each from the weights
// at which the online network of that trial starts, seen in the eigenbasis of G.
func offlineTrial(ctx context.Context, s *repetition, seed, trial uint64) (outcome, error) {
	var result outcome
	for _, network := range networks() {
		c, err := s.problem.circuit(network, seed, trial)
		if err != nil {
			return outcome{}, err
		}
		flow, err := theory.NewFlow(theory.FlowSpec{
			Network: network, Spectrum: s.problem.Spectrum, Gains: s.problem.gains(), InitialWeights: c.Forward().Weights(),
		})
		if err != nil {
			return outcome{}, err
		}
		var errors []float64
		for _, look := range s.steps {
			if err := ctx.Err(); err != nil {
				return outcome{}, err
			}
			if err := flow.Run(look - flow.StepCount()); err != nil {
				return outcome{}, fmt.Errorf("the %s problem: %w", s.problem.Name, err)
			}
			errors = append(errors, flow.Error())
		}
		result.errors = append(result.errors, errors)
	}
	return result, nil
}
