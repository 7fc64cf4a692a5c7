package experiment

import (
	"errors"
	"fmt"

	"twophase/internal/document"
	"twophase/recorder"
)

// resolveRequests parses what is to be recorded and checks that it exists.
func (p *Plan) resolveRequests() error {
	for i, text := range p.Experiment.Record {
		r, err := recorder.ParseRequest(text)
		if err == nil {
			_, err = recorder.Estimate([]recorder.Request{r}, p.recording())
		}
		if err != nil {
			return document.Blame(err, fmt.Sprintf("record[%d]", i), "record")
		}
		p.requests = append(p.requests, r)
	}
	return p.resolveParts()
}

// What is recorded unless told otherwise: about so much for a trial, and for
// all trials together.
const (
	trialBudget recorder.Budget = 8e6
	runBudget   recorder.Budget = 64e6
)

// recordAll has every weight recorded, as often as these budgets allow and at
// the first and the last step at least.
func (p *Plan) recordAll() error {
	all, err := recorder.ParseRequest("weights")
	if err != nil {
		return err
	}
	trial := p.recording()
	trial.Trials = 1
	p.requests = []recorder.Request{all}
	var over *recorder.OverBudget
	budget := min(trialBudget, runBudget/recorder.Budget(p.Experiment.Trials))
	if errors.As(budget.Check(p.requests, trial), &over) {
		if p.requests = over.Instead; p.requests == nil {
			all.Stride = recorder.Stride(trial.Steps)
			p.requests = []recorder.Request{all}
		}
	}
	p.Experiment.Record = []string{p.requests[0].String()}
	return nil
}

// recording tells the recorder what it will record.
func (p *Plan) recording() recorder.Run {
	e := p.Experiment
	return recorder.Run{Inputs: p.spec.Inputs, Outputs: e.Outputs, Lateral: p.spec.Network.Wiring, Steps: e.Steps, Trials: e.Trials, Parts: p.parts}
}
