package training

import (
	"slices"

	"twophase/circuit"
	"twophase/internal/planning"
	"twophase/internal/result"
)

// Forked returns the state in which a variant with some spec continues this trial, after step
// fork.
func (t *Trial) Forked(spec circuit.Spec, fork int) (*State, error) {
	s, err := t.State(0)
	if err == nil {
		s, err = s.copied()
	}
	if err != nil {
		return nil, err
	}
	s.Fork, s.fresh = fork, true
	s.Circuit.Rate, s.Circuit.Tau, s.Circuit.Schedule = spec.Rate, spec.Tau, slices.Clone(spec.Network.Schedule)
	s.Circuit.Outputs.Gains = slices.Clone(spec.Gains)
	s.Seen.Happened, s.Seen.Events = 0, nil
	return s, nil
}

// Extended returns the state in which this trial continues by a plan that has further interventions
// behind those of its own.
func (t *Trial) Extended(p *planning.Plan) (*State, error) {
	s, err := t.State(0)
	if err == nil {
		further := p.Interventions[len(t.Plan.Interventions):]
		s.Interventions = s.Interventions.Extended(further, s.Circuit.Step)
		s.Seen.Effects = append(s.Seen.Effects, make([]result.Effect, len(further))...)
	}
	return s, err
}
