package simulator

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"twophase/circuit/weights"
	"twophase/internal/experiment"
)

// Experiment returns the experiment file that twophase run repeats to the same bits: with the acts among
// its interventions, and as many steps as the circuit took. Interventions that are still to come are left
// out. A step that has begun is finished first.
func (s *Simulator) Experiment(which int) ([]byte, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	s.finish()
	e := v.plan.Experiment
	if step := v.step(); step > 0 {
		e.Steps = step
		e.Interventions = slices.DeleteFunc(slices.Clone(e.Interventions), func(i experiment.Intervention) bool {
			first, known := i.First()
			return known && first > step || !known && i.Check > step
		})
	}
	return experiment.Section(&e, ".").YAML(), nil
}

// Hash returns the SHA-256 of the weights as twophase verify compares them: that of the file weights.npz of
// a run with as many steps. A step that has begun is finished first.
func (s *Simulator) Hash(which int) (string, error) {
	v, err := s.of(which)
	if err != nil {
		return "", err
	}
	s.finish()
	sum := sha256.New()
	if err := weights.WriteArrays(sum, weights.FinalOf(v.trial.Circuit()).Arrays()...); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
