package circuit

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/neuron"
)

// Probe shows stimuli to a circuit that does not learn from them: only the phases that
// compute signals run, without noise. Between Circuit.Probe and End the circuit must not step.
type Probe struct {
	c        *Circuit
	phases   []int // of the schedule
	saved    [][4][]float64
	previous [][]float64 // of every node, the last activities and further quantities
	currents [][]float64
	settling Settling
}

// Probe begins to show stimuli to the circuit, without learning. Probe.End restores what its
// axons carried.
func (c *Circuit) Probe() *Probe {
	p := &Probe{c: c, settling: c.settling, phases: c.neuralPhases()}
	for _, n := range c.nodes {
		var signals [4][]float64
		for s := range signals {
			signals[s] = slices.Clone(n.Signals(neuron.Slot(s)))
		}
		p.saved = append(p.saved, signals)
		for _, v := range n.kept() {
			p.previous = append(p.previous, slices.Clone(v))
		}
	}
	for _, s := range c.projections {
		p.currents = append(p.currents, slices.Clone(s.Currents().Last))
	}
	return p
}

// neuralPhases returns the indices of the phases that compute signals and nothing else. No transmission fails, and no
// phase adds noise.
func (c *Circuit) neuralPhases() (phases []int) {
	for i, s := range c.signatures {
		if len(s.Writes) > 0 && !c.learns(s) && !c.keeps(s) && !addsNoise(c.schedule[i]) {
			phases = append(phases, i)
		}
	}
	return phases
}

// upToY returns the signatures of the phases up to the last one that writes y.
func (c *Circuit) upToY() signatures {
	g := c.spec.Network.Graph
	return c.signatures[:c.signatures.lastWriter(g.Variable(g.OutputName(), neuron.Final))+1]
}

// keeps reports whether a phase changes what neurons keep from one stimulus to the next: running means and variables.
func (c *Circuit) keeps(s Signature) bool {
	kept := c.spec.Network.Graph.kept()
	return slices.ContainsFunc(s.Writes, func(v Variable) bool { return slices.Contains(kept, v) })
}

// learns reports whether a phase changes weights or scales.
func (c *Circuit) learns(s Signature) bool {
	g := c.spec.Network.Graph
	return slices.ContainsFunc(s.Writes, func(v Variable) bool {
		return slices.Contains(g.variables(), v) && !slices.Contains(g.stimuli(), v)
	})
}

// Respond sets y [K] to the circuit's outputs for the stimulus x [N], as the first stimulus
// after a rest. It returns an error if a phase fails, and a *Divergence if an activity is
// not finite.
func (p *Probe) Respond(x, y []float64) error {
	c := p.c
	for _, s := range c.projections {
		clear(s.Currents().Last)
	}
	for _, n := range c.nodes {
		for d := range n.spec.delays() {
			clear(n.Signals(neuron.Delayed(d + 1)))
		}
		if !n.spec.Input {
			for _, s := range []neuron.Slot{neuron.Provisional, neuron.Final, neuron.Late} {
				clear(n.Signals(s))
			}
		}
	}
	if err := c.present(x); err != nil {
		return err
	}
	for _, i := range p.phases {
		if err := c.runs[i](); err != nil {
			return fmt.Errorf("%s: %w", c.schedule[i].Signature().Name, err)
		}
		if err := c.checkWritten(i); err != nil {
			return err
		}
	}
	copy(y, c.outputs.Signals(neuron.Final))
	return nil
}

// End restores what the circuit's axons carried when the probe began.
func (p *Probe) End() {
	previous := p.previous
	for i, n := range p.c.nodes {
		for s, signals := range p.saved[i] {
			copy(n.Signals(neuron.Slot(s)), signals)
		}
		for _, v := range n.kept() {
			copy(v, previous[0])
			previous = previous[1:]
		}
	}
	for i, s := range p.c.projections {
		s.Receive(p.currents[i])
	}
	p.c.settling = p.settling
}

// graphFilter is Filter of a circuit that is probed by its inputs: each in turn is 1.
func (c *Circuit) graphFilter() (*mat.Dense, error) {
	g := c.spec.Network.Graph
	p, upToY := c.Probe(), c.upToY()
	defer p.End()
	p.phases = slices.DeleteFunc(p.phases, func(i int) bool { return i >= len(upToY) })
	for _, s := range upToY {
		if err := c.checkLinear(s); err != nil {
			return nil, err
		}
		if c.learns(s) {
			return nil, c.notLinear(s, "changes weights or scales before y is found")
		}
		for _, n := range c.late {
			if slices.Contains(s.Reads, g.Variable(n.spec.Name, neuron.Late)) {
				return nil, c.notLinear(s, "reads what axons carried for the stimulus before")
			}
		}
	}
	for _, n := range c.nodes {
		defer n.ClampToZero()()
	}
	k := c.outputs.Len()
	filter := mat.NewDense(k, c.spec.Inputs, nil)
	x, y := make([]float64, c.spec.Inputs), make([]float64, k)
	for j := range c.spec.Inputs {
		x[j] = 1
		if err := p.Respond(x, y); err != nil {
			return nil, err
		}
		filter.SetCol(j, y)
		x[j] = 0
	}
	return filter, nil
}
