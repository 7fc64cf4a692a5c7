package planning

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// resolveParts parses what is to be recorded in parts and checks that it is recorded.
func (p *Plan) resolveParts() error {
	requests := p.Records
	if requests == nil {
		requests = []recorder.Request{{Selection: selection.All(selection.Weights), Stride: 1}} // as recordAll will
	}
	run := p.recording()
	for i, text := range p.Experiment.Parts {
		parts, err := recorder.ParseParts(text)
		if err == nil {
			run.Parts = parts
			_, err = recorder.Estimate(requests, run)
		}
		if err != nil {
			return document.Blame(err, fmt.Sprintf("parts[%d]", i), "parts")
		}
		p.Parts = append(p.Parts, parts...)
	}
	return nil
}

// resolveRequests parses what is to be recorded and checks that it exists.
func (p *Plan) resolveRequests() error {
	for i, text := range p.Experiment.Record {
		r, err := recorder.ParseRequest(text)
		if err == nil {
			_, err = recorder.Estimate([]recorder.Request{r}, p.recording())
		}
		if err == nil {
			err = p.Experiment.CheckCondition(r.While)
		}
		if err == nil {
			err = p.checkDrift(r.While)
		}
		if err != nil {
			return document.Blame(err, fmt.Sprintf("record[%d]", i), "record")
		}
		if r.Unresolved {
			p.unresolved = append(p.unresolved, i)
		}
		p.Records = append(p.Records, r)
	}
	if err := p.checkFollowed(); err != nil {
		return err
	}
	for i, name := range p.Experiment.Pruning {
		if err := p.Spec.Network.Graph.CheckOwn(name); err != nil {
			return document.Blame(err, fmt.Sprintf("pruning[%d]", i), "pruning")
		}
	}
	return p.resolveParts()
}

// checkFollowed returns an error unless the circuit has all that is followed, each under a name of its own.
func (p *Plan) checkFollowed() error {
	var names []string
	for _, q := range result.Quantities() {
		names = append(names, q.Name)
	}
	for i, name := range p.Experiment.Followed() {
		keys := []string{fmt.Sprintf("follow[%d]", i), "follow"}
		if i >= len(p.Experiment.Follow) {
			own, _, _ := strings.Cut(name, " ")
			keys = []string{"measure." + own, "measure"}
		}
		d, err := measure.LookupDeclaration(name)
		if err == nil {
			err = d.CheckIn(p.Spec.Network.Graph)
		}
		if err == nil && strings.Contains(name, "=") && slices.Contains(names, d.Name) {
			err = fmt.Errorf("%s is a measure already: choose another name", d.Name)
		}
		if err != nil {
			return document.Blame(err, keys...)
		}
		names = append(names, d.Name)
	}
	return nil
}

// RecordAround gives the steps to the requests that record around interventions, or the start
// if there are none.
func (p *Plan) RecordAround(steps []int) error {
	if len(steps) == 0 {
		steps = []int{0}
	}
	p.Experiment.Record = slices.Clone(p.Experiment.Record)
	for _, i := range p.unresolved {
		r := p.Records[i]
		r.Unresolved = true
		r = r.Resolve(steps)
		if _, err := recorder.Estimate([]recorder.Request{r}, p.recording()); err != nil {
			return document.Blame(err, fmt.Sprintf("record[%d]", i), "record")
		}
		p.Records[i], p.Experiment.Record[i] = r, r.String()
	}
	return nil
}

// RecordAll records every weight, at the first and the last step at least, and as often
// between them as the default budgets allow.
func (p *Plan) RecordAll() error {
	kinds := []selection.Kind{selection.Weights}
	for _, part := range p.size.Parts() {
		if part.Class == "variables" && p.Spec.Network.Graph.HasChange(string(part.Kind)) {
			kinds = append(kinds, part.Kind)
		}
	}
	every := func(stride recorder.Stride) (all []recorder.Request) {
		for _, k := range kinds {
			all = append(all, recorder.Request{Selection: selection.All(k), Stride: stride})
		}
		return all
	}
	trial := p.recording()
	trial.Trials = 1
	p.Records = every(1)
	var over *recorder.OverBudget
	budget := min(experiment.TrialBudget, experiment.RunBudget/recorder.Budget(p.Experiment.Trials))
	if p.Endless() { // any other stride grows without end
		p.Records = every(recorder.LogSpaced)
	} else if errors.As(budget.Check(p.Records, trial), &over) {
		if p.Records = over.Instead; p.Records == nil {
			p.Records = every(recorder.Stride(trial.Steps))
		}
	}
	p.Experiment.Record = nil
	for _, r := range p.Records {
		p.Experiment.Record = append(p.Experiment.Record, r.String())
	}
	return nil
}

// recording returns the run as the recorder sees it.
func (p *Plan) recording() recorder.Extent {
	e := p.Experiment
	if p.Endless() {
		e.Steps = experiment.DefaultSteps // as an example
	}
	return recorder.Extent{Size: p.size, Steps: e.Steps, Trials: e.Trials, Parts: p.Parts}
}
