package planning

import (
	"errors"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// checkOffline returns an error if a circuit that learns from the covariance of its stimuli is asked
// for what only single stimuli have.
func (p *Plan) checkOffline(n circuit.Network) error {
	e := p.Experiment
	if !n.IsOffline() {
		return nil
	}
	if len(e.Parts) > 0 {
		return document.Blame(errors.New("an offline change is a mean over all stimuli, and is not recorded in parts: leave parts out"), "parts", "offline")
	}
	if err := p.Stimuli.NeedMoments(); err != nil {
		return document.Blame(err, "offline", e.Stimulus.Key())
	}
	return nil
}

// suitsOffline returns an error if an intervention has no meaning for a circuit that learns from
// the covariance of its stimuli.
func suitsOffline(e intervention.Edit) error {
	switch e.(type) {
	case experiment.StimulusEdit:
		return errors.New("a circuit that learns offline has the covariance of the stimuli as they are at the start: change them online")
	case intervention.Clamp:
		return errors.New("a clamped neuron has no place in the mean over all stimuli from which a circuit learns offline: lesion it, or learn online")
	case intervention.ActivityNoise:
		return errors.New("noise of activity has no place in the mean over all stimuli from which a circuit learns offline: learn online")
	case intervention.Failure:
		return errors.New("signals that are lost at random have no place in the mean over all stimuli from which a circuit learns offline: learn online")
	}
	return nil
}
