package monitor

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Traces is an overview of a run: some weights and the scales at some of its steps. All curves have one
// value per step.
type Traces struct {
	Steps       []int
	Feedforward []Curve
	Lateral     []Curve
	Scale       []Curve
	Graph       bool // the circuit has not the names of the paper: see selection.Graph
}

// Curve is the values of one weight or scale.
type Curve struct {
	Name   string // in the legend; empty: none
	Colour int    // its place in a palette
	Values []float64
}

// preview keeps some traces of a run in memory, for a picture of it.
type preview struct {
	Traces      Traces
	feedforward []synapse.Synapse
	lateral     []synapse.Synapse
}

// previewSynapses is the largest number of synapses of a projection that are drawn.
const previewSynapses = 120

// NewPreview returns an empty preview of c, for Monitor.Preview.
func NewPreview(c *circuit.Circuit) *preview {
	p := new(preview)
	k := c.Outputs().Len()
	if p.Traces.Graph = !selection.SizeOf(c).Graph.HasPaperNames(); p.Traces.Graph {
		p.addProjections(c)
	} else {
		p.addPaper(c, k)
	}
	for i := range k {
		curve := Curve{Colour: i}
		if k <= named {
			curve.Name = fmt.Sprintf("output %d", i)
		}
		p.Traces.Scale = append(p.Traces.Scale, curve)
	}
	return p
}

// addProjections adds the curves of any other circuit: a colour for each projection.
func (p *preview) addProjections(c *circuit.Circuit) {
	for colour, of := range c.Projections() {
		synapses, curves := &p.feedforward, &p.Traces.Feedforward
		if of.Pre() == of.Post() {
			synapses, curves = &p.lateral, &p.Traces.Lateral
		}
		for i, s := range spread(of) {
			curve := Curve{Colour: colour}
			if i == 0 {
				curve.Name = of.Name()
			}
			*synapses, *curves = append(*synapses, s), append(*curves, curve)
		}
	}
}

// addPaper adds the curves of a circuit of the paper: a colour for each neuron, or pair of them.
func (p *preview) addPaper(c *circuit.Circuit, k int) {
	p.feedforward, p.lateral = spread(c.Feedforward()), spread(c.Lateral())
	for _, s := range p.feedforward {
		p.Traces.Feedforward = append(p.Traces.Feedforward, Curve{Colour: s.Post().Index()})
	}
	for _, s := range p.lateral {
		// M_ij and M_ji are one curve, unless an intervention changes one of them.
		i, j := s.Post().Index(), s.Pre().Index()
		curve := Curve{Colour: min(i, j)*k + max(i, j)}
		if k <= named {
			curve.Colour = i + j - 1
			if i < j {
				curve.Name = fmt.Sprintf("%d ↔ %d", i, j)
			}
		}
		p.Traces.Lateral = append(p.Traces.Lateral, curve)
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
	for i, s := range p.feedforward {
		add(&p.Traces.Feedforward[i], s.Weight())
	}
	for i, s := range p.lateral {
		add(&p.Traces.Lateral[i], s.Weight())
	}
	for i, m := range c.Outputs().Scales() {
		add(&p.Traces.Scale[i], m)
	}
}

func add(c *Curve, v float64) { c.Values = append(c.Values, v) }

// Laterals returns the lateral synapses of whose weights there are curves, in their order.
func (p *preview) Laterals() []synapse.Synapse { return p.lateral }

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
	for _, curves := range []*[]Curve{&t.Feedforward, &t.Lateral, &t.Scale} {
		*curves = slices.Clone(*curves)
		for i := range *curves {
			(*curves)[i].Values = slices.Clip((*curves)[i].Values)
		}
	}
	return t
}
