package experiment

import (
	"fmt"

	"twophase/circuit"
	"twophase/internal/report"
	"twophase/synapse"
)

// preview keeps some traces of a run in memory, for a picture of it.
type preview struct {
	traces      report.Traces
	feedforward []synapse.Synapse
	lateral     []synapse.Synapse
}

// previewSynapses is how many synapses of a projection are drawn at most.
const previewSynapses = 120

func newPreview(c *circuit.Circuit) *preview {
	p := &preview{feedforward: spread(c.Feedforward()), lateral: spread(c.Lateral())}
	for _, s := range p.feedforward {
		p.traces.Feedforward = append(p.traces.Feedforward, report.Curve{Colour: s.Post().Index()})
	}
	k := c.Outputs().Len()
	for _, s := range p.lateral {
		// M_ij and M_ji are one curve, until somebody changes one of them.
		i, j := s.Post().Index(), s.Pre().Index()
		curve := report.Curve{Colour: min(i, j)*k + max(i, j)}
		if k <= named {
			curve.Colour = i + j - 1
			if i < j {
				curve.Name = fmt.Sprintf("%d ↔ %d", i, j)
			}
		}
		p.traces.Lateral = append(p.traces.Lateral, curve)
	}
	for i := range k {
		curve := report.Curve{Colour: i}
		if k <= named {
			curve.Name = fmt.Sprintf("output %d", i)
		}
		p.traces.Scale = append(p.traces.Scale, curve)
	}
	return p
}

// named is the largest K for which the curves are named.
const named = 3

// spread returns the synapses of a projection, evenly thinned if they are many.
func spread(p *synapse.Projection) []synapse.Synapse {
	every := (p.Len() + previewSynapses - 1) / previewSynapses
	var chosen []synapse.Synapse
	i := 0
	for s := range p.All() {
		if i%every == 0 {
			chosen = append(chosen, s)
		}
		i++
	}
	return chosen
}

// look adds the present weights to the traces.
func (p *preview) look(c *circuit.Circuit) {
	p.traces.Steps = append(p.traces.Steps, c.StepCount())
	for i, s := range p.feedforward {
		add(&p.traces.Feedforward[i], s.Weight())
	}
	for i, s := range p.lateral {
		add(&p.traces.Lateral[i], s.Weight())
	}
	for i, m := range c.Outputs().Scales() {
		add(&p.traces.Scale[i], m)
	}
}

func add(c *report.Curve, v float64) { c.Values = append(c.Values, v) }

// recorded returns the traces, nil of no preview.
func (p *preview) recorded() *report.Traces {
	if p == nil {
		return nil
	}
	return &p.traces
}

// picture returns traces with the progress of the run.
func picture(t report.Traces, title string, curve []Point) report.Traces {
	t.Title = title
	failure, ratio := report.Curve{Name: "E_Pro", Colour: 0}, report.Curve{Name: "‖M_o‖/‖M‖", Colour: 1}
	for _, point := range curve {
		failure.Values = append(failure.Values, float64(point.Error))
		ratio.Values = append(ratio.Values, float64(point.LateralRatio))
	}
	t.Progress = []report.Curve{failure, ratio}
	return t
}
