package circuit

import (
	"fmt"
	"strings"

	"twophase/neuron"
)

// Turn is a general neural phase: one turn of the axons of a population. Every neuron adds
// what it receives through some projections, divides the sum by its scale, adds what it
// carries in another slot, and fires,
//
//	s_i = f(base_i + (Σ ± current_i) / m_ii)
//
// with the activation f of the population and the signs of the projections. A population
// whose scales are not divisors divides by 1. Feedforward and Lateral are turns.
//
// By default, the compiled executor does not call Run for two turns that have the form of
// these two, linear or rectified: they are a layer (step_layers.go), one routine.
// TestLayersAreTheirPhases and TestGraphExecutorsAgree compare these ways.
type Turn struct {
	Population string      `json:"population"`
	Slot       neuron.Slot `json:"slot"` // what is written: provisional or final
	Receives   []Reception `json:"receives"`
	// Base is the slot of the population that the sum is added to; nil: none.
	Base *neuron.Slot `json:"base,omitempty"`
}

// Reception is a projection through which a population receives in a Turn.
type Reception struct {
	Through string      `json:"through"`
	Slot    neuron.Slot `json:"slot"` // of the presynaptic axons
	// Again says that the neurons use what they received last through the projection. No
	// signal is sent again.
	Again bool `json:"again,omitempty"`
}

// SlotOf returns a pointer to a slot, for Turn.Base.
func SlotOf(s neuron.Slot) *neuron.Slot { return &s }

// Validate returns an error that names the first field that is out of range.
func (t Turn) Validate() error {
	switch {
	case t.Population == "":
		return fmt.Errorf("a turn of which population? give its name")
	case t.Slot != neuron.Provisional && t.Slot != neuron.Final:
		return fmt.Errorf("a turn writes the slot %v: choose provisional or final", t.Slot)
	case len(t.Receives) == 0 && t.Base == nil:
		return fmt.Errorf("a turn of %s that receives nothing: name a projection", t.Population)
	}
	return nil
}

// Signature implements Phase. What the phase reads, and whether it is linear, depend on the
// circuit.
func (t Turn) Signature() Signature {
	return Signature{Name: "Turn", Equation: t.equation(), Local: Yes}
}

// equation returns the turn in mathematics.
func (t Turn) equation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %v ← f(", t.Population, t.Slot)
	if t.Base != nil {
		fmt.Fprintf(&b, "%v + ", *t.Base)
	}
	b.WriteString("(")
	for i, r := range t.Receives {
		if i > 0 {
			b.WriteString(" ± ")
		}
		b.WriteString(r.Through)
		switch {
		case r.Again:
			b.WriteString(" again")
		case r.Slot != neuron.Final:
			fmt.Fprintf(&b, " %v", r.Slot)
		}
	}
	b.WriteString(")/m)")
	return b.String()
}

func (t Turn) checkIn(g Graph) error {
	if err := g.CheckPopulation(t.Population); err != nil {
		return err
	}
	if g.population(t.Population).Input {
		return fmt.Errorf("population %s is one of inputs, which carry the stimulus", t.Population)
	}
	if g.population(t.Population).Scale.NoLeak {
		return fmt.Errorf("the neurons of %s have no leak, so that only a settling finds their activity: use Equilibrate", t.Population)
	}
	for _, r := range t.Receives {
		if err := g.CheckProjection(r.Through); err != nil {
			return err
		}
		if r.Slot == neuron.Late {
			return fmt.Errorf("projection %s: late signals are those of StaleLateral alone: choose provisional, final or trace", r.Through)
		}
		if p := g.projection(r.Through); p.To != t.Population {
			return fmt.Errorf("projection %s ends on %s, not on %s", r.Through, p.To, t.Population)
		} else if r.Again && !p.Current && p.MeanCurrent == nil {
			return fmt.Errorf("what was received through %s is used again, but it is not kept: let the projection keep its current", r.Through)
		}
	}
	return nil
}

