package simulator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/stability"
	"twophase/internal/measure"
	"twophase/stimulus"
)

// Theory returns an experiment for Predict that describes a circuit as it is now: its present
// gains, τ, spectrum and settling. Keys of experiment files, as a JSON object, override these; null
// removes one. The error says why there is no theory.
func (s *Simulator) Theory(which int, keys []byte) ([]byte, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	e, c := v.plan.Experiment, v.trial.Circuit()
	e.Interventions, e.Offline, e.AutoTau = nil, false, false
	e.Lambda, e.Tau, e.Outputs = experiment.Lambda{Values: c.Outputs().Gains()}, c.Tau(), c.Outputs().Len()
	if spectrum := slices.Clone(v.trial.Stimuli().Eigenvalues()); spectrum != nil {
		noise, _ := experiment.Latest[stimulus.Noise](v.trial.Stimuli().History())
		for i := range spectrum {
			spectrum[i] += float64(noise.Size * noise.Size)
		}
		e.Stimulus = experiment.Stimulus{Spectrum: spectrum, Inputs: v.plan.Spec.Inputs}
	}
	network := c.Spec().Network
	network.Schedule = c.Schedule()
	if among := c.Among(); among != nil && network.Among().Name != "" {
		now := network.WithProjection(network.Among().Name, func(p *circuit.ProjectionSpec) { p.Rule = among.Rule() })
		if epsilon, is := now.LateralDecay(); is && (epsilon != 1 || e.LateralDecay != nil) {
			e.LateralDecay = &epsilon
		}
	}
	if err := settling(&e, network); err != nil {
		return nil, err
	}
	return overlaid(experiment.WriteJSON(e, "."), keys)
}

// Predict returns what the theory predicts of an experiment, written as for Open, without running
// it. A search of states may take seconds.
func Predict(text []byte) (*stability.Prediction, error) {
	doc, err := experiment.Parse("experiment", text)
	if err != nil {
		return nil, plain(err)
	}
	return stability.Predict(context.Background(), doc.Experiment)
}

// settling sets the network, turns and settling of an experiment to those of the present schedule.
// A network of the paper, or a cascade, is replaced by its relative with that schedule, because
// states are searched for simultaneous turns.
func settling(e *experiment.Experiment, n circuit.Network) error {
	kin := []circuit.Network{circuit.IfPSP, circuit.PSP, circuit.CascadePSP, circuit.SlowLateralPSP}
	if n.Whitens {
		kin = []circuit.Network{circuit.IfPSW, circuit.PSW, circuit.CascadePSW}
	}
	related := slices.ContainsFunc(kin, func(k circuit.Network) bool { return k.Name == n.Name })
	at := slices.IndexFunc(n.Schedule, func(p circuit.Phase) bool { _, settles := p.(circuit.Settle); return settles })
	turns := measure.SimultaneousTurns(n)
	e.Settle, e.Turns = nil, 0
	switch {
	case turns == 1:
		return errors.New("there is no theory here of one turn, in which no output hears another")
	case slices.Contains(n.Schedule, circuit.Phase(circuit.StaleLateral)):
		return errors.New("there is no theory here of signals that come a stimulus late")
	case related && turns > 1:
		e.Network, e.Turns = kin[0].Name, turns
	case related && slices.Contains(n.Schedule, circuit.Phase(circuit.Solve)):
		e.Network = kin[1].Name
	case related && (at >= 0 && isCascade(n.Schedule[at].(circuit.Settle)) || slices.Contains(n.Schedule, circuit.Phase(circuit.Cascade))):
		e.Network = kin[2].Name
	case at >= 0:
		if related {
			e.Network = kin[1].Name
		}
		p := n.Schedule[at].(circuit.Settle)
		e.Settle = &experiment.Settle{Method: p.Method.String(), Sweeps: p.Sweeps, Tolerance: p.Tolerance, Damping: p.Damping, TimeStep: p.TimeStep, Warm: p.Warm}
	}
	return nil
}

// isCascade reports whether outputs that settle so fire once each, in their order.
func isCascade(s circuit.Settle) bool {
	return s.Method == circuit.GaussSeidel && s.Sweeps == 1 && s.Damping == 0 && !s.Warm
}

// overlaid returns a JSON object with further keys in the places of its own; null takes one out.
func overlaid(object, keys []byte) ([]byte, error) {
	if len(keys) == 0 {
		return object, nil
	}
	all, further := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(object, &all); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(keys, &further); err != nil {
		return nil, fmt.Errorf("keys of an experiment are a JSON object, such as {\"tau\": 0.3}: %w", err)
	}
	for key, value := range further {
		if string(value) == "null" {
			delete(all, key)
		} else {
			all[key] = value
		}
	}
	return json.Marshal(all)
}
