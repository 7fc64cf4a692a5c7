package monitor

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/synapse"
)

// Traces is an overview of a run: some weights and the scales at some of its steps. All curves have one
// value per step.
type Traces struct {
	Steps  []int
	Panels [scales + 1]Panel
}

// Panel is curves that are drawn in one panel, under its title.
type Panel struct {
	Title  string
	Curves []Curve
}

// The panels of an overview.
const (
	between = iota // weights between two populations
	within         // weights within one
	scales         // of the outputs
)

// Curve is the values of one weight or scale.
type Curve struct {
	Name   string // in the legend; empty: none
	Colour int    // its place in a palette
	Values []float64
}

// preview keeps some traces of a run in memory, for a picture of it.
type preview struct {
	Traces   Traces
	synapses [scales][]synapse.Synapse
}

// previewSynapses is the largest number of synapses of a projection that are drawn.
const previewSynapses = 120

// NewPreview returns an empty preview of c, for Monitor.Preview.
func NewPreview(c *circuit.Circuit) *preview {
	p := new(preview)
	var of [scales][]*synapse.Projection
	for _, q := range c.Projections() {
		if q.Pre() == q.Post() {
			of[within] = append(of[within], q)
		} else {
			of[between] = append(of[between], q)
		}
	}
	p.Traces.Panels[between].Title, p.Traces.Panels[within].Title = "Weights between populations", "Weights within populations"
	for k, all := range of {
		if len(all) == 1 {
			p.addNeurons(k, all[0])
			continue
		}
		for colour, q := range all {
			p.addProjection(k, q, colour)
		}
	}
	p.Traces.Panels[scales].Title = "Scales of " + c.Outputs().Name()
	for i := range c.Outputs().Len() {
		curve := Curve{Colour: i}
		if c.Outputs().Len() <= named {
			curve.Name = fmt.Sprintf("output %d", i)
		}
		p.Traces.Panels[scales].add(curve)
	}
	return p
}

func (p *Panel) add(c Curve) { p.Curves = append(p.Curves, c) }

// addProjection adds the curves of one of several projections of a panel, in its colour.
func (p *preview) addProjection(panel int, of *synapse.Projection, colour int) {
	for i, s := range spread(of) {
		curve := Curve{Colour: colour}
		if i == 0 {
			curve.Name = of.Name()
		}
		p.synapses[panel] = append(p.synapses[panel], s)
		p.Traces.Panels[panel].add(curve)
	}
}

// addNeurons adds the curves of the only projection of a panel: a colour for each neuron, or pair of them.
func (p *preview) addNeurons(panel int, of *synapse.Projection) {
	p.synapses[panel], p.Traces.Panels[panel].Title = spread(of), "Weights of "+of.Name()
	k := of.Post().Len()
	for _, s := range p.synapses[panel] {
		i, j := s.Post().Index(), s.Pre().Index()
		curve := Curve{Colour: i}
		if panel == within { // w_ij and w_ji are one curve where they are equal
			curve.Colour = min(i, j)*k + max(i, j)
			if k <= named {
				curve.Colour = max(0, i+j-1)
			}
			if k <= named && i < j {
				curve.Name = fmt.Sprintf("%d ↔ %d", i, j)
			}
		}
		p.Traces.Panels[panel].add(curve)
	}
}

// named is the largest K for which the curves are named.
const named = 3

// spread returns the synapses of a projection, or an evenly spaced part of them if they are too
// many.
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

// Look adds the present weights to the traces.
func (p *preview) Look(c *circuit.Circuit) {
	p.Traces.Steps = append(p.Traces.Steps, c.StepCount())
	for k, synapses := range p.synapses {
		for i, s := range synapses {
			add(&p.Traces.Panels[k].Curves[i], s.Weight())
		}
	}
	for i, m := range c.Outputs().Scales() {
		add(&p.Traces.Panels[scales].Curves[i], m)
	}
}

func add(c *Curve, v float64) { c.Values = append(c.Values, v) }

// Within returns synapses within populations of whose weights there are curves, in their order, and these curves.
func (p *preview) Within() ([]synapse.Synapse, []Curve) {
	return p.synapses[within], p.Traces.Panels[within].Curves
}

// Recorded returns the traces, nil without a preview.
func (p *preview) Recorded() *Traces {
	if p == nil {
		return nil
	}
	return &p.Traces
}

// Kept returns a copy of the traces so far, nil without a preview.
func (p *preview) Kept() *Traces {
	if p == nil {
		return nil
	}
	t := p.Traces.Clipped()
	return &t
}

// Clipped returns a copy of the traces. Later records are not added to it.
func (t Traces) Clipped() Traces {
	t.Steps = slices.Clip(t.Steps)
	for k := range t.Panels { // of a copy
		curves := slices.Clone(t.Panels[k].Curves)
		for i := range curves {
			curves[i].Values = slices.Clip(curves[i].Values)
		}
		t.Panels[k].Curves = curves
	}
	return t
}
