package training

import (
	"reflect"
	"slices"

	"twophase/circuit"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// Forked returns the state in which a variant with some spec continues this trial, after step
// fork. What its spec has in common with that of this trial stays as interventions have left it.
func (t *Trial) Forked(spec circuit.Spec, fork int) (*State, error) {
	s, err := t.State(0)
	if err == nil {
		s, err = s.copied()
	}
	if err != nil {
		return nil, err
	}
	s.Fork, s.fresh = fork, true
	first := t.Plan.Spec
	if !reflect.DeepEqual(spec.Rate, first.Rate) {
		s.Circuit.Rate = spec.Rate
	}
	if spec.Tau != first.Tau {
		s.Circuit.Tau = spec.Tau
	}
	if !reflect.DeepEqual(spec.Network.Schedule, first.Network.Schedule) {
		s.Circuit.Schedule = slices.Clone(spec.Network.Schedule)
	}
	if !slices.Equal(spec.Gains, first.Gains) {
		s.Circuit.Population(spec.Network.Graph.OutputName()).Gains = slices.Clone(spec.Gains)
	}
	s.Seen.Happened, s.Seen.Events, s.Seen.Rewired = 0, nil, nil
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
