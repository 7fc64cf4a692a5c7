package experiment

import (
	"fmt"

	"twophase/recorder"
)

// Outline returns a line that says what would run. It reads no stimuli.
func (p *Plan) Outline() (string, error) {
	q := *p // whose record and steps may be filled in
	e := &q.Experiment
	steps := fmt.Sprintf("%d steps", e.Steps)
	if e.Steps == 0 && e.Stimulus.File != "" {
		return fmt.Sprintf("%s, the file %s, trials: %d", q.size(), times(e.Stimulus.Epochs), e.Trials), nil
	}
	if e.Steps == 0 {
		e.Steps = defaultSteps
		steps = fmt.Sprintf("%d steps", e.Steps)
	}
	if q.requests == nil {
		if err := q.recordAll(); err != nil {
			return "", err
		}
	}
	cost, err := recorder.Estimate(q.requests, q.recording())
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %s, trials: %d, recording about %v", q.size(), steps, e.Trials, cost), nil
}

// size says what the circuit is and what it sees.
func (p *Plan) size() string {
	e := p.Experiment
	return fmt.Sprintf("%s%v on %s: N = %d inputs, K = %d outputs", e.Network, e.Settle, p.stimuli.title(), p.spec.Inputs, e.Outputs)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
