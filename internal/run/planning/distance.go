package planning

import (
	"context"
	"errors"
	"fmt"

	"twophase/circuit/selection"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// readDistance reads the data that weights or responses are compared with.
func (p *Plan) readDistance(ctx context.Context) (err error) {
	d := p.Experiment.Distance
	if d == nil {
		return nil
	}
	p.Data = &measure.Data{Part: d.Weights + d.Responses, Responses: d.Responses != "", File: d.File}
	if d.Responses != "" {
		return p.readResponses(ctx)
	}
	if err := p.Spec.Network.Graph.CheckOwn(d.Weights); err != nil {
		return document.Blame(err, "distance.weights", "distance")
	}
	of := selection.Kind(d.Weights)
	a, err := p.readArray(ctx, d.File, d.Weights, []int{p.size.Neurons(of), p.size.Width(of)})
	p.Data.Values = a.Values
	return document.Blame(err, "distance.file", "distance")
}

// readResponses reads responses to the first stimuli of a file.
func (p *Plan) readResponses(ctx context.Context) error {
	d := p.Experiment.Distance
	if err := p.Spec.Network.Graph.CheckPopulation(d.Responses); err != nil {
		return document.Blame(err, "distance.responses", "distance")
	}
	if !p.Experiment.Stimulus.FromFiles() {
		return document.Blame(errors.New("responses are compared for the first stimuli of a file, and these stimuli are drawn: write them into a file, or compare weights"), "distance.responses", "distance")
	}
	n := p.size.Neurons(selection.Kind(d.Responses))
	values, _, file, err := scene.ReadMatrix(ctx, d.File, func(columns int) (int, string, error) {
		if columns != n {
			return 0, "", fmt.Errorf("%s has %s, and %s has %s", d.File, wording.Count(columns, "column"), d.Responses, wording.Count(n, "neuron"))
		}
		return measure.HeldOut, "no more stimuli are shown", nil
	})
	p.Data.Values = values
	p.origin.files = append(p.origin.files, file)
	return document.Blame(err, "distance.file", "distance")
}