func (t Turn) signatureIn(g Graph) Signature {
	s := t.Signature()
	p := g.population(t.Population)
	s.Writes = []Variable{g.variable(t.Population, t.Slot)}
	if g.population(t.Population).divides() {
		s.Reads = append(s.Reads, g.scales(t.Population))
	}
	if t.Base != nil {
		s.Reads = append(s.Reads, g.variable(t.Population, *t.Base))
	}
	s.Linear = No
	if p != nil && p.Activation.IsLinear() {
		s.Linear = Yes
	}
	for _, r := range t.Receives {
		if from := g.projection(r.Through); from != nil {
			s.Reads = append(s.Reads, g.weights(r.Through), g.variable(from.From, r.Slot))
			if g.population(from.From).Scale.Multiplies {
				s.Reads = append(s.Reads, g.scales(from.From))
			}
		}
		if s.Signals.Known = true; !r.Again {
			s.Signals.Through = append(s.Signals.Through, Carried{r.Through, false})
		}
	}
	s.Equation = g.turnEquation(t)
	return s
}

// turnEquation returns a turn in mathematics, with the names and signs of a graph.
func (g Graph) turnEquation(t Turn) string {
	p := g.population(t.Population)
	var sum strings.Builder
	for i, r := range t.Receives {
		of := g.projection(r.Through)
		if of == nil {
			return t.equation()
		}
		switch {
		case of.Sign.subtracts():
			sum.WriteString(" − ")
		case i > 0:
			sum.WriteString(" + ")
		}
		sent := string(g.variable(of.From, r.Slot))
		if g.population(of.From).Scale.Multiplies {
			sent = fmt.Sprintf("(%s·%s)", g.scales(of.From), sent)
		}
		fmt.Fprintf(&sum, "%s %s", g.weightSymbol(r.Through), sent)
	}
	right, sign := strings.TrimPrefix(sum.String(), " "), "+"
	if rest, minus := strings.CutPrefix(right, "− "); minus && t.Base != nil && len(t.Receives) == 1 {
		right, sign = rest, "−"
	}
	if p.divides() {
		if len(t.Receives) > 1 {
			right = "(" + right + ")"
		}
		right = fmt.Sprintf("%s / %s", right, g.scales(t.Population))
	}
	if t.Base != nil {
		right = fmt.Sprintf("%s %s %s", g.variable(t.Population, *t.Base), sign, right)
	}
	if !p.Activation.IsLinear() {
		right = activationEquation(p.Activation, right)
	}
	return fmt.Sprintf("%s = %s", g.variable(t.Population, t.Slot), right)
}

// activationEquation writes f(argument). An expression is of v.
func activationEquation(f neuron.Activation, argument string) string {
	if f.IsRectified() {
		return "max(0, " + argument + ")"
	}
	return fmt.Sprintf("%v with v = %s", f, argument)
}

// weightSymbol returns the symbol of a projection's weights in equations.
func (g Graph) weightSymbol(projection string) string {
	if p := g.projection(projection); p.Tied != "" {
		return string(g.weights(projection)) + "ᵀ"
	}
	return string(g.weights(projection))
}

// divides reports whether the neurons divide by scales that may differ from 1.
func (p *PopulationSpec) divides() bool {
	if p.Scale.Metaplastic || p.Scale.Multiplies {
		return false
	}
	return p.Scale != neuron.ScaleRule{} && !p.Scale.IsFixed() || p.InitialScale != 0 && p.InitialScale != 1
}

// Run implements Phase.
func (t Turn) Run(c *Circuit) error { return t.bind(c)() }

func (t Turn) bind(c *Circuit) func() error {
	n := c.node(t.Population)
	links := make([]*link, len(t.Receives))
	for i, r := range t.Receives {
		links[i] = c.link(r.Through)
	}
	var base []float64
	if t.Base != nil {
		base = n.Signals(*t.Base)
	}
	signals, divisors, f := n.Signals(t.Slot), n.Divisors(), n.Activation()
	return func() error {
		t.receive(c, n, links)
		for i, v := range n.sum[:len(signals)] {
			signals[i] = (v + 0) / divisors[i] // no current at all is +0
		}
		for i, v := range base {
			signals[i] = v + signals[i]
		}
		f.Apply(signals)
		return nil
	}
}

// receive sets the sum of a population to what its neurons receive through the links.
func (t *Turn) receive(c *Circuit, n *node, links []*link) {
	if len(links) == 0 {
		clear(n.sum)
	}
	for i, l := range links {
		current := n.current
		if i == 0 {
			current = n.sum
		}
		if t.Receives[i].Again {
			copy(current, l.synapses.Currents().Last)
		} else {
			c.carry(current, l, t.Receives[i].Slot)
		}
		switch {
		case i > 0:
			addSigned(n.sum, current, l.subtracts())
		case l.subtracts():
			for j, v := range current {
				current[j] = -v
			}
		}
	}
}
